//! A content file: a page, or a month of construction progress; and the files below `templates/`.

use serde::de::DeserializeOwned;

use super::front_matter::{EditedContent, EntryFront, FrontMatter, LINES_BEFORE_FRONT};
use crate::dates::Month;
use crate::lang::Lang;
use formats::markdown;
use formats::problem::{Code, Place, Problem};
use formats::yaml::{self, Places, Step};

/// The content file of one page in one language.
pub type PageSource = ContentFile<FrontMatter>;

/// One month of construction progress in one language.
pub type EntrySource = ContentFile<EntryFront>;

/// The folder and the month of a path like `avance/2026-03`: such a file belongs to the page that its folder is named after.
pub fn month_of(slug: &str) -> Option<(&str, Month)> {
    let (folder, month) = slug.rsplit_once('/')?;
    Some((folder, month.parse().ok()?))
}

/// A content file with the front matter `F`.
#[derive(Debug)]
pub struct ContentFile<F> {
    /// Path from the project's root.
    pub file: String,
    /// The language of its folder.
    pub lang: Lang,
    /// Path below its folder without `.md`; the same in both languages.
    pub slug: String,
    /// The parsed front matter.
    pub front: F,
    /// The text of the front matter, for positions.
    pub front_text: String,
    /// The Markdown below it.
    pub body: String,
    /// Number of lines before the body.
    pub lines_before_body: usize,
}

impl<F: DeserializeOwned> ContentFile<F> {
    /// Parses the text of a file. An error is the first thing that is wrong in the front matter, or Markdown that is nested too deeply.
    pub fn parse(
        file: &str,
        lang: Lang,
        slug: &str,
        text: &str,
    ) -> Result<ContentFile<F>, Problem> {
        let parts = EditedContent::parse(file, text)?;
        let content = ContentFile {
            file: file.to_owned(),
            lang,
            slug: slug.to_owned(),
            front: yaml::parse(file, parts.front_text, LINES_BEFORE_FRONT)?,
            front_text: parts.front_text.to_owned(),
            body: parts.body.to_owned(),
            lines_before_body: parts.lines_before_body,
        };
        content.check_depth(&content.body, |offset| content.place_in_body(offset))?;
        Ok(content)
    }

    /// Refuses Markdown that is nested too deeply, where it begins to be. `place` finds the position of a byte offset in it.
    pub fn check_depth(
        &self,
        text: &str,
        place: impl FnOnce(usize) -> Place,
    ) -> Result<(), Problem> {
        let Some(offset) = markdown::too_deep(text) else {
            return Ok(());
        };
        let problem = Problem::at(
            Code::InvalidSyntax,
            &self.file,
            place(offset),
            markdown::TOO_DEEP,
        );
        Err(problem.hint(markdown::LESS_DEEP))
    }

    /// A problem for the first value below a key of the front matter that a page would show otherwise than it is written.
    pub fn misread(&self, below: &str) -> Option<Problem> {
        yaml::misread(&self.file, &self.front_text, LINES_BEFORE_FRONT, below)
    }

    /// The folder of a month: the path of the page that shows it.
    pub fn folder(&self) -> &str {
        self.slug.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The position of a value of the front matter.
    pub fn place(&self, path: &[Step]) -> Place {
        Places::read(&self.front_text)
            .find(path)
            .lines_down(LINES_BEFORE_FRONT)
    }

    /// Whether the front matter has a top-level key.
    pub fn has_key(&self, key: &str) -> bool {
        let mut lines = self.front_text.lines();
        lines.any(|line| {
            line.strip_prefix(key)
                .is_some_and(|rest| rest.trim_start().starts_with(':'))
        })
    }

    /// A problem of a top-level key of the front matter.
    pub fn problem(&self, code: Code, key: &str, message: impl Into<String>) -> Problem {
        Problem::at(code, &self.file, self.place(&yaml::path(key)), message)
    }

    /// The position of a byte offset in the body.
    pub fn place_in_body(&self, offset: usize) -> Place {
        Place::of_offset(&self.body, offset).lines_down(self.lines_before_body)
    }
}

/// The folder of the templates of Markdown alternates, below `templates/`.
pub const MARKDOWN_FOLDER: &str = "markdown/";
/// Where the templates of share pictures are, below `templates/`.
pub const SHARE_FOLDER: &str = "share/";
/// Where the templates of documents are, below `templates/`.
pub const DOCUMENTS_FOLDER: &str = "documents/";
