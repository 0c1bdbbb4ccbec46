//! Checks the Markdown that authors write: in bodies, in `data` and in months of progress. Each link must lead to a
//! page of the site, to a file of the site or to another site.

use std::cell::LazyCell;
use std::collections::HashSet;

use serde_json::Value;

use formats::code::Code;
use formats::markdown::{self, FindingKind};
use formats::problem::{Place, Problem};
use formats::yaml::Step;
use model::lang::{Lang, PerLang};
use model::site::{Page, ProgressMonth, Routes, UncheckedLink, split_fragment};
use model::source::{PageSource, Publication};

use super::publication::Publications;

/// The key of a page's path in `data`.
const PAGE: &str = "page";

/// Links whose targets exist only after rendering.
#[derive(Debug, Default)]
pub(super) struct UncheckedLinks {
    pub(super) to_anchors: Vec<UncheckedLink>,
    pub(super) to_files: Vec<UncheckedLink>,
}

/// What links may lead to.
#[derive(Clone, Copy)]
pub(super) struct Targets<'a> {
    /// Every page and file, public or not.
    pub(super) routes: &'a Routes,
    /// The addresses of units that are gone. Links to them are valid: a unit that leaves the platform must not stop the
    /// build.
    pub(super) gone: &'a HashSet<String>,
    /// When each content page is public.
    pub(super) publications: &'a Publications,
}

/// Checks every link of every text; returns those whose targets do not exist yet.
pub(super) fn check(
    pages: &[Page],
    progress: &PerLang<Vec<ProgressMonth>>,
    targets: Targets,
    problems: &mut Vec<Problem>,
) -> UncheckedLinks {
    let mut checker = Checker {
        targets,
        problems,
        unchecked: UncheckedLinks::default(),
    };
    for page in pages {
        let Some(source) = page.source() else { continue };
        let at = Text {
            file: &source.file,
            lang: page.lang,
            own_file: &page.file,
            publication: source.front.publication(),
        };
        checker.text(&at, &source.body, &|offset| source.place_in_body(offset));
        checker.data(&at, source, &source.front.data, &[Step::Key("data".to_owned())]);
    }
    for entry in progress
        .values()
        .flatten()
        .filter_map(|month| month.entry.as_ref())
    {
        let own_file = entry.lang.file(&format!("/{}", entry.folder()));
        let at = Text {
            file: &entry.file,
            lang: entry.lang,
            own_file: &own_file,
            publication: entry.front.publication(),
        };
        checker.text(&at, &entry.body, &|offset| entry.place_in_body(offset));
    }
    checker.unchecked
}

/// A text's file and the page that shows it.
struct Text<'a> {
    file: &'a str,
    lang: Lang,
    own_file: &'a str,
    publication: Publication,
}

struct Checker<'a> {
    targets: Targets<'a>,
    problems: &'a mut Vec<Problem>,
    unchecked: UncheckedLinks,
}

impl Checker<'_> {
    /// Every text in `data` may be Markdown; those with a link are checked.
    fn data(&mut self, at: &Text, source: &PageSource, value: &Value, path: &[Step]) {
        match value {
            Value::String(text) if text.contains("](") => {
                // YAML gives only the place of the key: search for each link below it.
                let start = LazyCell::new(|| source.place(path));
                self.text(at, text, &|offset| place_below(source, *start, &text[offset..]));
            }
            Value::Array(list) => {
                for (index, inner) in list.iter().enumerate() {
                    self.data(at, source, inner, &[path, &[Step::Index(index)]].concat());
                }
            }
            Value::Object(map) => {
                for (key, inner) in map {
                    if let (PAGE, Value::String(written)) = (key.as_str(), inner) {
                        let place = || source.place(&[path, &[Step::Key(key.clone())]].concat());
                        let problem = self.link(at, &place, written);
                        self.problems.extend(problem);
                    }
                    self.data(at, source, inner, &[path, &[Step::Key(key.clone())]].concat());
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, at: &Text, text: &str, place: &dyn Fn(usize) -> Place) {
        for finding in markdown::scan(text) {
            let place = || place(finding.offset);
            let (code, message, hint) = match finding.kind {
                FindingKind::Link(written) => {
                    let problem = self.link(at, &place, &written);
                    self.problems.extend(problem);
                    continue;
                }
                FindingKind::RawHtml(element) => (
                    Code::HtmlInContent,
                    format!("HTML is not allowed in content: `{element}`"),
                    "write Markdown, or move this to a template",
                ),
                FindingKind::FirstLevelHeading => (
                    Code::FirstLevelHeading,
                    "a text must not have a heading of the first level".to_owned(),
                    "begin with ##: the page's title is the only first-level heading",
                ),
                FindingKind::PictureWithoutAlt(picture) => (
                    Code::MissingAlt,
                    format!("the picture `{picture}` has no text"),
                    "describe what it shows: ![description](...)",
                ),
            };
            self.problems
                .push(Problem::at(code, at.file, place(), message).hint(hint));
        }
    }

    /// The problem of a link. Most have none, so that `place` is only searched when it is needed.
    fn link(&mut self, at: &Text, place: &dyn Fn() -> Place, written: &str) -> Option<Problem> {
        let refuse = |message: String| Some(Problem::at(Code::BrokenLink, at.file, place(), message));
        let unchecked = |target: String| UncheckedLink {
            file: at.file.to_owned(),
            place: place(),
            written: written.to_owned(),
            target,
        };
        let (bare, rest) = split_fragment(written);
        let Targets {
            routes,
            gone,
            publications,
        } = self.targets;
        if let Some(target) = publications
            .get(bare)
            .filter(|target| !target.covers(at.publication))
        {
            let problem = Problem::at(
                Code::UnpublishedTarget,
                at.file,
                place(),
                unpublished(written, *target),
            );
            return Some(problem.hint("publish both at the same time, or remove the link"));
        }
        let target = if bare.is_empty() && rest.starts_with('#') {
            at.own_file.to_owned()
        } else if !bare.starts_with('/') {
            let is_known = ["https://", "http://", "mailto:", "tel:"]
                .iter()
                .any(|start| written.starts_with(start));
            return if is_known {
                None
            } else {
                refuse(format!("the link `{written}` has no valid form")).map(|problem| {
                    problem.hint(
                        "begin a link to a page of this site with a slash, any other link with https://",
                    )
                })
            };
        } else if routes.contains(bare) {
            at.lang.file(bare)
        } else if routes.is_static(bare) || gone.contains(bare) {
            return None;
        } else if routes.is_generated(bare) {
            self.unchecked.to_files.push(unchecked(bare.to_owned()));
            return None;
        } else {
            return refuse(format!("the link `{written}` leads to no page"))
                .map(|problem| problem.maybe_hint(routes.hint(bare)));
        };
        if written.contains('#') {
            self.unchecked.to_anchors.push(unchecked(target));
        }
        None
    }
}

/// Why a link leads to nothing for some time.
fn unpublished(written: &str, target: Publication) -> String {
    let when = match (target.publish_at, target.unpublish_at) {
        _ if target.draft => "is a draft".to_owned(),
        (Some(start), None) => format!("is public from {start}"),
        (None, Some(end)) => format!("is public until {end}"),
        (start, end) => {
            let moments: Vec<String> = start.iter().chain(&end).map(ToString::to_string).collect();
            format!("is public from {}", moments.join(" to "))
        }
    };
    format!("the link `{written}` leads to a page that {when}")
}

/// The first place at or below `start` where the front matter contains the first line of `rest`.
fn place_below(source: &PageSource, start: Place, rest: &str) -> Place {
    let lines_before_front = 1;
    let line_of_link = rest.lines().next().unwrap_or_default();
    let lines = source
        .front_text
        .lines()
        .enumerate()
        .skip(start.line - 1 - lines_before_front);
    let mut found = lines.filter_map(|(index, line)| {
        let at = line.find(line_of_link)?;
        Some(Place {
            line: index + 1 + lines_before_front,
            column: line[..at].chars().count() + 1,
        })
    });
    found.next().unwrap_or(start)
}
