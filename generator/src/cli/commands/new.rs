//! `site new`.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::cli::console::{Console, count};
use crate::cli::failure::Status;
use crate::project::packages;
use crate::stages::load::{self, CannotCreate, NewFiles};
use crate::starter::{CannotStart, NewSite};
use model::config::Month;

const AFTER_HELP: &str = "\
`site new DIR` writes a whole project, which builds at once: what is invented in it is listed by
`site check --before-launch`. On a terminal it asks for what the options do not say; without one, a
project has the folder's name, 4 levels of the use `oficina`, and 8 units of each use on a level. The folder
must be below the one that holds islands/ and templates/, or SITE_ENGINE must name it, unless the command
comes from its package.

`site new page` and `site new month` write one file in each language, as a draft: `site serve` shows it
with a mark, `site build` leaves it out until `draft` is removed. No command replaces a file.

Examples:
  site new sites/torre --name 'Torre Norte' --uses oficina,local --levels 9 --units 10,4 --plate l
  site new page preguntas         content/es/preguntas.md and content/en/preguntas.md
  site new month 2025-07          content/<lang>/<page of the months>/2025-07.md";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP, args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct NewArguments {
    #[command(subcommand)]
    what: Option<What>,
    /// The folder of a new project
    dir: Option<PathBuf>,
    #[command(flatten)]
    site: NewSite,
    /// The project's folder, for a page or a month
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A page
    Page {
        /// Its address without the first slash: lower-case letters a to z, digits and hyphens
        name: String,
    },
    /// A month of construction progress
    Month {
        /// The month, like 2025-07
        month: Month,
    },
}

impl NewArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let created = match (&self.what, &self.dir) {
            (Some(What::Page { name }), _) => load::new_page(&self.root, name),
            (Some(What::Month { month }), _) => load::new_month(&self.root, *month),
            (None, Some(dir)) => return write_site(self.site.clone(), dir, console),
            (None, None) => {
                console.say("site: write the folder of the new project: `site new DIR`");
                return Ok(Status::Usage);
            }
        };
        report(created, console)
    }
}

/// Prints the files that were created, or why none was.
pub(super) fn report(created: Result<NewFiles, CannotCreate>, console: &Console) -> anyhow::Result<Status> {
    let created = match created {
        Ok(created) => created,
        Err(CannotCreate::Failed(error)) => return Err(error.into()),
        Err(error @ (CannotCreate::Name(..) | CannotCreate::Language(_))) => {
            console.say(&format!("site: {error}"));
            return Ok(Status::Usage);
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(note) = created.note {
        console.say(&format!("site: {note}"));
    }
    for file in &created.files {
        console.result(file);
    }
    Ok(Status::Done)
}

/// Writes a project to `dir`, after asking for what the options do not say.
fn write_site(mut site: NewSite, dir: &Path, console: &Console) -> anyhow::Result<Status> {
    let ask = |question: &str, default: &str| ask(console, question, default);
    if site.name.is_empty() {
        let folder = dir.file_name().unwrap_or_default().to_string_lossy();
        site.name = ask("Name of the development", &folder)?;
    }
    if site.uses.is_empty() {
        site.uses = words(&ask("Uses (oficina, local, departamento, consultorio)", "oficina")?);
    }
    if site.levels == 0 {
        site.levels = number(&ask("Number of levels", "4")?);
    }
    if site.units.is_empty() {
        let default = vec!["8"; site.uses.len()].join(",");
        let answer = ask("Units on each level, one number for each use", &default)?;
        site.units = words(&answer).iter().map(|word| number(word)).collect();
    }
    // The apostrophe of set type, as the checks of texts ask for.
    site.name = site.name.replace('\'', "’");
    match site.write(dir) {
        Ok(files) => {
            console.result(&format!("{}: {}", dir.display(), count(files.len(), "file", "files")));
            let root = shell_word(&dir.display().to_string());
            console.say(&match packages::is_engine(dir) {
                true => format!("site: next: `cd {root} && npm install`, and `npx {} serve`", packages::engine_name()),
                false => format!(
                    "site: next: `site serve --root {root} --offline`, and `site check --root {root} --offline --before-launch`"
                ),
            });
            Ok(Status::Done)
        }
        Err(CannotStart::Usage(message)) => {
            console.say(&format!("site: {message}"));
            Ok(Status::Usage)
        }
        Err(CannotStart::Failed(error)) => Err(error.into()),
    }
}

/// An answer of the person at the terminal; without one, or without a terminal, the default.
fn ask(console: &Console, question: &str, default: &str) -> io::Result<String> {
    if !io::stdin().is_terminal() {
        return Ok(default.to_owned());
    }
    console.say(&format!("{question} [{default}]:"));
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    let answer = answer.trim();
    Ok(if answer.is_empty() { default } else { answer }.to_owned())
}

fn words(text: &str) -> Vec<String> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// A number; zero, which no question accepts, for anything else.
fn number(text: &str) -> usize {
    text.trim().parse().unwrap_or_default()
}

/// A text as one word of a shell's command line: in quotation marks where it needs them.
fn shell_word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    match text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}
