//! A template's error as an author's problem: the template's own file and line, and the page that was
//! being made.

use std::collections::BTreeMap;
use std::error::Error as _;

use minijinja::{Error, ErrorKind};

use crate::problem::{Place, Problem};

/// The problem behind an error of rendering a page.
pub fn of(error: &Error, page: &str) -> Problem {
    let innermost = innermost(error);
    let file = format!("templates/{}", innermost.name().unwrap_or_default());
    said_at(innermost, &file).hint(format!("while making {page}"))
}

/// The problem behind an error of reading a template.
pub fn of_source(error: &Error, file: &str) -> Problem {
    said_at(error, file)
}

/// One problem for each place, although many pages met it: the hint names the first and counts the others.
pub fn once_each(problems: Vec<Problem>) -> Vec<Problem> {
    let mut by_place: BTreeMap<Problem, Vec<Option<String>>> = BTreeMap::new();
    for mut problem in problems {
        let hint = problem.hint.take();
        by_place.entry(problem).or_default().push(hint);
    }
    let merge = |(problem, mut hints): (Problem, Vec<Option<String>>)| {
        hints.sort();
        hints.dedup();
        let others = hints.len() - 1;
        let first = hints.swap_remove(0);
        let hint = first.map(|hint| {
            if others == 0 {
                hint
            } else {
                format!("{hint} and {others} more")
            }
        });
        problem.maybe_hint(hint)
    };
    by_place.into_iter().map(merge).collect()
}

/// Includes, macros and inheritance wrap the error of the template inside them.
fn innermost(error: &Error) -> &Error {
    let mut current = error;
    while let Some(inner) = current.source().and_then(|source| source.downcast_ref::<Error>()) {
        if inner.name().is_none() {
            break;
        }
        current = inner;
    }
    current
}

fn said_at(error: &Error, file: &str) -> Problem {
    let message = message(error);
    match (error.line(), column(error)) {
        (Some(line), Some(column)) => Problem::at(file, Place { line, column }, message),
        (Some(line), None) => Problem {
            line: Some(line),
            ..Problem::in_file(file, message)
        },
        _ => Problem::in_file(file, message),
    }
}

fn column(error: &Error) -> Option<usize> {
    let (source, range) = (error.template_source()?, error.range()?);
    let place = Place::of_offset(source, range.start);
    (Some(place.line) == error.line()).then_some(place.column)
}

fn message(error: &Error) -> String {
    let detail = error.detail().map(str::to_owned);
    let expression = error
        .template_source()
        .zip(error.range())
        .and_then(|(source, range)| source.get(range));
    match (error.kind(), detail, expression) {
        (ErrorKind::UndefinedError, None, Some(expression)) => {
            format!("\"{}\" is not defined", expression.trim())
        }
        (ErrorKind::UndefinedError, Some(detail), _) => detail,
        (ErrorKind::InvalidOperation, Some(detail), _) => detail,
        (kind, Some(detail), _) => format!("{kind}: {detail}"),
        (kind, None, _) => kind.to_string(),
    }
}
