//! That the values of a new project fit together, before anything is written.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::catalogue::Catalogue;
use super::{CannotStart, FEATURES, FOLDER, MOST, NewSite, UseOnLevels, read_file, values};
use crate::project;
use model::time_zone::TimeZone;

/// The longest part of a domain's name (RFC 1035, section 2.3.4): the name of the development is one of its addresses.
const LONGEST_NAME: usize = 63;
/// Characters with a meaning of their own in the files of a project.
const RESERVED: [char; 7] = ['"', '\\', '\n', '{', '}', '[', ']'];

impl NewSite {
    /// The uses, after every value was checked.
    ///
    /// # Errors
    /// The first value that is wrong, and what to write instead.
    pub(super) fn checked(&self, engine: &Path) -> Result<Vec<UseOnLevels>, CannotStart> {
        self.check_languages(engine)?;
        let features = FEATURES.map(|(name, _)| name);
        if let Some(unknown) = self.without.iter().find(|name| !features.contains(&name.as_str())) {
            return usage(format!("`--without {unknown}`: use one of `{}`", features.join("`, `")));
        }
        let name = &self.name;
        let slug = values::slug(name);
        if slug.is_empty() || slug.len() > LONGEST_NAME || name.contains(RESERVED) {
            return usage(format!(
                "`{name}` is not a valid name: write letters and digits, at most {LONGEST_NAME}, without quotation marks, \
                 brackets and braces"
            ));
        }
        self.time_zone
            .parse::<TimeZone>()
            .map_err(|error| CannotStart::Usage(format!("`--time-zone`: {error}")))?;
        let uses = self.known_uses(&engine.join(FOLDER).join("uses.yaml"))?;
        if self.uses.is_empty() || self.levels < self.uses.len() || self.levels > MOST {
            let least = self.uses.len().max(1);
            return usage(format!(
                "`--levels {}`: write a number from {least} (one for each use) to {MOST}",
                self.levels
            ));
        }
        if self.units.len() != self.uses.len() {
            return usage(format!(
                "`--units` has {} and `--uses` {}: write one number of units for each use, such as `--units {}`",
                self.units.len(),
                self.uses.len(),
                vec!["8"; self.uses.len()].join(",")
            ));
        }
        if self.units.iter().any(|units| *units == 0 || *units > MOST) {
            return usage(format!("`--units`: write numbers from 1 to {MOST}"));
        }
        Ok(uses)
    }

    fn check_languages(&self, engine: &Path) -> Result<(), CannotStart> {
        let folders = fs::read_dir(engine.join(FOLDER)).into_iter().flatten().flatten();
        let folders = folders.filter(|folder| folder.path().join("strings.json").is_file());
        let mut known: Vec<String> =
            folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
        known.sort();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        for (index, lang) in self.languages.iter().enumerate() {
            if lang.is_empty() {
                return usage(
                    "`--languages`: a code is empty: write one code or more, such as `es,en`".to_owned(),
                );
            }
            if !known.contains(&lang.as_str()) {
                let hint = match known.iter().find(|known| lang.eq_ignore_ascii_case(known)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => {
                        format!("make the project with these, then add `{lang}` (docs/languages.md says how)")
                    }
                };
                let known = known.join("` and `");
                return usage(format!(
                    "`--languages {lang}`: there are starter texts for `{known}` only: {hint}"
                ));
            }
            if self.languages[..index].contains(lang) {
                return usage(format!("`--languages`: `{lang}` is listed twice: write it once"));
            }
        }
        Ok(())
    }

    fn known_uses(&self, path: &Path) -> Result<Vec<UseOnLevels>, CannotStart> {
        let catalogue: Catalogue = serde_yaml::from_str(&read_file(path)?)
            .map_err(|error| CannotStart::Usage(format!("{}: {error}: correct it", path.display())))?;
        let mut uses: Vec<UseOnLevels> = Vec::new();
        for key in &self.uses {
            let Some(known) = catalogue.get(key) else {
                let keys: Vec<&str> = catalogue.keys().map(String::as_str).collect();
                return usage(format!(
                    "`--uses {key}`: use one of `{}`, or add it to {}",
                    keys.join("`, `"),
                    path.display()
                ));
            };
            if uses.iter().any(|used| used.key == *key) {
                return usage(format!("`--uses`: `{key}` is listed twice: write it once"));
            }
            uses.push(UseOnLevels { key: key.clone(), known: known.clone() });
        }
        Ok(uses)
    }
}

/// The engine of a new project.
pub(super) fn engine_above(dir: &Path) -> Result<PathBuf, CannotStart> {
    let is_file = |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|entry| entry.file_name() != ".git");
    if dir.is_file() {
        return usage(format!("{}: this is a file: choose the name of a new folder", dir.display()));
    }
    if fs::read_dir(dir).is_ok_and(|mut entries| entries.any(is_file)) {
        return usage(format!("{}: the folder is not empty: choose a new one", dir.display()));
    }
    project::engine(dir).filter(|engine| engine.join(FOLDER).is_dir()).ok_or_else(|| {
        CannotStart::Usage(format!(
            "{}: no folder above it has `islands/`, `templates/` and `{FOLDER}/`: choose a folder of the repository, or set \
             SITE_ENGINE to the repository",
            dir.display()
        ))
    })
}

fn usage<T>(message: String) -> Result<T, CannotStart> {
    Err(CannotStart::Usage(message))
}
