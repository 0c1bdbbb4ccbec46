//! Changes of a strings file that keep every other byte.

use std::collections::BTreeMap;

use serde_json::Value;

use super::entries;

/// Every key of a file with its text, in the order of the file.
pub fn texts(text: &str) -> Vec<(String, String)> {
    let entries = entries(text).into_iter();
    let texts = entries.filter_map(|entry| {
        // With its quotation marks it is JSON.
        let quoted = text.get(entry.value.start - 1..entry.value.end + 1)?;
        Some((entry.key, serde_json::from_str(quoted).ok()?))
    });
    texts.collect()
}

/// The file with other texts, by key. A key that the file does not have is left out.
pub fn edited(text: &str, wanted: &BTreeMap<String, String>) -> String {
    let (mut changed, mut end) = (String::with_capacity(text.len()), 0);
    for (entry, (key, old)) in entries(text).into_iter().zip(texts(text)) {
        let Some(new) = wanted.get(&key).filter(|new| **new != old) else {
            continue;
        };
        let quoted = Value::from(new.as_str()).to_string();
        changed.push_str(&text[end..entry.value.start - 1]);
        changed.push_str(&quoted);
        end = entry.value.end + 1;
    }
    changed.push_str(&text[end..]);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FILE: &str =
        "{\r\n  \"a\": { \"b\":\t\"\\u00e9 \\\"x\\\"\", \"c\": \"d\" },\r\n  \"e\" : \"f\"\r\n}";

    #[test]
    fn texts_are_listed_as_they_are_read() {
        let pairs = [("a.b", "é \"x\""), ("a.c", "d"), ("e", "f")];
        assert_eq!(texts(FILE), pairs.map(|(key, text)| (key.to_owned(), text.to_owned())));
    }

    proptest! {
        #[test]
        fn any_text_can_replace_another_and_nothing_else_changes(new in any::<String>(), key in 0..3usize) {
            let (key, old) = [("a.b", "\"\\u00e9 \\\"x\\\"\""), ("a.c", "\"d\""), ("e", "\"f\"")][key];
            let changed = edited(FILE, &[(key.to_owned(), new.clone()), ("x".to_owned(), String::new())].into());
            let (before, after) = FILE.split_once(old).unwrap();
            prop_assert!(changed.starts_with(before) && changed.ends_with(after), "{changed}");
            let read = texts(&changed);
            prop_assert_eq!(&read.iter().find(|(name, _)| name == key).unwrap().1, &new);
            prop_assert_eq!(read.len(), 3);
        }
    }
}
