//! Compares the strings files of two languages: both need each key and placeholder, each with the plural forms of its language.

use std::collections::{BTreeMap, BTreeSet};

use super::{Message, Strings};
use formats::problem::{Code, Problem};

/// The plural forms by which a key is known to be a plural; others may be the end of a name, like `too_many`.
const CERTAIN_FORMS: [&str; 2] = ["one", "other"];

/// Reports everything that only one of the two files has, at its position in that file.
pub fn compare(one: &Strings, other: &Strings) -> Vec<Problem> {
    let (ours, theirs) = (keys(one), keys(other));
    [
        differences((one, &ours), (other, &theirs)),
        differences((other, &theirs), (one, &ours)),
    ]
    .concat()
}

/// A key of a language without plural suffixes.
struct Key<'a> {
    /// Its first message.
    first: &'a Message,
    forms: BTreeSet<&'a str>,
    placeholders: BTreeSet<&'a str>,
}

type Keys<'a> = BTreeMap<&'a str, Key<'a>>;

fn keys(strings: &Strings) -> Keys<'_> {
    let (required, optional) = strings.lang.plural_forms();
    let forms = [required, optional].concat();
    let mut keys = Keys::new();
    for (full, message) in strings.messages() {
        let (base, form) = split_form(strings, &forms, full);
        let new = || Key {
            first: message,
            forms: BTreeSet::new(),
            placeholders: BTreeSet::new(),
        };
        let key = keys.entry(base).or_insert_with(new);
        key.forms.extend(form);
        key.placeholders.extend(message.placeholders());
    }
    keys
}

/// What is wrong in the first file, and what it has that the second one does not have.
fn differences(
    (file, ours): (&Strings, &Keys),
    (other, theirs): (&Strings, &Keys),
) -> Vec<Problem> {
    const BOTH: &str = "all languages need the same strings";
    let (required, _) = file.lang.plural_forms();
    let mut problems = Vec::new();
    for (name, key) in ours {
        let mut report = |code, message: String, hint: &str| {
            problems.push(Problem::at(code, &file.file, file.place(key.first), message).hint(hint));
        };
        let is_plural = !key.forms.is_empty();
        for form in required
            .iter()
            .filter(|form| is_plural && !key.forms.contains(**form))
        {
            let message = format!("the plural `{name}` has no form `{name}_{form}`");
            report(Code::MissingPluralForm, message, "add it");
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
            report(
                Code::MissingPlaceholder,
                message,
                "the other language uses it",
            );
        }
    }
    problems
}

/// Splits a key into base and plural form: `unit.count`, `one`. `form.too_many` without `form.too_one` or `form.too_other` has none.
fn split_form<'a>(strings: &Strings, forms: &[&str], key: &'a str) -> (&'a str, Option<&'a str>) {
    let Some((base, form)) = key.rsplit_once('_') else {
        return (key, None);
    };
    let has = |form: &&str| strings.messages.contains_key(&format!("{base}_{form}"));
    let is_form =
        CERTAIN_FORMS.contains(&form) || forms.contains(&form) && CERTAIN_FORMS.iter().any(has);
    if is_form {
        (base, Some(form))
    } else {
        (key, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Languages;

    #[test]
    fn each_language_has_the_same_texts_and_its_own_plural_forms() {
        let languages = Languages::from_codes(["es", "en", "ru"]).unwrap();
        let only_here = "es:1:2: the string `a` has plural forms here but none in en: all languages need the same strings";
        for (es, other, text, expected) in [
            (
                r#"{"a": "x {{n}}", "too_many": "x", "c_one": "{{count}} u", "c_many": "{{count}} de u", "c_other": "{{count}} us"}"#,
                "en",
                r#"{"a": "{{n}} x", "too_many": "x", "c_one": "one u", "c_other": "{{count}} us"}"#,
                &[][..],
            ),
            (
                r#"{"a_one": "x", "a_other": "x"}"#,
                "en",
                r#"{"a": "x"}"#,
                &[only_here],
            ),
            (
                r#"{"c_one": "{{count}} u", "c_other": "{{count}} us"}"#,
                "ru",
                r#"{"c_one": "{{count}} a", "c_many": "{{count}} b"}"#,
                &["ru:1:26: the plural `c` has no form `c_few`: add it"],
            ),
        ] {
            let [es, other] = [("es", es), (other, text)].map(|(code, text)| {
                Strings::parse(languages.find(code).unwrap(), code, text).unwrap()
            });
            let found: Vec<String> = compare(&es, &other)
                .iter()
                .map(ToString::to_string)
                .collect();
            assert_eq!(found, expected);
        }
    }
}
