//! Letters of texts that the theme's fonts lack: pages and documents would show them in another font.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Finding, TextFile};
use crate::outputs::font_file;
use crate::stages::load;
use formats::code::Code;

/// The first place of each such letter in each file. Without fonts of its own, a theme lacks none.
pub(super) fn check(root: &Path, files: &[TextFile]) -> Vec<Finding> {
    let letters = load::read_theme(root).ok().and_then(|theme| font_file::letters(root, &theme));
    let Some(letters) = letters else {
        return Vec::new();
    };
    let of_file = |file: &TextFile| {
        let mut seen = BTreeSet::new();
        let all = file.prose.iter().flat_map(|part| {
            let letters = file.text[part.clone()].char_indices();
            letters.map(|(at, letter)| (part.start + at, letter))
        });
        let is_drawn =
            |letter: char| letter.is_ascii() || letter.is_whitespace() || letters.contains(&letter);
        let lacking = all.filter(|(_, letter)| !is_drawn(*letter) && seen.insert(*letter));
        let found = lacking.map(|(at, letter)| {
            let message =
                format!("`{letter}` is not in the fonts of theme.yaml, so that it is shown in another one");
            let hint = "cut the fonts with it (docs/theme.md), or write another character".to_owned();
            file.finding(Code::InvalidFont, at..at + letter.len_utf8(), message, hint, None)
        });
        found.collect::<Vec<_>>()
    };
    files.iter().flat_map(of_file).collect()
}
