//! Runs the API's work beside the server's own, and reads documents.

use axum::response::{IntoResponse, Response};

use super::Editor;
use super::document::{Document, Texts};
use super::refusal::Refusal;
use super::version::View;

/// Runs work that reads and writes files on a thread of its own.
pub(super) async fn run<T: IntoResponse>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Response {
    let done = tokio::task::spawn_blocking(move || work().into_response()).await;
    done.unwrap_or_else(|error| Refusal::Failed(error.to_string()).into_response())
}

/// A document as it is on the disk.
pub(super) fn read(editor: &Editor, id: &str) -> Result<View, Refusal> {
    let document: Document = id.parse()?;
    View::read(&editor.root, &document, &Texts::read(&editor.root, &document)?)
}
