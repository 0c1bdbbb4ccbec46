//! `site new`.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use jiff::Zoned;

use crate::cli::console::{Console, count};
use crate::cli::failure::Status;
use crate::stages::load::{self, CannotCreate};
use crate::starter::{CannotStart, NewSite, Shape};
use model::config::Month;

const AFTER_HELP: &str = "\
`site new DIR` writes a whole project, which builds at once: what is invented in it is listed by
`site check --before-launch`. On a terminal it asks for what the options do not say. The folder must be
below the one that holds islands/ and templates/.

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
    #[command(flatten)]
    site: SiteArguments,
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

#[derive(Debug, Args)]
struct SiteArguments {
    /// The folder of a new project
    dir: Option<PathBuf>,
    /// The development's name
    #[arg(long)]
    name: Option<String>,
    /// The languages of the site, the default first
    #[arg(long, value_name = "CODE,...", value_delimiter = ',', default_value = "es,en")]
    languages: Vec<String>,
    /// What the units are, in the order of the site: oficina, local, departamento, consultorio
    #[arg(long, value_name = "USE,...", value_delimiter = ',')]
    uses: Vec<String>,
    /// How many levels: the first use has all but the lowest ones, which have one each of the others
    #[arg(long, value_name = "N")]
    levels: Option<usize>,
    /// How many units each level has, one number for each use
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    units: Vec<usize>,
    /// The shape of the building
    #[arg(long, value_enum, default_value = "bar")]
    plate: Shape,
    /// What the site lacks: progress, brochure, characteristics, amenities
    #[arg(long, value_name = "FEATURE,...", value_delimiter = ',')]
    without: Vec<String>,
    /// The IANA name of the development's time zone
    #[arg(long, value_name = "ZONE", default_value = "America/Mexico_City")]
    time_zone: String,
}

impl NewArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let created = match (&self.what, &self.site.dir) {
            (Some(What::Page { name }), _) => load::new_page(&self.root, name),
            (Some(What::Month { month }), _) => load::new_month(&self.root, *month),
            (None, Some(dir)) => return self.site.run(dir, console),
            (None, None) => {
                console.say("site: write the folder of the new project: `site new DIR`");
                return Ok(Status::Usage);
            }
        };
        let created = created.map_err(|error| match error {
            CannotCreate::Failed(error) => anyhow::Error::from(error),
            other => other.into(),
        })?;
        if let Some(note) = created.note {
            console.say(&format!("site: {note}"));
        }
        for file in &created.files {
            console.result(file);
        }
        Ok(Status::Done)
    }
}

impl SiteArguments {
    fn run(&self, dir: &std::path::Path, console: &Console) -> anyhow::Result<Status> {
        let ask = |question: &str, default: &str| ask(console, question, default);
        let name = match &self.name {
            Some(name) => name.clone(),
            None => {
                let folder = dir.file_name().unwrap_or_default().to_string_lossy();
                ask("Name of the development", &folder)?
            }
        };
        let uses = match self.uses.is_empty() {
            true => words(&ask(
                "Uses (oficina, local, departamento, consultorio)",
                "oficina",
            )?),
            false => self.uses.clone(),
        };
        let levels = match self.levels {
            Some(levels) => levels,
            None => number(&ask("Number of levels", "4")?),
        };
        let units = match self.units.is_empty() {
            true => words(&ask("Units on each level, one number for each use", "8")?)
                .iter()
                .map(|word| number(word))
                .collect(),
            false => self.units.clone(),
        };
        let site = NewSite {
            name,
            languages: self.languages.clone(),
            uses,
            levels,
            units,
            shape: self.plate,
            without: self.without.clone(),
            time_zone: self.time_zone.clone(),
            today: Zoned::now().date(),
        };
        match site.write(dir) {
            Ok(files) => {
                let written = count(files.len(), "file", "files");
                console.result(&format!("{}: {written}", dir.display()));
                let root = dir.display();
                console.say(&format!(
                    "site: next: `site serve --root {root} --offline`, and `site check --root {root} --offline --before-launch`"
                ));
                Ok(Status::Done)
            }
            Err(CannotStart::Usage(message)) => {
                console.say(&format!("site: {message}"));
                Ok(Status::Usage)
            }
            Err(CannotStart::Failed(error)) => Err(error.into()),
        }
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
