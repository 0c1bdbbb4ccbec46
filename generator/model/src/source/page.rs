//! A content file as its author wrote it: a page, or a month of construction progress.

use super::front_matter::{EntryFront, FrontMatter, LINES_BEFORE_FRONT};
use crate::formats::yaml::{self, Step};
use crate::lang::Lang;
use crate::problem::Place;

/// One page in one language, as its author wrote it.
#[derive(Debug)]
pub struct PageSource {
    /// Path from the root.
    pub file: String,
    /// The language of its folder.
    pub lang: Lang,
    /// Path below the language's folder without `.md`; the same in both languages.
    pub slug: String,
    /// What the page says about itself.
    pub front: FrontMatter,
    /// The front matter as written, to find places in it.
    pub front_text: String,
    /// The Markdown below it.
    pub body: String,
    /// Lines that stand before the body's first.
    pub lines_before_body: usize,
}

impl PageSource {
    /// Where a value of the front matter stands in the file.
    pub fn place(&self, path: &[Step]) -> Place {
        yaml::locate(&self.front_text, path).lines_down(LINES_BEFORE_FRONT)
    }

    /// Where a top-level key of the front matter stands in the file.
    pub fn place_of(&self, key: &str) -> Place {
        self.place(&[Step::Key(key.to_owned())])
    }

    /// Where a byte of the body stands in the file.
    pub fn place_in_body(&self, offset: usize) -> Place {
        Place::of_offset(&self.body, offset).lines_down(self.lines_before_body)
    }
}

/// One month of construction progress in one language.
#[derive(Debug)]
pub struct EntrySource {
    /// Path from the root.
    pub file: String,
    /// The language of its folder.
    pub lang: Lang,
    /// What the entry says about itself.
    pub front: EntryFront,
    /// The front matter as written, to find places in it.
    pub front_text: String,
    /// The Markdown below it.
    pub body: String,
    /// Lines that stand before the body's first.
    pub lines_before_body: usize,
}
