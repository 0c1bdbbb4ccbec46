//! The drawing of the surroundings, `content/map.svg`. Its texts are placeholders: facts of `site.yaml`, and keys of strings.

use roxmltree::{Document, Node};

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
    /// The whole drawing.
    pub svg: String,
    /// What it shows, in words: its `aria-label`.
    pub alt: String,
}

impl MapDrawing {
    /// The drawing in `text`, whose facts are filled in. Problems are unknown strings, or no SVG with `viewBox` and `aria-label`.
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
        let document = Document::parse(&svg).map_err(|error| {
            let at = error.pos();
            let place = Place {
                line: at.row as usize,
                column: at.col as usize,
            };
            let problem = Problem::at(
                Code::InvalidDrawing,
                FILE,
                place,
                format!("is not an SVG drawing: {error}"),
            );
            vec![problem.hint("save the drawing as plain SVG")]
        })?;
        let alt = described(document.root_element()).map_err(|problem| vec![problem])?;
        Ok(MapDrawing { svg, alt })
    }

    /// The drawing as an element of a page.
    pub fn for_page(&self) -> String {
        let start = self.svg.find("<svg").unwrap_or_default();
        self.svg[start..].trim_end().replacen(NAMESPACE, "", 1)
    }
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
        let strings = r#"{"map": {"alt": "De \"A\" a B", "sea": "A & B"}}"#;
        let strings = Strings::parse(ES, "content/es/strings.json", strings).unwrap();
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
        ] {
            let found = parse(text).unwrap_err();
            assert!(
                found[0].starts_with(&format!("content/map.svg{expected}")),
                "{text}: {found:?}"
            );
        }
    }
}
