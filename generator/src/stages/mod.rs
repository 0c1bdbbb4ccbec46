//! The stages of a build, each one function. A later stage may use the types of an earlier one, never its functions.

pub mod documents;
pub mod load;
pub mod pictures;
pub mod prerender;
pub mod pull;
pub mod render;
pub mod resolve;
pub mod write;
