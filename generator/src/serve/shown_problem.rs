//! A problem as open pages show it: its place with the lines around it, what is wrong, and what to do.

use std::fmt::{self, Write as _};
use std::path::Path;

use serde::Serialize;

use formats::problem::Problem;
use model::build_error::BuildError;

/// How many lines before and after the place an excerpt has.
const LINES_AROUND: usize = 2;
/// How many characters of a line an excerpt shows before and after the place.
const LONGEST_SIDE: usize = 80;

/// One problem, for an open page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

impl ShownProblem {
    /// A problem of the project in `root`. `editor` is the URL of an editor with `{path}`, `{line}` and `{column}`.
    pub fn new(problem: &Problem, root: &Path, editor: Option<&str>) -> ShownProblem {
        let numbers = [problem.line, problem.column].into_iter().map_while(|number| number);
        let place = numbers.fold(problem.file.clone(), |place, number| format!("{place}:{number}"));
        let path = root.join(&problem.file);
        let editor = editor.filter(|_| path.is_file()).map(|url| {
            let path = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
            url.replace("{path}", &path.to_string_lossy())
                .replace("{line}", &problem.line.unwrap_or(1).to_string())
                .replace("{column}", &problem.column.unwrap_or(1).to_string())
        });
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
            place: String::new(),
            message: message.into(),
            hint: None,
            excerpt: None,
            editor: None,
        }
    }

    /// Every problem of an error.
    pub fn of_error(error: &BuildError, root: &Path, editor: Option<&str>) -> Vec<ShownProblem> {
        match error {
            BuildError::Problems(problems) => {
                problems.iter().map(|problem| ShownProblem::new(problem, root, editor)).collect()
            }
            other => vec![ShownProblem::message(other.to_string())],
        }
    }
}

impl fmt::Display for ShownProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = (!self.place.is_empty()).then_some(self.place.as_str());
        let parts: Vec<&str> =
            [place, Some(&self.message), self.hint.as_deref()].into_iter().flatten().collect();
        formatter.write_str(&parts.join(": "))
    }
}

/// The lines around the place with their numbers; `None` without a line or when the file cannot be read.
fn excerpt(path: &Path, problem: &Problem) -> Option<String> {
    let line = problem.line?;
    let text = std::fs::read_to_string(path).ok()?;
    let column = problem.column.unwrap_or(1);
    let left = column.saturating_sub(LONGEST_SIDE + 1);
    let first = line.saturating_sub(LINES_AROUND + 1);
    let mut excerpt = String::new();
    for (index, content) in text.lines().enumerate().skip(first).take(2 * LINES_AROUND + 1) {
        let number = index + 1;
        if number > line + LINES_AROUND {
            break;
        }
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
    use formats::code::Code;
    use formats::problem::Place;

    use super::*;

    fn shown(text: &str, line: usize, column: usize) -> ShownProblem {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::write(root.path().join("a.md"), text).expect("written");
        let problem =
            Problem::at(Code::UnknownKey, "a.md", Place { line, column }, "`x` is unknown").hint("remove it");
        let editor = Some("vscode://file{path}:{line}:{column}");
        let mut shown = ShownProblem::new(&problem, root.path(), editor);
        let root = std::path::absolute(root.path()).expect("a path");
        shown.editor = shown.editor.map(|url| url.replace(&*root.to_string_lossy(), ""));
        shown
    }

    #[test]
    fn the_caret_stands_below_the_place() {
        let shown = shown("one\ntwo\n\tthree x\nfour\nfive\nsix\n", 3, 8);
        assert_eq!(
            shown.excerpt.as_deref(),
            Some(
                "    1 | one\n    2 | two\n    3 | \tthree x\n      | \t      ^\n    4 | four\n    5 | five\n"
            )
        );
        assert_eq!(shown.editor.as_deref(), Some("vscode://file/a.md:3:8"));
        assert_eq!(shown.to_string(), "a.md:3:8: `x` is unknown: remove it");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let line = format!("{}x{}", "a".repeat(500), "b".repeat(500));
        let excerpt = shown(&line, 1, 501).excerpt.expect("an excerpt");
        let (text, caret) = excerpt.split_once('\n').expect("two lines");
        assert!(text.chars().count() < 180, "{text}");
        assert_eq!(text.find('x'), caret.find('^'));
    }

    #[test]
    fn a_place_beyond_the_file_has_no_excerpt() {
        assert_eq!(shown("one\n", 40, 1).excerpt, None);
    }

    #[test]
    fn an_error_without_a_place_is_its_message() {
        let error = BuildError::Tool("esbuild is not installed".to_owned());
        let shown = ShownProblem::of_error(&error, Path::new("."), None);
        assert_eq!(shown, [ShownProblem::message("esbuild is not installed")]);
        assert_eq!(shown[0].to_string(), "esbuild is not installed");
    }
}
