//! Whether a person must confirm a publication, because the inventory changed more than `publish.approve_above` allows.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::missing_text;
use crate::cache::file;
use model::build_error::BuildError;
use model::config::ApproveAbove;
use model::news::{News, TeamWords};
use model::strings::StringsError;

/// The file that lists what to confirm, from the project's root.
const CONFIRM: &str = ".site/confirm-publication.md";

/// A publication that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error(
    "{changed} of {all} units changed since the last publication, and `publish.approve_above` allows {percent} %: read \
     {file}, and if every change is right, confirm with `--approve {digest}`",
    file = .file.display()
)]
pub struct Unconfirmed {
    /// How many units changed.
    pub changed: usize,
    /// How many units there are in both inventories together.
    pub all: usize,
    /// The limit of site.yaml.
    pub percent: u32,
    /// Identifies the changes; a later, different change has another one.
    pub digest: String,
    /// The file that lists every change.
    pub file: PathBuf,
}

/// The publication that a person must confirm, if `limit` demands it: `approved` must be the digest of the news, so that
/// it does not cover a later change. Writes the file that lists what to confirm, or removes it when nothing needs
/// approval. The first publication needs none.
///
/// # Errors
/// When that file cannot be written or removed, or a string that it shows is missing.
pub fn unconfirmed(
    root: &Path,
    limit: Option<ApproveAbove>,
    words: TeamWords,
    news: &News,
    approved: Option<&str>,
) -> Result<Option<Unconfirmed>, BuildError> {
    let file = root.join(CONFIRM);
    let at_file = BuildError::at(&file);
    let (changed, all) = (news.changed_units(), news.all_units());
    let digest = news.digest();
    let exceeds = |limit: &ApproveAbove| changed * 100 > limit.percent as usize * all;
    let Some(limit) = limit.filter(exceeds).filter(|_| approved != Some(&digest)) else {
        return match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at_file(error)),
            _ => Ok(None),
        };
    };
    let unconfirmed = Unconfirmed { changed, all, percent: limit.percent, digest, file: file.clone() };
    let page = unconfirmed.page(words, news).map_err(missing_text)?;
    file::replace(&file, page.as_bytes()).map_err(at_file)?;
    Ok(Some(unconfirmed))
}

impl Unconfirmed {
    /// The Markdown of the file that lists what to confirm.
    fn page(&self, words: TeamWords, news: &News) -> Result<String, StringsError> {
        let [changed, all] = [self.changed, self.all].map(|number| number.to_string());
        let percent = words.money.numbers.number(&self.percent.to_string());
        let values = [("changed", &*changed), ("all", &*all), ("percent", &*percent)];
        let text = |key: &str| words.strings.filled(&format!("news.confirm.{key}"), &values);
        let (heading, what, only) = (text("heading")?, text("what")?, text("only")?);
        let texts = news.texts(words)?;
        let (markdown, table) = texts.map_or_else(Default::default, |texts| (texts.markdown, texts.table));
        let digest = &self.digest;
        Ok(format!(
            "## {heading}\n\n{what}\n\n    site publish --approve {digest}\n\n{only}\n\n{markdown}\n{table}"
        ))
    }
}
