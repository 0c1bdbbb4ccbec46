//! What a site in memory says: its files, its documents, the problems of its pages, and attributes in their HTML.

use std::path::Path;

use formats::problem::Problem;
use generator::check;
use generator::pipeline::RenderedSite;
use generator::stages::pull::Origin;
use model::document::Document;
use model::lang::Lang;
use model::output::OutputFile;
use scraper::{Html, Selector};

use super::files::copy_golden_site;
use super::pdf::Pdf;
use super::requests;

#[track_caller]
pub fn file<'a>(site: &'a RenderedSite, path: &str) -> &'a OutputFile {
    let file = site.files.iter().find(|file| file.path == path);
    file.unwrap_or_else(|| panic!("the site has no {path}"))
}

#[track_caller]
pub fn text(site: &RenderedSite, path: &str) -> String {
    String::from_utf8(file(site, path).bytes.to_vec()).unwrap()
}

/// The path and the text of each file whose path has one of these endings.
pub fn texts<'a>(
    site: &'a RenderedSite,
    endings: &[&str],
) -> impl Iterator<Item = (&'a str, String)> {
    let files = site
        .files
        .iter()
        .filter(|file| endings.iter().any(|ending| file.path.ends_with(ending)));
    files.map(|file| {
        (
            file.path.as_str(),
            String::from_utf8(file.bytes.to_vec()).unwrap(),
        )
    })
}

#[track_caller]
pub fn pdf(site: &RenderedSite, document: Document, lang: Lang) -> Pdf {
    Pdf::read(&file(site, &document.path(lang, &site.site.config.product)).bytes)
}

/// The text of a document of a site, with plain spaces.
#[track_caller]
pub fn words(site: &RenderedSite, document: Document, lang: Lang) -> String {
    plain(&pdf(site, document, lang).pages().join(" "))
}

/// Text with plain spaces instead of no-break spaces.
pub fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

pub fn problems(site: &RenderedSite) -> Vec<String> {
    lines(check::check(&site.described, &site.files))
}

/// Each problem as the terminal shows it.
pub fn lines<T: ToString>(problems: impl IntoIterator<Item = T>) -> Vec<String> {
    problems
        .into_iter()
        .map(|problem| problem.to_string())
        .collect()
}

#[track_caller]
pub fn assert_none<T: ToString>(problems: impl IntoIterator<Item = T>) {
    let lines = lines(problems);
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

#[track_caller]
pub fn only(mut problems: Vec<String>) -> String {
    assert_eq!(problems.len(), 1, "{problems:#?}");
    problems.remove(0)
}

/// A golden site in memory, changed by `prepare` before it is built.
pub fn golden(case: &str, prepare: impl FnOnce(&Path)) -> RenderedSite {
    let folder = tempfile::tempdir().unwrap();
    copy_golden_site(case, folder.path());
    prepare(folder.path());
    requests::make(folder.path(), requests::pull(Origin::Offline))
}

/// Replaces `from` by `to` in one file of a site.
pub fn change_text(files: &mut [OutputFile], path: &str, from: &str, to: &str) {
    let file = files.iter_mut().find(|file| file.path == path);
    let file = file.unwrap_or_else(|| panic!("the site has no {path}"));
    let text = String::from_utf8(file.bytes.to_vec()).unwrap();
    assert!(text.contains(from), "{path} has no {from}:\n{text}");
    file.bytes = text.replace(from, to).into_bytes().into();
}

/// What `site check` finds after `from` was replaced by `to` in one file of a site.
pub fn found_after(site: &RenderedSite, path: &str, from: &str, to: &str) -> Vec<Problem> {
    let mut files = site.files.clone();
    change_text(&mut files, path, from, to);
    check::check(&site.described, &files)
}

pub fn problems_after(site: &RenderedSite, path: &str, from: &str, to: &str) -> Vec<String> {
    lines(found_after(site, path, from, to))
}

/// The values of the attribute `name` of every element that has it, in the page's order.
pub fn attributes(html: &str, name: &str) -> Vec<String> {
    attributes_of(html, &format!("[{name}]"), name)
}

/// The values of the attribute `name` of every element that the CSS selector finds.
pub fn attributes_of(html: &str, selector: &str, name: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    let page = Html::parse_document(html);
    let found = page
        .select(&selector)
        .filter_map(|element| element.attr(name));
    found.map(str::to_owned).collect()
}

pub fn count(html: &str, selector: &str) -> usize {
    Html::parse_document(html)
        .select(&Selector::parse(selector).unwrap())
        .count()
}
