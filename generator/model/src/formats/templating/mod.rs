//! What every stage that fills templates needs: values for them, and their errors as an author's problems.

pub mod template_problem;
pub mod values;
