//! Footnotes with the ids `note-<name>`.

use pulldown_cmark::Event;

use super::fold;

/// Numbers footnotes in the order of their first references.
#[derive(Default)]
pub(super) struct Notes {
    names: Vec<String>,
}

impl Notes {
    pub(super) fn reference<'a>(&mut self, name: &str) -> Event<'a> {
        let (number, id) = (self.number(name), fold(name));
        let link = format!("<a href=\"#note-{id}\">{number}</a>");
        Event::InlineHtml(format!("<sup class=\"footnote-reference\">{link}</sup>").into())
    }

    pub(super) fn open<'a>(&mut self, name: &str) -> Event<'a> {
        let (number, id) = (self.number(name), fold(name));
        Event::Html(format!("<div class=\"footnote\" id=\"note-{id}\"><sup>{number}</sup>\n").into())
    }

    fn number(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }) + 1
    }
}
