//! Compares the strings files of two languages: each key, plural form and placeholder must be in both.

use std::collections::{BTreeMap, BTreeSet};

use super::Strings;
use crate::problem::{Place, Problem};

/// Plural forms that every plural needs.
const FORMS: [&str; 2] = ["one", "other"];
/// A plural form that Spanish may have as well (CLDR).
const OPTIONAL_FORM: &str = "many";

/// Reports everything that only one of the two files has, at its position in that file.
pub fn compare(one: &Strings, other: &Strings) -> Vec<Problem> {
    let (ours, theirs) = (Keys::of(one), Keys::of(other));
    let mut problems = ours.missing_forms(one);
    problems.extend(theirs.missing_forms(other));
    problems.extend(ours.missing_from(&theirs, one, other));
    problems.extend(theirs.missing_from(&ours, other, one));
    problems.extend(ours.different_placeholders(&theirs, one, other));
    problems
}

/// The keys of a language without plural suffixes.
struct Keys<'a>(BTreeMap<&'a str, Key<'a>>);

struct Key<'a> {
    place: Place,
    forms: BTreeSet<&'a str>,
    placeholders: BTreeSet<&'a str>,
}

impl<'a> Keys<'a> {
    fn of(strings: &'a Strings) -> Keys<'a> {
        let mut keys: BTreeMap<&str, Key> = BTreeMap::new();
        for (full, message) in strings.messages() {
            let (base, form) = split_form(strings, full);
            let key = keys.entry(base).or_insert_with(|| Key {
                place: message.place,
                forms: BTreeSet::new(),
                placeholders: BTreeSet::new(),
            });
            key.forms.extend(form);
            key.placeholders.extend(message.placeholders());
        }
        Keys(keys)
    }

    fn missing_forms(&self, strings: &Strings) -> Vec<Problem> {
        let counted = self.0.iter().filter(|(_, key)| !key.forms.is_empty());
        counted
            .flat_map(|(name, key)| {
                FORMS
                    .iter()
                    .filter(|form| !key.forms.contains(**form))
                    .map(move |form| {
                        Problem::at(
                            &strings.file,
                            key.place,
                            format!("the plural `{name}` has no form `{name}_{form}`"),
                        )
                        .hint("add it")
                    })
            })
            .collect()
    }

    fn missing_from(&self, theirs: &Keys, one: &Strings, other: &Strings) -> Vec<Problem> {
        let missing = self.0.iter().filter_map(|(name, key)| match theirs.0.get(name) {
            None => Some((
                key.place,
                format!("the string `{name}` is missing in {}", other.file),
            )),
            Some(their_key) if key.forms.is_empty() == their_key.forms.is_empty() => None,
            Some(_) if key.forms.is_empty() => None,
            Some(_) => Some((
                key.place,
                format!(
                    "the string `{name}` has plural forms here but none in {}",
                    other.file
                ),
            )),
        });
        missing
            .map(|(place, message)| {
                Problem::at(&one.file, place, message).hint("both languages need the same strings")
            })
            .collect()
    }

    fn different_placeholders(&self, theirs: &Keys, one: &Strings, other: &Strings) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (name, key) in &self.0 {
            let Some(their_key) = theirs.0.get(name) else {
                continue;
            };
            for (strings, (key, missing)) in [
                (one, (key, their_key.placeholders.difference(&key.placeholders))),
                (
                    other,
                    (their_key, key.placeholders.difference(&their_key.placeholders)),
                ),
            ] {
                problems.extend(missing.map(|placeholder| {
                    let message = format!("the string `{name}` does not use `{{{{{placeholder}}}}}`");
                    Problem::at(&strings.file, key.place, message).hint("the other language uses it")
                }));
            }
        }
        problems
    }
}

/// Splits a key into base and plural form: `unit.count_one` is the form `one` of `unit.count`. `form.too_many` is a
/// key without a form, because there is no `form.too_other`.
fn split_form<'a>(strings: &Strings, key: &'a str) -> (&'a str, Option<&'a str>) {
    match key.rsplit_once('_') {
        Some((base, form)) if FORMS.contains(&form) => (base, Some(form)),
        Some((base, OPTIONAL_FORM)) if strings.messages.contains_key(&format!("{base}_other")) => {
            (base, Some(OPTIONAL_FORM))
        }
        _ => (key, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    fn problems(es: &str, en: &str) -> Vec<String> {
        let es = Strings::parse(Lang::Es, "es", es).unwrap();
        let en = Strings::parse(Lang::En, "en", en).unwrap();
        compare(&es, &en).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn equal_files_have_no_problems() {
        let es = r#"{"a": "x {{n}}", "too_many": "x", "c_one": "{{count}} u", "c_many": "{{count}} de u", "c_other": "{{count}} us"}"#;
        let en = r#"{"a": "{{n}} x", "too_many": "x", "c_one": "one u", "c_other": "{{count}} us"}"#;
        assert_eq!(problems(es, en), Vec::<String>::new());
    }

    #[test]
    fn each_difference_is_one_problem() {
        assert_eq!(
            problems(r#"{"a": "x"}"#, "{}"),
            ["es:1:2: the string `a` is missing in en: both languages need the same strings"]
        );
        assert_eq!(
            problems(r#"{"a": "{{n}}"}"#, r#"{"a": "x"}"#),
            ["en:1:2: the string `a` does not use `{{n}}`: the other language uses it"]
        );
        assert_eq!(
            problems(r#"{"a_one": "x"}"#, r#"{"a_one": "x", "a_other": "x"}"#),
            ["es:1:2: the plural `a` has no form `a_other`: add it"]
        );
        assert_eq!(
            problems(r#"{"a_one": "x", "a_other": "x"}"#, r#"{"a": "x"}"#),
            [
                "es:1:2: the string `a` has plural forms here but none in en: both languages need the same strings"
            ]
        );
    }
}
