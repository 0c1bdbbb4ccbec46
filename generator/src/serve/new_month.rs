//! The buttons on the start page that create a month of construction as a draft and open it in the editor.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::Form;
use axum::response::{IntoResponse as _, Redirect};
use axum::routing::{MethodRouter, post};
use http::StatusCode;
use serde::Deserialize;

use super::state::ServeState;
use crate::stages::load;
use model::config::Month;

/// The path that creates a month.
pub(super) const PATH: &str = "/_dev/months";

#[derive(Deserialize)]
struct Chosen {
    month: String,
}

/// The route, which creates the files in the project at `root`.
pub(super) fn route(root: PathBuf) -> MethodRouter<Arc<ServeState>> {
    post(move |Form(chosen): Form<Chosen>| async move {
        let created = tokio::task::spawn_blocking(move || create(&root, &chosen.month)).await;
        match created {
            Ok(Ok(slug)) => Redirect::to(&format!("/_dev/edit#months/{slug}")).into_response(),
            Ok(Err(message)) => (StatusCode::UNPROCESSABLE_ENTITY, message).into_response(),
            Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        }
    })
}

/// Creates the month, if no file of it is there, and returns its path below a language's folder. The error is what the answer
/// says.
fn create(root: &Path, month: &str) -> Result<String, String> {
    let month: Month = month.parse()?;
    let created = load::new_month(root, month).map_err(|error| error.to_string())?;
    Ok(created.slug)
}
