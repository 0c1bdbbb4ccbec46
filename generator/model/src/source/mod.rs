//! The author's files as the load stage parses them. Positions of values can be found afterwards.

mod edit;
mod front_matter;
mod page;

pub use edit::{EditedContent, EditorFieldKind, Field, fields};
pub use front_matter::{
    EntryFront, FrontMatter, LONGEST_DESCRIPTION, LocalTime, PageSchedule, PageTheme, Robots, ScheduleState,
};
pub use page::{
    ContentFile, DOCUMENTS_FOLDER, EntrySource, Icon, MARKDOWN_FOLDER, PageSource, SHARE_FOLDER, StaticFile,
    TemplateFile, month_of,
};
