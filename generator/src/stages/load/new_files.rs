//! New pages and months: one file in each language, as drafts.

use std::fs;
use std::path::Path;

use super::pages::wrong_slug;
use super::{files, languages, read_config};
use crate::cache::file;
use model::build_error::BuildError;
use model::config::{Month, Months};
use model::site::template;
use model::source::PageSource;
use model::strings;

/// What was created.
#[derive(Debug)]
pub struct NewFiles {
    /// Its path below a language's folder, without `.md`.
    pub slug: String,
    /// The files, from the project's root.
    pub files: Vec<String>,
    /// The follow-up step, if there is one.
    pub note: Option<String>,
}

/// Creates a page. `name` is its address without the first slash.
///
/// # Errors
/// [`BuildError::Usage`] for a name that a page cannot have, [`BuildError::NotWritten`] where a file is.
pub fn new_page(root: &Path, name: &str) -> Result<NewFiles, BuildError> {
    match wrong_slug(name, languages(root)?) {
        Some((wrong, hint)) => Err(BuildError::Usage(format!("{wrong}: {hint}"))),
        None => create(root, name.to_owned(), None, &page(name)),
    }
}

/// Creates a month of construction progress, in the first stage that the strings name.
pub fn new_month(root: &Path, month: Month) -> Result<NewFiles, BuildError> {
    let period = read_config(root)?.facts.progress;
    let note = match period {
        Some(months) if month <= months.to => None,
        Some(Months { to, .. }) => {
            Some(format!("the selector ends with {to}: raise facts.progress.to in site.yaml"))
        }
        None => Some("the site shows no months: write facts.progress in site.yaml".to_owned()),
    };
    let stage = stages(root).into_iter().next().unwrap_or_default();
    let folder = months_folder(root)?.ok_or_else(|| {
        let template = template::PROGRESS;
        BuildError::NotWritten(format!(
            "no page shows months of construction: first write one with `template: {template}` in every language"
        ))
    })?;
    create(root, format!("{folder}/{month}"), note, &entry(month, &stage))
}

/// The folder of the months below a language's folder: the path of the page that shows them.
fn months_folder(root: &Path) -> Result<Option<String>, BuildError> {
    let lang = languages(root)?.first();
    let folder = format!("content/{lang}/");
    let files = files::list_files(root, &folder, &mut Vec::new()).into_iter();
    Ok(files
        .filter_map(|file| {
            let slug = file.strip_prefix(&folder)?.strip_suffix(".md")?;
            let text = fs::read_to_string(root.join(&file)).ok()?;
            // A page with a problem is reported by the build.
            PageSource::parse(&file, lang, slug, &text).ok()
        })
        .find(|page| page.front.template == template::PROGRESS)
        .map(|page| page.slug))
}

/// The stages of construction that the strings name, in their order.
pub fn stages(root: &Path) -> Vec<String> {
    // Without a valid site.yaml there are none, which the loader reports.
    let text = languages(root).ok().and_then(|languages| {
        let file = format!("content/{}/strings.json", languages.first());
        fs::read_to_string(root.join(file)).ok()
    });
    let text = text.unwrap_or_default();
    let keys = strings::entries(&text).into_iter().map(|entry| entry.key);
    keys.filter_map(|key| Some(key.strip_prefix("progress.stage.")?.to_owned())).collect()
}

fn create(root: &Path, slug: String, note: Option<String>, text: &str) -> Result<NewFiles, BuildError> {
    let files = languages(root)?.codes().map(|code| format!("content/{code}/{slug}.md"));
    let files: Vec<String> = files.collect();
    if let Some(existing) = files.iter().find(|file| root.join(file).exists()) {
        let message = format!("{existing} exists: choose another name, or edit that file");
        return Err(BuildError::NotWritten(message));
    }
    for name in &files {
        let path = root.join(name);
        file::create(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
    }
    Ok(NewFiles { slug, files, note })
}

/// A page with every key that it may have.
fn page(name: &str) -> String {
    format!(
        "---\n\
         title: \"{name}\" # the title of the browser tab; the site's name is appended\n\
         description: \"{name}\" # the summary for search engines, at most 160 characters\n\
         draft: true # remove it in every language to publish the page\n\
         # publish_at: 2026-12-01 # public from this day on; also with a time: 2026-12-01 09:30\n\
         # unpublish_at: 2027-01-15 # no longer public from this day on\n\
         # aliases: [/old-address] # addresses that redirect to this page\n\
         # template: text # a file of templates/pages/\n\
         # robots: noindex # not for search engines\n\
         ---\n\n{name}\n"
    )
}

/// A month of construction progress.
fn entry(month: Month, stage: &str) -> String {
    format!(
        "---\n\
         month: {month}\n\
         stage: {stage} # a key of `progress.stage` in strings.json\n\
         title: \"{month}\" # the news of the month in a few words\n\
         draft: true # remove it in every language to publish the month\n\
         ---\n\n{month}\n"
    )
}
