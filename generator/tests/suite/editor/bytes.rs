//! Any text of a content file can be replaced by any other text: it is read back, and every other byte stays.

use std::sync::LazyLock;

use formats::yaml::{self, CannotEdit};
use model::source::EditedContent;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

use crate::support::files::read_files;
use crate::support::torre;

static FILES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let files = read_files(&torre::root().join("content")).into_iter();
    let texts = files.filter(|(path, _)| path.ends_with(".md"));
    texts
        .map(|(_, bytes)| String::from_utf8(bytes).unwrap())
        .collect()
});

/// Every text of a front matter.
fn texts(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Object(map) => map.values_mut().flat_map(texts).collect(),
        Value::Array(list) => list.iter_mut().flat_map(texts).collect(),
        text => vec![text],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_of_a_content_file_can_be_replaced(
        file in any::<Index>(),
        text in any::<Index>(),
        new in "\\PC*|[a-zñé #:'\"|>&*!%@`{}\\[\\],?-]{0,30}|([a-zñé:#-]{0,9}\n){1,4}|true|12|2025-01-01|---",
        crlf in any::<bool>(),
    ) {
        let before = file.get(&FILES);
        let before = if crlf { before.replace('\n', "\r\n") } else { before.clone() };
        let content = EditedContent::parse("x.md", &before).unwrap();
        let mut wanted = content.front().unwrap();
        let mut texts = texts(&mut wanted);
        let old = text.index(texts.len());
        let number_of_lines = texts[old].as_str().map_or(1, |old| old.lines().count() + 2);
        *texts[old] = Value::from(new);
        let changed = match content.with(&wanted, content.body()) {
            Ok(changed) => changed,
            Err(CannotEdit(place)) => {
                prop_assert!(content.repeated().contains(&yaml::path(&place)), "{place}");
                return Ok(());
            }
        };
        let read = EditedContent::parse("x.md", &changed).unwrap();
        // A text that repeats this one changes with it.
        prop_assert!(!content.repeated().is_empty() || read.front().unwrap() == wanted);
        prop_assert_eq!(read.body(), content.body());
        // What is neither before nor after the change is its own lines only.
        let is_same = |pair: &(u8, u8)| pair.0 == pair.1;
        let start = before.bytes().zip(changed.bytes()).take_while(is_same).count();
        let end = before.bytes().rev().zip(changed.bytes().rev()).take_while(is_same).count();
        let middle = before.get(start..before.len().saturating_sub(end)).unwrap_or_default();
        prop_assert!(middle.matches('\n').count() <= number_of_lines, "{middle}");
    }
}
