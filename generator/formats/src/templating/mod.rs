//! Template values, and template errors as problems for authors.

pub mod template_problem;
pub mod values;
