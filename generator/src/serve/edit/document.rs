//! What is edited together: the files of a page, a month or a group of strings. The lists of all, and new documents.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::str::FromStr;
use std::{fmt, io};

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use ts_rs::TS;
use walkdir::{DirEntry, WalkDir};

use super::{Editor, Refusal};
use crate::outputs::headers::content_type;
use crate::project;
use crate::serve::served_folder::{RequestPath, ServedFolder};
use crate::stages::load::{self, NewFiles, is_slug, languages};
use model::build_error::BuildError;
use model::fingerprint::hex;
use model::lang::{Lang, Languages, PerLang};
use model::source::{EditedContent, month_of};
use model::strings;

const FOLDER: &str = "content";

pub(super) fn folder(root: &Path) -> ServedFolder {
    ServedFolder::below(root, [FOLDER])
}

/// A document. Its text form is its id: `pages/index`, `months/avance/2025-06`, `strings/nav`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EditedFile {
    /// A page or a month of construction progress, by its path below the language's folder without `.md`.
    Content(String),
    /// A top-level group of the strings.
    Strings(String),
}

impl EditedFile {
    /// The page or month of a path below the language's folder.
    pub(super) fn of_slug(slug: &str) -> Option<EditedFile> {
        is_slug(slug).then(|| EditedFile::Content(slug.to_owned()))
    }

    /// The file of a language, from the project's root.
    pub(super) fn file(&self, lang: Lang) -> String {
        match self {
            EditedFile::Content(slug) => format!("{FOLDER}/{lang}/{slug}.md"),
            EditedFile::Strings(_) => format!("{FOLDER}/{lang}/strings.json"),
        }
    }

    /// The path of that file below [`FOLDER`].
    pub(super) fn path(&self, lang: Lang) -> Result<RequestPath, Refusal> {
        RequestPath::new(self.file(lang).split('/').skip(1)).ok_or_else(Refusal::missing)
    }

    pub(super) fn url(&self, lang: Lang) -> String {
        match self {
            EditedFile::Content(slug) if slug != "index" => {
                let page = month_of(slug).map_or(slug.as_str(), |(folder, _)| folder);
                lang.path(&format!("/{page}"))
            }
            EditedFile::Content(_) | EditedFile::Strings(_) => lang.path("/"),
        }
    }
}

impl FromStr for EditedFile {
    type Err = Refusal;

    fn from_str(id: &str) -> Result<EditedFile, Refusal> {
        let (kind, name) = id.split_once('/').ok_or_else(Refusal::missing)?;
        let document = match kind {
            "strings" => Some(EditedFile::Strings(name.to_owned())),
            _ => EditedFile::of_slug(name).filter(|document| document.to_string() == id),
        };
        document.ok_or_else(Refusal::missing)
    }
}

impl fmt::Display for EditedFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditedFile::Content(slug) if month_of(slug).is_some() => {
                write!(formatter, "months/{slug}")
            }
            EditedFile::Content(slug) => write!(formatter, "pages/{slug}"),
            EditedFile::Strings(group) => write!(formatter, "strings/{group}"),
        }
    }
}

#[derive(Debug)]
pub(super) struct EditedTexts {
    pub(super) languages: Languages,
    /// The text in each language that has a file.
    pub(super) texts: PerLang<Option<String>>,
    pub(super) tag: String,
}

impl EditedTexts {
    /// Reads the files of a document. A link counts as missing: it could lead anywhere.
    pub(super) fn read(root: &Path, document: &EditedFile) -> Result<EditedTexts, Refusal> {
        let languages = languages(root).map_err(BuildError::from)?;
        let folder = folder(root);
        let mut texts = Vec::new();
        let mut hasher = Sha256::new();
        for lang in languages.iter() {
            let Ok(file) = folder.open(&document.path(lang)?) else {
                texts.push(None);
                continue;
            };
            let text =
                io::read_to_string(file).map_err(BuildError::at(document.file(lang).as_ref()))?;
            hasher.update(format!("{lang} {} ", text.len()));
            hasher.update(&text);
            texts.push(Some(text));
        }
        if texts.iter().all(Option::is_none) {
            return Err(Refusal::missing());
        }
        let tag = format!("\"{}\"", hex(&hasher.finalize()[..16]));
        Ok(EditedTexts {
            languages,
            texts: PerLang::from_values(languages, texts),
            tag,
        })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Lang, Option<&String>)> {
        self.languages
            .iter()
            .map(|lang| (lang, self.texts.get(lang).as_ref()))
    }
}

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
#[serde(
    tag = "kind",
    content = "name",
    rename_all = "snake_case",
    deny_unknown_fields
)]
pub(crate) enum NewDocument {
    Page(String),
    Month(String),
}

/// Every document: pages and months by their paths, then the groups of strings in their order; and the pictures.
pub(super) fn list_documents(editor: &Editor) -> Result<Response, Refusal> {
    let languages = load::languages(&editor.root).map_err(BuildError::from)?;
    let slugs = project::content_slugs(&editor.root, languages);
    let contents = slugs.iter().filter_map(|slug| content(editor, slug));
    let documents = contents.chain(groups(editor, languages)).collect();
    Ok(Json(DocumentList {
        documents,
        pictures: pictures(&editor.root).into_keys().collect(),
    })
    .into_response())
}

/// A page or a month. A file that cannot be read is listed by its name.
fn content(editor: &Editor, slug: &str) -> Option<ListedDocument> {
    let document = EditedFile::of_slug(slug)?;
    let texts = EditedTexts::read(&editor.root, &document).ok()?.texts;
    let fronts = texts.map(|text| EditedContent::parse(slug, &text?).ok()?.front().ok());
    let any = |pointer: &str| {
        fronts
            .values()
            .flatten()
            .find_map(|front| front.pointer(pointer))
    };
    Some(ListedDocument {
        id: document.to_string(),
        has_questions: any("/data/faq").is_some(),
        is_draft: any("/draft")
            .and_then(serde_json::Value::as_bool)
            .unwrap_or(false),
        title: fronts.map(|front| {
            front.map_or(slug.into(), |front| {
                front["title"].as_str().unwrap_or(slug).into()
            })
        }),
    })
}

fn groups(editor: &Editor, languages: Languages) -> impl Iterator<Item = ListedDocument> {
    let document = EditedFile::Strings(String::new());
    let texts = EditedTexts::read(&editor.root, &document).ok();
    let text = texts
        .and_then(|texts| texts.texts.values().flatten().next().cloned())
        .unwrap_or_default();
    let keys = strings::entries(&text).into_iter().map(|entry| entry.key);
    let groups = keys.filter_map(|key| Some(key.split('.').next()?.to_owned()));
    let mut known = HashSet::new();
    groups
        .filter(move |group| known.insert(group.clone()))
        .map(move |group| ListedDocument {
            id: EditedFile::Strings(group.clone()).to_string(),
            title: PerLang::from_fn(languages, |_| group.clone()),
            has_questions: false,
            is_draft: false,
        })
}

/// Creates a page or a month in each language, as a draft.
pub(super) fn create_document(
    editor: &Editor,
    Json(wanted): Json<NewDocument>,
) -> Result<Response, Refusal> {
    let impossible = |message: String| Refusal::because(StatusCode::UNPROCESSABLE_ENTITY, &message);
    let created = match wanted {
        NewDocument::Page(name) => load::new_page(&editor.root, &name),
        NewDocument::Month(month) => {
            load::new_month(&editor.root, month.parse().map_err(impossible)?)
        }
    };
    let NewFiles { slug, note, .. } = created.map_err(|error| match error {
        BuildError::Usage(refused) | BuildError::NotWritten(refused) => impossible(refused),
        failed => failed.into(),
    })?;
    let id = EditedFile::of_slug(&slug)
        .ok_or_else(Refusal::missing)?
        .to_string();
    Ok((StatusCode::CREATED, Json(CreatedDocument { id, note })).into_response())
}

fn picture_folder(root: &Path) -> ServedFolder {
    ServedFolder::below(root, ["content", "images"])
}

/// Each picture by its name without extension. Links are left out.
fn pictures(root: &Path) -> BTreeMap<String, RequestPath> {
    let entries = WalkDir::new(picture_folder(root).path())
        .max_depth(1)
        .into_iter();
    let files = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file());
    let named = |entry: DirEntry| {
        let file = entry.file_name().to_str()?;
        if system::is_of_a_program(file) {
            return None;
        }
        let name = entry.path().file_stem()?.to_str()?.to_owned();
        Some((name, RequestPath::new([file])?))
    };
    files.filter_map(named).collect()
}

pub(super) fn picture(root: &Path, name: &str) -> Result<Response, Refusal> {
    let path = pictures(root).remove(name).ok_or_else(Refusal::missing)?;
    let bytes = picture_folder(root)
        .read(&path)
        .map_err(BuildError::at(path.as_str().as_ref()))?;
    Ok(([(CONTENT_TYPE, content_type(path.as_str()))], bytes).into_response())
}
