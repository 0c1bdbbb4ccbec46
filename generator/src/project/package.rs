//! The npm package of the engine.

/// Its name, which is also that of its command.
pub const PACKAGE: &str = "ceibalta";
