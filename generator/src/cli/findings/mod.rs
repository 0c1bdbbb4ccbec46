//! The formats in which `site check` prints findings.

mod sarif;

use clap::ValueEnum;
use serde_json::json;

use super::console::count;
use formats::code::Severity;
use formats::problem::Problem;

/// A format of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum FindingsFormat {
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

/// The text for stdout of what a check found, sorted. `pages` is the number of pages, `None` when problems of the sources prevented
/// the build; `done` says whether the command succeeds.
pub(super) fn print(
    format: FindingsFormat,
    pages: Option<usize>,
    problems: &[Problem],
    done: bool,
) -> String {
    let line = match format {
        FindingsFormat::Json => {
            return json!({"done": done, "pages": pages, "problems": problems}).to_string();
        }
        FindingsFormat::Sarif => return sarif::log(problems).to_string(),
        FindingsFormat::Text => Problem::labelled,
        FindingsFormat::Github => annotation,
    };
    let lines: Vec<String> = problems.iter().map(line).chain([summary(pages, problems)]).collect();
    lines.join("\n")
}

fn summary(pages: Option<usize>, problems: &[Problem]) -> String {
    let of_level = |level| problems.iter().filter(|problem| problem.code.level() == level).count();
    let (errors, warnings) = (of_level(Severity::Error), of_level(Severity::Warning));
    let pages = match pages {
        Some(pages) => format!("{} checked", count(pages, "page", "pages")),
        None => "not built".to_owned(),
    };
    let mut summary = format!("{pages}, {}", count(errors, "problem", "problems"));
    if warnings > 0 {
        summary.push_str(&format!(", {}", count(warnings, "warning", "warnings")));
    }
    summary
}

/// The annotation of a finding: a workflow command like `::error file=a.md,line=1,col=2,title=code::message`.
fn annotation(problem: &Problem) -> String {
    let level = problem.code.level().as_str();
    let mut properties = vec![("file", problem.file.clone())];
    properties.extend(problem.line.map(|line| ("line", line.to_string())));
    properties.extend(problem.column.map(|column| ("col", column.to_string())));
    properties.push(("title", problem.code.to_string()));
    let properties: Vec<String> =
        properties.into_iter().map(|(name, value)| format!("{name}={}", property(&value))).collect();
    format!("::{level} {}::{}", properties.join(","), data(&problem.sentence()))
}

/// Escapes a message as the toolkit of GitHub Actions does (`@actions/core`, `escapeData`).
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property (`escapeProperty`).
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::code::Code;
    use formats::problem::Place;

    #[test]
    fn signs_with_a_meaning_are_escaped() {
        let place = Place { line: 3, column: 7 };
        let problem = Problem::at(Code::MissingTranslation, "content/es/a,b:c%.md", place, "100 %\nx: y, z")
            .hint("fix");
        assert_eq!(
            annotation(&problem),
            "::error file=content/es/a%2Cb%3Ac%25.md,line=3,col=7,title=missing-translation::100 %25%0Ax: y, z: fix"
        );
        let whole = Problem::in_file(Code::OverBudget, "site.yaml", "too large");
        assert_eq!(annotation(&whole), "::error file=site.yaml,title=over-budget::too large");
    }
}
