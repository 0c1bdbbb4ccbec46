//! JSON text to strings with the position of each key. Strict JSON only: no comments, no trailing commas.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use formats::json;
use formats::problem::{AscendingPlaces, Place};

/// A value that is not an object, with its key path.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Keys joined by dots.
    pub(super) key: String,
    /// The position of the last key.
    pub(super) place: Place,
    /// The text; `None` when the value is not a string.
    pub(super) text: Option<String>,
}

/// What a strings file holds.
#[derive(Debug)]
pub(super) struct Parsed {
    /// Every value in file order; a key that is defined twice is listed twice.
    pub(super) entries: Vec<Entry>,
    /// The same as a nested object.
    pub(super) tree: serde_json::Value,
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

/// The syntax tree of a file that is valid JSON.
pub(super) fn ast(text: &str) -> Option<Value<'_>> {
    parse_to_ast(text, &CollectOptions::default(), &STRICT).ok()?.value
}

/// Parses the text of a strings file.
///
/// # Errors
/// The first violation of the JSON syntax, or a value that is not an object, with its position.
pub(super) fn parse(text: &str) -> Result<Parsed, (Place, String)> {
    let invalid = |place: Place, message: &str| (place, format!("invalid JSON: {message}"));
    let parsed = parse_to_ast(text, &CollectOptions::default(), &STRICT).map_err(|error| {
        let place = Place::of_offset(text, error.range().start);
        invalid(place, &lower_case_start(&error.kind().to_string()))
    })?;
    let Some(Value::Object(object)) = parsed.value else {
        return Err((Place::START, "the file is not a JSON object".to_owned()));
    };
    // The parser with positions accepts control characters in strings, which JSON does not allow.
    let tree = serde_json::from_str(text).map_err(|error| {
        let (place, message) = json::located(&error);
        invalid(place, &message)
    })?;
    let mut entries = Vec::new();
    add_entries(&mut AscendingPlaces::new(text), "", &object, &mut entries);
    Ok(Parsed { entries, tree })
}

fn add_entries(places: &mut AscendingPlaces<'_>, parent: &str, object: &Object, entries: &mut Vec<Entry>) {
    for property in &object.properties {
        let key = match parent {
            "" => property.name.as_str().to_owned(),
            _ => format!("{parent}.{}", property.name.as_str()),
        };
        match &property.value {
            Value::Object(inner) => add_entries(places, &key, inner, entries),
            value => entries.push(Entry {
                key,
                place: places.next(property.start()),
                text: value.as_string_lit().map(|literal| literal.value.to_string()),
            }),
        }
    }
}

/// Messages of the parser begin with a capital letter; here they follow a colon.
fn lower_case_start(sentence: &str) -> String {
    let mut sentence = sentence.to_owned();
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_value_has_its_key_path_and_position() {
        let text = "{\n  \"a\": {\"ñ\": \"é\", \"c\": \"\\u00e9 \\\"q\\\"\"},\n  \"l\": [\"}\", {}],\n  \"n\": null\n}";
        let entry = |key: &str, line, column, text: Option<&str>| Entry {
            key: key.to_owned(),
            place: Place { line, column },
            text: text.map(str::to_owned),
        };
        assert_eq!(
            parse(text).unwrap().entries,
            [
                entry("a.ñ", 2, 9, Some("é")),
                entry("a.c", 2, 19, Some("é \"q\"")),
                entry("l", 3, 3, None),
                entry("n", 4, 3, None),
            ]
        );
    }

    #[test]
    fn only_strict_json_is_accepted() {
        let cases = [
            ("", 1, 1, "the file is not a JSON object"),
            ("[]", 1, 1, "the file is not a JSON object"),
            ("{\n \"a\": \n}", 3, 1, "invalid JSON: unexpected close brace"),
            ("{\"a\": \"x\",}", 1, 10, "invalid JSON: trailing commas are not allowed"),
            ("{\"a\": \"x\"\n\"b\": \"y\"}", 1, 10, "invalid JSON: expected comma"),
            ("{\n// x\n}", 2, 1, "invalid JSON: comments are not allowed"),
            ("{'a': 1}", 1, 2, "invalid JSON: single-quoted strings are not allowed"),
            ("{\"a\": \"x\"", 1, 1, "invalid JSON: unterminated object"),
            (
                "{\"a\": \"x\ny\"}",
                2,
                1,
                "invalid JSON: control character (\\u0000-\\u001F) found while parsing a string",
            ),
        ];
        for (text, line, column, message) in cases {
            let expected = (Place { line, column }, message.to_owned());
            assert_eq!(parse(text).unwrap_err(), expected, "{text}");
        }
    }

    fn json() -> impl Strategy<Value = serde_json::Value> {
        let leaf =
            prop_oneof![any::<String>().prop_map(serde_json::Value::from), Just(serde_json::Value::Null)];
        leaf.prop_recursive(3, 24, 4, |inner| {
            proptest::collection::btree_map("[a-z\"\\\\é]{1,3}", inner, 0..4)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect()))
        })
    }

    proptest! {
        #[test]
        fn the_tree_is_what_another_parser_reads(value in json()) {
            let text = serde_json::to_string_pretty(&value).unwrap();
            match parse(&text) {
                Ok(parsed) => prop_assert_eq!(parsed.tree, value),
                Err(_) => prop_assert!(!value.is_object()),
            }
        }

        #[test]
        fn every_json_object_is_accepted(text in "\\PC*|\\{(\"[a\\\\n]{0,2}\" ?: ?(\"[\\\\\"a]{0,3}\"|null|\\[\\]),?\n?){0,3}\\}") {
            let other = serde_json::from_str::<serde_json::Value>(&text).ok();
            if let Some(tree) = other.filter(serde_json::Value::is_object) {
                prop_assert_eq!(parse(&text).unwrap().tree, tree);
            }
        }
    }
}
