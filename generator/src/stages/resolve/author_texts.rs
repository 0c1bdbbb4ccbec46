//! The Markdown that authors write: collects its links, which are checked later, and reports what it must not contain.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use formats::markdown::{self, FindingKind};
use formats::problem::{Code, Place, Problem};
use formats::yaml::{Places, Step};
use model::lang::{Lang, PerLang};
use model::site::{Addresses, Page, PageKind, ProgressMonth, Routes, split_fragment};
use model::source::{ContentFile, PageSchedule, PageSource};

use super::pictures::PictureNames;
use super::schedule::PageSchedules;
use crate::stages::load::visit;

/// The links that authors wrote, and what they may lead to.
#[derive(Debug)]
pub struct AuthorLinks {
    /// Every link, also of pages that are not public yet: a build on the day of their publication must not fail.
    pub links: Vec<AuthorLink>,
    /// Every page and file, public or not.
    pub routes: Arc<Routes>,
    /// The addresses of units that are gone. Links to them are valid: a unit that leaves the platform must not stop the build.
    pub gone: HashSet<String>,
    /// When each content page is public, by its language-neutral path.
    pub schedules: PageSchedules,
}

/// A link that an author wrote.
#[derive(Debug)]
pub struct AuthorLink {
    /// The author's file, from the project's root.
    pub file: String,
    /// The link as written.
    pub written: String,
    /// The language of the page that shows it.
    pub lang: Lang,
    /// The path of that page.
    pub page_url: String,
    /// When that page is public.
    pub schedule: PageSchedule,
    /// The position of the link in the file.
    pub place: Place,
}

impl AuthorLinks {
    /// The paths to which the links lead.
    pub fn targets(&self) -> HashSet<String> {
        let targets = self.links.iter().flat_map(|link| {
            let bare = split_fragment(&link.written).0;
            [bare.to_owned(), self.routes.addresses.path(link.lang, bare)]
        });
        targets.collect()
    }
}

/// The links of every text, and a problem for each part of it that Markdown must not contain.
pub(super) fn scan(
    pages: &[Page],
    progress: &PerLang<Vec<ProgressMonth>>,
    addresses: &Addresses,
    pictures: PictureNames<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<AuthorLink> {
    let mut links = Vec::new();
    for page in pages {
        let PageKind::Content(source) = &page.kind else {
            continue;
        };
        let (page_url, schedule) = (page.url.clone(), source.front.schedule());
        let mut scanner = Scanner {
            page_url,
            schedule,
            is_month: false,
            pictures,
            links: &mut links,
            problems,
            source,
        };
        scanner.body();
        scanner.data(source);
    }
    let months = progress.values().flatten();
    for source in months.filter_map(|month| month.entry.as_ref()) {
        let page_url = addresses.path(source.lang, &format!("/{}", source.folder()));
        let schedule = source.front.schedule();
        Scanner {
            page_url,
            schedule,
            is_month: true,
            pictures,
            links: &mut links,
            problems,
            source,
        }
        .body();
    }
    links
}

struct Scanner<'a, F> {
    source: &'a ContentFile<F>,
    page_url: String,
    schedule: PageSchedule,
    /// Whether it is one of the months on a page, each below its title.
    is_month: bool,
    pictures: PictureNames<'a>,
    links: &'a mut Vec<AuthorLink>,
    problems: &'a mut Vec<Problem>,
}

impl<F: DeserializeOwned> Scanner<'_, F> {
    fn body(&mut self) {
        let source = self.source;
        self.text(&source.body, &|offset| source.place_in_body(offset));
    }

    /// Every text in `data` may be Markdown; those with a link are read.
    fn data(&mut self, source: &PageSource) {
        let places = LazyCell::new(|| Places::read(&source.front_text));
        // YAML gives only the place of the key: the text is searched from there.
        let place = |path: &[Step], text: &str| {
            let start = places.find(path);
            let lines = source.front_text.lines().zip(1..).skip(start.line - 1);
            let text = text.lines().next().filter(|text| !text.is_empty());
            let mut found = lines.filter_map(|(whole, line)| {
                let before = whole.split_once(text?)?.0;
                Some(Place {
                    line,
                    column: before.chars().count() + 1,
                })
            });
            // The first line of the file is the fence.
            found.next().unwrap_or(start).lines_down(1)
        };
        visit(
            &source.front.data,
            &mut vec![Step::Key("data".to_owned())],
            &mut |value, path| {
                let Some(text) = value.as_str() else {
                    return true;
                };
                if matches!(path.last(), Some(Step::Key(key)) if key == "page") {
                    self.link(text.to_owned(), place(path, ""));
                }
                if text.contains("](") {
                    self.text(text, &|offset| place(path, &text[offset..]));
                }
                true
            },
        );
    }

    /// Reads Markdown; `place` gives the place of a byte offset in it.
    fn text(&mut self, text: &str, place: &dyn Fn(usize) -> Place) {
        for (offset, kind) in markdown::scan(text) {
            let place = place(offset);
            let (code, message, hint) = match kind {
                FindingKind::Link(written) => {
                    self.link(written, place);
                    continue;
                }
                FindingKind::Picture(picture) if self.is_month => (
                    Code::MisplacedPicture,
                    format!("the text of a month has the picture `{picture}`"),
                    "name it below `photographs` in the front matter",
                ),
                FindingKind::Picture(written) => {
                    self.picture(&written, place);
                    continue;
                }
                FindingKind::PictureInText(picture) => (
                    Code::MisplacedPicture,
                    format!("the picture `{picture}` is in a line of text"),
                    "make it a paragraph of its own, with an empty line above and below",
                ),
                FindingKind::PictureWithTitle(picture) => (
                    Code::MisplacedPicture,
                    format!("the picture `{picture}` has a title, which pages do not show"),
                    "remove it: what is below the picture is the string `images.<name>.caption`",
                ),
                FindingKind::RawHtml(element) => (
                    Code::HtmlInContent,
                    format!("HTML is not allowed in content: `{element}`"),
                    "write Markdown, or move this to a template",
                ),
                FindingKind::Heading(_) if self.is_month => (
                    Code::FirstLevelHeading,
                    "the text of a month must not have headings".to_owned(),
                    "write **bold** words: its `title` is the only heading",
                ),
                FindingKind::Heading(2..) => continue,
                FindingKind::Heading(_) => (
                    Code::FirstLevelHeading,
                    "a text must not have a heading of the first level".to_owned(),
                    "begin with ##: the page's title is the only first-level heading",
                ),
                FindingKind::PictureWithoutAlt(picture) => (
                    Code::MissingAlt,
                    format!("the picture `{picture}` has no text"),
                    "describe what it shows between the brackets",
                ),
            };
            self.problems
                .push(Problem::at(code, &self.source.file, place, message).hint(hint));
        }
    }

    fn picture(&mut self, written: &str, place: Place) {
        let report = |code, message: String| Problem::at(code, &self.source.file, place, message);
        let write = |name: &str| format!("write ![description]({name})");
        let problem = self.pictures.problem(written, &report, &write);
        self.problems.extend(problem);
    }

    fn link(&mut self, written: String, place: Place) {
        self.links.push(AuthorLink {
            file: self.source.file.clone(),
            written,
            lang: self.source.lang,
            page_url: self.page_url.clone(),
            schedule: self.schedule,
            place,
        });
    }
}
