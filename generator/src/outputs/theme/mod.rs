//! What is made from `theme.yaml`: the colours and fonts of the style sheet, and the icons.

mod icons;
mod mark;
mod style_sheet;
mod wordmark;

pub use icons::add_icons;
pub use style_sheet::style_sheet;
pub use wordmark::wordmark;

/// The name by which style sheets import what [`style_sheet`] writes.
pub const STYLE_SHEET: &str = "theme.css";
