//! Any text of a content file can be replaced by any other text: it is read back, and every other byte stays.

use std::sync::LazyLock;

use model::source::EditedContent;
use model::strings;
use proptest::prelude::*;
use serde_json::Value;

use crate::support::files::read_files;
use crate::support::torre;

/// The content files with this ending: path and text.
fn files(ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for lang in ["es", "en"] {
        let folder = torre::root().join("content").join(lang);
        let files = read_files(&folder).into_iter().filter(|(path, _)| path.ends_with(ending));
        found.extend(files.map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap())));
    }
    assert!(found.len() >= 2);
    found
}

/// Every text of the front matter of every content file: the file, and the pointer of the text.
static TEXTS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for (path, text) in files(".md") {
        let content = EditedContent::parse(&path, &text).unwrap();
        let repeated: Vec<String> =
            content.repeated().iter().map(|path| pointer(&serde_json::to_value(path).unwrap())).collect();
        let mut pointers = Vec::new();
        add(&content.front().unwrap(), "", &mut pointers);
        pointers.retain(|pointer| !repeated.iter().any(|other| pointer.starts_with(other)));
        found.extend(pointers.into_iter().map(|pointer| (text.clone(), pointer)));
    }
    assert!(found.len() > 300, "{}", found.len());
    found
});

fn pointer(path: &Value) -> String {
    let steps = path.as_array().unwrap().iter();
    steps.map(|step| format!("/{}", step.to_string().trim_matches('"'))).collect()
}

fn add(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| add(value, &format!("{pointer}/{key}"), found));
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                add(value, &format!("{pointer}/{index}"), found);
            }
        }
        _ => found.push(pointer.to_owned()),
    }
}

/// What two texts have in common at their start and at their end, in bytes.
fn common(one: &str, other: &str) -> (usize, usize) {
    let same = |pair: &(u8, u8)| pair.0 == pair.1;
    let start = one.bytes().zip(other.bytes()).take_while(same).count();
    let end = one.bytes().rev().zip(other.bytes().rev()).take_while(same).count();
    (start, end)
}

/// Texts as people write them, and any others.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-zñé #:'\"|>&*!%@`{}\\[\\],?-]{0,30}",
        "([a-zñé:#-]{0,9}\n){1,4}",
        Just("true".to_owned()),
        Just("12".to_owned()),
        Just("2025-01-01".to_owned()),
        Just("---".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_of_a_content_file_can_be_replaced(index in any::<prop::sample::Index>(), new in texts(), crlf in any::<bool>()) {
        let (text, pointer) = index.get(&TEXTS);
        let text = if crlf { text.replace('\n', "\r\n") } else { text.clone() };
        let content = EditedContent::parse("x.md", &text).unwrap();
        let mut wanted = content.front().unwrap();
        let old = wanted.pointer_mut(pointer).unwrap();
        let number_of_lines = old.as_str().map_or(1, |old| old.lines().count() + 2);
        *old = Value::from(new.clone());
        let changed = content.with(&wanted, content.body()).unwrap();
        let read = EditedContent::parse("x.md", &changed).unwrap();
        let front = read.front().unwrap();
        prop_assert_eq!(front.pointer(pointer).unwrap(), &Value::from(new));
        prop_assert_eq!(read.body(), content.body());
        // What is neither before nor after the change is its own lines only.
        let (start, end) = common(&text, &changed);
        let middle = text.get(start..text.len().saturating_sub(end)).unwrap_or_default();
        prop_assert!(middle.matches('\n').count() <= number_of_lines, "{middle}");
        // A text that repeats this one changes with it; all other values stay.
        let value = |content: &EditedContent| {
            let mut front = content.front().unwrap();
            for path in content.repeated() {
                let path = serde_json::to_value(path).unwrap();
                *front.pointer_mut(&self::pointer(&path)).unwrap() = Value::Null;
            }
            *front.pointer_mut(pointer).unwrap() = Value::Null;
            front
        };
        prop_assert_eq!(value(&read), value(&content));
    }

    #[test]
    fn any_string_can_be_replaced(index in any::<prop::sample::Index>(), new in texts()) {
        static FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| files("strings.json"));
        let (_, text) = index.get(&FILES);
        let entries = strings::entries(text);
        let entry = index.get(&entries);
        let changed = strings::edited(text, &[(entry.key.clone(), new.clone())].into());
        let (before, after) = (&text[..entry.value.start - 1], &text[entry.value.end + 1..]);
        prop_assert!(changed.starts_with(before) && changed.ends_with(after));
        let read = strings::entries(&changed).into_iter().find(|read| read.key == entry.key);
        prop_assert_eq!(read.unwrap().text, new);
    }
}
