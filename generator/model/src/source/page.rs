//! A content file: a page, or a month of construction progress.

use super::front_matter::{EntryFront, FrontMatter, LINES_BEFORE_FRONT};
use crate::formats::yaml::{self, Step};
use crate::lang::Lang;
use crate::problem::Place;

/// The content file of one page in one language.
#[derive(Debug)]
pub struct PageSource {
    /// Path from the project's root.
    pub file: String,
    /// The language of its folder.
    pub lang: Lang,
    /// Path below the language's folder without `.md`; the same in both languages.
    pub slug: String,
    /// The parsed front matter.
    pub front: FrontMatter,
    /// The text of the front matter, for positions.
    pub front_text: String,
    /// The Markdown below it.
    pub body: String,
    /// Number of lines before the body.
    pub lines_before_body: usize,
}

impl PageSource {
    /// The position of a value of the front matter.
    pub fn place(&self, path: &[Step]) -> Place {
        yaml::locate(&self.front_text, path).lines_down(LINES_BEFORE_FRONT)
    }

    /// The position of a top-level key of the front matter.
    pub fn place_of(&self, key: &str) -> Place {
        self.place(&[Step::Key(key.to_owned())])
    }

    /// The position of a byte offset in the body.
    pub fn place_in_body(&self, offset: usize) -> Place {
        Place::of_offset(&self.body, offset).lines_down(self.lines_before_body)
    }
}

/// One month of construction progress in one language.
#[derive(Debug)]
pub struct EntrySource {
    /// Path from the project's root.
    pub file: String,
    /// The language of its folder.
    pub lang: Lang,
    /// The parsed front matter.
    pub front: EntryFront,
    /// The text of the front matter, for positions.
    pub front_text: String,
    /// The Markdown below it.
    pub body: String,
    /// Number of lines before the body.
    pub lines_before_body: usize,
}
