//! A document as the form shows it, and what the form sends back, which is written after the loader checked the whole project with it.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, ETAG, IF_MATCH};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use super::document::{EditedFile, EditedTexts, folder};
use super::{Editor, FieldProblem, Refusal};
use crate::stages::load::{self, Unsaved};
use formats::problem::{Code, Place, Problem};
use formats::yaml::Step;
use model::build_error::BuildError;
use model::lang::{Lang, PerLang};
use model::source::{EditedContent, EntryFront, Field, FrontMatter, fields, month_of};
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
        EditedDocument::new(root, document, &EditedTexts::read(root, document)?)
    }

    fn new(
        root: &Path,
        document: &EditedFile,
        texts: &EditedTexts,
    ) -> Result<EditedDocument, Refusal> {
        let versions: Vec<_> = texts
            .iter()
            .map(|(lang, text)| text.map(|text| version(document, lang, text)).transpose())
            .collect::<Result<_, Refusal>>()?;
        // With the words that the project knows for some of them.
        let fields = match document {
            EditedFile::Content(slug) if month_of(slug).is_some() => {
                fields::<EntryFront>("stage", &load::stages(root))
            }
            EditedFile::Content(_) => {
                fields::<FrontMatter>("template", &load::page_templates(root))
            }
            EditedFile::Strings(_) => Vec::new(),
        };
        Ok(EditedDocument {
            id: document.to_string(),
            fields,
            languages: PerLang::from_values(texts.languages, versions),
            tag: texts.tag.clone(),
        })
    }
}

impl IntoResponse for EditedDocument {
    fn into_response(self) -> Response {
        let headers = [
            (ETAG, self.tag.clone()),
            (CACHE_CONTROL, "no-store".to_owned()),
        ];
        (headers, Json(self)).into_response()
    }
}

fn version(document: &EditedFile, lang: Lang, text: &str) -> Result<EditedVersion, Refusal> {
    let file = document.file(lang);
    let (front, body, repeated) = match document {
        EditedFile::Strings(group) => {
            let texts = strings::entries(text)
                .into_iter()
                .filter(|entry| is_in(group, &entry.key));
            let front: Map<String, Value> =
                texts.map(|entry| (entry.key, entry.text.into())).collect();
            if front.is_empty() {
                // Without texts the file may be damaged, which the loader says.
                strings::Strings::parse(lang, &file, text)
                    .map_err(|mut problems| problems.swap_remove(0))?;
                return Err(Refusal::missing());
            }
            (front.into(), None, Vec::new())
        }
        EditedFile::Content(_) => {
            let content = EditedContent::parse(&file, text)?;
            (
                content.front()?,
                Some(content.body().to_owned()),
                content.repeated(),
            )
        }
    };
    let values = EditedValues { front, body };
    Ok(EditedVersion {
        url: document.url(lang),
        file,
        values,
        repeated,
    })
}

/// Whether a key belongs to a top-level group.
fn is_in(group: &str, key: &str) -> bool {
    key.split('.').next() == Some(group)
}

/// The text of a document with other values.
fn edited(
    document: &EditedFile,
    lang: Lang,
    text: &str,
    wanted: &EditedValues,
) -> Result<String, Problem> {
    let file = document.file(lang);
    match document {
        EditedFile::Strings(group) => {
            let keys = wanted.front.as_object().into_iter().flatten();
            let texts = keys
                .filter(|(key, _)| is_in(group, key))
                .filter_map(|(key, text)| Some((key.clone(), text.as_str()?.to_owned())));
            Ok(strings::edited(text, &texts.collect()))
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
fn path_at(document: &EditedFile, lang: Lang, text: &str, place: Place) -> Vec<Step> {
    match document {
        EditedFile::Strings(_) => {
            let mut entries = strings::entries(text).into_iter();
            let entry = entries.find(|entry| Place::of_offset(text, entry.property.start) == place);
            entry
                .map(|entry| Step::Key(entry.key))
                .into_iter()
                .collect()
        }
        EditedFile::Content(_) => EditedContent::parse(&document.file(lang), text)
            .map(|content| content.path_at(place))
            .unwrap_or_default(),
    }
}

/// Saves the values of a document in the languages that have a file. Answers with what is then on the disk.
pub(super) fn save(
    editor: &Editor,
    id: &str,
    headers: &HeaderMap,
    Json(wanted): Json<BTreeMap<String, Option<EditedValues>>>,
) -> Result<EditedDocument, Refusal> {
    let document: EditedFile = id.parse()?;
    let _lock = editor.saving.lock();
    let read = headers.get(IF_MATCH).ok_or_else(|| {
        Refusal::because(
            StatusCode::PRECONDITION_REQUIRED,
            "send the `ETag` of the document as `If-Match`",
        )
    })?;
    let current = as_read(editor, &document, read.as_bytes())?;
    let mut unsaved = Unsaved::new();
    for (lang, text) in current.iter() {
        if let (Some(text), Some(Some(wanted))) = (text, wanted.get(lang.code())) {
            let new = edited(&document, lang, text, wanted)?;
            if new != *text {
                unsaved.insert(document.file(lang), new);
            }
        }
    }
    refuse_problems(editor, &document, &current, &unsaved)?;
    // Somebody may have saved a file meanwhile.
    let current = as_read(editor, &document, current.tag.as_bytes())?;
    write(editor, &document, &unsaved, &current)?;
    EditedDocument::read(&editor.root, &document)
}

/// The texts of a document, when they are those that were read with this tag.
fn as_read(editor: &Editor, document: &EditedFile, tag: &[u8]) -> Result<EditedTexts, Refusal> {
    let current = EditedTexts::read(&editor.root, document)?;
    if current.tag.as_bytes() == tag {
        return Ok(current);
    }
    let now = EditedDocument::new(&editor.root, document, &current)?;
    Err(Refusal::new((StatusCode::PRECONDITION_FAILED, now)))
}

/// Refuses texts with problems. One of another file that is there without them could never be corrected, and does not count.
fn refuse_problems(
    editor: &Editor,
    document: &EditedFile,
    current: &EditedTexts,
    unsaved: &Unsaved,
) -> Result<(), Refusal> {
    let problems_with = |unsaved: &Unsaved| {
        (editor.check)(unsaved).map_or_else(BuildError::problems, |()| Ok(Vec::new()))
    };
    if unsaved.is_empty() {
        return Ok(());
    }
    let mut problems = problems_with(unsaved)?;
    if problems
        .iter()
        .any(|problem| !unsaved.contains_key(&problem.file))
    {
        let before = problems_with(&Unsaved::new())?;
        problems.retain(|problem| unsaved.contains_key(&problem.file) || !before.contains(problem));
    }
    if problems.is_empty() {
        return Ok(());
    }
    let located = |problem: &Problem| {
        let found = current
            .iter()
            .find(|(lang, _)| document.file(*lang) == problem.file);
        let path = found.zip(problem.line).and_then(|((lang, text), line)| {
            let place = Place {
                line,
                column: problem.column.unwrap_or(1),
            };
            Some(path_at(
                document,
                lang,
                unsaved.get(&problem.file).or(text)?,
                place,
            ))
        });
        let lang = found.map(|(lang, _)| lang);
        FieldProblem {
            text: problem.labelled(),
            lang,
            path: path.unwrap_or_default(),
        }
    };
    Err(Refusal::problems(problems.iter().map(located).collect()))
}

/// Replaces the files. When one cannot be written, those before it are as they were.
fn write(
    editor: &Editor,
    document: &EditedFile,
    unsaved: &Unsaved,
    current: &EditedTexts,
) -> Result<(), Refusal> {
    let folder = folder(&editor.root);
    let replace = |lang: Lang, text: &str| -> Result<(), Refusal> {
        let replaced = folder.replace(&document.path(lang)?, text.as_bytes());
        Ok(replaced.map_err(BuildError::at(document.file(lang).as_ref()))?)
    };
    let mut written: Vec<(Lang, &String)> = Vec::new();
    for (lang, old) in current.iter() {
        let Some((new, old)) = unsaved.get(&document.file(lang)).zip(old) else {
            continue;
        };
        if let Err(error) = replace(lang, new) {
            written
                .iter()
                .try_for_each(|(lang, old)| replace(*lang, old))?;
            return Err(error);
        }
        written.push((lang, old));
    }
    Ok(())
}
