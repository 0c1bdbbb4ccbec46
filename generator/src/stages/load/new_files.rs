//! New pages and months: one file in each language, as drafts.

use std::fs;
use std::path::Path;

use minijinja::{Value, context};

use super::files::NewFiles;
use super::pages::wrong_slug;
use super::{Unsaved, files, languages, load_with, read_config};
use crate::cache::file;
use crate::outputs::render_text;
use model::build_error::BuildError;
use model::config::Months;
use model::dates::Month;
use model::site::template;
use model::source::{LONGEST_DESCRIPTION, PageSource, month_of};
use model::strings;

/// Creates a page. `name` is its address without the first slash; [`BuildError::Usage`] for one that a page cannot have.
pub fn new_page(root: &Path, name: &str) -> Result<NewFiles, BuildError> {
    if let Some((wrong, hint)) = wrong_slug(name, languages(root)?) {
        return Err(BuildError::Usage(format!("{wrong}: {hint}")));
    }
    if let Some((_, month)) = month_of(name) {
        let wrong = format!("`{name}` is the file of a month of construction, not of a page");
        let hint = format!("run `site new month {month}`, or choose another name");
        return Err(BuildError::Usage(format!("{wrong}: {hint}")));
    }
    let description: String = name.chars().take(LONGEST_DESCRIPTION).collect();
    create(
        root,
        name.to_owned(),
        None,
        include_str!("new_page.txt"),
        &context! { name, description },
    )
}

/// Creates a month of construction progress, in the first stage that the strings name.
pub fn new_month(root: &Path, month: Month) -> Result<NewFiles, BuildError> {
    let note = match read_config(root)?.facts.progress {
        Some(Months { to, .. }) if month <= to => None,
        Some(Months { to, .. }) => Some(format!(
            "the selector ends with {to}: raise facts.progress.to in site.yaml"
        )),
        None => Some("the site shows no months: write facts.progress in site.yaml".to_owned()),
    };
    let stage = stages(root).into_iter().next().unwrap_or_default();
    let folder = months_folder(root)?.ok_or_else(|| {
        let template = template::PROGRESS;
        BuildError::NotWritten(format!(
            "no page shows months of construction: first write one with `template: {template}` in every language"
        ))
    })?;
    let values = context! { month => month.to_string(), stage };
    create(
        root,
        format!("{folder}/{month}"),
        note,
        include_str!("new_month.txt"),
        &values,
    )
}

/// The folder of the months below a language's folder: the path of the page that shows them.
fn months_folder(root: &Path) -> Result<Option<String>, BuildError> {
    let lang = languages(root)?.first();
    let pages = files::read_each(
        root,
        &format!("content/{lang}"),
        &mut Vec::new(),
        |file, name| {
            let text = name
                .strip_suffix(".md")
                .zip(fs::read_to_string(root.join(file)).ok());
            // A page with a problem is reported by the build.
            Ok(text.and_then(|(slug, text)| PageSource::parse(file, lang, slug, &text).ok()))
        },
    );
    let page = pages
        .into_iter()
        .find(|page| page.front.template == template::PROGRESS);
    Ok(page.map(|page| page.slug))
}

/// The stages of construction that the strings name, in their order.
pub fn stages(root: &Path) -> Vec<String> {
    // Without a valid site.yaml there are none, which the loader reports.
    let text = languages(root)
        .ok()
        .and_then(|languages| {
            let file = format!("content/{}/strings.json", languages.first());
            fs::read_to_string(root.join(file)).ok()
        })
        .unwrap_or_default();
    let keys = strings::entries(&text).into_iter().map(|entry| entry.key);
    keys.filter_map(|key| Some(key.strip_prefix("progress.stage.")?.to_owned()))
        .collect()
}

fn create(
    root: &Path,
    slug: String,
    note: Option<String>,
    template: &str,
    values: &Value,
) -> Result<NewFiles, BuildError> {
    let text = render_text("the new file", template, values)?;
    let files: Vec<String> = languages(root)?
        .codes()
        .map(|code| format!("content/{code}/{slug}.md"))
        .collect();
    if let Some(existing) = files.iter().find(|file| root.join(file).exists()) {
        let message = format!("{existing} exists: choose another name, or edit that file");
        return Err(BuildError::NotWritten(message));
    }
    check(root, &files, &text)?;
    for name in &files {
        let path = root.join(name);
        file::create(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
    }
    Ok(NewFiles { slug, files, note })
}

/// Refuses new files with which the project would have a problem in one of them, before they are written.
fn check(root: &Path, files: &[String], text: &str) -> Result<(), BuildError> {
    let unsaved: Unsaved = files
        .iter()
        .map(|file| (file.clone(), text.to_owned()))
        .collect();
    let Err(problems) = load_with(root, &unsaved) else {
        return Ok(());
    };
    // The others are not new.
    let mut own = problems
        .into_iter()
        .filter(|problem| files.contains(&problem.file));
    match own.next() {
        Some(problem) => Err(BuildError::NotWritten(problem.to_string())),
        None => Ok(()),
    }
}
