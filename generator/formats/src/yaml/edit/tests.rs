use proptest::prelude::*;
use serde_json::json;

use super::*;

const TEXT: &str = "\
# a comment
title: \"One: two\" # quoted
plain: some text
number: 62 # km
empty:
flow: [a, {b: \"c\"}] # flow
body: | # Markdown
  one

  two

groups:
  - title: A
    items:
      - x
      # between
      - y
  - first: &name {p: 1}
    second: *name
    # the end
";

fn value(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap()
}

/// A text after a change, which is the same with the line ends of Windows.
fn changed(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut wanted = value(text);
    change(&mut wanted);
    let new = edited(text, &wanted).unwrap();
    assert_eq!(value(&new), wanted, "{new}");
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(edited(&windows(text), &wanted).unwrap(), windows(&new));
    new
}

/// The lines that a change removes and adds.
fn difference(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let new = changed(text, change);
    let diff = similar::TextDiff::from_lines(text, &new);
    let changes = diff
        .iter_all_changes()
        .filter(|change| change.tag() != similar::ChangeTag::Equal);
    changes
        .map(|change| format!("{}{change}", change.tag()))
        .collect::<String>()
        .trim_end()
        .to_owned()
}

#[test]
fn a_value_keeps_its_style_and_its_comment() {
    for (key, new, lines) in [
        (
            "title",
            json!("é \"x\""),
            "-title: \"One: two\" # quoted\n+title: \"é \\\"x\\\"\" # quoted",
        ),
        ("plain", json!("other"), "-plain: some text\n+plain: other"),
        (
            "plain",
            json!("a: b"),
            "-plain: some text\n+plain: \"a: b\"",
        ),
        ("plain", json!("12"), "-plain: some text\n+plain: \"12\""),
        (
            "plain",
            json!("a\nb"),
            "-plain: some text\n+plain: |-\n+  a\n+  b",
        ),
        ("number", json!(63), "-number: 62 # km\n+number: 63 # km"),
        ("empty", json!("x"), "-empty:\n+empty: x"),
        (
            "flow",
            json!(["a"]),
            "-flow: [a, {b: \"c\"}] # flow\n+flow: [\"a\"] # flow",
        ),
        (
            "flow",
            json!(["a, b", {"b": "d"}]),
            "-flow: [a, {b: \"c\"}] # flow\n+flow: [\"a, b\", {b: \"d\"}] # flow",
        ),
        // A block stays a block, and only its lines that change are written.
        (
            "body",
            json!("one\n\n2\n\nthree\n"),
            "-body: | # Markdown\n+body: |\n-  two\n+  2\n+\n+  three",
        ),
    ] {
        assert_eq!(difference(TEXT, |value| value[key] = new.clone()), lines);
    }
}

#[test]
fn keys_and_items_are_added_and_removed() {
    let added = difference(TEXT, |value| {
        value["new"] = json!({"a": ["b: c", {"d": "e\nf\n", "g": []}]})
    });
    assert_eq!(
        added,
        "+new:\n+  a:\n+    - \"b: c\"\n+    - d: |\n+        e\n+        f\n+      g: []"
    );
    let remove = |value: &mut Value, key| drop(value.as_object_mut().unwrap().shift_remove(key));
    assert_eq!(
        difference(TEXT, |value| remove(value, "plain")),
        "-plain: some text"
    );
    let without_title = difference(TEXT, |value| remove(&mut value["groups"][0], "title"));
    assert_eq!(without_title, "-  - title: A\n-    items:\n+  - items:");
    let items = |change: fn(&mut Vec<Value>)| {
        difference(TEXT, |value| {
            change(value["groups"][0]["items"].as_array_mut().unwrap())
        })
    };
    assert_eq!(items(|items| items.push(json!("z"))), "+      - z");
    assert_eq!(
        items(|items| items.insert(0, json!({"a": 1, "b": "c"}))),
        "+      - a: 1\n+        b: c"
    );
    assert_eq!(items(|items| drop(items.remove(0))), "-      - x");
    assert_eq!(
        items(Vec::clear),
        "-    items:\n-      - x\n-      # between\n-      - y\n+    items: []"
    );
}

#[test]
fn items_within_brackets_keep_their_bytes_when_others_follow() {
    let flow = json!(["a", {"b": "c", "d": "e, f", "g": {"h": [1]}}, "i"]);
    assert_eq!(
        difference(TEXT, |value| value["flow"] = flow),
        "-flow: [a, {b: \"c\"}] # flow\n+flow: [a, {b: \"c\", d: \"e, f\", g: {\"h\":[1]}}, i] # flow"
    );
    let spaced = "a:\n  - b: c\n    d: [ { e: f } ]\n";
    let wanted = json!({"a": [{"b": "c", "d": [{"e": "f", "g": "h"}, "i"]}]});
    assert_eq!(
        edited(spaced, &wanted).unwrap(),
        "a:\n  - b: c\n    d: [ { e: f, g: h }, i ]\n"
    );
}

#[test]
fn a_moved_item_keeps_its_bytes() {
    let text = "\
items: # all
  # the first
  - question: 'one?' # 1
    answer: >-
      folded
      text
  # about two
  # and more
  - {question: two}

  - question: three
    answer: | # 3
      x

      y
after: z
";
    let moved = |from: usize, to: usize| {
        changed(text, |value| {
            let items = value["items"].as_array_mut().unwrap();
            let item = items.remove(from);
            items.insert(to, item);
        })
    };
    let (head, rest) = text.split_at(text.find("  - question: 'one").unwrap());
    let (one, rest) = rest.split_at(rest.find("  # about").unwrap());
    let (two, rest) = rest.split_at(rest.find("\n  - question: three").unwrap());
    let (three, end) = rest[1..].split_at(rest.find("after").unwrap() - 1);
    for (from, to, expected) in [
        (1, 0, [head, two, one, "\n", three, end]),
        (0, 1, [head, two, one, "\n", three, end]),
        (2, 0, [head, three, one, two, "\n", end]),
        (0, 2, [head, two, "\n", three, one, end]),
        (2, 1, [head, one, three, two, "\n", end]),
    ] {
        assert_eq!(moved(from, to), expected.concat(), "{from} to {to}");
    }

    // Two moves, a change and a new item at once.
    let new = changed(text, |value| {
        let items = value["items"].as_array_mut().unwrap();
        items.swap(0, 2);
        items[1]["question"] = json!("2");
        items.push(json!("four"));
    });
    assert!(
        new.contains(one.trim_end()) && new.contains(three.trim_end()),
        "{new}"
    );
}

#[test]
fn what_is_repeated_is_known_and_changes_with_its_source() {
    let path = [
        Step::Key("groups".into()),
        Step::Index(1),
        Step::Key("second".into()),
    ];
    assert_eq!(repeated(TEXT), [path]);
    let mut wanted = value(TEXT);
    wanted["groups"][1]["first"]["p"] = json!(2);
    let new = edited(TEXT, &wanted).unwrap();
    assert_eq!(new, TEXT.replace("{p: 1}", "{p: 2}"));
    wanted["groups"][1]["second"]["p"] = json!(3);
    assert_eq!(
        edited(TEXT, &wanted),
        Err(CannotEdit("groups.1.second".into()))
    );
}

#[test]
fn a_place_leads_to_its_value() {
    let path =
        |words: &str| serde_json::to_string(&path_at(TEXT, TEXT.find(words).unwrap())).unwrap();
    let paths = ["One", "two\n", "y\n", "# a comment"].map(path);
    assert_eq!(
        paths,
        [
            r#"["title"]"#,
            r#"["body"]"#,
            r#"["groups",0,"items",1]"#,
            "[]"
        ]
    );
}

#[test]
fn numbers_that_a_browser_writes_in_another_way_stay() {
    let text = "a: 1.0\nb: [2.50, 12345678901234567890]\nc: x\n";
    let wanted = json!({"a": 1, "b": [2.5, 12345678901234567000_u64], "c": "y"});
    assert_eq!(edited(text, &wanted).unwrap(), text.replace("c: x", "c: y"));
}

proptest! {
    #[test]
    fn any_text_can_replace_any_scalar(new in any::<String>(), key in 0..5usize) {
        let mut wanted = value(TEXT);
        let pointer = ["/title", "/plain", "/flow/1/b", "/body", "/groups/0/items/0"][key];
        *wanted.pointer_mut(pointer).unwrap() = json!(new);
        let new = edited(TEXT, &wanted).unwrap();
        prop_assert_eq!(value(&new), wanted);
    }

    #[test]
    fn items_can_be_in_any_order(order in Just(vec!["a", "b: c", "d\ne", "f", "f"]).prop_shuffle(), wanted in prop::sample::subsequence(vec!["f", "d\ne", "b: c", "a", "g"], 1..5).prop_shuffle()) {
        let items: String = order.iter().map(|item| format!("  - {} # {}\n", json!(item), item.len())).collect();
        let text = format!("y: # list\n{items}");
        let wanted = json!({"y": wanted});
        prop_assert_eq!(value(&edited(&text, &wanted).unwrap()), wanted);
    }

    #[test]
    fn damaged_texts_are_refused(text in "\\PC*|([a&*:{}\\[\\]|\"'> #\n-]{0,2}[ab ]{0,3}\n?){0,8}", new in "[a: \n]{0,4}") {
        let Ok(Value::Object(mut wanted)) = serde_yaml::from_str(&text) else { return Ok(()) };
        if let Some((_, value)) = wanted.iter_mut().next() {
            *value = json!(new);
            let wanted = Value::Object(wanted);
            if let Ok(new) = edited(&text, &wanted) {
                prop_assert!(repeated(&text) != Vec::<Vec<Step>>::new() || serde_yaml::from_str(&new).ok() == Some(wanted));
            }
        }
    }
}
