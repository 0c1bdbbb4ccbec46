//! The pictures that a document shows: the cut that other sites show with a link to ours, 1,200 x 630 pixels, which
//! is enough for a third of a sheet and light enough to be sent on.

use serde_json::{Value, json};

use super::edition::Edition;
use super::typesetter::JobPicture;
use crate::outputs::pictures::{Kind, Pictures};
use model::problem::Problem;

/// Takes the pictures of one document, each once.
pub(super) struct JobPictures<'a> {
    known: &'a Pictures,
    /// What the document shows.
    pub(super) taken: Vec<JobPicture>,
}

impl<'a> JobPictures<'a> {
    pub(super) fn of(known: &'a Pictures) -> JobPictures<'a> {
        JobPictures {
            known,
            taken: Vec::new(),
        }
    }

    /// What a template is told of a picture, its file and what it shows; null where there is none of that name.
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
