//! Template errors as problems for authors, with the template's file and line and the page being rendered.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;

use minijinja::{Error, ErrorKind};

use crate::problem::{Code, Place, Problem};

/// How many instructions the templates of one page may run: the inventory page runs 31,500 for 1,000 units, a unit's page 1,300.
pub const MOST_STEPS: u64 = 5_000_000;

/// The largest template in bytes: several times the largest one that is known. [`crate::STACK_BYTES`] allows it.
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

/// The problem of a template that is too large to be parsed: the engine recurses into chains of operators, one in each byte.
pub fn of_length(source: &str, file: &str) -> Option<Problem> {
    let message = format!(
        "has {} KB, more than the 64 KB of a template",
        source.len() / 1024
    );
    let problem = Problem::in_file(Code::TemplateError, file, message);
    (source.len() > LONGEST_TEMPLATE)
        .then(|| problem.hint("move parts of it to templates that it includes"))
}

/// The problem for an error while parsing a template.
pub fn of_source(error: &Error, file: &str) -> Problem {
    let detail = error.detail().unwrap_or_default();
    let misses_end =
        detail.contains("expected end of block") || detail.starts_with("unknown statement end");
    // The engine reports only where it missed the end of a block.
    let before = error
        .template_source()
        .zip(error.range())
        .and_then(|(text, range)| text.get(..range.start));
    let open = if misses_end {
        before.and_then(open_block)
    } else {
        None
    };
    at_position(error, file).maybe_hint(open.map(|(name, Place { line, column })| {
        format!("close the block `{name}`, which begins at line {line} column {column}, with `end{name}`")
    }))
}

/// Merges problems with the same position that many pages have: the hint names the first page and the number of others.
pub fn deduplicate(problems: Vec<Problem>) -> Vec<Problem> {
    let mut by_place: BTreeMap<Problem, BTreeSet<Option<String>>> = BTreeMap::new();
    for mut problem in problems {
        let hint = problem.hint.take();
        by_place.entry(problem).or_default().insert(hint);
    }
    let merge = |(problem, mut hints): (Problem, BTreeSet<Option<String>>)| {
        let first = hints.pop_first().flatten();
        let others = hints.len();
        problem.maybe_hint(first.map(|hint| match others {
            0 => hint,
            others => format!("{hint} and {others} more"),
        }))
    };
    by_place.into_iter().map(merge).collect()
}

/// The error that includes, macros and inheritance wrap.
fn innermost(error: &Error) -> &Error {
    let inner = std::iter::successors(Some(error), |&error| {
        error
            .source()?
            .downcast_ref::<Error>()
            .filter(|inner| inner.name().is_some())
    });
    inner.last().unwrap_or(error)
}

fn at_position(error: &Error, file: &str) -> Problem {
    let place = error
        .template_source()
        .zip(error.range())
        .map(|(source, range)| Place::of_offset(source, range.start))
        .filter(|place| Some(place.line) == error.line());
    let problem = Problem::in_file(Code::TemplateError, file, message(error));
    Problem {
        line: error.line(),
        column: place.map(|place| place.column),
        ..problem
    }
}

fn message(error: &Error) -> String {
    let expression = || error.template_source()?.get(error.range()?);
    match (error.kind(), error.detail()) {
        (ErrorKind::OutOfFuel, _) => format!(
            "the templates of a page may run {} million steps, and this one goes on: loop over less",
            MOST_STEPS / 1_000_000
        ),
        (ErrorKind::UndefinedError | ErrorKind::InvalidOperation, Some(detail)) => {
            detail.to_owned()
        }
        (kind, Some(detail)) => format!("{kind}: {detail}"),
        (kind @ ErrorKind::UndefinedError, None) => expression().map_or_else(
            || kind.to_string(),
            |expression| format!("`{}` is not defined", expression.trim()),
        ),
        (kind, None) => kind.to_string(),
    }
}

/// Statements that open a block and need an `end...`.
const BLOCKS: [&str; 9] = [
    "autoescape",
    "block",
    "call",
    "filter",
    "for",
    "if",
    "macro",
    "raw",
    "with",
];

/// The innermost block that is open where the text ends: its statement, like `if`, and where its tag begins.
fn open_block(source: &str) -> Option<(&str, Place)> {
    let mut open: Vec<(&str, Place)> = Vec::new();
    let mut rest = source;
    while let Some((_, tag)) = rest.split_once('{') {
        let is_raw = open.last().is_some_and(|(name, _)| *name == "raw");
        let closing = match tag.as_bytes().first() {
            Some(b'%') => "%}",
            Some(b'#') if !is_raw => "#}",
            _ => {
                rest = tag;
                continue;
            }
        };
        let Some((inside, after)) = tag[1..].split_once(closing) else {
            break;
        };
        rest = after;
        let words = inside.trim_start_matches(['-', '+']).trim_start();
        if closing == "#}" || is_raw && !words.starts_with("endraw") {
            continue;
        }
        let length = words
            .find(|letter: char| !letter.is_alphanumeric())
            .unwrap_or(words.len());
        let (name, others) = words.split_at(length);
        if BLOCKS.contains(&name) || name == "set" && !others.contains('=') {
            open.push((name, Place::of_offset(source, source.len() - tag.len() - 1)));
        } else if let Some(closed) = name.strip_prefix("end")
            && open.last().is_some_and(|(name, _)| *name == closed)
        {
            open.pop();
        }
    }
    open.pop()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_innermost_open_block_is_found() {
        let open =
            |source| open_block(source).map(|(name, place)| (name, place.line, place.column));
        assert_eq!(
            open("{% if a %}\n  {%- for b in c -%}\n{% endfor %}"),
            Some(("if", 1, 1))
        );
        assert_eq!(
            open("{% if a %}\n  {%- for b in c -%}\n"),
            Some(("for", 2, 3))
        );
        assert_eq!(open("{% set a = 1 %}{% set b %}x"), Some(("set", 1, 16)));
        let none = "{# {% if a %} #}{{ b }}{% include \"c\" %}{% raw %}{% if a %}{% endraw %}{% if a %}{% else %}{% endif %}";
        assert_eq!(open(none), None);
    }

    proptest! {
        #[test]
        fn no_text_panics(source in "(\\{[%#]|[%#]\\}|-| |if|endif|raw|endraw|ñ|\\PC){0,30}") {
            open_block(&source);
        }
    }
}
