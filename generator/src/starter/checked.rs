//! That the values of a new project fit together, before anything is written.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use icu_normalizer::ComposingNormalizerBorrowed;

use super::known_use::KnownUse;
use super::{FEATURES, FOLDER, MOST, NewSite, read_file};
use crate::project;
use formats::markdown::fold;
use model::build_error::BuildError;
use model::dates::TimeZone;

/// The longest part of a domain's name (RFC 1035, section 2.3.4): the name of the development is one of its addresses.
const LONGEST_NAME: usize = 63;
/// Characters with a meaning of their own in the files of a project.
const RESERVED: [char; 9] = ['"', '\\', '#', '<', '>', '{', '}', '[', ']'];

/// A name with the apostrophe of set type, as the checks of texts ask for, and with composed letters: the name of a folder may
/// have accents as characters of their own.
pub fn composed_name(name: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc()
        .normalize(&name.replace('\'', "’"))
        .into_owned()
}

impl NewSite {
    /// Checks every value that is given, and returns the uses. An error is the first value that is wrong, and what to write instead.
    pub fn check(&self, engine: &Path) -> Result<Vec<KnownUse>, BuildError> {
        self.check_languages(engine)?;
        let features = FEATURES.map(|(name, _)| name);
        if let Some(unknown) = self
            .without
            .iter()
            .find(|name| !features.contains(&name.as_str()))
        {
            return usage(format!(
                "`--without {unknown}`: use one of `{}`",
                features.join("`, `")
            ));
        }
        let name = &composed_name(&self.name);
        let slug = fold(name);
        // Blocks of Unicode that the engine's fonts have, and what is written between words.
        let is_drawn =
            |letter| matches!(letter, ' '..='~' | '\u{a0}'..='\u{17f}' | '–' | '—' | '’');
        let is_reserved =
            name.contains(RESERVED) || name.contains(": ") || !name.chars().all(is_drawn);
        if !name.is_empty() && (slug.is_empty() || slug.len() > LONGEST_NAME || is_reserved) {
            return usage(format!(
                "`{name}` is not a valid name: write Latin letters and digits, at most {LONGEST_NAME}, without \
                 quotation marks, brackets, braces, `#` and `: `"
            ));
        }
        if let Err(error) = self.time_zone.parse::<TimeZone>() {
            return usage(format!("`--time-zone`: {error}"));
        }
        let uses = self.known_uses(&engine.join(FOLDER).join("uses.yaml"))?;
        self.check_levels(&uses)?;
        self.check_units(&uses)?;
        Ok(uses)
    }

    fn check_levels(&self, uses: &[KnownUse]) -> Result<(), BuildError> {
        let Some(levels) = self.levels else {
            return Ok(());
        };
        let numbers = self.level_numbers();
        let above = numbers.iter().filter(|level| **level > 0).count();
        let least = uses.iter().filter(|used| !used.secondary).count();
        if above < least || numbers.len() > MOST {
            return usage(format!(
                "`--levels {levels}`: write a number from {least} (one for each use) to {MOST}, or a range like `-1..14`"
            ));
        }
        if !numbers.contains(&1) {
            return usage(format!(
                "`--levels {levels}` has no ground floor: begin with 1, or with a basement like `-1..14`"
            ));
        }
        if let Some(KnownUse { key, .. }) = uses.iter().find(|used| used.secondary)
            && numbers[0] > 0
        {
            return usage(format!(
                "`--levels {levels}` has no basement for `{key}`, which is what completes others: write a range like \
                 `-1..{levels}`, or choose another use and rename it in the project"
            ));
        }
        Ok(())
    }

    fn check_units(&self, uses: &[KnownUse]) -> Result<(), BuildError> {
        if self.units.is_empty() || uses.is_empty() {
            return Ok(());
        }
        let usual = self
            .units
            .iter()
            .filter(|count| count.level.is_none())
            .count();
        if usual != uses.len() {
            return usage(format!(
                "`--units` has {usual} and `--uses` {}: write one number of units for each use, such as `--units {}`",
                uses.len(),
                vec!["8"; uses.len()].join(",")
            ));
        }
        if self
            .units
            .iter()
            .any(|count| count.units == 0 || count.units > MOST)
        {
            return usage(format!("`--units`: write numbers from 1 to {MOST}"));
        }
        let numbers = self.level_numbers();
        let mut named = HashSet::new();
        for level in self.units.iter().filter_map(|count| count.level) {
            let wrong = match level {
                level if self.levels.is_some() && !numbers.contains(&level) => {
                    "is not one of `--levels`: correct it"
                }
                level if level < 0 && uses.iter().all(|used| !used.secondary) => {
                    "has no use: add `bodega` to `--uses`"
                }
                level if !named.insert(level) => "has two numbers: write one",
                _ => continue,
            };
            return usage(format!("`--units`: level {level} {wrong}"));
        }
        Ok(())
    }

    fn check_languages(&self, engine: &Path) -> Result<(), BuildError> {
        let folders = fs::read_dir(engine.join(FOLDER))
            .into_iter()
            .flatten()
            .flatten()
            .filter(|folder| folder.path().join("strings.json").is_file());
        let mut known: Vec<String> = folders
            .map(|folder| folder.file_name().to_string_lossy().into_owned())
            .collect();
        known.sort();
        for (index, lang) in self.languages.iter().enumerate() {
            if lang.is_empty() {
                return usage(
                    "`--languages`: a code is empty: write one code or more, such as `es,en`"
                        .to_owned(),
                );
            }
            if !known.contains(lang) {
                let hint = match known.iter().find(|known| lang.eq_ignore_ascii_case(known)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!(
                        "make the project with one of them, then run `site add language {lang}` (docs/languages.md)"
                    ),
                };
                let known = known.join("` and `");
                return usage(format!(
                    "`--languages {lang}`: there are starter texts for `{known}` only: {hint}"
                ));
            }
            if self.languages[..index].contains(lang) {
                return usage(format!(
                    "`--languages`: `{lang}` is listed twice: write it once"
                ));
            }
        }
        Ok(())
    }

    fn known_uses(&self, path: &Path) -> Result<Vec<KnownUse>, BuildError> {
        let catalogue: BTreeMap<String, KnownUse> = serde_yaml::from_str(&read_file(path)?)
            .map_err(|error| {
                BuildError::Usage(format!("{}: {error}: correct it", path.display()))
            })?;
        let mut uses: Vec<KnownUse> = Vec::new();
        for key in &self.uses {
            let Some(known) = catalogue.get(key) else {
                let keys: Vec<&str> = catalogue.keys().map(String::as_str).collect();
                return usage(format!(
                    "`--uses {key}`: make the project with one of `{}`, and rename it there (docs/developments.md, \"A use \
                     with another name\")",
                    keys.join("`, `")
                ));
            };
            if uses.iter().any(|used| used.key == *key) {
                return usage(format!("`--uses`: `{key}` is listed twice: write it once"));
            }
            uses.push(KnownUse {
                key: key.clone(),
                ..known.clone()
            });
        }
        match &uses[..] {
            [KnownUse { key, .. }, ..] if uses.iter().all(|used| used.secondary) => usage(format!(
                "`--uses {key}` only completes others: add what is sold beside it"
            )),
            _ => Ok(uses),
        }
    }
}

/// The engine of a new project in a folder.
pub fn engine_above(dir: &Path) -> Result<PathBuf, BuildError> {
    let is_file =
        |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|entry| entry.file_name() != ".git");
    if dir.is_file() {
        return usage(format!(
            "{}: this is a file: choose the name of a new folder",
            dir.display()
        ));
    }
    if fs::read_dir(dir).is_ok_and(|mut entries| entries.any(is_file)) {
        return usage(format!(
            "{}: the folder is not empty: choose a new one",
            dir.display()
        ));
    }
    project::engine(dir).filter(|engine| engine.join(FOLDER).is_dir()).ok_or_else(|| {
        BuildError::Usage(format!(
            "{}: no folder above it has `islands/`, `templates/` and `{FOLDER}/`: choose a folder of the repository, or set \
             SITE_ENGINE to the repository",
            dir.display()
        ))
    })
}

fn usage<T>(message: String) -> Result<T, BuildError> {
    Err(BuildError::Usage(message))
}
