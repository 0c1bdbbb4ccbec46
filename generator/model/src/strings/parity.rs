//! Compares the strings files of two languages: each key, plural form and placeholder must be in both.

use std::collections::{BTreeMap, BTreeSet};

use super::Strings;
use crate::code::Code;
use crate::problem::{Place, Problem};

/// Plural forms that every plural needs.
const FORMS: [&str; 2] = ["one", "other"];
/// A plural form that Spanish may have as well (CLDR).
const OPTIONAL_FORM: &str = "many";

/// Reports everything that only one of the two files has, at its position in that file.
pub fn compare(one: &Strings, other: &Strings) -> Vec<Problem> {
    let (ours, theirs) = (keys(one), keys(other));
    let mut problems = differences((one, &ours), (other, &theirs));
    problems.extend(differences((other, &theirs), (one, &ours)));
    problems
}

/// A key of a language without plural suffixes.
struct Key<'a> {
    place: Place,
    forms: BTreeSet<&'a str>,
    placeholders: BTreeSet<&'a str>,
}

type Keys<'a> = BTreeMap<&'a str, Key<'a>>;

fn keys(strings: &Strings) -> Keys<'_> {
    let mut keys = Keys::new();
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
    keys
}

/// What is wrong in the first file, and what it has that the second one does not have.
fn differences((file, ours): (&Strings, &Keys), (other, theirs): (&Strings, &Keys)) -> Vec<Problem> {
    const BOTH: &str = "both languages need the same strings";
    let mut problems = Vec::new();
    for (name, key) in ours {
        let mut report = |code, message: String, hint: &str| {
            problems.push(Problem::at(code, &file.file, key.place, message).hint(hint));
        };
        let is_plural = !key.forms.is_empty();
        for form in FORMS
            .iter()
            .filter(|form| is_plural && !key.forms.contains(**form))
        {
            report(
                Code::MissingPluralForm,
                format!("the plural `{name}` has no form `{name}_{form}`"),
                "add it",
            );
        }
        let Some(their_key) = theirs.get(name) else {
            report(
                Code::MissingString,
                format!("the string `{name}` is missing in {}", other.file),
                BOTH,
            );
            continue;
        };
        if is_plural && their_key.forms.is_empty() {
            let message = format!(
                "the string `{name}` has plural forms here but none in {}",
                other.file
            );
            report(Code::MissingPluralForm, message, BOTH);
        }
        for placeholder in their_key.placeholders.difference(&key.placeholders) {
            let message = format!("the string `{name}` does not use `{{{{{placeholder}}}}}`");
            report(Code::MissingPlaceholder, message, "the other language uses it");
        }
    }
    problems
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
