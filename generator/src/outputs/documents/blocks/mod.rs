//! Markdown as data: blocks and inline runs that a document's template lays out.
//!
//! A template receives an author's text as data, never as Typst markup, so that no text can run as Typst code.

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
        /// The text of the heading.
        text: Vec<Run>,
    },
    /// A paragraph.
    Paragraph {
        /// The text of the paragraph.
        text: Vec<Run>,
    },
    /// A list; each item is a sequence of blocks.
    List {
        /// Numbered or not.
        ordered: bool,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A table; the first row is its head.
    Table {
        /// The rows, each a sequence of cells.
        rows: Vec<Vec<Vec<Run>>>,
    },
}

/// A piece of text in one style.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// The text.
    pub text: String,
    /// Strong emphasis.
    pub strong: bool,
    /// Emphasis.
    pub emphasis: bool,
    /// The absolute address that it links to.
    pub link: Option<String>,
}

impl Run {
    /// Whether the text has no style and no link.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        !self.strong && !self.emphasis && self.link.is_none()
    }
}

/// The blocks of a Markdown text, with the quotation marks of its language. `address` turns the target of a link into an
/// absolute address, or into none. Raw HTML and pictures are left out.
#[must_use]
pub fn blocks(markdown: &str, lang: Lang, address: &dyn Fn(&str) -> Option<String>) -> Vec<Block> {
    reader::read(markdown, lang, address)
}
