//! Labels of units and levels, made of a language's strings.

use std::sync::Arc;

use platform::unit::{Level, Unit};

use crate::strings::Strings;

/// The name of a level: its own string, or the one for any other level.
pub fn level_label(strings: &Strings, level: Level) -> Option<Arc<str>> {
    strings.plain(&format!("level.{level}")).or_else(|| {
        let value_of = |name: &str| (name == "level").then(|| level.to_string());
        strings.text("level.other", None, &value_of).ok()
    })
}

/// The name of a unit: `Oficina 301`.
pub fn unit_title(strings: &Strings, unit: &Unit) -> Option<Arc<str>> {
    let value_of = |name: &str| (name == "unit").then(|| unit.unit.clone());
    strings
        .text(&format!("unit.{}_title", unit.unit_use.key()), None, &value_of)
        .ok()
}
