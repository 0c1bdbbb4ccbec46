//! The pictures in `content/images/`, for previews.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use axum::response::{IntoResponse as _, Response};
use http::header::CONTENT_TYPE;
use walkdir::WalkDir;

use super::refusal::Refusal;
use crate::outputs::content_type::content_type;
use model::build_error::BuildError;

/// The folder of pictures.
const FOLDER: &str = "content/images";

/// Each picture by its name without extension. Links are left out.
pub(super) fn files(root: &Path) -> BTreeMap<String, PathBuf> {
    let entries = WalkDir::new(root.join(FOLDER)).max_depth(1).into_iter();
    let files = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file());
    let named = files.filter_map(|entry| {
        let name = entry.path().file_stem()?.to_str()?.to_owned();
        (!name.starts_with('.')).then(|| (name, entry.path().to_owned()))
    });
    named.collect()
}

/// Answers with the bytes of a picture.
pub(super) fn answer(root: &Path, name: &str) -> Result<Response, Refusal> {
    let path = files(root).remove(name).ok_or(Refusal::Missing)?;
    let bytes = std::fs::read(&path).map_err(BuildError::at(&path))?;
    Ok(([(CONTENT_TYPE, content_type(&path.to_string_lossy()))], bytes).into_response())
}
