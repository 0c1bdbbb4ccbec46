//! Template values, and template errors as problems for authors.

pub mod formatter;
mod open_block;
pub mod template_problem;
pub mod values;
