//! The pictures of a document: each in the smallest size that is sharp in its place, so that the file stays small.

use serde_json::{Value, json};

use super::context::DocumentContext;
use super::typesetter::JobPicture;
use crate::stages::pictures::{Kind, Pictures};
use formats::problem::Problem;

/// How wide a picture is on its sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Up to 125 mm: at least 130 pixels per inch.
    Narrow,
    /// More than that, up to the whole sheet.
    Wide,
}

/// Collects the pictures of one document, each once.
pub(super) struct JobPictures<'a> {
    known: &'a Pictures,
    /// The pictures of the document so far.
    pub(super) taken: Vec<JobPicture>,
}

impl<'a> JobPictures<'a> {
    pub(super) fn new(known: &'a Pictures) -> JobPictures<'a> {
        JobPictures { known, taken: Vec::new() }
    }

    /// Adds the picture of that name. Returns its file, pixels and alternative text for the template, or null when there is
    /// none.
    pub(super) fn take(
        &mut self,
        context: &DocumentContext,
        name: &str,
        width: Width,
    ) -> Result<Value, Problem> {
        let found = self.known.get(name).and_then(|set| {
            let mut sizes = set.with_kind(Kind::Document);
            let cut = match width {
                Width::Narrow => sizes.next(),
                Width::Wide => sizes.last(),
            };
            Some((set, cut?))
        });
        let Some((set, cut)) = found else {
            return Ok(Value::Null);
        };
        let height = f64::from(set.height) * f64::from(cut.width) / f64::from(set.width.max(1));
        let file = format!("{name}-{}.jpg", cut.width);
        let alt = context.text(&format!("images.{name}.alt"), &[])?;
        if !self.taken.iter().any(|picture| picture.file == file) {
            self.taken.push(JobPicture {
                file: file.clone(),
                bytes: cut.bytes.clone(),
                address: cut.url.clone(),
            });
        }
        Ok(json!({ "file": file, "width": cut.width, "height": height.round(), "alt": alt }))
    }
}
