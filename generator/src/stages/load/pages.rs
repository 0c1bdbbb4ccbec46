//! The Markdown files below `content/<lang>/`: pages, and the months of construction progress.

use std::collections::BTreeSet;

use super::files::{self, Texts};
use super::or_record;
use super::visit::visit;
use crate::outputs::reserved_for;
use formats::problem::{Code, Problem};
use formats::yaml::Step;
use model::lang::{Lang, Languages};
use model::source::{EntrySource, LONGEST_DESCRIPTION, PageSource, month_of};

pub(super) fn read_pages(
    texts: &Texts,
    languages: Languages,
    problems: &mut Vec<Problem>,
) -> (Vec<PageSource>, Vec<EntrySource>) {
    let (mut pages, mut entries) = (Vec::new(), Vec::new());
    for lang in languages.iter() {
        let folder = format!("content/{lang}");
        let mut files = files::list_files(texts.root, &folder, problems);
        // Those that are not on the disk yet.
        let is_new = |file: &&String| {
            let below = file.strip_prefix(&folder);
            below.is_some_and(|rest| rest.starts_with('/')) && !files.contains(*file)
        };
        let added: Vec<String> = texts.unsaved.keys().filter(is_new).cloned().collect();
        files.extend(added);
        files.sort();
        let slug = |file: &String| {
            file[folder.len() + 1..]
                .strip_suffix(".md")
                .map(str::to_owned)
        };
        let slugs: Vec<String> = files.iter().filter_map(slug).collect();
        problems.extend(files.iter().filter_map(|file| {
            let name = &file[folder.len() + 1..];
            let is_read = name.ends_with(".md") || OTHER_FILES.contains(&name);
            (!is_read).then(|| not_a_page(file))
        }));
        let folders: BTreeSet<&str> = slugs
            .iter()
            .filter_map(|slug| Some(month_of(slug)?.0))
            .collect();
        for slug in &slugs {
            let file = format!("{folder}/{slug}.md");
            let Some(text) = or_record(texts.read(lang, &file), problems) else {
                continue;
            };
            // A file beside months is one, too: its wrong name is reported.
            let result = match slug
                .rsplit_once('/')
                .filter(|(folder, _)| folders.contains(folder))
            {
                Some(_) => read_entry(&text, &file, lang, slug)
                    .map(|entry| entries.push(texts.with_time_zone(entry))),
                None => read_page(&text, &file, lang, languages, slug)
                    .map(|page| pages.push(texts.with_time_zone(page))),
            };
            problems.extend(result.err());
        }
    }
    (pages, entries)
}

/// The files of a language that are not pages.
const OTHER_FILES: [&str; 2] = ["strings.json", "words.txt"];

/// A problem for a file among the pages that nothing reads.
fn not_a_page(file: &str) -> Problem {
    let problem = Problem::in_file(
        Code::InvalidFileName,
        file,
        "is not a page: nothing reads it",
    );
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    match ending.to_lowercase().as_str() {
        "md" | "markdown" | "mdown" | "txt" => problem.hint(format!(
            "rename it to {stem}.md, or move it out of content/"
        )),
        "jpg" | "jpeg" | "png" | "webp" => problem.hint("move it to content/images"),
        _ => {
            problem.hint("move it to templates/static, to publish it as it is, or out of content/")
        }
    }
}

pub(super) fn read_page(
    text: &str,
    file: &str,
    lang: Lang,
    languages: Languages,
    slug: &str,
) -> Result<PageSource, Problem> {
    if let Some((wrong, hint)) = wrong_slug(slug, languages) {
        return Err(Problem::in_file(Code::InvalidFileName, file, wrong).hint(hint));
    }
    let page = PageSource::parse(file, lang, slug, text)?;
    check_bounds(&page)?;
    check_address(&page, languages)?;
    check_texts(&page)?;
    Ok(page)
}

/// Refuses what a page would show otherwise than it is written in `data`, and Markdown there that is nested too deeply: every text
/// may be Markdown.
fn check_texts(page: &PageSource) -> Result<(), Problem> {
    let mut checked = page.misread("data").map_or(Ok(()), Err);
    visit(
        &page.front.data,
        &mut vec![Step::Key("data".to_owned())],
        &mut |value, path| {
            if let (Ok(()), Some(text)) = (&checked, value.as_str()) {
                checked = page.check_depth(text, |_| page.place(path));
            }
            checked.is_ok()
        },
    );
    checked
}

/// Refuses an address that a page cannot have, and one of a page whose address is given.
fn check_address(page: &PageSource, languages: Languages) -> Result<(), Problem> {
    let Some(address) = &page.front.address else {
        return Ok(());
    };
    let refuse = |message: String, hint: &str| {
        Err(page
            .problem(Code::InvalidFileName, "address", message)
            .hint(hint))
    };
    if FIXED.contains(&page.slug.as_str()) {
        return refuse(
            "this page has a fixed address".to_owned(),
            "remove `address`",
        );
    }
    match address
        .strip_prefix('/')
        .map(|slug| wrong_slug(slug, languages))
    {
        Some(None) if !FIXED.contains(&&address[1..]) => Ok(()),
        Some(Some((wrong, _))) if is_slug(&address[1..]) => refuse(wrong, "choose another address"),
        _ => refuse(
            format!("`{address}` is not a valid address"),
            "write a path like `/inventory`, with lower-case letters a to z, digits and hyphens",
        ),
    }
}

/// The pages whose addresses hosts know.
const FIXED: [&str; 3] = ["index", "404", "500"];

fn check_bounds(page: &PageSource) -> Result<(), Problem> {
    if page.front.title.trim().is_empty() {
        return Err(page
            .problem(Code::MissingTitle, "title", "`title` is empty")
            .hint("write the page's title"));
    }
    let description = &page.front.description;
    let length = description.chars().count();
    // While `site.yaml` has problems, a fact is still a placeholder, whose length says nothing.
    let is_filled = !description.contains("{{");
    if length == 0 || (is_filled && length > LONGEST_DESCRIPTION) {
        let message = format!("`description` has {length} characters");
        let hint = format!("write 1 to {LONGEST_DESCRIPTION}: search engines cut the rest");
        return Err(page
            .problem(Code::DescriptionLength, "description", message)
            .hint(hint));
    }
    Ok(())
}

fn read_entry(text: &str, file: &str, lang: Lang, slug: &str) -> Result<EntrySource, Problem> {
    let entry = EntrySource::parse(file, lang, slug, text)?;
    let declared = entry.front.month;
    if month_of(slug).is_none_or(|(_, month)| month != declared) {
        let name = slug.rsplit('/').next().unwrap_or_default();
        let message = format!("`month` is {declared} but the file is named {name}.md");
        return Err(entry.problem(Code::InvalidFileName, "month", message));
    }
    if entry.front.title.trim().is_empty() {
        return Err(entry
            .problem(Code::MissingTitle, "title", "`title` is empty")
            .hint("write the month's title"));
    }
    Ok(entry)
}

/// The most letters of a page's address: with a folder and an ending, it is a file's name on every system.
const LONGEST_SLUG: usize = 200;

/// Whether a text can be a path below a language's folder, without `.md`.
pub(crate) fn is_slug(slug: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    slug.len() <= LONGEST_SLUG
        && slug
            .split('/')
            .all(|part| !part.is_empty() && part.bytes().all(is_allowed))
}

/// Why a page cannot have this name, and what to do.
pub(super) fn wrong_slug(slug: &str, languages: Languages) -> Option<(String, &'static str)> {
    let wrong = |why: &str| format!("`{slug}` is not a valid page address{why}");
    if slug.len() > LONGEST_SLUG {
        let length = slug.len();
        let long =
            format!("a page's address has at most {LONGEST_SLUG} letters, and this one {length}");
        return Some((long, "choose a shorter name"));
    }
    if !is_slug(slug) {
        return Some((
            wrong(""),
            "name the file with lower-case letters a to z, digits and hyphens",
        ));
    }
    let device = slug.split('/').find_map(system::portable_name_problem);
    if let Some(problem) = device {
        return Some((
            wrong(&format!(": a name of it {problem}")),
            "choose another name",
        ));
    }
    let (first, _) = slug.split_once('/').unwrap_or((slug, ""));
    let of_language = languages.find(first).filter(|lang| !lang.is_first());
    let reserved = of_language
        .map(|_| "the pages of that language")
        .or_else(|| reserved_for(&format!("/{slug}")));
    reserved.map(|what| {
        (
            wrong(&format!(" because `/{first}/` is for {what}")),
            "choose another name",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::lang::sample::{BOTH, ES};

    #[test]
    fn names_that_hosts_do_not_send_to_pages_are_refused() {
        for (slugs, reason) in [
            (&["api", "api/leads", "mail/send"][..], "the lead function"),
            (&["admin"], "the hosted editor"),
            (
                &["assets/x", "share/es/x", "data/x", "pdf/x"],
                "generated files",
            ),
            (&["en", "en/x"], "the pages of that language"),
        ] {
            for slug in slugs {
                let (wrong, _) = wrong_slug(slug, BOTH).expect(slug);
                let folder = slug.split('/').next().unwrap_or_default();
                assert!(
                    wrong.ends_with(&format!("`/{folder}/` is for {reason}")),
                    "{wrong}"
                );
            }
        }
        for slug in ["con", "a/nul/x"] {
            let (wrong, _) = wrong_slug(slug, BOTH).expect(slug);
            assert!(wrong.contains("device"), "{wrong}");
        }
        for slug in ["index", "apis", "a/api", "mailing/send", "es/x", "shared"] {
            assert_eq!(wrong_slug(slug, BOTH), None, "{slug}");
        }
    }

    #[test]
    fn a_description_is_measured_once_its_facts_are_filled_in() {
        let read = |description: &str| {
            let text = format!("---\ntitle: A\ndescription: \"{description}\"\n---\n");
            read_page(&text, "content/es/a.md", ES, BOTH, "a").map(|_| ())
        };
        let filled = "x".repeat(LONGEST_DESCRIPTION);
        assert!(read(&filled).is_ok());
        assert!(read(&format!("{filled}y")).is_err());
        assert!(read(&format!("{filled}{{{{facts.offices}}}}")).is_ok());
        assert!(read("").is_err());
    }
}
