//! The inventory of the last publication, and the news since then.
//!
//! The record of a publication is a copy of the site's own data file, so that a build writes nothing for it.

pub mod news;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::civil::Date;
use platform::unit::Unit;
use serde::{Deserialize, Serialize};

use crate::cache::file;
use crate::stages::render::{INVENTORY_PATH, ShownInventory};
use formats::problem::Problem;
use model::build_error::BuildError;
use model::config::ApproveAbove;
use model::site::Site;
use model::source::ScheduleState;
use model::strings::{StringsError, needed_by};
use news::{News, NewsTexts, Since, TeamWords};

/// The inventory of the last publication, from the project's root.
pub const PUBLISHED: &str = ".site/published-inventory.json";

/// What the last build has that must not be published, from the project's root.
const UNREADY: &str = ".site/unready.json";

#[derive(Serialize, Deserialize)]
struct Unready {
    unpublished: Vec<String>,
    examples: Vec<Problem>,
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    file::replace(path, bytes).map_err(BuildError::at(path))
}

/// Records that the published site has this data file.
pub fn record_published(root: &Path, data_file: &[u8]) -> Result<(), BuildError> {
    let published = root.join(PUBLISHED);
    file::replace_durably(&published, data_file).map_err(BuildError::at(&published))
}

/// Lists what a build has that must not be published, so that [`refuse_unready`] finds it.
pub fn list_unready(root: &Path, site: &Site, examples: &[Problem]) -> Result<(), BuildError> {
    let pages = site
        .pages
        .iter()
        .filter(|page| page.state != ScheduleState::Published);
    let unpublished = pages.map(|page| page.url.clone()).collect();
    let list = serde_json::to_vec(&Unready {
        unpublished,
        examples: examples.to_vec(),
    })
    .unwrap_or_default();
    replace(&root.join(UNREADY), &list)
}

/// Refuses to publish a site that `site serve` built with pages that are not public, one that the build did not list, or, unless it
/// is for trials, one with examples.
pub fn refuse_unready(root: &Path, is_trial: bool) -> Result<(), BuildError> {
    let list = fs::read(root.join(UNREADY)).ok();
    let Unready {
        unpublished,
        examples,
    } = match list.and_then(|list| serde_json::from_slice(&list).ok()) {
        Some(unready) => unready,
        None if is_trial => return Ok(()),
        None => {
            return Err(BuildError::Tool(format!(
                "{UNREADY} cannot be read: run `site build` first"
            )));
        }
    };
    if !unpublished.is_empty() {
        let message = format!(
            "the last build has pages that are not public ({})",
            unpublished.join(", ")
        );
        return Err(BuildError::Tool(format!(
            "{message}: run `site build` first"
        )));
    }
    if examples.is_empty() || is_trial {
        Ok(())
    } else {
        Err(BuildError::Examples(examples))
    }
}

/// The changes of these units since the last publication, or else since the pull `before`.
pub fn news(root: &Path, units: &[Unit], before: Option<&(Date, Vec<Unit>)>) -> News {
    let published = published(root);
    let last = published
        .as_ref()
        .map(|last| (Since::Publication(last.date), &last.units));
    match last.or(before.map(|(date, units)| (Since::Pull(*date), units))) {
        Some((since, last)) => News::between(since, last, units),
        None => News::first(units),
    }
}

/// The changes from a published site with this data file to a built site. One in another format counts as none: it is replaced.
pub fn news_of_built(published: Option<&[u8]>, built: &ShownInventory) -> News {
    match published.and_then(|bytes| ShownInventory::parse(bytes).ok()) {
        Some(last) => News::between(Since::Publication(last.date), &last.units, &built.units),
        None => News::first(&built.units),
    }
}

/// The data file of the built site in `out`, and the inventory that it shows.
pub fn built_inventory(out: &Path) -> Result<(Vec<u8>, ShownInventory), BuildError> {
    let path = out.join(INVENTORY_PATH);
    let bytes = fs::read(&path).map_err(BuildError::at(&path))?;
    let shown = ShownInventory::parse(&bytes)
        .map_err(io::Error::other)
        .map_err(BuildError::at(&path))?;
    Ok((bytes, shown))
}

/// The news in the language of the team; none on a site without the strings `news`.
pub fn news_texts(words: TeamWords, news: &News) -> Result<Option<NewsTexts>, BuildError> {
    news.texts(words).map_err(missing_text)
}

fn missing_text(error: StringsError) -> BuildError {
    vec![needed_by(error.into(), "the news for the team")].into()
}

/// Writes the news to `.site/news.txt` and `.site/news.md`, unless the files already contain them.
pub fn write_news(root: &Path, texts: Option<&NewsTexts>) -> Result<(), BuildError> {
    let Some(texts) = texts else { return Ok(()) };
    for (name, text) in [
        ("news.txt", format!("{}\n", texts.line)),
        ("news.md", texts.markdown.clone()),
    ] {
        let path = root.join(".site").join(name);
        if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            replace(&path, text.as_bytes())?;
        }
    }
    Ok(())
}

/// The inventory of the last publication; nothing when there was none or its record is damaged.
fn published(root: &Path) -> Option<ShownInventory> {
    let path = root.join(PUBLISHED);
    let read = system::read_optional(&path).map_err(|error| error.to_string());
    let shown = read.and_then(|bytes| bytes.map(|bytes| ShownInventory::parse(&bytes)).transpose());
    shown.unwrap_or_else(|detail| {
        tracing::warn!(
            "{}: the record of the last publication is damaged ({detail}), so the news compare with nothing: the next \
             publication replaces it",
            path.display()
        );
        None
    })
}

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
pub fn unconfirmed(
    root: &Path,
    limit: Option<ApproveAbove>,
    words: TeamWords,
    news: &News,
    approved: Option<&str>,
) -> Result<Option<Unconfirmed>, BuildError> {
    let file = root.join(".site/confirm-publication.md");
    let (changed, all) = (news.changed_units(), news.all_units());
    let digest = news.digest();
    let exceeds = |limit: &ApproveAbove| changed * 100 > limit.percent as usize * all;
    let is_approved = approved == Some(&digest);
    let Some(limit) = limit.filter(|limit| exceeds(limit) && !is_approved) else {
        return system::remove_optional(&file)
            .map(|()| None)
            .map_err(BuildError::at(&file));
    };
    let unconfirmed = Unconfirmed {
        changed,
        all,
        percent: limit.percent,
        digest,
        file,
    };
    let page = unconfirmed.page(words, news).map_err(missing_text)?;
    replace(&unconfirmed.file, page.as_bytes())?;
    Ok(Some(unconfirmed))
}

impl Unconfirmed {
    /// The Markdown of the file that lists what to confirm.
    fn page(&self, words: TeamWords, news: &News) -> Result<String, StringsError> {
        let [changed, all] = [self.changed, self.all].map(|number| number.to_string());
        let percent = words.money.numbers.number(&self.percent.to_string());
        let values = [
            ("changed", &*changed),
            ("all", &*all),
            ("percent", &*percent),
        ];
        let text = |key: &str| {
            words
                .strings
                .filled(&format!("news.confirm.{key}"), &values)
        };
        let (heading, what, only) = (text("heading")?, text("what")?, text("only")?);
        let texts = news.texts(words)?;
        let (markdown, table) =
            texts.map_or_else(Default::default, |texts| (texts.markdown, texts.table));
        let approve = format!("    site publish --approve {}", self.digest);
        Ok(format!(
            "## {heading}\n\n{what}\n\n{approve}\n\n{only}\n\n{markdown}\n{table}"
        ))
    }
}
