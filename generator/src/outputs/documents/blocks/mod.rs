//! Markdown as data: blocks and inline runs that a document's template lays out.
//!
//! A template receives what the author wrote as data, never as markup of its own language, so no text can
//! become a command of the typesetter.

mod bound;
mod reader;
#[cfg(test)]
mod tests;

use serde::Serialize;

use model::lang::Lang;

pub use bound::bound;

/// One block of a text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Block {
    /// A heading; level 2 is the first below the title.
    Heading {
        /// 1 to 6.
        level: u8,
        /// The heading's words.
        text: Vec<Run>,
    },
    /// A paragraph.
    Paragraph {
        /// The paragraph's words.
        text: Vec<Run>,
    },
    /// A list; each item is a row of blocks.
    List {
        /// Numbered or not.
        ordered: bool,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A table; the first row is its head.
    Table {
        /// The rows, each a row of cells.
        rows: Vec<Vec<Vec<Run>>>,
    },
}

/// A run of words in one style.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// The words.
    pub text: String,
    /// Strong emphasis.
    pub strong: bool,
    /// Emphasis.
    pub emphasis: bool,
    /// Where the words lead.
    pub link: Option<String>,
}

impl Run {
    /// Whether the words are nothing but words.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        !self.strong && !self.emphasis && self.link.is_none()
    }
}

/// The blocks of a Markdown text, with the quotes of its language. `address` turns what an author wrote as a link
/// into an absolute address, or into none. Constructs that a document has no place for (raw HTML, pictures) are
/// left out.
#[must_use]
pub fn blocks(markdown: &str, lang: Lang, address: &dyn Fn(&str) -> Option<String>) -> Vec<Block> {
    reader::read(markdown, lang, address)
}
