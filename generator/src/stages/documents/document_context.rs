//! What the functions of documents' templates read, and what they collect beside the data.

use std::sync::Arc;

use super::typesetter::{JobDrawing, JobPicture};
use crate::cache::Inputs;
use crate::outputs::values::{CallCounter, FunctionContext, SiteValues};
use crate::stages::pictures::Pictures;

pub(super) struct DocumentContext {
    pub(super) values: Arc<SiteValues>,
    pub(super) pictures: Arc<Pictures>,
    /// All plans and the theme.
    pub(super) drawn_from: Inputs,
}

impl FunctionContext for DocumentContext {
    fn calls(&self) -> Option<&CallCounter> {
        None
    }
}

/// What a document has beside its data: pictures, each once, and drawings.
#[derive(Clone, Default)]
pub(super) struct Taken {
    pub(super) pictures: Vec<JobPicture>,
    pub(super) drawings: Vec<JobDrawing>,
}
