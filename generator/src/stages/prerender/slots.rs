//! Props that differ from page to page, left open while an island is rendered: a form on thousands of unit
//! pages is rendered once per language, and each page's values are put into the finished HTML.
//!
//! An open prop is rendered as a mark of private-use characters. That is right only for a component that hands
//! the value on as it is; [`super::islands::Islands`] proves it on a real page before it relies on it.

use serde_json::{Map, Value};

const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// The mark of the open value of that number.
pub(crate) fn mark(number: usize) -> String {
    format!("{OPEN}{number}{CLOSE}")
}

/// Whether a value looks the same wherever it stands: nothing escapes any of its characters.
pub(crate) fn is_plain(text: &str) -> bool {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_./".contains(character);
    !text.is_empty() && text.chars().all(is_plain)
}

/// The HTML with every value in its place; nothing when a mark did not come through whole.
pub(crate) fn fill(html: &str, values: &[&str]) -> Option<String> {
    let mut filled = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let (number, after) = after.split_once(CLOSE)?;
        filled.push_str(before);
        filled.push_str(values.get(number.parse::<usize>().ok()?)?);
        rest = after;
    }
    filled.push_str(rest);
    (!filled.contains(CLOSE)).then_some(filled)
}

/// Props with marks in place of open values, and the values.
pub(super) struct Opened<'a> {
    /// The props with marks.
    pub props: Map<String, Value>,
    values: Vec<&'a str>,
}

/// Leaves the named props open. Nothing is left open when a value is not plain text: the renderer would escape it,
/// and a mark cannot know where it will stand.
pub(super) fn open<'a>(props: &'a Map<String, Value>, names: &[&str]) -> Option<Opened<'a>> {
    let mut opened = Opened {
        props: props.clone(),
        values: Vec::new(),
    };
    for name in names {
        let Some(Value::String(text)) = props.get(*name) else {
            continue;
        };
        if !is_plain(text) {
            return None;
        }
        let mark = mark(opened.values.len());
        opened.props.insert((*name).to_owned(), Value::String(mark));
        opened.values.push(text);
    }
    (!opened.values.is_empty()).then_some(opened)
}

impl Opened<'_> {
    /// The HTML with every value in its place; nothing when a mark did not come through whole.
    pub(super) fn fill(&self, html: &str) -> Option<String> {
        fill(html, &self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn props(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    #[test]
    fn values_come_back_where_the_marks_stood() {
        let props = props(json!({"unit": "O-301", "page": "/inventario/O-301", "n": 1, "none": null}));
        let opened = open(&props, &["unit", "page", "none", "missing"]).unwrap();
        assert_eq!(opened.props["n"], 1);
        let (unit, page) = (
            opened.props["unit"].as_str().unwrap(),
            opened.props["page"].as_str().unwrap(),
        );
        let html = format!("<b>{unit}</b><input value=\"{page}\">{unit}");
        assert_eq!(
            opened.fill(&html).unwrap(),
            "<b>O-301</b><input value=\"/inventario/O-301\">O-301"
        );
    }

    #[test]
    fn a_mark_that_was_cut_is_noticed() {
        let props = props(json!({"unit": "O-301"}));
        let opened = open(&props, &["unit"]).unwrap();
        for html in ["\u{e000}", "0\u{e001}", "\u{e000}7\u{e001}"] {
            assert_eq!(opened.fill(html), None);
        }
    }

    #[test]
    fn text_that_needs_escaping_is_never_left_open() {
        let props = props(json!({"unit": "<O & 301>", "empty": ""}));
        assert!(open(&props, &["unit"]).is_none());
        assert!(open(&props, &["empty"]).is_none());
        assert!(open(&props, &[]).is_none());
    }
}
