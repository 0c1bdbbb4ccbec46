//! The pictures in `content/images/`, for previews.

use std::collections::BTreeMap;
use std::path::Path;

use axum::response::{IntoResponse as _, Response};
use http::header::CONTENT_TYPE;
use walkdir::WalkDir;

use super::refusal::Refusal;
use crate::outputs::content_type::content_type;
use crate::serve::served_folder::{RequestPath, ServedFolder};
use model::build_error::BuildError;

/// The folder of pictures.
fn folder(root: &Path) -> ServedFolder {
    ServedFolder::below(root, ["content", "images"])
}

/// Each picture by its name without extension. Links are left out.
pub(super) fn files(root: &Path) -> BTreeMap<String, RequestPath> {
    let entries = WalkDir::new(folder(root).path()).max_depth(1).into_iter();
    let files = entries.filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
    let named = files.filter_map(|entry| {
        let name = entry.path().file_stem()?.to_str()?.to_owned();
        Some((name, RequestPath::new([entry.file_name().to_str()?])?))
    });
    named.collect()
}

/// Answers with the bytes of a picture.
pub(super) fn answer(root: &Path, name: &str) -> Result<Response, Refusal> {
    let path = files(root).remove(name).ok_or(Refusal::Missing)?;
    let bytes = folder(root).read(&path);
    let bytes = bytes.map_err(BuildError::at(path.as_str().as_ref()))?;
    Ok(([(CONTENT_TYPE, content_type(path.as_str()))], bytes).into_response())
}
