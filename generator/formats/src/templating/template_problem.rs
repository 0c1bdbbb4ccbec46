//! Template errors as problems for authors, with the template's file and line and the page being rendered.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;

use minijinja::{Error, ErrorKind};

use super::open_block::{self, OpenBlock};
use crate::code::Code;
use crate::problem::{Place, Problem};

/// How many steps (instructions of the template engine) the templates of one page may run. Measured with 1,000 units: the
/// inventory page runs 31,500, some 60 for each of the 500 units that it lists, and a unit's page 1,300.
pub const MOST_STEPS: u64 = 5_000_000;

/// The largest template in bytes: several times the largest one that is known. [`crate::threads::STACK_BYTES`] allows it.
const LONGEST_TEMPLATE: usize = 64 * 1024;

/// Whether a template was stopped after [`MOST_STEPS`].
pub fn is_endless(error: &Error) -> bool {
    innermost(error).kind() == ErrorKind::OutOfFuel
}

/// The problem for an error while rendering a page.
pub fn to_problem(error: &Error, page: &str) -> Problem {
    let innermost = innermost(error);
    let file = format!("templates/{}", innermost.name().unwrap_or_default());
    at_position(innermost, &file).hint(format!("the error occurs in {page}"))
}

/// The problem of a template that is too large to be parsed: the engine recurses into chains of operators, of which each byte
/// can be one.
pub fn of_length(source: &str, file: &str) -> Option<Problem> {
    let message = format!("has {} KB, more than the 64 KB of a template", source.len() / 1024);
    let problem = Problem::in_file(Code::TemplateError, file, message);
    (source.len() > LONGEST_TEMPLATE).then(|| problem.hint("move parts of it to templates that it includes"))
}

/// The problem for an error while parsing a template.
pub fn of_source(error: &Error, file: &str) -> Problem {
    at_position(error, file).maybe_hint(unclosed(error))
}

/// What to close when a block has no end: the engine reports only where it missed the end.
fn unclosed(error: &Error) -> Option<String> {
    let detail = error.detail().unwrap_or_default();
    let misses_end = detail.contains("expected end of block") || detail.starts_with("unknown statement end");
    let (source, range) = (error.template_source()?, error.range()?);
    let block = open_block::find(source.get(..range.start)?).filter(|_| misses_end)?;
    let OpenBlock { name, place } = block;
    Some(format!(
        "close the block `{name}`, which begins at line {} column {}, with `end{name}`",
        place.line, place.column
    ))
}

/// Merges problems with the same position that many pages have: the hint names the first page and the number of others.
pub fn once_each(problems: Vec<Problem>) -> Vec<Problem> {
    let mut by_place: BTreeMap<Problem, BTreeSet<Option<String>>> = BTreeMap::new();
    for mut problem in problems {
        let hint = problem.hint.take();
        by_place.entry(problem).or_default().insert(hint);
    }
    let merge = |(problem, mut hints): (Problem, BTreeSet<Option<String>>)| {
        let first = hints.pop_first().flatten();
        let hint = match hints.len() {
            0 => first,
            others => first.map(|hint| format!("{hint} and {others} more")),
        };
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
    Problem {
        line: error.line(),
        column: column(error),
        ..Problem::in_file(Code::TemplateError, file, message(error))
    }
}

fn column(error: &Error) -> Option<usize> {
    let (source, range) = (error.template_source()?, error.range()?);
    let place = Place::of_offset(source, range.start);
    (Some(place.line) == error.line()).then_some(place.column)
}

fn message(error: &Error) -> String {
    let expression = || error.template_source()?.get(error.range()?);
    match (error.kind(), error.detail()) {
        (ErrorKind::OutOfFuel, _) => format!(
            "the templates of a page may run {} million steps, and this one goes on: loop over less",
            MOST_STEPS / 1_000_000
        ),
        (ErrorKind::UndefinedError | ErrorKind::InvalidOperation, Some(detail)) => detail.to_owned(),
        (kind, Some(detail)) => format!("{kind}: {detail}"),
        (kind @ ErrorKind::UndefinedError, None) => expression()
            .map_or_else(|| kind.to_string(), |expression| format!("`{}` is not defined", expression.trim())),
        (kind, None) => kind.to_string(),
    }
}
