//! The inventory of the last publication, and the news since then.
//!
//! The record of a publication is a copy of the site's own data file, so that a build writes nothing for it.

mod approval;
#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::Path;

use platform::unit::Unit;

pub use approval::{Unconfirmed, unconfirmed};

use crate::cache::file;
use crate::stages::pull::PullResult;
use crate::stages::render::{INVENTORY_PATH, ShownInventory};
use formats::problem::Problem;
use model::build_error::BuildError;
use model::news::{News, NewsTexts, Since, TeamWords};
use model::site::Site;
use model::source::ScheduleState;
use model::strings::{StringsError, needed_by};

/// The inventory of the last publication, from the project's root.
pub const PUBLISHED: &str = ".site/published-inventory.json";

/// The addresses of the pages of the last build that are not public, from the project's root.
const UNPUBLISHED: &str = ".site/unpublished.txt";

/// What is marked as an example in the last build, from the project's root.
const EXAMPLES: &str = ".site/examples.json";

/// The news as one line of text, from the project's root.
const TEXT: &str = ".site/news.txt";

/// The news as Markdown, from the project's root.
const MARKDOWN: &str = ".site/news.md";

/// Records that the site in `out` is the published one.
///
/// # Errors
/// When the site's data file cannot be read, or the record cannot be written.
pub fn mark_published(root: &Path, out: &Path) -> Result<(), BuildError> {
    let shown = out.join(INVENTORY_PATH);
    let bytes = fs::read(&shown).map_err(BuildError::at(&shown))?;
    record_published(root, &bytes)
}

/// Records that the published site has this data file.
///
/// # Errors
/// When the record cannot be written.
pub fn record_published(root: &Path, data_file: &[u8]) -> Result<(), BuildError> {
    let published = root.join(PUBLISHED);
    file::replace_durably(&published, data_file).map_err(BuildError::at(&published))
}

/// Lists the pages of a build that are not public, so that [`refuse_unpublished`] finds them.
///
/// # Errors
/// When the list cannot be written.
pub fn list_unpublished(root: &Path, site: &Site) -> Result<(), BuildError> {
    let list = root.join(UNPUBLISHED);
    let pages = site.pages.iter().filter(|page| page.state != ScheduleState::Published);
    let lines: String = pages.map(|page| format!("{}\n", page.url)).collect();
    if lines.is_empty() && !list.exists() {
        return Ok(());
    }
    fs::write(&list, lines).map_err(BuildError::at(&list))
}

/// Refuses to publish a site that `site serve` built with pages that are not public.
///
/// # Errors
/// The last build has such pages.
pub fn refuse_unpublished(root: &Path) -> Result<(), BuildError> {
    match fs::read_to_string(root.join(UNPUBLISHED)) {
        Ok(list) if !list.is_empty() => {
            let pages: Vec<&str> = list.lines().collect();
            let message = format!("the last build has pages that are not public ({})", pages.join(", "));
            Err(BuildError::Tool(format!("{message}: run `site build` first")))
        }
        _ => Ok(()),
    }
}

/// Lists what is marked as an example in a build, so that [`refuse_examples`] finds it.
///
/// # Errors
/// When the list cannot be written.
pub fn list_examples(root: &Path, examples: &[Problem]) -> Result<(), BuildError> {
    let list = root.join(EXAMPLES);
    let text = serde_json::to_vec(examples).unwrap_or_default();
    file::replace(&list, &text).map_err(BuildError::at(&list))
}

/// Refuses to publish a site with examples.
///
/// # Errors
/// The last build has examples, or did not list them.
pub fn refuse_examples(root: &Path) -> Result<(), BuildError> {
    let list = fs::read(root.join(EXAMPLES)).ok();
    match list.and_then(|list| serde_json::from_slice::<Vec<Problem>>(&list).ok()) {
        Some(examples) if examples.is_empty() => Ok(()),
        Some(examples) => Err(BuildError::Examples(examples)),
        None => Err(BuildError::Tool(format!("{EXAMPLES} cannot be read: run `site build` first"))),
    }
}

/// The changes of these units since the last publication.
pub fn news_since_publication(root: &Path, units: &[Unit]) -> News {
    since(published(root), units)
}

fn since(published: Option<ShownInventory>, units: &[Unit]) -> News {
    match published {
        Some(last) => News::between(Since::Publication(last.date), &last.units, units),
        None => News::first(units),
    }
}

/// The inventory that the built site in `out` shows.
///
/// # Errors
/// When its data file cannot be read.
pub fn built_inventory(out: &Path) -> Result<ShownInventory, BuildError> {
    let path = out.join(INVENTORY_PATH);
    let bytes = fs::read(&path).map_err(BuildError::at(&path))?;
    let shown = ShownInventory::parse(&bytes).map_err(io::Error::other);
    shown.map_err(BuildError::at(&path))
}

/// The changes from a published site with this data file to a built site. A data file in another format counts as none,
/// because it is replaced.
pub fn news_of_built(published: Option<&[u8]>, built: &ShownInventory) -> News {
    let published = published.and_then(|bytes| ShownInventory::parse(bytes).ok());
    since(published, &built.units)
}

/// The changes of a pull since the last publication, or else since the pull before.
pub fn news_of_pull(root: &Path, pulled: &PullResult) -> News {
    let units = &pulled.inventory.units;
    match (published(root), &pulled.before) {
        (Some(last), _) => News::between(Since::Publication(last.date), &last.units, units),
        (None, Some(before)) => News::between(Since::Pull(before.date), &before.units, units),
        (None, None) => News::first(units),
    }
}

/// The news in the language of the team; none on a site without the strings `news`.
///
/// # Errors
/// One of these strings is missing.
pub fn news_texts(words: TeamWords, news: &News) -> Result<Option<NewsTexts>, BuildError> {
    news.texts(words).map_err(missing_text)
}

fn missing_text(error: StringsError) -> BuildError {
    vec![needed_by(error.into(), "the news for the team")].into()
}

/// Writes the news to `.site/news.txt` and `.site/news.md`, unless the files already contain them.
///
/// # Errors
/// When a file cannot be written.
pub fn write_news(root: &Path, texts: Option<&NewsTexts>) -> Result<(), BuildError> {
    let Some(texts) = texts else { return Ok(()) };
    for (path, text) in [(TEXT, format!("{}\n", texts.line)), (MARKDOWN, texts.markdown.clone())] {
        let path = root.join(path);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        file::replace(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
    }
    Ok(())
}

/// The inventory of the last publication; nothing when there was none or its record is damaged.
fn published(root: &Path) -> Option<ShownInventory> {
    let path = root.join(PUBLISHED);
    let detail = match fs::read(&path) {
        Ok(bytes) => match ShownInventory::parse(&bytes) {
            Ok(shown) => return Some(shown),
            Err(detail) => detail,
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => error.to_string(),
    };
    tracing::warn!(
        "{}: the record of the last publication is damaged ({detail}), so the news compare with nothing: the next \
         publication replaces it",
        path.display()
    );
    None
}
