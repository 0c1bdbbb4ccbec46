//! What every stage that fills templates needs: values for them, and their errors as an author's problems.

pub(crate) mod template_problem;
pub(crate) mod values;
