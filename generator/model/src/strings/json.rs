//! Where each text of a strings file stands. A JSON library says what a file holds, not where; this
//! walk over text that is already known to be JSON gives each leaf its key path and its place.

use crate::problem::Place;

/// A leaf of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Keys joined by dots.
    pub(super) key: String,
    /// Where its last key stands.
    pub(super) place: Place,
    /// The text, or nothing when the leaf is something else.
    pub(super) text: Option<String>,
}

/// Every leaf in file order. The text must be valid JSON.
pub(super) fn entries(text: &str) -> Vec<Entry> {
    let mut walk = Walk {
        text,
        at: 0,
        line: 1,
        line_start: 0,
        keys: Vec::new(),
        found: Vec::new(),
    };
    walk.value(Place::START);
    walk.found
}

struct Walk<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    line_start: usize,
    keys: Vec<String>,
    found: Vec<Entry>,
}

impl Walk<'_> {
    fn value(&mut self, place: Place) {
        match self.peek() {
            Some(b'{') => self.object(),
            Some(b'[') => {
                self.leaf(place, None);
                self.skip_list();
            }
            Some(b'"') => {
                let text = self.string();
                self.leaf(place, Some(text));
            }
            _ => {
                self.leaf(place, None);
                self.skip_while(|byte| !matches!(byte, b',' | b'}' | b']'));
            }
        }
    }

    fn object(&mut self) {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    let place = self.place();
                    let key = self.string();
                    self.keys.push(key);
                    self.expect(b':');
                    self.value(place);
                    self.keys.pop();
                }
                Some(b',') => self.at += 1,
                _ => break,
            }
        }
        self.expect(b'}');
    }

    fn skip_list(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
    }

    /// Reads a string with its quotes and undoes its escapes.
    fn string(&mut self) -> String {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        self.at = (self.at + 1).min(bytes.len());
        serde_json::from_str(&self.text[start..self.at]).unwrap_or_default()
    }

    fn leaf(&mut self, place: Place, text: Option<String>) {
        self.found.push(Entry {
            key: self.keys.join("."),
            place,
            text,
        });
    }

    /// The next byte that is not white space; lines are counted on the way.
    fn peek(&mut self) -> Option<u8> {
        self.skip_while(|byte| byte.is_ascii_whitespace());
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            if !wanted(byte) {
                return;
            }
            self.at += 1;
            if byte == b'\n' {
                self.line += 1;
                self.line_start = self.at;
            }
        }
    }

    fn expect(&mut self, byte: u8) {
        if self.peek() == Some(byte) {
            self.at += 1;
        }
    }

    fn place(&self) -> Place {
        Place {
            line: self.line,
            column: self.text[self.line_start..self.at].chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    #[test]
    fn leaves_have_their_places() {
        let text = "{\n  \"a\": {\"ñ\": \"é\", \"c\": \"\\u00e9 \\\"q\\\"\"},\n  \"l\": [\"}\", {}],\n  \"n\": null\n}";
        let found = entries(text);
        let flat: Vec<(&str, usize, usize, Option<&str>)> = found
            .iter()
            .map(|entry| {
                (
                    entry.key.as_str(),
                    entry.place.line,
                    entry.place.column,
                    entry.text.as_deref(),
                )
            })
            .collect();
        assert_eq!(
            flat,
            [
                ("a.ñ", 2, 9, Some("é")),
                ("a.c", 2, 19, Some("é \"q\"")),
                ("l", 3, 3, None),
                ("n", 4, 3, None),
            ]
        );
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<String>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            Just(Value::Null)
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                proptest::collection::btree_map("[a-z\"\\\\é]{1,3}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    fn count_texts(value: &Value) -> usize {
        match value {
            Value::String(_) => 1,
            Value::Object(map) => map.values().map(count_texts).sum(),
            _ => 0,
        }
    }

    proptest! {
        #[test]
        fn every_text_is_found_in_any_json(value in json()) {
            for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
                let found = entries(&text);
                prop_assert_eq!(found.iter().filter(|entry| entry.text.is_some()).count(), count_texts(&value));
            }
        }
    }
}
