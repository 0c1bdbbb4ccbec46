//! What is edited together: the files of each language of a page or a month, or a group of strings.

use std::fmt;
use std::io::Read as _;
use std::path::Path;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use super::Refusal;
use crate::serve::served_folder::{RequestPath, ServedFolder};
use crate::stages::load::{is_slug, languages};
use model::build_error::BuildError;
use model::fingerprint::hex;
use model::lang::{Lang, Languages, PerLang};
use model::source::month_of;

/// The folder of every document, from the project's root.
const FOLDER: &str = "content";

/// The files of documents in the project at `root`.
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
        RequestPath::new(self.file(lang).split('/').skip(1)).ok_or(Refusal::Missing)
    }

    /// The page that shows it.
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
        let document = match id.split_once('/') {
            Some(("strings", group)) => Some(EditedFile::Strings(group.to_owned())),
            Some((_, slug)) => EditedFile::of_slug(slug).filter(|document| document.to_string() == id),
            None => None,
        };
        document.ok_or(Refusal::Missing)
    }
}

impl fmt::Display for EditedFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditedFile::Content(slug) if month_of(slug).is_some() => write!(formatter, "months/{slug}"),
            EditedFile::Content(slug) => write!(formatter, "pages/{slug}"),
            EditedFile::Strings(group) => write!(formatter, "strings/{group}"),
        }
    }
}

/// The files of a document as they are on the disk.
#[derive(Debug)]
pub(super) struct EditedTexts {
    pub(super) languages: Languages,
    /// The text in each language that has a file.
    pub(super) texts: PerLang<Option<String>>,
    /// The entity tag of their bytes.
    pub(super) tag: String,
}

impl EditedTexts {
    /// Reads the files of a document. A link counts as missing: it could lead anywhere.
    pub(super) fn read(root: &Path, document: &EditedFile) -> Result<EditedTexts, Refusal> {
        let languages = languages(root).map_err(BuildError::from)?;
        let folder = folder(root);
        let mut texts = PerLang::from_fn(languages, |_| None);
        let mut hasher = Sha256::new();
        for lang in languages {
            let Ok(mut file) = folder.open(&document.path(lang)?) else {
                continue;
            };
            let mut text = String::new();
            let read = file.read_to_string(&mut text);
            read.map_err(BuildError::at(document.file(lang).as_ref()))?;
            hasher.update(format!("{lang} {} ", text.len()));
            hasher.update(&text);
            *texts.get_mut(lang) = Some(text);
        }
        if texts.values().all(Option::is_none) {
            return Err(Refusal::Missing);
        }
        let tag = format!("\"{}\"", hex(&hasher.finalize()[..16]));
        Ok(EditedTexts { languages, texts, tag })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Lang, Option<&String>)> {
        let languages = self.languages.iter();
        languages.map(|lang| (lang, self.texts.get(lang).as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_documents_are_documents() {
        for id in ["pages/index", "pages/a/b-2", "months/avance/2025-06", "strings/nav"] {
            assert_eq!(id.parse::<EditedFile>().expect("a document").to_string(), id);
        }
        for id in [
            "",
            "pages",
            "pages/",
            "pages/../../site",
            "pages/..",
            "pages//etc/passwd",
            "pages/Index",
            "pages/index.md",
            "pages/avance/2025-06",
            "months/2025-06",
            "months/../index",
            "months/avance/2025-6",
            "other/x",
        ] {
            assert!(id.parse::<EditedFile>().is_err(), "{id}");
        }
    }

    #[test]
    fn a_link_is_not_followed() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::write(root.path().join("site.yaml"), "languages: [es, en]\n").expect("written");
        let folder = root.path().join("content/es");
        std::fs::create_dir_all(&folder).expect("made");
        std::fs::write(root.path().join("secret.md"), "x").expect("written");
        std::os::unix::fs::symlink("../../secret.md", folder.join("a.md")).expect("linked");
        std::os::unix::fs::symlink("../..", folder.join("b")).expect("linked");
        for slug in ["a", "b/secret"] {
            let read = EditedTexts::read(root.path(), &EditedFile::Content(slug.to_owned()));
            assert!(matches!(read, Err(Refusal::Missing)), "{slug}: {read:?}");
        }
        std::fs::write(folder.join("c.md"), "x").expect("written");
        assert!(EditedTexts::read(root.path(), &EditedFile::Content("c".to_owned())).is_ok());
    }
}
