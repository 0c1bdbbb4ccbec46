//! Template values, and template errors as problems for authors.

pub mod formatter;
pub mod template_problem;
pub mod values;
