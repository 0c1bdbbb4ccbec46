//! The settings of the hosted editor: the repository, and a form for each page and for the months.

use std::path::Path;

use serde_json::{Value, json};

use super::fields::{of_type, of_values};
use super::{FieldChoices, PATH};
use crate::project;
use model::build_error::BuildError;
use model::config::{Config, HostedEditor};
use model::lang::Languages;
use model::source::{EditedContent, EntryFront, Field, FrontMatter, fields, month_of};

/// The field with the Markdown below the front matter. Only as text: the editor would write other Markdown than it reads.
fn body() -> Value {
    json!({"name": "body", "label": "Texto (Markdown)", "widget": "markdown", "modes": ["raw"], "required": false, "i18n": true})
}

/// The settings.
pub(super) fn settings(
    root: &Path,
    config: &Config,
    editor: &HostedEditor,
    words: &FieldChoices,
) -> Result<Value, BuildError> {
    let mut backend = json!({"name": editor.backend, "repo": editor.repo, "branch": editor.branch});
    match &editor.sign_in {
        Some(origin) => backend["base_url"] = json!(origin),
        None => backend["auth_methods"] = json!(["token"]),
    }
    let languages: Vec<&str> = config.languages.codes().collect();
    let pages: Result<Vec<Value>, BuildError> = project::content_slugs(root, config.languages)
        .iter()
        .filter(|slug| month_of(slug).is_none())
        .map(|slug| page_form(root, config.languages, slug, words))
        .collect();
    let mut collections = vec![json!({
        "name": "pages", "label": "Páginas", "i18n": true, "format": "yaml-frontmatter", "files": pages?,
    })];
    if let Some(folder) = words.months.filter(|_| config.facts.progress.is_some()) {
        collections.push(months_form(folder, &words.stages));
    }
    let mut settings = json!({
        "backend": backend,
        "app_title": config.name,
        "site_url": config.base_url,
        "display_url": config.base_url,
        "logout_redirect_url": format!("{}{PATH}", config.base_url),
        "media_folder": "content/images",
        "public_folder": "/content/images",
        // A key that a file does not have is not added to it.
        "output": {"omit_empty_optional_fields": true},
        "i18n": {"structure": "multiple_root_folders", "locales": languages, "default_locale": languages[0]},
        "collections": collections,
    });
    if let Some(folder) = &editor.folder {
        move_below(folder, &mut settings);
    }
    Ok(settings)
}

/// Puts the paths of the settings below a folder of the repository.
fn move_below(folder: &str, settings: &mut Value) {
    match settings {
        Value::Object(map) => {
            for (key, value) in map {
                match value {
                    Value::String(path) if ["file", "folder", "media_folder"].contains(&key.as_str()) => {
                        *path = format!("{folder}/{path}");
                    }
                    other => move_below(folder, other),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| move_below(folder, value)),
        _ => {}
    }
}

/// The form of one page.
fn page_form(
    root: &Path,
    languages: Languages,
    slug: &str,
    words: &FieldChoices,
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
    let data: Vec<&Value> = fronts.iter().filter_map(|front| front.get("data")).collect();
    let mut form: Vec<Value> = fields::<FrontMatter>()
        .iter()
        .filter(|field| field.key != "data")
        .map(|field| typed(field, "template", &words.templates))
        .collect();
    if !data.is_empty() {
        form.push(of_values("data", &data));
    }
    form.push(body());
    let title = fronts.first().and_then(|front| front["title"].as_str());
    Ok(json!({
        "name": slug.replace('/', "_"),
        "label": title.unwrap_or(slug),
        "file": format!("content/{{{{locale}}}}/{slug}.md"),
        "i18n": true,
        "fields": form,
    }))
}

/// The form of the months; a new one is called like its month.
fn months_form(folder: &str, stages: &[String]) -> Value {
    let mut form: Vec<Value> = fields::<EntryFront>()
        .iter()
        .map(|field| match field.key.as_str() {
            "month" => {
                let mut month = typed(field, "", &[]);
                month["pattern"] = json!(["^\\d{4}-(0[1-9]|1[0-2])$", "Escriba el mes como 2025-07"]);
                month
            }
            _ => typed(field, "stage", stages),
        })
        .collect();
    form.push(body());
    json!({
        "name": "months",
        "label": "Meses de avance de obra",
        "folder": format!("content/{{{{locale}}}}/{folder}"),
        "extension": "md",
        "format": "yaml-frontmatter",
        "identifier_field": "month",
        "slug": "{{month}}",
        "summary": "{{month}} {{title}}",
        "i18n": true,
        "create": true,
        "fields": form,
    })
}

/// A field of a type; the one with the key `chosen` has these words as its choices.
fn typed(field: &Field, chosen: &str, words: &[String]) -> Value {
    of_type(field, if field.key == chosen { words } else { &[] })
}
