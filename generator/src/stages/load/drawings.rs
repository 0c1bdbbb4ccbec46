//! That a drawing which is published as it is only draws.

use formats::problem::{Code, Problem};
use roxmltree::{Document, Node, ParsingOptions};

/// Elements that run scripts, or show what is not a drawing.
const ELEMENTS: [&str; 4] = ["script", "foreignObject", "iframe", "handler"];

/// Refuses an SVG that runs a script or loads something else. The policy of a site stops both, where its host sends it.
pub(super) fn refuse_scripts(file: &str, text: &str) -> Result<(), Problem> {
    let refuse = |what: String, hint: &str| {
        Err(Problem::in_file(Code::InvalidDrawing, file, what).hint(hint))
    };
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => {
            let what = format!("is not an SVG drawing: {error}");
            return refuse(what, "save it as plain SVG");
        }
    };
    match document.descendants().find_map(active_part) {
        Some(part) => refuse(
            format!("has {part}, which a drawing does not need"),
            "remove it, or save the drawing as plain SVG",
        ),
        None => Ok(()),
    }
}

/// The part of an element that does more than draw.
fn active_part(node: Node<'_, '_>) -> Option<String> {
    let name = node.tag_name().name();
    if node.is_element() && ELEMENTS.contains(&name) {
        return Some(format!("a `{name}` element"));
    }
    let is_style = node
        .parent()
        .is_some_and(|parent| parent.tag_name().name() == "style");
    if is_style && node.text().is_some_and(loads) {
        return Some("a style that loads a file".to_owned());
    }
    let attribute = node.attributes().find(|attribute| {
        let value = attribute.value().trim_start();
        match attribute.name() {
            name if is_handler(name) => true,
            "href" => !value.starts_with('#') && !value.starts_with("data:image/"),
            _ => loads(value),
        }
    })?;
    Some(format!("the attribute `{}`", attribute.name()))
}

fn is_handler(attribute: &str) -> bool {
    let start = attribute.get(..2);
    start.is_some_and(|start| start.eq_ignore_ascii_case("on"))
}

/// Whether a style loads something that is not in the drawing.
fn loads(style: &str) -> bool {
    let mut urls = style.split("url(").skip(1);
    let is_own = |url: &str| url.trim_start_matches(['"', '\'', ' ']).starts_with('#');
    style.contains("@import") || urls.any(|url| !is_own(url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_only_draws() {
        let read = |inside: &str| {
            let start = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
            refuse_scripts(
                "icon.svg",
                &format!("{start} viewBox=\"0 0 1 1\">{inside}</svg>"),
            )
        };
        for (inside, part) in [
            ("<script>alert(1)</script>", "a `script` element"),
            ("<foreignObject/>", "a `foreignObject` element"),
            ("<g onload=\"a()\"/>", "the attribute `onload`"),
            ("<g ONCLICK=\"a()\"/>", "the attribute `ONCLICK`"),
            ("<a href=\" javascript:a()\"/>", "the attribute `href`"),
            (
                "<use xlink:href=\"https://x.example/a#b\"/>",
                "the attribute `href`",
            ),
            (
                "<style>@import 'https://x.example'</style>",
                "a style that loads a file",
            ),
            (
                "<g style=\"fill: url( 'https://x.example/a')\"/>",
                "the attribute `style`",
            ),
            ("<g>", "is not an SVG drawing"),
        ] {
            let found = read(inside).map_err(|problem| problem.to_string());
            assert!(
                found.as_ref().is_err_and(|found| found.contains(part)),
                "{inside}: {found:?}"
            );
        }
        let plain = "<style>g { fill: url(#a) }</style><use xlink:href=\"#a\"/>\
                     <image href=\"data:image/png;base64,AA==\"/><path d=\"M0 0\" fill=\"url(#a)\"/>";
        assert!(read(plain).is_ok());
    }
}
