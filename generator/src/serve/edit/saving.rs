//! Saves a document: the loader checks the whole project with the new texts first, and nothing is written when it refuses
//! them or when a file is no longer as it was read.

use std::collections::BTreeMap;

use axum::Json;
use http::HeaderMap;
use http::header::IF_MATCH;

use super::Editor;
use super::document::{EditedFile, EditedTexts, folder};
use super::refusal::{FieldProblem, Refusal};
use super::version::{self, EditedDocument, EditedValues};
use crate::serve::served_folder::RequestPath;
use crate::stages::load::Unsaved;
use formats::problem::{Place, Problem};
use model::build_error::BuildError;

/// Saves the values of a document in the languages that have a file. Answers with what is then on the disk.
pub(super) fn save(
    editor: &Editor,
    id: &str,
    headers: &HeaderMap,
    Json(wanted): Json<BTreeMap<String, Option<EditedValues>>>,
) -> Result<EditedDocument, Refusal> {
    let document: EditedFile = id.parse()?;
    let _lock = editor.saving.lock();
    let read = headers.get(IF_MATCH).ok_or(Refusal::NoPrecondition)?;
    let current = as_read(editor, &document, read.as_bytes())?;
    let mut unsaved = Unsaved::new();
    for (lang, text) in current.iter() {
        if let (Some(text), Some(Some(wanted))) = (text, wanted.get(lang.code())) {
            let new = version::edited(&document, lang, text, wanted)?;
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
    match current.tag.as_bytes() == tag {
        true => Ok(current),
        false => {
            Err(Refusal::Overtaken(Box::new(EditedDocument::with_texts(&editor.root, document, &current)?)))
        }
    }
}

/// Refuses texts with problems. A problem of another file that is there without them does not count: it could otherwise
/// never be corrected here.
fn refuse_problems(
    editor: &Editor,
    document: &EditedFile,
    current: &EditedTexts,
    unsaved: &Unsaved,
) -> Result<(), Refusal> {
    let problems_with = |unsaved: &Unsaved| match (editor.check)(unsaved) {
        Ok(()) => Ok(Vec::new()),
        Err(error) => error.problems(),
    };
    if unsaved.is_empty() {
        return Ok(());
    }
    let mut problems = problems_with(unsaved)?;
    if problems.iter().any(|problem| !unsaved.contains_key(&problem.file)) {
        let before = problems_with(&Unsaved::new())?;
        problems.retain(|problem| unsaved.contains_key(&problem.file) || !before.contains(problem));
    }
    if problems.is_empty() {
        return Ok(());
    }
    let problems = problems.iter().map(|problem| located(document, current, unsaved, problem));
    Err(Refusal::Problems(problems.collect()))
}

/// A problem with the value that it concerns.
fn located(
    document: &EditedFile,
    current: &EditedTexts,
    unsaved: &Unsaved,
    problem: &Problem,
) -> FieldProblem {
    let found = current.iter().find(|(lang, _)| document.file(*lang) == problem.file);
    let lang = found.map(|(lang, _)| lang);
    let text = found.and_then(|(_, text)| unsaved.get(&problem.file).or(text));
    let path = match (lang, problem.line, text) {
        (Some(lang), Some(line), Some(text)) => {
            let column = problem.column.unwrap_or(1);
            version::path_at(document, lang, text, Place { line, column })
        }
        _ => Vec::new(),
    };
    FieldProblem { text: problem.labelled(), lang, path }
}

/// Replaces the files. When one cannot be written, those before it are as they were.
fn write(
    editor: &Editor,
    document: &EditedFile,
    unsaved: &Unsaved,
    current: &EditedTexts,
) -> Result<(), Refusal> {
    let folder = folder(&editor.root);
    let replace = |file: &str, path: &RequestPath, text: &str| {
        let replaced = folder.replace(path, text.as_bytes());
        replaced.map_err(BuildError::at(file.as_ref()))
    };
    let mut written: Vec<(String, RequestPath, &String)> = Vec::new();
    for (lang, old) in current.iter() {
        let file = document.file(lang);
        let Some((new, old)) = unsaved.get(&file).zip(old) else {
            continue;
        };
        let path = document.path(lang)?;
        if let Err(error) = replace(&file, &path, new) {
            for (file, path, old) in &written {
                replace(file, path, old)?;
            }
            return Err(error.into());
        }
        written.push((file, path, old));
    }
    Ok(())
}
