//! The formats in which `site check` prints findings.

mod github;
mod sarif;

use clap::ValueEnum;
use serde_json::json;

use super::console::count;
use formats::code::Severity;
use formats::problem::Problem;

/// A format of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// One line for each finding
    #[default]
    Text,
    /// One JSON object
    Json,
    /// Annotations of GitHub Actions
    Github,
    /// A SARIF 2.1.0 log
    Sarif,
}

/// What a check found.
pub(super) struct Findings<'a> {
    /// The number of pages; `None` when problems of the sources prevented the build.
    pub(super) pages: Option<usize>,
    /// The findings, sorted.
    pub(super) problems: &'a [Problem],
    /// Whether the command succeeds.
    pub(super) done: bool,
}

impl Findings<'_> {
    /// The text for stdout.
    pub(super) fn print(&self, format: Format) -> String {
        match format {
            Format::Text => self.lines(Problem::labelled),
            Format::Github => self.lines(github::annotation),
            Format::Json => {
                json!({"done": self.done, "pages": self.pages, "problems": self.problems}).to_string()
            }
            Format::Sarif => sarif::log(self.problems).to_string(),
        }
    }

    fn lines(&self, line: impl Fn(&Problem) -> String) -> String {
        let lines = self.problems.iter().map(line);
        let lines: Vec<String> = lines.chain([self.summary()]).collect();
        lines.join("\n")
    }

    fn summary(&self) -> String {
        let of_level = |level| self.problems.iter().filter(|problem| problem.code.level() == level).count();
        let (errors, warnings) = (of_level(Severity::Error), of_level(Severity::Warning));
        let pages = match self.pages {
            Some(pages) => format!("{} checked", count(pages, "page", "pages")),
            None => "not built".to_owned(),
        };
        let mut summary = format!("{pages}, {}", count(errors, "problem", "problems"));
        if warnings > 0 {
            summary.push_str(&format!(", {}", count(warnings, "warning", "warnings")));
        }
        summary
    }
}
