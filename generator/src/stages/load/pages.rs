//! The Markdown files below `content/<lang>/`: pages, and the months of construction progress.

use super::texts::Texts;
use super::{PROGRESS_FOLDER, files};
use model::code::Code;
use model::lang::{Lang, Languages};
use model::problem::Problem;
use model::source::{EntrySource, LONGEST_DESCRIPTION, PageSource};

/// Reads every Markdown file of each language.
pub(super) fn read(
    texts: &Texts,
    languages: Languages,
    problems: &mut Vec<Problem>,
) -> (Vec<PageSource>, Vec<EntrySource>) {
    let (mut pages, mut entries) = (Vec::new(), Vec::new());
    for lang in languages {
        let folder = format!("content/{lang}");
        for file in files::list(texts.root, &folder, problems) {
            let Some(slug) = file[folder.len() + 1..].strip_suffix(".md") else {
                continue;
            };
            let text = match texts.read(lang, &file) {
                Ok(text) => text,
                Err(found) => {
                    problems.extend(found);
                    continue;
                }
            };
            let result = match slug
                .strip_prefix(PROGRESS_FOLDER)
                .and_then(|rest| rest.strip_prefix('/'))
            {
                Some(month) => read_entry(&text, &file, lang, month).map(|entry| entries.push(entry)),
                None => read_page(&text, &file, lang, slug).map(|page| pages.push(page)),
            };
            problems.extend(result.err());
        }
    }
    (pages, entries)
}

/// The page of a file; nothing when the file is no page or has a problem, which [`read`] reports.
pub(super) fn read_alone(texts: &Texts, languages: Languages, file: &str) -> Option<PageSource> {
    let (folder, path) = file.strip_prefix("content/")?.split_once('/')?;
    let lang = languages.find(folder)?;
    let slug = path.strip_suffix(".md")?;
    if slug.starts_with(PROGRESS_FOLDER) && slug != PROGRESS_FOLDER {
        return None;
    }
    read_page(&texts.read(lang, file).ok()?, file, lang, slug).ok()
}

fn read_page(text: &str, file: &str, lang: Lang, slug: &str) -> Result<PageSource, Problem> {
    if let Some(wrong) = wrong_slug(slug) {
        return Err(Problem::in_file(Code::InvalidFileName, file, wrong)
            .hint("name the file with lower-case letters a to z, digits and hyphens"));
    }
    let page = PageSource::parse(file, lang, slug, text)?;
    check_bounds(&page)?;
    Ok(page)
}

fn check_bounds(page: &PageSource) -> Result<(), Problem> {
    if page.front.title.trim().is_empty() {
        return Err(Problem::at(
            Code::MissingTitle,
            &page.file,
            page.place_of("title"),
            "`title` is empty",
        ));
    }
    let length = page.front.description.chars().count();
    if length == 0 || length > LONGEST_DESCRIPTION {
        let message = format!("`description` has {length} characters");
        return Err(Problem::at(
            Code::DescriptionLength,
            &page.file,
            page.place_of("description"),
            message,
        )
        .hint(format!(
            "write 1 to {LONGEST_DESCRIPTION}: search engines cut the rest"
        )));
    }
    Ok(())
}

fn read_entry(text: &str, file: &str, lang: Lang, month: &str) -> Result<EntrySource, Problem> {
    let entry = EntrySource::parse(file, lang, month, text)?;
    let declared = entry.front.month;
    if declared.to_string() != month {
        let message = format!("`month` is {declared} but the file is named {month}.md");
        return Err(Problem::at(
            Code::InvalidFileName,
            file,
            entry.place_of("month"),
            message,
        ));
    }
    Ok(entry)
}

/// Why a page cannot have this name.
pub(crate) fn wrong_slug(slug: &str) -> Option<String> {
    let is_good = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    (!slug.split('/').all(is_good)).then(|| format!("`{slug}` cannot be a page's address"))
}
