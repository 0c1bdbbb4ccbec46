//! The state of the development server, and the result of the last build with its problems as open pages show them.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use http::StatusCode;
use parking_lot::{Mutex, RwLock};
use platform::own_names::OwnNames;
use serde::Serialize;
use tokio::sync::{Notify, broadcast};

use super::cached_file::CachedFile;
use super::cdn_rules::CdnRules;
use super::overview::Overview;
use super::served_folder::{RequestPath, ServedFolder};
use super::stub_switch::StubSwitch;
use crate::outputs::fallback_page;
use formats::problem::Problem;
use functions::Leads;
use model::build_error::BuildError;
use model::lang::Lang;

/// The result of the last build, as far as answers depend on it.
#[derive(Debug, Default)]
pub struct BuildOutcome {
    /// The messages of pages that answer with status 500, by path (S5g).
    pub failed_pages: HashMap<String, String>,
    /// The last site that was built.
    pub overview: Arc<Overview>,
    /// Every problem that an author must see.
    pub problems: Vec<ShownProblem>,
    /// The host's rules in the site that is served.
    pub rules: CdnRules,
}

/// The state that all requests share.
#[derive(Debug)]
pub struct ServeState {
    pub(super) dist: ServedFolder,
    pub(super) files: Mutex<HashMap<RequestPath, Arc<CachedFile>>>,
    /// Pages with texts that were saved after the last build began, by path; and whether a build that runs has read their texts.
    pub(super) previews: Mutex<HashMap<String, (String, bool)>>,
    /// Whether pages get the script that follows the builds.
    pub(super) is_live: bool,
    pub(super) leads: Arc<Leads>,
    /// The names under which the server answers.
    pub names: OwnNames,
    /// The platform, if it is a stub.
    pub stub: Option<StubSwitch>,
    last_build: RwLock<Arc<BuildOutcome>>,
    /// A signal for each pull that the start page asks for.
    pub pull_requests: Notify,
    /// A signal after each build, for open pages.
    pub(super) builds: broadcast::Sender<()>,
}

impl ServeState {
    /// The state for the site in `dist` with its lead function; with `is_live`, open pages follow the builds.
    pub fn new(dist: PathBuf, is_live: bool, leads: Arc<Leads>) -> ServeState {
        let last_build = BuildOutcome {
            rules: CdnRules::read(&dist),
            ..BuildOutcome::default()
        };
        ServeState {
            dist: ServedFolder::new(dist),
            files: Mutex::default(),
            previews: Mutex::default(),
            is_live,
            leads,
            names: OwnNames {
                address: Ipv4Addr::LOCALHOST.into(),
                allowed: Vec::new(),
            },
            stub: None,
            last_build: RwLock::new(Arc::new(last_build)),
            pull_requests: Notify::new(),
            builds: broadcast::channel(16).0,
        }
    }

    /// The result of the last build.
    pub fn last_build(&self) -> Arc<BuildOutcome> {
        Arc::clone(&self.last_build.read())
    }

    /// The language of the pages at a path, by its first segment; nothing before the first site was built.
    pub(super) fn language_of(&self, path: &str) -> Option<Lang> {
        let languages = self.last_build().overview.languages?;
        let first = path.split('/').nth(1).unwrap_or_default();
        let mut others = languages.others(languages.first());
        others
            .find(|lang| lang.code() == first)
            .or(Some(languages.first()))
    }

    /// The page for a path when the site's own error page cannot be shown.
    pub(super) fn fallback_page(
        &self,
        path: &str,
        message: Option<&str>,
        status: StatusCode,
    ) -> String {
        let (lang, build) = (self.language_of(path), self.last_build());
        let renderer = build.overview.renderer.as_ref().zip(lang);
        let strings = renderer.map(|(renderer, lang)| &**renderer.site.strings.get(lang));
        fallback_page(strings, lang, message, status)
    }

    /// Serves a page with texts that no build has read yet, and notifies the open pages.
    pub fn show_preview(&self, path: String, html: String) {
        self.previews.lock().insert(path, (html, false));
        let _ = self.builds.send(());
    }

    /// Call it before a build begins.
    pub fn begin_build(&self) {
        self.previews
            .lock()
            .values_mut()
            .for_each(|(_, is_read)| *is_read = true);
    }

    /// Records the result of a build, and notifies the open pages. A build that wrote a site replaces the previews of before it
    /// began; after one that failed they are the last good pages.
    pub fn finish_build(
        &self,
        site: Option<Overview>,
        failed_pages: HashMap<String, String>,
        problems: Vec<ShownProblem>,
    ) {
        if site.is_some() {
            self.previews.lock().retain(|_, (_, is_read)| !*is_read);
        }
        let overview = site.map_or_else(|| Arc::clone(&self.last_build().overview), Arc::new);
        let rules = CdnRules::read(self.dist.path());
        *self.last_build.write() = Arc::new(BuildOutcome {
            failed_pages,
            overview,
            problems,
            rules,
        });
        // Sending fails when no page is open.
        let _ = self.builds.send(());
    }
}

/// How many lines before and after the place an excerpt has.
const LINES_AROUND: usize = 2;
/// How many characters of a line an excerpt shows before and after the place.
const LONGEST_SIDE: usize = 80;

/// One problem, for an open page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ShownProblem {
    /// `content/es/x.md:7:3`; empty when the problem has no place.
    place: String,
    message: String,
    hint: Option<String>,
    /// The lines around the place, with a caret below it.
    excerpt: Option<String>,
    /// The URL that opens the place in the author's editor.
    editor: Option<String>,
}

#[expect(
    clippy::disallowed_methods,
    reason = "the files of problems, not of requests"
)]
impl ShownProblem {
    /// A problem of the project in `root`. `editor` is the URL of an editor with `{path}`, `{line}` and `{column}`.
    pub fn new(problem: &Problem, root: &Path, editor: Option<&str>) -> ShownProblem {
        let numbers = [problem.line, problem.column]
            .into_iter()
            .map_while(|number| number);
        let place = numbers.fold(problem.file.clone(), |place, number| {
            format!("{place}:{number}")
        });
        let path = root.join(&problem.file);
        let address = |url: &str| {
            let absolute = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
            url.replace("{path}", &absolute.to_string_lossy())
                .replace("{line}", &problem.line.unwrap_or(1).to_string())
                .replace("{column}", &problem.column.unwrap_or(1).to_string())
        };
        let editor = if path.is_file() {
            editor.map(address)
        } else {
            None
        };
        ShownProblem {
            place,
            message: problem.message.clone(),
            hint: problem.hint.clone(),
            excerpt: excerpt(&path, problem),
            editor,
        }
    }

    /// Whether its place is in a file.
    pub fn is_in(&self, file: &str) -> bool {
        let rest = self.place.strip_prefix(file);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    }

    /// A message without a place.
    pub fn message(message: impl Into<String>) -> ShownProblem {
        ShownProblem {
            message: message.into(),
            ..ShownProblem::default()
        }
    }

    /// Every problem of an error.
    pub fn of_error(error: &BuildError, root: &Path, editor: Option<&str>) -> Vec<ShownProblem> {
        let shown = |problem| ShownProblem::new(problem, root, editor);
        match error {
            BuildError::Problems(problems) => problems.iter().map(shown).collect(),
            other => vec![ShownProblem::message(other.to_string())],
        }
    }
}

impl fmt::Display for ShownProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<&str> = [
            &*self.place,
            &self.message,
            self.hint.as_deref().unwrap_or_default(),
        ]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
        formatter.write_str(&parts.join(": "))
    }
}

/// The lines around the place with their numbers; `None` without a line or when the file cannot be read.
#[expect(
    clippy::disallowed_methods,
    reason = "the files of problems, not of requests"
)]
fn excerpt(path: &Path, problem: &Problem) -> Option<String> {
    let line = problem.line?;
    let text = std::fs::read_to_string(path).ok()?;
    let column = problem.column.unwrap_or(1);
    let left = column.saturating_sub(LONGEST_SIDE + 1);
    let first = line.saturating_sub(LINES_AROUND + 1);
    let mut excerpt = String::new();
    let last = line + LINES_AROUND;
    for (number, content) in (1..=last).zip(text.lines()).skip(first) {
        let part: String = content.chars().skip(left).take(2 * LONGEST_SIDE).collect();
        let _ = writeln!(excerpt, "{number:>5} | {}", part.trim_end());
        if number == line {
            // A tab stays one, so that the caret stands below its character.
            let before: String = part.chars().take(column - 1 - left).collect();
            let indent = before.replace(|character| character != '\t', " ");
            let _ = writeln!(excerpt, "      | {indent}^");
        }
    }
    (!excerpt.is_empty()).then_some(excerpt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::tests::leads_in_memory;
    use formats::problem::{Code, Place};

    #[test]
    fn a_build_replaces_the_pages_that_it_has_read() {
        let state = ServeState::new("dist".into(), true, leads_in_memory());
        let show = |path: &str, html: &str| state.show_preview(path.to_owned(), html.to_owned());
        show("/a", "one");
        show("/b", "one");
        state.begin_build();
        show("/b", "two");
        state.finish_build(None, HashMap::new(), Vec::new());
        assert_eq!(state.previews.lock().len(), 2);
        state.finish_build(Some(Overview::default()), HashMap::new(), Vec::new());
        assert_eq!(
            *state.previews.lock(),
            [("/b".to_owned(), ("two".to_owned(), false))].into()
        );
    }

    fn shown(text: &str, line: usize, column: usize) -> ShownProblem {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::write(root.path().join("a.md"), text).expect("written");
        let problem = Problem::at(
            Code::UnknownKey,
            "a.md",
            Place { line, column },
            "`x` is unknown",
        )
        .hint("remove it");
        let editor = Some("vscode://file{path}:{line}:{column}");
        let mut shown = ShownProblem::new(&problem, root.path(), editor);
        let root = std::path::absolute(root.path()).expect("a path");
        shown.editor = shown
            .editor
            .map(|url| url.replace(&*root.to_string_lossy(), ""));
        shown
    }

    #[test]
    fn an_excerpt_has_a_caret_below_the_place() {
        let problem = shown("one\ntwo\n\tthree x\nfour\nfive\nsix\n", 3, 8);
        let excerpt = "    1 | one\n    2 | two\n    3 | \tthree x\n      | \t      ^\n    4 | four\n    5 | five\n";
        assert_eq!(problem.excerpt.as_deref(), Some(excerpt));
        assert_eq!(problem.editor.as_deref(), Some("vscode://file/a.md:3:8"));
        assert_eq!(problem.to_string(), "a.md:3:8: `x` is unknown: remove it");
        // A long line is cut around the place.
        let line = format!("{}x{}", "a".repeat(500), "b".repeat(500));
        let excerpt = shown(&line, 1, 501).excerpt.expect("an excerpt");
        let (text, caret) = excerpt.split_once('\n').expect("two lines");
        assert!(text.chars().count() < 180, "{text}");
        assert_eq!(text.find('x'), caret.find('^'));
        assert_eq!(
            shown("one\n", 40, 1).excerpt,
            None,
            "a place beyond the file"
        );
        let error = BuildError::Tool("esbuild is not installed".to_owned());
        let shown = ShownProblem::of_error(&error, Path::new("."), None);
        assert_eq!(shown, [ShownProblem::message("esbuild is not installed")]);
        assert_eq!(shown[0].to_string(), "esbuild is not installed");
    }
}
