//! The fields of a form: those of a front matter, as their types say, and those of the values in the files.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Value, json};

use model::source::{Field, FieldKind};

/// The names of keys, which the editor of `site serve` shows too.
static LABELS: LazyLock<BTreeMap<String, BTreeMap<String, String>>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../islands/src/editor/labels.json")).unwrap_or_default()
});
/// The language of the names: authors write Spanish.
const NAMES: &str = "es";
/// A longer text gets several lines.
const SHORT: usize = 60;
/// The fields of a front matter that each language writes; the others are the same in all.
const TRANSLATED: [&str; 3] = ["title", "title_full", "description"];

/// A field of a front matter. `choices` are the words that it may have.
pub(super) fn of_type(field: &Field, choices: &[String]) -> Value {
    let mut form = match &field.kind {
        FieldKind::Switch => json!({"widget": "boolean"}),
        FieldKind::List => {
            json!({"widget": "list", "field": {"name": "value", "label": label(&field.key), "widget": "string"}})
        }
        FieldKind::Choice(words) => json!({"widget": "select", "options": words}),
        FieldKind::Text | FieldKind::Free if !choices.is_empty() => {
            json!({"widget": "select", "options": choices})
        }
        FieldKind::Text | FieldKind::Free => json!({"widget": "string"}),
    };
    if let Some(longest) = field.longest {
        form["widget"] = json!("text");
        form["maxlength"] = json!(longest);
    }
    form["required"] = json!(field.required);
    form["i18n"] = match TRANSLATED.contains(&field.key.as_str()) {
        true => json!(true),
        false => json!("duplicate"),
    };
    named(&field.key, form)
}

/// A field with the values that a key has in the files.
pub(super) fn of_values(key: &str, values: &[&Value]) -> Value {
    let mut form = json!({"i18n": true});
    let objects: Vec<&Value> = values.iter().copied().filter(|value| value.is_object()).collect();
    let items: Vec<&Value> = values.iter().filter_map(|value| value.as_array()).flatten().collect();
    if !objects.is_empty() {
        form["widget"] = json!("object");
        form["fields"] = groups(&objects);
    } else if values.iter().any(|value| value.is_array()) {
        form["widget"] = json!("list");
        match items.iter().any(|item| item.is_object()) {
            true => form["fields"] = groups(&items),
            false => form["field"] = of_values("value", &items),
        }
    } else if values.iter().any(|value| value.is_boolean()) {
        form["widget"] = json!("boolean");
    } else if values.iter().any(|value| value.is_number()) {
        let kind = if values.iter().all(|value| value.is_i64()) { "int" } else { "float" };
        form["widget"] = json!("number");
        form["value_type"] = json!(kind);
    } else {
        let is_short =
            |value: &&Value| value.as_str().is_none_or(|text| text.len() <= SHORT && !text.contains('\n'));
        form["widget"] = json!(if values.iter().all(is_short) { "string" } else { "text" });
    }
    named(key, form)
}

/// The fields of groups of values that are alike. A key that one of them lacks is not required.
fn groups(groups: &[&Value]) -> Value {
    let mut keys: Vec<&String> = Vec::new();
    for key in groups.iter().filter_map(|group| group.as_object()).flat_map(|group| group.keys()) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    let field = |key: &String| {
        let values: Vec<&Value> = groups.iter().filter_map(|group| group.get(key)).collect();
        let mut form = of_values(key, &values);
        form["required"] = json!(values.len() == groups.len());
        form
    };
    keys.into_iter().map(field).collect()
}

fn named(key: &str, mut form: Value) -> Value {
    form["name"] = json!(key);
    form["label"] = json!(label(key));
    form
}

fn label(key: &str) -> &str {
    LABELS.get(key).and_then(|names| names.get(NAMES)).map_or(key, String::as_str)
}
