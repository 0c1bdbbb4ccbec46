//! The settings of the hosted editor: the repository, and a form for each page and for the months.

use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::PATH;
use crate::project;
use model::build_error::BuildError;
use model::config::{Config, HostedEditor};
use model::lang::Languages;
use model::source::{
    EditedContent, EditorFieldKind, EntryFront, Field, FrontMatter, fields, month_of,
};

/// The field with the Markdown below the front matter. Only as text: the editor would write other Markdown than it reads.
fn body() -> Value {
    json!({"name": "body", "label": "Texto (Markdown)", "widget": "markdown", "modes": ["raw"], "required": false, "i18n": true})
}

pub(super) fn settings(
    root: &Path,
    config: &Config,
    editor: &HostedEditor,
    templates: &[String],
    stages: &[String],
    months: Option<&str>,
) -> Result<Value, BuildError> {
    let mut backend = json!({"name": editor.backend, "repo": editor.repo, "branch": editor.branch});
    match &editor.sign_in {
        Some(origin) => backend["base_url"] = json!(origin),
        None => backend["auth_methods"] = json!(["token"]),
    }
    let languages: Vec<&str> = config.languages.codes().collect();
    // The paths of the settings are from the root of the repository.
    let folder = editor
        .folder
        .as_ref()
        .map_or_else(String::new, |folder| format!("{folder}/"));
    let pages: Result<Vec<Value>, BuildError> = project::content_slugs(root, config.languages)
        .iter()
        .filter(|slug| month_of(slug).is_none())
        .map(|slug| page_form(root, &folder, config.languages, slug, templates))
        .collect();
    let mut collections = vec![json!({
        "name": "pages", "label": "Páginas", "i18n": true, "format": "yaml-frontmatter", "files": pages?,
    })];
    if config.facts.progress.is_some()
        && let Some(months) = months
    {
        collections.push(months_form(&folder, months, stages));
    }
    Ok(json!({
        "backend": backend,
        "app_title": config.name,
        "site_url": config.base_url,
        "display_url": config.base_url,
        "logout_redirect_url": format!("{}{PATH}", config.base_url),
        "media_folder": format!("{folder}content/images"),
        "public_folder": "/content/images",
        // A key that a file does not have is not added to it.
        "output": {"omit_empty_optional_fields": true},
        "i18n": {"structure": "multiple_root_folders", "locales": languages, "default_locale": languages[0]},
        "collections": collections,
    }))
}

fn page_form(
    root: &Path,
    folder: &str,
    languages: Languages,
    slug: &str,
    templates: &[String],
) -> Result<Value, BuildError> {
    let mut fronts = Vec::new();
    for lang in languages.iter() {
        let file = format!("content/{lang}/{slug}.md");
        let path = root.join(&file);
        if path.exists() {
            let text = std::fs::read_to_string(&path).map_err(BuildError::at(&path))?;
            let front = EditedContent::parse(&file, &text).and_then(|content| content.front());
            fronts.push(front.map_err(|problem| vec![problem])?);
        }
    }
    let data: Vec<&Value> = fronts
        .iter()
        .filter_map(|front| front.get("data"))
        .collect();
    let mut form: Vec<Value> = fields::<FrontMatter>("template", templates)
        .iter()
        .filter(|field| field.key != "data")
        .map(of_type)
        .collect();
    form.extend((!data.is_empty()).then(|| of_values("data", &data)));
    form.push(body());
    let title = fronts.first().and_then(|front| front["title"].as_str());
    Ok(json!({
        "name": slug.replace('/', "_"),
        "label": title.unwrap_or(slug),
        "file": format!("{folder}content/{{{{locale}}}}/{slug}.md"),
        "i18n": true,
        "fields": form,
    }))
}

/// The form of the months; a new one is called like its month.
fn months_form(folder: &str, months: &str, stages: &[String]) -> Value {
    let fields = fields::<EntryFront>("stage", stages);
    let forms = fields.iter().map(|field| {
        let mut form = of_type(field);
        if field.key == "month" {
            form["pattern"] = json!(["^\\d{4}-(0[1-9]|1[0-2])$", "Escriba el mes como 2025-07"]);
        }
        form
    });
    json!({
        "name": "months",
        "label": "Meses de avance de obra",
        "folder": format!("{folder}content/{{{{locale}}}}/{months}"),
        "extension": "md",
        "format": "yaml-frontmatter",
        "identifier_field": "month",
        "slug": "{{month}}",
        "summary": "{{month}} {{title}}",
        "i18n": true,
        "create": true,
        "fields": forms.chain([body()]).collect::<Value>(),
    })
}

/// The names of keys, which the editor of `site serve` shows too.
static LABELS: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../islands/src/editor/labels.json"))
        .unwrap_or_default()
});
/// A longer text gets several lines.
const SHORT: usize = 60;
/// The fields of a front matter that each language writes; the others are the same in all.
const TRANSLATED: [&str; 3] = ["title", "title_full", "description"];

/// A field of a front matter.
fn of_type(field: &Field) -> Value {
    let mut form = match &field.kind {
        EditorFieldKind::Switch => json!({"widget": "boolean"}),
        EditorFieldKind::List => {
            json!({"widget": "list", "field": {"name": "value", "label": label(&field.key), "widget": "string"}})
        }
        EditorFieldKind::Choice(words) => json!({"widget": "select", "options": words}),
        EditorFieldKind::Text | EditorFieldKind::Free => json!({"widget": "string"}),
    };
    if let Some(longest) = field.longest {
        form["widget"] = json!("text");
        form["maxlength"] = json!(longest);
    }
    form["required"] = json!(field.required);
    let is_translated = TRANSLATED.contains(&field.key.as_str());
    form["i18n"] = if is_translated {
        json!(true)
    } else {
        json!("duplicate")
    };
    named(&field.key, form)
}

/// A field with the values that a key has in the files.
fn of_values(key: &str, values: &[&Value]) -> Value {
    let mut form = json!({"i18n": true});
    let objects: Vec<&Value> = values
        .iter()
        .copied()
        .filter(|value| value.is_object())
        .collect();
    let items: Vec<&Value> = values
        .iter()
        .filter_map(|value| value.as_array())
        .flatten()
        .collect();
    if !objects.is_empty() {
        form["widget"] = json!("object");
        form["fields"] = groups(&objects);
    } else if values.iter().any(|value| value.is_array()) {
        form["widget"] = json!("list");
        if items.iter().any(|item| item.is_object()) {
            form["fields"] = groups(&items)
        } else {
            form["field"] = of_values("value", &items)
        }
    } else if values.iter().any(|value| value.is_boolean()) {
        form["widget"] = json!("boolean");
    } else if values.iter().any(|value| value.is_number()) {
        let kind = if values.iter().all(|value| value.is_i64()) {
            "int"
        } else {
            "float"
        };
        form["widget"] = json!("number");
        form["value_type"] = json!(kind);
    } else {
        let is_short = |value: &&Value| {
            value
                .as_str()
                .is_none_or(|text| text.len() <= SHORT && !text.contains('\n'))
        };
        form["widget"] = json!(if values.iter().all(is_short) {
            "string"
        } else {
            "text"
        });
    }
    named(key, form)
}

/// The fields of groups of values that are alike. A key that one of them lacks is not required.
fn groups(groups: &[&Value]) -> Value {
    let mut known = HashSet::new();
    let keys = groups
        .iter()
        .filter_map(|group| group.as_object())
        .flat_map(|group| group.keys());
    let field = |key: &String| {
        let values: Vec<&Value> = groups.iter().filter_map(|group| group.get(key)).collect();
        let mut form = of_values(key, &values);
        form["required"] = json!(values.len() == groups.len());
        form
    };
    keys.filter(|key| known.insert(*key)).map(field).collect()
}

fn named(key: &str, mut form: Value) -> Value {
    form["name"] = json!(key);
    form["label"] = json!(label(key));
    form
}

fn label(key: &str) -> &str {
    LABELS[key]["es"].as_str().unwrap_or(key)
}
