//! The files that make a service publish a project unattended, filled in from `starter/schedules/`.

use std::fs;
use std::path::Path;

use clap::ValueEnum;
use minijinja::context;

use super::{CannotStart, FOLDER, read_file};
use crate::cache::file;
use crate::project::{self, packages};
use crate::starter::fill::fill;
use model::build_error::BuildError;

/// What starts the publications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Schedule {
    /// A workflow of GitHub Actions
    Github,
    /// A job of GitLab CI
    Gitlab,
    /// A service and a timer of systemd
    Systemd,
}

impl Schedule {
    /// The templates, and the path of what is made of each, from the project's root.
    fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Github => &[("github.yml", ".github/workflows/publish.yml")],
            Self::Gitlab => &[("gitlab.yml", ".gitlab-ci.yml")],
            Self::Systemd => &[
                ("site-publish.service", "schedule/site-publish.service"),
                ("site-publish.timer", "schedule/site-publish.timer"),
                ("site-publish.env.example", "schedule/site-publish.env.example"),
            ],
        }
    }

    /// Writes the files to the project at `root`, and returns their paths below it. A file with another content is replaced
    /// only with `force`; without it nothing is written.
    ///
    /// # Errors
    /// Such a file, or one that cannot be read or written.
    pub fn write(self, root: &Path, force: bool) -> Result<Vec<&'static str>, CannotStart> {
        // The engine itself compiles its command; any other project has it as a package.
        let package = !root.join(project::ISLANDS).is_dir();
        let script = match package {
            true => format!("{}/.bin/scheduled-publish", packages::FOLDER),
            false => "scripts/scheduled-publish".to_owned(),
        };
        let values = context! { package, script };
        let folder = project::base(root, project::ISLANDS).join(FOLDER).join("schedules");
        let mut filled = Vec::new();
        for (template, path) in self.files() {
            let text = fill(template, &read_file(&folder.join(template))?, &values)?;
            let is_foreign = fs::read(root.join(path)).is_ok_and(|bytes| bytes != text.as_bytes());
            if is_foreign && !force {
                let message = format!("{path}: the file has another content: add --force to replace it");
                return Err(CannotStart::Usage(message));
            }
            filled.push((*path, text));
        }
        for (path, text) in &filled {
            let place = root.join(path);
            file::replace(&place, text.as_bytes()).map_err(BuildError::at(&place))?;
        }
        Ok(filled.into_iter().map(|(path, _)| path).collect())
    }
}
