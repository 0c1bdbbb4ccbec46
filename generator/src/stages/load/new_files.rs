//! New pages, months and news: one file in each language, as drafts.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
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
    check_slug(root, name)?;
    let values = context! { name, description => shortened(name) };
    let page = NewPage::new(name, include_str!("new_page.txt"), &values)?;
    create(root, None, &page, None)
}

/// Creates an entry of the news, dated on the day of `now`, and the page that lists them where there is none. `name` is its address
/// below that page; [`BuildError::Usage`] for one that a page cannot have.
pub fn new_news(root: &Path, name: &str, now: Timestamp) -> Result<NewFiles, BuildError> {
    let date = read_config(root)?.time_zone.day(now).to_string();
    let known = page_with(root, template::NEWS)?;
    let list = match &known {
        Some(list) => list,
        None if languages(root)?.first().code() == "es" => "noticias",
        None => "news",
    };
    let slug = format!("{list}/{name}");
    check_slug(root, &slug)?;
    let values = context! { name, description => shortened(name), date };
    let entry = NewPage::new(&slug, include_str!("new_news.txt"), &values)?;
    if known.is_some() {
        return create(root, None, &entry, None);
    }
    let of_list = context! { name => list };
    let page = NewPage::new(list, include_str!("new_news_list.txt"), &of_list)?;
    let note = format!("/{list} lists the news: name it in `menu` or `footer` of site.yaml");
    create(root, Some(note), &entry, Some(&page))
}

/// Refuses what a page cannot have as its address.
fn check_slug(root: &Path, slug: &str) -> Result<(), BuildError> {
    if let Some((wrong, hint)) = wrong_slug(slug, languages(root)?) {
        return Err(BuildError::Usage(format!("{wrong}: {hint}")));
    }
    if let Some((_, month)) = month_of(slug) {
        let wrong = format!("`{slug}` is the file of a month of construction, not of a page");
        let hint = format!("run `site new month {month}`, or choose another name");
        return Err(BuildError::Usage(format!("{wrong}: {hint}")));
    }
    Ok(())
}

/// As much of a name as a description may have.
fn shortened(name: &str) -> String {
    name.chars().take(LONGEST_DESCRIPTION).collect()
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
    let folder = page_with(root, template::PROGRESS)?.ok_or_else(|| {
        let template = template::PROGRESS;
        BuildError::NotWritten(format!(
            "no page shows months of construction: first write one with `template: {template}` in every language"
        ))
    })?;
    let values = context! { month => month.to_string(), stage };
    let slug = format!("{folder}/{month}");
    let page = NewPage::new(&slug, include_str!("new_month.txt"), &values)?;
    create(root, note, &page, None)
}

/// The path below a language's folder of the page with a template: what it shows is in the folder of that name.
fn page_with(root: &Path, template: &str) -> Result<Option<String>, BuildError> {
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
        .find(|page| page.front.template == template);
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

/// A file to create in each language.
struct NewPage {
    /// Its path below a language's folder, without `.md`.
    slug: String,
    text: String,
}

impl NewPage {
    fn new(slug: &str, template: &str, values: &Value) -> Result<NewPage, BuildError> {
        let slug = slug.to_owned();
        let text = render_text("the new file", template, values)?;
        Ok(NewPage { slug, text })
    }
}

/// Writes `page`, which was asked for, and what it needs in each language.
fn create(
    root: &Path,
    note: Option<String>,
    page: &NewPage,
    needed: Option<&NewPage>,
) -> Result<NewFiles, BuildError> {
    let codes: Vec<&str> = languages(root)?.codes().collect();
    let files: Vec<(String, &str)> = [Some(page), needed]
        .into_iter()
        .flatten()
        .flat_map(|page| {
            let file = |code: &&str| (format!("content/{code}/{}.md", page.slug), &*page.text);
            codes.iter().map(file).collect::<Vec<_>>()
        })
        .collect();
    if let Some((existing, _)) = files.iter().find(|(file, _)| root.join(file).exists()) {
        let message = format!("{existing} exists: choose another name, or edit that file");
        return Err(BuildError::NotWritten(message));
    }
    check(root, &files)?;
    for (name, text) in &files {
        let path = root.join(name);
        file::create(&path, text.as_bytes()).map_err(BuildError::at(&path))?;
    }
    Ok(NewFiles {
        slug: page.slug.clone(),
        files: files.into_iter().map(|(file, _)| file).collect(),
        note,
    })
}

/// Refuses new files with which the project would have a problem in one of them, before they are written.
fn check(root: &Path, files: &[(String, &str)]) -> Result<(), BuildError> {
    let unsaved: Unsaved = files
        .iter()
        .map(|(file, text)| (file.clone(), (*text).to_owned()))
        .collect();
    let Err(problems) = load_with(root, &unsaved) else {
        return Ok(());
    };
    // The others are not new.
    let mut own = problems
        .into_iter()
        .filter(|problem| unsaved.contains_key(&problem.file));
    match own.next() {
        Some(problem) => Err(BuildError::NotWritten(problem.to_string())),
        None => Ok(()),
    }
}
