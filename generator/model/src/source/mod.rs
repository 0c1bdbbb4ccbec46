//! What the load stage reads: the author's files, parsed, with the position of every value.

mod files;
mod front_matter;
mod page;

pub use files::{Icon, MARKDOWN_FOLDER, StaticFile, TemplateFile};
pub use front_matter::{
    EntryFront, FrontMatter, LINES_BEFORE_FRONT, LONGEST_DESCRIPTION, Robots, Theme, split,
};
pub use page::{EntrySource, PageSource};
