//! The pictures of a document: each in its size of 1,200 x 630 pixels, which is enough for a third of a sheet and keeps
//! the file small.

use serde_json::{Value, json};

use super::edition::Edition;
use super::typesetter::JobPicture;
use crate::outputs::pictures::{Kind, Pictures};
use model::problem::Problem;

/// Collects the pictures of one document, each once.
pub(super) struct JobPictures<'a> {
    known: &'a Pictures,
    /// The pictures of the document so far.
    pub(super) taken: Vec<JobPicture>,
}

impl<'a> JobPictures<'a> {
    pub(super) fn of(known: &'a Pictures) -> JobPictures<'a> {
        JobPictures {
            known,
            taken: Vec::new(),
        }
    }

    /// Adds the picture of that name. Returns its file and alternative text for the template, or null when there is none.
    pub(super) fn take(&mut self, edition: &Edition, name: &str) -> Result<Value, Problem> {
        let cut = self
            .known
            .get(name)
            .and_then(|set| set.of_kind(Kind::Jpeg).next());
        let Some(cut) = cut else {
            return Ok(Value::Null);
        };
        let file = format!("{name}.jpg");
        let alt = edition.text(&format!("images.{name}.alt"), &[])?;
        if !self.taken.iter().any(|picture| picture.file == file) {
            self.taken.push(JobPicture {
                file: file.clone(),
                bytes: cut.bytes.clone(),
                address: cut.url.clone(),
            });
        }
        Ok(json!({ "file": file, "alt": alt }))
    }
}
