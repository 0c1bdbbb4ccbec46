//! The list of documents and pictures, and new documents.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use walkdir::WalkDir;

use super::document::{EditedFile, EditedTexts};
use super::{Editor, Refusal};
use crate::outputs::headers::content_type;
use crate::project;
use crate::serve::served_folder::{RequestPath, ServedFolder};
use crate::stages::load::{self, CannotCreate, NewFiles};
use model::build_error::BuildError;
use model::config::Month;
use model::lang::{Languages, PerLang};
use model::source::EditedContent;
use model::strings;

/// A document in the list.
#[derive(Debug, Serialize, TS)]
pub(crate) struct ListedDocument {
    id: String,
    /// Its title in each language; its id without one.
    #[ts(as = "HashMap<String, String>")]
    title: PerLang<String>,
    /// Whether it has questions with answers.
    has_questions: bool,
    is_draft: bool,
}

/// Everything that can be edited.
#[derive(Debug, Serialize, TS)]
pub(crate) struct DocumentList {
    documents: Vec<ListedDocument>,
    /// Names without extension.
    pictures: Vec<String>,
}

/// A document that was created.
#[derive(Debug, Serialize, TS)]
pub(crate) struct CreatedDocument {
    id: String,
    /// The follow-up step, if there is one.
    note: Option<String>,
}

/// The kind and the name of a new document.
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum NewDocument {
    Page(String),
    Month(String),
}

/// Every document: pages and months by their paths, then the groups of strings in their order; and the pictures.
pub(super) fn list_documents(editor: &Editor) -> Result<Response, Refusal> {
    let languages = load::languages(&editor.root).map_err(BuildError::from)?;
    let slugs = project::content_slugs(&editor.root, languages);
    let contents = slugs.iter().filter_map(|slug| content(editor, slug));
    let documents: Vec<ListedDocument> = contents.chain(groups(editor, languages)).collect();
    let pictures: Vec<String> = pictures(&editor.root).into_keys().collect();
    Ok(Json(DocumentList { documents, pictures }).into_response())
}

/// A page or a month. A file that cannot be read is listed by its name.
fn content(editor: &Editor, slug: &str) -> Option<ListedDocument> {
    let document = EditedFile::of_slug(slug)?;
    let texts = EditedTexts::read(&editor.root, &document).ok()?.texts;
    let fronts = texts.map(|text| EditedContent::parse(slug, &text?).ok()?.front().ok());
    let any = |pointer: &str| {
        let mut values = fronts.values().flatten();
        values.find_map(|front| front.pointer(pointer))
    };
    Some(ListedDocument {
        id: document.to_string(),
        has_questions: any("/data/faq").is_some(),
        is_draft: any("/draft").and_then(serde_json::Value::as_bool).unwrap_or(false),
        title: fronts.map(|front| {
            let title = front.as_ref().and_then(|front| front["title"].as_str());
            title.unwrap_or(slug).to_owned()
        }),
    })
}

/// The top-level groups of the strings.
fn groups(editor: &Editor, languages: Languages) -> Vec<ListedDocument> {
    let document = EditedFile::Strings(String::new());
    let texts = EditedTexts::read(&editor.root, &document).ok();
    let text = texts.and_then(|texts| texts.texts.values().flatten().next().cloned()).unwrap_or_default();
    let mut order = BTreeMap::new();
    for (index, entry) in strings::entries(&text).into_iter().enumerate() {
        let group = entry.key.split('.').next().unwrap_or_default().to_owned();
        order.entry(group).or_insert(index);
    }
    let mut groups: Vec<(String, usize)> = order.into_iter().collect();
    groups.sort_by_key(|(_, index)| *index);
    let listed = groups.into_iter().map(|(group, _)| ListedDocument {
        id: EditedFile::Strings(group.clone()).to_string(),
        title: PerLang::from_fn(languages, |_| group.clone()),
        has_questions: false,
        is_draft: false,
    });
    listed.collect()
}

/// Creates a page or a month in each language, as a draft.
pub(super) fn create_document(editor: &Editor, Json(wanted): Json<NewDocument>) -> Result<Response, Refusal> {
    let created = match wanted {
        NewDocument::Page(name) => load::new_page(&editor.root, &name),
        NewDocument::Month(month) => {
            let month: Month = month.parse().map_err(Refusal::Impossible)?;
            load::new_month(&editor.root, month)
        }
    };
    let NewFiles { slug, note, .. } = created.map_err(|error| match error {
        CannotCreate::Failed(error) => error.into(),
        refused => Refusal::Impossible(refused.to_string()),
    })?;
    let id = EditedFile::of_slug(&slug).ok_or(Refusal::Missing)?.to_string();
    Ok((StatusCode::CREATED, Json(CreatedDocument { id, note })).into_response())
}

fn picture_folder(root: &Path) -> ServedFolder {
    ServedFolder::below(root, ["content", "images"])
}

/// Each picture by its name without extension. Links are left out.
fn pictures(root: &Path) -> BTreeMap<String, RequestPath> {
    let entries = WalkDir::new(picture_folder(root).path()).max_depth(1).into_iter();
    let files = entries.filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
    let named = files.filter_map(|entry| {
        let name = entry.path().file_stem()?.to_str()?.to_owned();
        Some((name, RequestPath::new([entry.file_name().to_str()?])?))
    });
    named.collect()
}

/// Answers with the bytes of a picture.
pub(super) fn picture(root: &Path, name: &str) -> Result<Response, Refusal> {
    let path = pictures(root).remove(name).ok_or(Refusal::Missing)?;
    let bytes = picture_folder(root).read(&path);
    let bytes = bytes.map_err(BuildError::at(path.as_str().as_ref()))?;
    Ok(([(CONTENT_TYPE, content_type(path.as_str()))], bytes).into_response())
}
