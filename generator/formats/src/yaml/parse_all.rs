//! Every error of a file at once: a reader with types stops at the first one, so each wrong value is replaced and the rest read again.

use serde::de::DeserializeOwned;
use serde_yaml::Value;

use super::{ParseError, Places, Step, parse, path};
use crate::problem::{Code, Place, Problem};

/// Many times the errors of a file that somebody edits; more are reported after the first ones were corrected.
const MOST_ERRORS: usize = 50;

/// The result of reading a text, with its errors.
pub struct Parsed<T> {
    /// Its value, in which each wrong value is replaced; nothing when it is not YAML, or when that does not help.
    pub value: Option<T>,
    /// Every error, the first one first.
    pub problems: Vec<Problem>,
    /// The paths of the replaced values: `contact.phone`.
    pub replaced: Vec<String>,
}

/// Parses a whole file. Replacements are taken from the text of a `valid` file; what it does not have is left out.
pub fn parse_all<T: DeserializeOwned>(file: &str, text: &str, valid: &str) -> Parsed<T> {
    let (mut problems, mut replaced) = (Vec::new(), Vec::new());
    let first = match parse(file, text, 0) {
        Ok(value) => {
            return Parsed {
                value: Some(value),
                problems,
                replaced,
            };
        }
        Err(problem) => problem,
    };
    let mut value = None;
    // What is nested too deeply must not be read again.
    if first.code != Code::InvalidSyntax
        && let (Ok(mut tree), Ok(valid)) = (serde_yaml::from_str(text), serde_yaml::from_str(valid))
    {
        while problems.len() < MOST_ERRORS {
            let written = serde_yaml::to_string(&tree).unwrap_or_default();
            let error = match serde_yaml::from_str(&written) {
                Ok(read) => {
                    value = Some(read);
                    break;
                }
                Err(error) => error,
            };
            let error = ParseError::new(&error.to_string(), &written, Place::START);
            let dotted = error.path.replace('[', ".").replace(']', "");
            let path = path(&dotted);
            let place = Places::read(text).find(&path);
            problems
                .push(Problem::at(error.code, file, place, error.message).maybe_hint(error.hint));
            let is_renamed = error
                .meant
                .is_some_and(|meant| rename(&mut tree, &path, &meant));
            if !is_renamed && !replace(&mut tree, &valid, &path) {
                break;
            }
            replaced.push(dotted);
        }
    }
    // The library's own position of the first error is more precise: that of the value, not of its key.
    problems.retain(|problem| (&problem.message, &problem.hint) != (&first.message, &first.hint));
    problems.insert(0, first);
    Parsed {
        value,
        problems,
        replaced,
    }
}

/// Renames a misspelt key, so that its value is checked and nothing is reported as missing. Returns whether it could.
fn rename(tree: &mut Value, path: &[Step], meant: &str) -> bool {
    let Some((Step::Key(key), parents)) = path.split_last() else {
        return false;
    };
    let Some(Value::Mapping(map)) = parents.iter().try_fold(tree, inner) else {
        return false;
    };
    if map.contains_key(meant) {
        return false;
    }
    let value = map.remove(key.as_str());
    value.is_some_and(|value| map.insert(Value::from(meant), value).is_none())
}

fn inner<'a>(tree: &'a mut Value, step: &Step) -> Option<&'a mut Value> {
    match step {
        Step::Key(key) => tree.get_mut(key.as_str()),
        Step::Index(index) => tree.get_mut(*index),
    }
}

/// Replaces the value at a path by the valid one, or removes the topmost one that the valid file lacks. Whether something changed.
fn replace(tree: &mut Value, valid: &Value, path: &[Step]) -> bool {
    let Some((step, rest)) = path.split_first() else {
        return false;
    };
    let valid = match step {
        Step::Key(key) => valid.get(key.as_str()),
        Step::Index(index) => valid.get(*index),
    };
    let is_group = |valid: &&Value| valid.is_mapping() || valid.is_sequence();
    if !rest.is_empty()
        && let Some(valid) = valid.filter(is_group)
        && inner(tree, step).is_some_and(|inner| replace(inner, valid, rest))
    {
        return true;
    }
    match (tree, step, valid) {
        (Value::Mapping(map), Step::Key(key), Some(valid)) => {
            map.insert(Value::from(key.as_str()), valid.clone())
                .as_ref()
                != Some(valid)
        }
        (Value::Mapping(map), Step::Key(key), None) => map.remove(key.as_str()).is_some(),
        (Value::Sequence(list), Step::Index(index), _) if *index < list.len() => {
            list.remove(*index);
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        name: String,
        numbers: Numbers,
        rate: Option<Numbers>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Numbers {
        one: u32,
        two: bool,
    }

    const VALID: &str = "name: a\nnumbers: {one: 1, two: true}\n";

    #[test]
    fn every_error_is_reported_with_its_position() {
        let text = "nam: b\nnumbers:\n  one: many\n  two: 2\nrate:\n  one: 1\n";
        let parsed = parse_all::<Sample>("x.yaml", text, VALID);
        let printed: Vec<String> = parsed.problems.iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(printed.join("\n"), @"
        x.yaml:1:1: unknown key `nam`: did you mean `name`?
        x.yaml:6:3: `rate.two` is missing: add it
        x.yaml:3:3: `numbers.one` is the text `many`: write a whole number, 0 or more
        x.yaml:4:3: `numbers.two` is `2`: write `true` or `false`
        ");
        assert_eq!(
            parsed.value.expect("replaced").name,
            "b",
            "of the misspelt key"
        );
        // A text that is not YAML has one error.
        let parsed = parse_all::<Sample>("x.yaml", "name: \"a\n", VALID);
        assert_eq!((parsed.value, parsed.problems.len()), (None, 1));
    }

    proptest! {
        #[test]
        fn no_text_panics_and_a_wrong_one_has_an_error(text in "(name|numbers|one|two|rate|: |\n|  |- |\\[|\\]|\\{|\\}|1|a|\\PC){0,30}") {
            let parsed = parse_all::<Sample>("x.yaml", &text, VALID);
            let read = parse::<Sample>("x.yaml", &text, 0);
            prop_assert_eq!(read.is_ok(), parsed.problems.is_empty());
        }
    }
}
