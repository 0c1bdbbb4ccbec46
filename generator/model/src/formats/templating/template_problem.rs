//! Template errors as problems for authors, with the template's file and line and the page being rendered.

use std::collections::BTreeMap;
use std::error::Error as _;

use minijinja::{Error, ErrorKind};

use crate::problem::{Place, Problem};

/// The problem for an error while rendering a page.
pub fn of(error: &Error, page: &str) -> Problem {
    let innermost = innermost(error);
    let file = format!("templates/{}", innermost.name().unwrap_or_default());
    at_position(innermost, &file).hint(format!("the error occurs in {page}"))
}

/// The problem for an error while parsing a template.
pub fn of_source(error: &Error, file: &str) -> Problem {
    at_position(error, file)
}

/// Merges problems with the same position that many pages have: the hint names the first page and the number of others.
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

/// The error that includes, macros and inheritance wrap.
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

fn at_position(error: &Error, file: &str) -> Problem {
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
            format!("`{}` is not defined", expression.trim())
        }
        (ErrorKind::UndefinedError, Some(detail), _) => detail,
        (ErrorKind::InvalidOperation, Some(detail), _) => detail,
        (kind, Some(detail), _) => format!("{kind}: {detail}"),
        (kind, None, _) => kind.to_string(),
    }
}
