//! The author's files as the load stage parses them. Positions of values can be found afterwards.

mod edit;
mod front_matter;
mod page;
mod schedule;

pub use edit::{EditorFieldKind, Field, fields};
pub use front_matter::{
    EditedContent, EntryFront, Front, FrontMatter, LONGEST_DESCRIPTION, PageTheme, Robots,
};
pub use page::{
    ContentFile, DOCUMENTS_FOLDER, EntrySource, MARKDOWN_FOLDER, PageSource, SHARE_FOLDER, month_of,
};
pub use schedule::{LocalTime, PageSchedule, ScheduleState};
