//! The author's files as the load stage parses them. Positions of values can be found afterwards.

mod edit;
mod fields;
mod files;
mod front_matter;
mod page;
mod schedule;

pub use edit::EditedContent;
pub use fields::{Field, FieldKind, fields};
pub use files::{DOCUMENTS_FOLDER, Icon, MARKDOWN_FOLDER, SHARE_FOLDER, StaticFile, TemplateFile};
pub use front_matter::{EntryFront, FrontMatter, LONGEST_DESCRIPTION, PageTheme, Robots};
pub use page::{ContentFile, EntrySource, PageSource, month_of};
pub use schedule::{LocalTime, PageSchedule, ScheduleState};
