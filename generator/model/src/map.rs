//! The drawing of the surroundings, `content/map.svg`. Its texts are placeholders: facts of `site.yaml`, and keys of strings.

use roxmltree::{Document, Node, ParsingOptions};

use crate::strings::{Strings, fill};
use formats::escape::escape_html;
use formats::problem::{Code, Place, Problem, ok_unless};

/// The file, from the project's root. A site without it has no map.
pub const FILE: &str = "content/map.svg";

/// The namespace declaration that a page does not need.
const NAMESPACE: &str = " xmlns=\"http://www.w3.org/2000/svg\"";

/// The map in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapDrawing {
    /// The `svg` element, without what may stand above it in a file.
    pub svg: String,
    /// What it shows, in words: its `aria-label`.
    pub alt: String,
}

impl MapDrawing {
    /// The drawing in `text`, whose facts are filled in. Problems are unknown strings, styles, or no SVG with `viewBox` and `aria-label`.
    pub fn parse(text: &str, strings: &Strings) -> Result<MapDrawing, Vec<Problem>> {
        let mut problems = Vec::new();
        let svg = fill(text, |offset, key| {
            let value = strings.plain(key);
            if value.is_none() {
                let message = format!("there is no string `{key}` in {}", strings.file);
                let problem = Problem::at(
                    Code::MissingString,
                    FILE,
                    Place::of_offset(text, offset),
                    message,
                );
                problems.push(problem.hint(
                    "add it, or write `site.name` or a fact or place of site.yaml, like `places.center.km`",
                ));
            }
            value.map(|value| escape_html(&value))
        });
        ok_unless(problems, ())?;
        let options = ParsingOptions {
            allow_dtd: true,
            ..ParsingOptions::default()
        };
        let document = Document::parse_with_options(&svg, options)
            .map_err(|error| vec![unreadable(&error)])?;
        let root = document.root_element();
        let alt = described(root).map_err(|problem| vec![problem])?;
        let style = document.descendants().find_map(style);
        if let Some((offset, message)) = style {
            let place = Place::of_offset(&svg, offset);
            let problem = Problem::at(Code::InvalidDrawing, FILE, place, message);
            return Err(vec![problem.hint(
                "write `fill=` and `stroke=` as attributes (\"presentation attributes\" in drawing programs), or classes of \
                 templates/styles/drawings/map.css",
            )]);
        }
        // A page has neither an XML declaration nor a DOCTYPE, whose entities the drawing may use.
        let alone = &svg[root.range()];
        if let Err(error) = Document::parse(alone) {
            return Err(vec![unreadable(&error)]);
        }
        Ok(MapDrawing {
            svg: alone.to_owned(),
            alt,
        })
    }

    /// The drawing as an element of a page.
    pub fn for_page(&self) -> String {
        self.svg.replacen(NAMESPACE, "", 1)
    }
}

fn unreadable(error: &roxmltree::Error) -> Problem {
    let at = error.pos();
    let place = Place {
        line: at.row as usize,
        column: at.col as usize,
    };
    let message = format!("is not an SVG drawing: {error}");
    Problem::at(Code::InvalidDrawing, FILE, place, message).hint("save the drawing as plain SVG")
}

/// Where a drawing has styles of its own, which the Content-Security-Policy of pages blocks.
fn style(node: Node) -> Option<(usize, &'static str)> {
    if node.is_element() && node.tag_name().name() == "style" {
        return Some((node.range().start, "the drawing has a `style` element"));
    }
    let attribute = node.attribute_node("style")?;
    Some((
        attribute.range().start,
        "the drawing has a `style` attribute",
    ))
}

/// The `aria-label` of a drawing.
fn described(root: Node) -> Result<String, Problem> {
    let lacks = |name: &str| {
        root.attribute(name)
            .is_none_or(|value| value.trim().is_empty())
    };
    let what = match root.tag_name().name() {
        "svg" if lacks("viewBox") => "the drawing has no `viewBox`",
        "svg" if lacks("aria-label") => "the drawing has no `aria-label`",
        "svg" => return Ok(root.attribute("aria-label").unwrap_or_default().to_owned()),
        _ => "the file has no `svg` element",
    };
    Err(Problem::in_file(Code::InvalidDrawing, FILE, what)
        .hint("begin with `<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 520 640\" role=\"img\" aria-label=\"...\">`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::ES;

    fn parse(text: &str) -> Result<MapDrawing, Vec<String>> {
        let json = r#"{"map": {"alt": "De \"A\" a B", "sea": "A & B"}}"#;
        let strings = Strings::parse(ES, "content/es/strings.json", json).unwrap();
        let map = MapDrawing::parse(text, &strings);
        map.map_err(|problems| problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn placeholders_are_strings() {
        let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\" aria-label=\"{{map.alt}}\">\
                    <text>{{ map.sea }}</text></svg>\n";
        let map = parse(text).unwrap();
        assert_eq!(map.alt, "De \"A\" a B");
        let shown = r#"<svg viewBox="0 0 1 1" aria-label="De &quot;A&quot; a B"><text>A &amp; B</text></svg>"#;
        assert_eq!(map.for_page(), shown);
    }

    #[test]
    fn what_programs_write_above_the_drawing_is_left_out() {
        let svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\" aria-label=\"A\"/>";
        let plain = parse(svg).unwrap();
        for above in [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
            "<!-- Generator: <svg> -->\n",
            "<?xml version=\"1.0\"?>\r\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n",
        ] {
            assert_eq!(
                parse(&format!("{above}{svg}\n<!-- end -->\n")),
                Ok(plain.clone())
            );
        }
    }

    #[test]
    fn what_is_no_map_is_reported_with_its_place() {
        for (text, expected) in [
            (
                "<svg>\n{{map.see}}</svg>",
                ":2:1: there is no string `map.see` in content/es/strings.json",
            ),
            ("<svg>", ":1:"),
            (
                "<svg viewBox=\"0 0 1 1\"/>",
                ": the drawing has no `aria-label`",
            ),
            ("<svg aria-label=\"x\"/>", ": the drawing has no `viewBox`"),
            ("<g/>", ": the file has no `svg` element"),
            (
                "<svg viewBox=\"0 0 1 1\" aria-label=\"x\">\n<path style=\"fill:red\"/></svg>",
                ":2:7: the drawing has a `style` attribute: write `fill=`",
            ),
            (
                "<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 1 1\" aria-label=\"x\"><style>g{}</style></svg>",
                ":2:39: the drawing has a `style` element",
            ),
            (
                "<!DOCTYPE svg [<!ENTITY a \"b\">]>\n<svg viewBox=\"0 0 1 1\" aria-label=\"&a;\"/>",
                ":1:36: is not an SVG drawing: unknown entity reference 'a'",
            ),
        ] {
            let found = parse(text).unwrap_err();
            assert!(
                found[0].starts_with(&format!("content/map.svg{expected}")),
                "{text}: {found:?}"
            );
        }
    }
}
