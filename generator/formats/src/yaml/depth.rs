//! The limit on nesting, checked before a text is parsed: the library that makes values of it reads it to its end first, and
//! needs time that grows with the square of the depth.

use saphyr_parser::{Event, Parser};

use crate::problem::Place;

/// How many lists and groups may be nested in each other: many times what any file of a project needs.
const MAX_DEPTH: usize = 64;

/// How many brackets and braces the library reads at once, whatever their depth.
const QUICKLY_READ: usize = 1000;

/// What is wrong with a text that is nested more deeply, and what to do about it.
pub(super) const TOO_DEEP: (&str, &str) =
    ("values are nested too deeply", "nest fewer lists and groups in each other");

/// The position of the first list or group that is nested too deeply. The two parsers accept almost the same texts: where this
/// one stops, it depends on the number of brackets that follow.
pub(super) fn too_deep(text: &str) -> Option<Place> {
    let offset = |character: usize| text.char_indices().nth(character).map_or(text.len(), |(at, _)| at);
    let mut depth = 0_usize;
    for read in Parser::new_from_str(text) {
        match read {
            Ok((Event::MappingStart(..) | Event::SequenceStart(..), _)) if depth < MAX_DEPTH => depth += 1,
            Ok((Event::MappingStart(..) | Event::SequenceStart(..), span)) => {
                return Some(Place::of_offset(text, offset(span.start.index())));
            }
            Ok((Event::MappingEnd | Event::SequenceEnd, _)) => depth -= 1,
            Ok(_) => {}
            Err(error) => {
                let stop = offset(error.marker().index());
                let mut opened = text[stop..].bytes().filter(|byte| b"[{".contains(byte));
                return opened.nth(QUICKLY_READ).map(|_| Place::of_offset(text, stop));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{edited, parse, path_at, repeated};
    use proptest::prelude::*;
    use serde_json::Value;

    #[test]
    fn the_first_value_that_is_nested_too_deeply_is_refused() {
        for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("[ #]\n ", "]"), ("? ", "")] {
            let text = |depth: usize| format!("{}x{}\n", open.repeat(depth), close.repeat(depth));
            let is_read = parse::<Value>("x.yaml", &text(MAX_DEPTH), 0);
            // A group as a key is read, and only refused as JSON.
            assert!(is_read.is_ok() || open == "? ", "{open}");
            for depth in [MAX_DEPTH + 1, 200, 50_000] {
                let problem = parse::<Value>("x.yaml", &text(depth), 0).unwrap_err();
                assert_eq!(
                    (problem.message.as_str(), problem.hint.as_deref()),
                    (TOO_DEEP.0, Some(TOO_DEEP.1))
                );
            }
        }
        // Only one of the parsers reads this.
        let problem = parse::<Value>("x.yaml", &"[#]\n ".repeat(50_000), 0).unwrap_err();
        assert_eq!(problem.message, TOO_DEEP.0);
        let nested = format!("a: b\nñ:\n  {}", "- ".repeat(MAX_DEPTH));
        let problem = parse::<Value>("x.yaml", &nested, 3).unwrap_err();
        assert_eq!((problem.line, problem.column), (Some(6), Some(3 + 2 * (MAX_DEPTH - 1))));
    }

    proptest! {
        #[test]
        fn no_depth_panics(marks in "(- |\\? |\\[|\\]|\\{|\\}|a: |\"|'|,|#|&a |\\*a|!!b |\n|  ){1,5}", levels in 0..2000usize) {
            let text = format!("{}x", marks.repeat(levels));
            let is_read = parse::<Value>("x.yaml", &text, 0).is_ok();
            path_at(&text, text.len() / 2);
            repeated(&text);
            let changed = edited(&text, &Value::Null);
            prop_assert!(is_read || changed.is_err());
        }
    }
}
