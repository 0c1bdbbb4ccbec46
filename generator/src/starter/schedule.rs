//! The files that make a service publish a project unattended, filled in from `starter/schedules/`.

use std::fs;
use std::path::Path;

use clap::ValueEnum;
use minijinja::context;

use super::{FOLDER, fill, read_file};
use crate::cache::file;
use crate::project::{self, packages};
use model::build_error::BuildError;

/// What starts the publications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScheduleService {
    /// A workflow of GitHub Actions
    Github,
    /// A job of GitLab CI
    Gitlab,
    /// A service and a timer of systemd
    Systemd,
}

impl ScheduleService {
    /// The templates, each with the path of its file. `suffix` tells the projects of one repository apart.
    fn files(self, suffix: &str) -> Vec<(&'static str, String)> {
        match self {
            Self::Github => vec![(
                "github.yml",
                format!(".github/workflows/publish{suffix}.yml"),
            )],
            Self::Gitlab if suffix.is_empty() => vec![("gitlab.yml", ".gitlab-ci.yml".to_owned())],
            Self::Gitlab => vec![("gitlab.yml", format!(".gitlab/publish{suffix}.yml"))],
            Self::Systemd => [
                "site-publish.service",
                "site-publish.timer",
                "site-publish.env.example",
            ]
            .map(|file| {
                (
                    file,
                    format!(
                        "schedule/{}",
                        file.replace("publish.", &format!("publish{suffix}."))
                    ),
                )
            })
            .into(),
        }
    }

    /// Writes the files of the project at `root`, and returns their paths from it. Those of a project below the engine's repository
    /// are for that repository. A file with another content is replaced only with `force`; without it nothing is written.
    pub fn write(self, root: &Path, force: bool) -> Result<Vec<String>, BuildError> {
        let repository = project::engine(root).filter(|engine| {
            root.canonicalize()
                .is_ok_and(|root| root.starts_with(engine))
        });
        let below = repository
            .as_deref()
            .map_or_else(String::new, |engine| project::relative(engine, root));
        // The folder is in commands, keys and names of files, each of which a service reads in its own way.
        if below
            .contains(|letter: char| !letter.is_ascii_alphanumeric() && !"/._-".contains(letter))
        {
            let message = format!(
                "no service can run the folder `{below}`: give it a name of letters without accents, digits, `-`, `_` and `.`"
            );
            return Err(BuildError::Usage(message));
        }
        let folder = below.rsplit('/').next().filter(|name| !name.is_empty());
        let suffix = folder.map_or_else(String::new, |name| format!("-{name}"));
        // The engine itself compiles its command; a project outside of it has it as a package.
        let package = !root.join(project::ISLANDS).is_dir() && repository.is_none();
        let script = match &repository {
            Some(_) => format!("scripts/scheduled-publish --root {below}"),
            None if package => format!("{}/.bin/scheduled-publish", packages::FOLDER),
            None => "scripts/scheduled-publish".to_owned(),
        };
        let folder = if below.is_empty() {
            below
        } else {
            format!("{below}/")
        };
        let values = context! { package, script, suffix => &suffix, folder };
        let home = match (&repository, self) {
            (Some(repository), Self::Github | Self::Gitlab) => repository,
            _ => root,
        };
        let templates = project::base(root, project::ISLANDS)
            .join(FOLDER)
            .join("schedules");
        let mut filled = Vec::new();
        for (template, path) in self.files(&suffix) {
            let text = fill(template, &read_file(&templates.join(template))?, &values)?;
            let place = home.join(&path);
            let is_foreign = fs::read(&place).is_ok_and(|bytes| bytes != text.as_bytes());
            if is_foreign && !force {
                let message =
                    format!("{path}: the file has another content: add --force to replace it");
                return Err(BuildError::Usage(message));
            }
            filled.push((place, text));
        }
        for (place, text) in &filled {
            file::replace(place, text.as_bytes()).map_err(BuildError::at(place))?;
        }
        Ok(filled
            .into_iter()
            .map(|(place, _)| project::relative(root, &place))
            .collect())
    }
}
