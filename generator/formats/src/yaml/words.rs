//! Messages of serde in the words of authors: they know keys, texts and numbers, not `u32` or `struct Range`.

use crate::problem::did_you_mean;

/// The types in messages of serde, and what to write.
const TYPES: [(&str, &str); 15] = [
    ("u8", "write a whole number from 0 to 255"),
    ("u16", "write a whole number from 0 to 65535"),
    ("u32", "write a whole number, 0 or more"),
    ("u64", "write a whole number, 0 or more"),
    ("usize", "write a whole number, 0 or more"),
    ("i8", "write a whole number from -128 to 127"),
    ("i16", "write a whole number from -32768 to 32767"),
    ("i32", "write a whole number"),
    ("i64", "write a whole number"),
    ("f32", "write a number"),
    ("f64", "write a number"),
    ("a boolean", "write `true` or `false`"),
    ("a string", "write a text"),
    ("a map", "write a group of keys"),
    ("a sequence", "write a list"),
];

/// What is wrong and what to do, for a message of serde without a path that names types of the program.
pub(crate) fn words_for_authors(message: &str) -> Option<(String, String)> {
    Sentence { path: "", detail: message }.for_authors()
}

/// A sentence of serde about a value, with the path of the value before it.
pub(super) struct Sentence<'a> {
    /// The keys to the value, or to the group that lacks one: `contact.phone`. Empty for the whole text.
    pub(super) path: &'a str,
    /// What is wrong with it.
    pub(super) detail: &'a str,
}

impl<'a> Sentence<'a> {
    /// Splits a message of the YAML library.
    pub(super) fn split(message: &'a str) -> Sentence<'a> {
        let is_path = |path: &str| !path.contains([' ', '`', '"']);
        match message.split_once(": ") {
            Some((path, detail)) if is_path(path) => Sentence { path, detail },
            _ => Sentence { path: "", detail: message },
        }
    }

    /// The key that is missing, or that is not allowed, in the group at the path.
    pub(super) fn key(&self, start: &str) -> Option<&'a str> {
        let rest = self.detail.strip_prefix(start)?.strip_prefix(" `")?;
        Some(rest.split_once('`')?.0)
    }

    /// What is wrong and what to do, for the kinds of message that name types of the program.
    pub(super) fn for_authors(&self) -> Option<(String, String)> {
        let of = |key: &str| match self.path {
            "" => format!("`{key}`"),
            path => format!("`{path}.{key}`"),
        };
        if let Some(key) = self.key("missing field") {
            return Some((format!("{} is missing", of(key)), "add it".to_owned()));
        }
        if let Some(key) = self.key("duplicate field") {
            return Some((format!("{} is defined twice", of(key)), "remove one of them".to_owned()));
        }
        let subject = match self.path {
            "" => "the value".to_owned(),
            path => format!("`{path}`"),
        };
        if let Some(variant) = self.key("unknown variant") {
            let allowed: Vec<&str> = self.detail.split('`').skip(3).step_by(2).collect();
            let hint = did_you_mean(variant, allowed)?;
            return Some((format!("{subject} cannot be `{variant}`"), hint));
        }
        let invalid = ["invalid type: ", "invalid value: "];
        let rest = invalid.iter().find_map(|start| self.detail.strip_prefix(start))?;
        let (found, expected) = rest.rsplit_once(", expected ")?;
        Some((format!("{subject} is {}", words_for_found(found)), words_for_expected(expected)))
    }
}

fn words_for_found(found: &str) -> String {
    let starts = ["integer ", "floating point ", "boolean "];
    match found {
        "unit value" | "null" => "empty".to_owned(),
        "map" => "a group of keys".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => match (found.strip_prefix("string "), starts.iter().find_map(|start| found.strip_prefix(start)))
        {
            (Some(text), _) => format!("the text `{}`", text.trim_matches('"')),
            (None, Some(value)) => value.to_owned(),
            (None, None) => found.to_owned(),
        },
    }
}

fn words_for_expected(expected: &str) -> String {
    let known = TYPES.iter().find(|(name, _)| *name == expected);
    match known {
        Some((_, hint)) => (*hint).to_owned(),
        None if expected.starts_with("struct ") => "write a group of keys".to_owned(),
        None => format!("write {expected}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_value_as_its_author_wrote_it() {
        let cases = [
            (
                "facts.offices: invalid type: string \"many\", expected u32",
                "`facts.offices` is the text `many`: write a whole number, 0 or more",
            ),
            (
                "facts.vat_percent: invalid value: integer `300`, expected u8",
                "`facts.vat_percent` is `300`: write a whole number from 0 to 255",
            ),
            (
                "facts.area_m2: invalid type: sequence, expected struct Range",
                "`facts.area_m2` is a list: write a group of keys",
            ),
            ("name: invalid type: unit value, expected a string", "`name` is empty: write a text"),
            ("missing field `contact`", "`contact` is missing: add it"),
            ("contact: missing field `phone`", "`contact.phone` is missing: add it"),
            (
                "phase: unknown variant `finishd`, expected one of `presale`, `construction`, `finished`",
                "`phase` cannot be `finishd`: did you mean `finished`?",
            ),
            ("duplicate field `name`", "`name` is defined twice: remove one of them"),
        ];
        for (message, expected) in cases {
            let (what, hint) = Sentence::split(message).for_authors().expect(message);
            assert_eq!(format!("{what}: {hint}"), expected);
        }
        assert!(
            Sentence::split("contact.phone: `x` is not a phone number: write `+52`").for_authors().is_none()
        );
    }
}
