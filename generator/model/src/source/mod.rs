//! The author's files as the load stage parses them. Positions of values can be found afterwards.

mod edit;
mod front_matter;
mod page;

pub use edit::{EditorFieldKind, Field, fields};
pub use front_matter::{
    EditedContent, EntryFront, FrontMatter, LONGEST_DESCRIPTION, LocalTime, PageSchedule,
    PageTheme, Robots, ScheduleState,
};
pub use page::{
    ContentFile, DOCUMENTS_FOLDER, EntrySource, MARKDOWN_FOLDER, PageSource, SHARE_FOLDER, month_of,
};
