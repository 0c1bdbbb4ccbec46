//! The text of a strings file, in strict JSON: its values with their places, and changes that keep every other byte.

use std::collections::BTreeMap;
use std::ops::Range;

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use formats::json;
use formats::problem::Place;

/// One text in a strings file, with its places in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEntry {
    /// The full key, with a plural suffix.
    pub key: String,
    /// The text.
    pub text: String,
    /// Key and text.
    pub property: Range<usize>,
    /// The text between its quotation marks, as written.
    pub value: Range<usize>,
    /// What must go to remove it: with its comma, and with its group when nothing else is in it.
    pub removal: Range<usize>,
}

const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Parses the text of a strings file as a nested object, and visits every value in file order, of a key that is defined twice too:
/// its keys joined by dots, the offset of the last one, and its text, which only a string has. Fails when it is not a JSON object.
pub(super) fn parse(
    text: &str,
    mut visitor: impl FnMut(String, usize, Option<String>),
) -> Result<serde_json::Value, (Place, String)> {
    let invalid = |place: Place, message: &str| (place, format!("invalid JSON: {message}"));
    let parsed = parse_to_ast(text, &CollectOptions::default(), &STRICT).map_err(|error| {
        let place = Place::of_offset(text, error.range().start);
        // Messages of the parser begin with a capital letter; here they follow a colon.
        let mut message = error.kind().to_string();
        message[..1].make_ascii_lowercase();
        invalid(place, &json::with_remedy(&message))
    })?;
    let Some(Value::Object(object)) = parsed.value else {
        return Err((
            Place::START,
            json::with_remedy("the file is not a JSON object"),
        ));
    };
    // The parser with positions accepts control characters in strings, which JSON does not allow.
    let tree = serde_json::from_str(text).map_err(|error| {
        let (place, message) = json::located(&error);
        invalid(place, &message)
    })?;
    visit("", &object, None, &mut |key, property, _| {
        let text = property
            .value
            .as_string_lit()
            .map(|literal| literal.value.to_string());
        visitor(key, property.start(), text);
    });
    Ok(tree)
}

/// Every text of a file, in its order; none when the file is not valid, which [`super::Strings::parse`] reports.
pub fn entries(text: &str) -> Vec<TextEntry> {
    // The parser refuses a byte order mark, which has as many bytes as three spaces.
    let blanked = text
        .strip_prefix('\u{feff}')
        .map(|json| format!("   {json}"));
    let text = blanked.as_deref().unwrap_or(text);
    let parsed = parse_to_ast(text, &CollectOptions::default(), &STRICT).ok();
    let mut found = Vec::new();
    if let Some(Value::Object(object)) = parsed.and_then(|parsed| parsed.value) {
        visit("", &object, None, &mut |key, property, removal| {
            found.extend(property.value.as_string_lit().map(|literal| TextEntry {
                key,
                text: literal.value.to_string(),
                property: property.start()..property.end(),
                value: literal.start() + 1..literal.end() - 1,
                removal,
            }));
        });
    }
    found
}

/// The file with other texts, by key. A key that the file does not have is left out.
pub fn edited(text: &str, wanted: &BTreeMap<String, String>) -> String {
    let (mut changed, mut end) = (String::with_capacity(text.len()), 0);
    for entry in entries(text) {
        if let Some(new) = wanted.get(&entry.key).filter(|new| **new != entry.text) {
            changed.push_str(&text[end..entry.value.start - 1]);
            changed.push_str(&serde_json::Value::from(new.as_str()).to_string());
            end = entry.value.end + 1;
        }
    }
    changed + &text[end..]
}

/// Visits each value that is not an object, with its key path, and what must go to remove it; `whole` must go to remove `object`.
fn visit(
    parent: &str,
    object: &Object,
    whole: Option<&Range<usize>>,
    visitor: &mut impl FnMut(String, &ObjectProp, Range<usize>),
) {
    let properties = &object.properties;
    for (index, property) in properties.iter().enumerate() {
        let name = property.name.as_str();
        let key = if parent.is_empty() {
            name.to_owned()
        } else {
            format!("{parent}.{name}")
        };
        let removal = match (index.checked_sub(1), properties.get(index + 1), whole) {
            (_, Some(next), _) => property.start()..next.start(),
            (Some(before), None, _) => properties[before].end()..property.end(),
            (None, None, Some(whole)) => whole.clone(),
            (None, None, None) => property.start()..property.end(),
        };
        match &property.value {
            Value::Object(inner) => visit(&key, inner, Some(&removal), visitor),
            _ => visitor(key, property, removal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    #[test]
    fn each_value_has_its_key_path_and_position() {
        let text = "{\n  \"a\": {\"ñ\": \"é\", \"c\": \"\\u00e9 \\\"q\\\"\"},\n  \"l\": [\"}\", {}],\n  \"n\": null\n}";
        let place = |offset| Place::of_offset(text, offset);
        let mut found = Vec::new();
        parse(text, |key, offset, text| {
            found.push((key, place(offset), text))
        })
        .unwrap();
        let expected = [
            ("a.ñ", 2, 9, Some("é")),
            ("a.c", 2, 19, Some("é \"q\"")),
            ("l", 3, 3, None),
            ("n", 4, 3, None),
        ]
        .map(|(key, line, column, text)| {
            (
                key.to_owned(),
                Place { line, column },
                text.map(str::to_owned),
            )
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn only_strict_json_is_accepted() {
        let cases = [
            ("", 1, 1, "the file is not a JSON object"),
            ("[]", 1, 1, "the file is not a JSON object"),
            (
                "{\n \"a\": \n}",
                3,
                1,
                "invalid JSON: unexpected close brace",
            ),
            (
                "{\"a\": \"x\",}",
                1,
                10,
                "invalid JSON: trailing commas are not allowed",
            ),
            (
                "{\"a\": \"x\"\n\"b\": \"y\"}",
                1,
                10,
                "invalid JSON: expected comma",
            ),
            ("{\n// x\n}", 2, 1, "invalid JSON: comments are not allowed"),
            (
                "{'a': 1}",
                1,
                2,
                "invalid JSON: single-quoted strings are not allowed",
            ),
            ("{\"a\": \"x\"", 1, 1, "invalid JSON: unterminated object"),
            (
                "{\"a\": \"x\ny\"}",
                2,
                1,
                "invalid JSON: control character (\\u0000-\\u001F) found while parsing a string",
            ),
        ];
        for (text, line, column, message) in cases {
            let (place, found) = parse(text, |_, _, _| {}).unwrap_err();
            assert_eq!(place, Place { line, column }, "{text}");
            let remedy = ": write `\"key\": \"text\"` with one comma between two values and none after the last";
            assert!(found.starts_with(message), "{found}");
            assert!(found.contains(remedy), "{found}");
        }
    }

    fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![any::<String>().prop_map(Value::from), Just(Value::Null)];
        let nested = leaf.prop_recursive(3, 24, 4, |inner| {
            let map = proptest::collection::btree_map("[a-z\"\\\\é]{1,3}", inner, 0..4);
            map.prop_map(|map| Value::Object(map.into_iter().collect()))
        });
        nested.prop_map(|value| serde_json::to_string_pretty(&value).unwrap())
    }

    proptest! {
        #[test]
        fn every_json_object_is_what_another_parser_reads(
            text in prop_oneof![json(), "\\PC*|\\{(\"[a\\\\n]{0,2}\" ?: ?(\"[\\\\\"a]{0,3}\"|null|\\[\\]),?\n?){0,3}\\}"],
        ) {
            let other = serde_json::from_str(&text).ok().filter(Value::is_object);
            if let Some(tree) = other {
                prop_assert_eq!(parse(&text, |_, _, _| {}).unwrap(), tree);
            }
        }
    }

    #[test]
    fn a_removal_leaves_valid_json_and_takes_empty_groups() {
        let text = "{\n  \"a\": {\"b\": \"x\"},\n  \"c\": {\n    \"d\": \"y\",\n    \"e\": \"z\"\n  }\n}\n";
        let after = |key: &str| {
            let entries = entries(text);
            let entry = entries.iter().find(|entry| entry.key == key).unwrap();
            format!(
                "{}{}",
                &text[..entry.removal.start],
                &text[entry.removal.end..]
            )
        };
        for (key, from, to) in [
            ("a.b", "  \"a\": {\"b\": \"x\"},\n", ""),
            ("c.d", "    \"d\": \"y\",\n", ""),
            ("c.e", "\"y\",\n    \"e\": \"z\"\n", "\"y\"\n"),
        ] {
            assert_eq!(after(key), text.replace(from, to), "{key}");
        }
        assert_eq!(&text[entries(text)[1].value.clone()], "y");
        assert_eq!(entries("{"), []);
    }

    const FILE: &str = "\u{feff}{\r\n  \"a\": { \"b\":\t\"\\u00e9 \\\"x\\\"\", \"c\": \"d\" },\r\n  \"e\" : \"f\"\r\n}";

    proptest! {
        #[test]
        fn any_text_can_replace_another_and_nothing_else_changes(new in any::<String>(), key in 0..3usize) {
            let (key, old) = [("a.b", "\"\\u00e9 \\\"x\\\"\""), ("a.c", "\"d\""), ("e", "\"f\"")][key];
            let changed = edited(FILE, &[(key.to_owned(), new.clone()), ("x".to_owned(), String::new())].into());
            let (before, after) = FILE.split_once(old).unwrap();
            prop_assert!(changed.starts_with(before) && changed.ends_with(after), "{changed}");
            let read = entries(&changed);
            prop_assert_eq!(&read.iter().find(|entry| entry.key == key).unwrap().text, &new);
            prop_assert_eq!(read.len(), 3);
        }
    }
}
