//! What is made from `theme.yaml`: the colours and fonts of the style sheet.

mod fallback;
mod style_sheet;

pub use style_sheet::style_sheet;

/// The name by which style sheets import what [`style_sheet`] writes.
pub const STYLE_SHEET: &str = "theme.css";
