//! The texts of a language as the later stages see them.

use std::path::Path;

use super::files::{self, Unsaved};
use formats::problem::Problem;
use model::config::FactTexts;
use model::lang::Lang;

/// The author's texts, saved or not, with the facts of `site.yaml` in place of their placeholders.
pub(super) struct Texts<'a> {
    pub(super) root: &'a Path,
    pub(super) unsaved: &'a Unsaved,
    pub(super) facts: Option<FactTexts>,
}

impl Texts<'_> {
    /// The text of a file in a language.
    ///
    /// # Errors
    /// A file that cannot be read, or a problem for each placeholder that names no fact.
    pub(super) fn read(&self, lang: Lang, file: &str) -> Result<String, Vec<Problem>> {
        let text = files::read_source(self.root, self.unsaved, file).map_err(|problem| vec![problem])?;
        match &self.facts {
            Some(facts) => facts.fill(lang, file, &text),
            None => Ok(text),
        }
    }
}
