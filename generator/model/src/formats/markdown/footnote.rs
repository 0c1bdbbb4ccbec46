//! Footnotes with the ids `note-<name>`.

use pulldown_cmark::{CowStr, Event};

use super::fold;

/// Numbers footnotes in the order of their first references.
#[derive(Default)]
pub(super) struct Notes {
    names: Vec<String>,
}

impl Notes {
    pub(super) fn reference<'a>(&mut self, name: &str) -> Event<'a> {
        let number = self.number(name);
        let id = fold(name);
        Event::InlineHtml(CowStr::from(format!(
            "<sup class=\"footnote-reference\"><a href=\"#note-{id}\">{number}</a></sup>"
        )))
    }

    pub(super) fn open<'a>(&mut self, name: &str) -> Event<'a> {
        let number = self.number(name);
        let id = fold(name);
        Event::Html(CowStr::from(format!(
            "<div class=\"footnote\" id=\"note-{id}\"><sup>{number}</sup>\n"
        )))
    }

    fn number(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }) + 1
    }
}

pub(super) fn close<'a>() -> Event<'a> {
    Event::Html("</div>\n".into())
}
