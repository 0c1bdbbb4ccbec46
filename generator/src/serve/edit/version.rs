//! A document as the form shows it, and what the form sends back.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, ETAG};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use super::document::{EditedFile, EditedTexts};
use super::refusal::Refusal;
use crate::stages::load;
use formats::code::Code;
use formats::problem::{Place, Problem};
use formats::yaml::Step;
use model::lang::{Lang, PerLang};
use model::source::{EditedContent, EditorFieldKind, EntryFront, Field, FrontMatter, fields, month_of};
use model::strings;

/// A document in each language.
#[derive(Debug, Serialize, TS)]
pub(crate) struct EditedDocument {
    id: String,
    /// The fields that the front matter may have; none for strings.
    fields: Vec<Field>,
    #[ts(as = "HashMap<String, Option<EditedVersion>>")]
    languages: PerLang<Option<EditedVersion>>,
    #[serde(skip)]
    #[ts(skip)]
    tag: String,
}

/// A document in one language.
#[derive(Debug, Serialize, TS)]
pub(crate) struct EditedVersion {
    /// Its file, from the project's root.
    file: String,
    /// The page that shows it.
    url: String,
    #[serde(flatten)]
    #[ts(flatten)]
    values: EditedValues,
    /// The paths of values that repeat another one and change with it.
    repeated: Vec<Vec<Step>>,
}

/// The values of a document in one language.
#[derive(Debug, Deserialize, Serialize, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditedValues {
    /// The front matter; of strings, each full key with its text.
    #[ts(type = "Group")]
    front: Value,
    /// The Markdown; none of strings.
    body: Option<String>,
}

impl EditedDocument {
    /// A document as it is on the disk.
    pub(super) fn read(root: &Path, document: &EditedFile) -> Result<EditedDocument, Refusal> {
        EditedDocument::with_texts(root, document, &EditedTexts::read(root, document)?)
    }

    /// The document with these texts.
    pub(super) fn with_texts(
        root: &Path,
        document: &EditedFile,
        texts: &EditedTexts,
    ) -> Result<EditedDocument, Refusal> {
        let versions =
            texts.iter().map(|(lang, text)| text.map(|text| version(document, lang, text)).transpose());
        let versions: Vec<_> = versions.collect::<Result<_, Refusal>>()?;
        Ok(EditedDocument {
            id: document.to_string(),
            fields: fields_of(root, document),
            languages: PerLang::from_values(texts.languages, versions),
            tag: texts.tag.clone(),
        })
    }
}

impl IntoResponse for EditedDocument {
    fn into_response(self) -> Response {
        let headers = [(ETAG, self.tag.clone()), (CACHE_CONTROL, "no-store".to_owned())];
        (headers, Json(self)).into_response()
    }
}

fn version(document: &EditedFile, lang: Lang, text: &str) -> Result<EditedVersion, Refusal> {
    let file = document.file(lang);
    let (values, repeated) = match document {
        EditedFile::Strings(group) => {
            let texts = strings::entries(text).into_iter();
            let texts = texts.filter(|entry| is_in(group, &entry.key));
            let front: Map<String, Value> = texts.map(|entry| (entry.key, entry.text.into())).collect();
            if front.is_empty() {
                // Without texts the file may be damaged, which the loader says.
                strings::Strings::parse(lang, &file, text).map_err(|mut problems| problems.swap_remove(0))?;
                return Err(Refusal::Missing);
            }
            let front = Value::Object(front);
            (EditedValues { front, body: None }, Vec::new())
        }
        EditedFile::Content(_) => {
            let content = EditedContent::parse(&file, text)?;
            let values = EditedValues { front: content.front()?, body: Some(content.body().to_owned()) };
            (values, content.repeated())
        }
    };
    Ok(EditedVersion { url: document.url(lang), file, values, repeated })
}

/// Whether a key belongs to a top-level group.
fn is_in(group: &str, key: &str) -> bool {
    key.split('.').next() == Some(group)
}

/// The fields of a document, with the words that the project knows for some of them.
fn fields_of(root: &Path, document: &EditedFile) -> Vec<Field> {
    let (mut fields, key, words) = match document {
        EditedFile::Content(slug) if month_of(slug).is_some() => {
            (fields::<EntryFront>(), "stage", load::stages(root))
        }
        EditedFile::Content(_) => (fields::<FrontMatter>(), "template", load::page_templates(root)),
        EditedFile::Strings(_) => return Vec::new(),
    };
    let field = fields.iter_mut().find(|field| field.key == key);
    if let Some(field) = field.filter(|_| !words.is_empty()) {
        field.kind = EditorFieldKind::Choice(words);
    }
    fields
}

/// The text of a document with other values.
pub(super) fn edited(
    document: &EditedFile,
    lang: Lang,
    text: &str,
    wanted: &EditedValues,
) -> Result<String, Problem> {
    let file = document.file(lang);
    match document {
        EditedFile::Strings(group) => {
            let texts = wanted.front.as_object().into_iter().flatten();
            let texts: BTreeMap<String, String> = texts
                .filter(|(key, _)| is_in(group, key))
                .filter_map(|(key, text)| Some((key.clone(), text.as_str()?.to_owned())))
                .collect();
            Ok(strings::edited(text, &texts))
        }
        EditedFile::Content(_) => {
            let content = EditedContent::parse(&file, text)?;
            let body = wanted.body.as_deref().unwrap_or(content.body());
            let edited = content.with(&wanted.front, body);
            edited.map_err(|error| Problem::in_file(Code::InvalidValue, &file, error.to_string()))
        }
    }
}

/// The path of the value at a place of a document's text.
pub(super) fn path_at(document: &EditedFile, lang: Lang, text: &str, place: Place) -> Vec<Step> {
    match document {
        EditedFile::Strings(_) => {
            let mut entries = strings::entries(text).into_iter();
            let entry = entries.find(|entry| Place::of_offset(text, entry.property.start) == place);
            entry.map(|entry| Step::Key(entry.key)).into_iter().collect()
        }
        EditedFile::Content(_) => EditedContent::parse(&document.file(lang), text)
            .map(|content| content.path_at(place))
            .unwrap_or_default(),
    }
}
