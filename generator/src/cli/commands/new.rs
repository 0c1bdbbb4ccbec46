//! `site new` and `site add`.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use jiff::Timestamp;

use crate::cli::console::{CommandResult, Console, ExitStatus, count};
use crate::project::packages;
use crate::stages::load::{self, NewFiles};
use crate::starter::{NewSite, composed_name, engine_above};
use model::build_error::BuildError;
use model::dates::Month;

const AFTER_HELP: &str = "\
`site new DIR` writes a whole project, which builds at once: what is invented in it is listed by
`site check --before-launch`. On a terminal it asks for what the options do not say; without one, a
project has the folder's name, 4 levels of the use `oficina`, and 8 units of each use on a level. In `--units`
the plain numbers are those of the uses, one each, and LEVEL:N replaces them on one level. The folder
must be below the one that holds islands/ and templates/, or SITE_ENGINE must name it, unless the command
comes from its package.

`site new page`, `site new news` and `site new month` write one file in each language, as a draft: `site serve`
shows it with a mark, `site build` leaves it out until `draft` is removed. The first news come with the page that
lists them. No command replaces a file.

Examples:
  site new sites/torre --name 'Torre Norte' --uses oficina,local --levels 9 --units 10,4 --plate l
  site new sites/alto --uses departamento,local,bodega --levels -1..14 --units 6,4,12,14:2
  site new page preguntas         content/es/preguntas.md and content/en/preguntas.md
  site new news entrega           content/<lang>/<page of the news>/entrega.md, dated today
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
}

#[derive(Debug, Subcommand)]
enum What {
    /// A page
    Page {
        /// Its address without the first slash: lower-case letters a to z, digits and hyphens
        name: String,
    },
    /// News, dated today, and the page that lists them where there is none
    News {
        /// Its address below the list: lower-case letters a to z, digits and hyphens
        name: String,
    },
    /// A month of construction progress
    Month {
        /// The month, like 2025-07
        month: Month,
    },
}

impl NewArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> CommandResult {
        match (&self.what, &self.dir) {
            (Some(What::Page { name }), _) => report(load::new_page(root, name), console),
            (Some(What::News { name }), _) => {
                report(load::new_news(root, name, Timestamp::now()), console)
            }
            (Some(What::Month { month }), _) => report(load::new_month(root, *month), console),
            (None, Some(dir)) => write_site(self.site.clone(), dir, console),
            (None, None) => {
                let message = "write the folder of the new project: `site new DIR`";
                Err(BuildError::Usage(message.to_owned()).into())
            }
        }
    }
}

fn report(created: Result<NewFiles, BuildError>, console: &Console) -> CommandResult {
    let NewFiles { note, files, .. } = created?;
    note.iter()
        .for_each(|note| console.say(&format!("site: {note}")));
    files.iter().for_each(|file| console.result(file));
    Ok(ExitStatus::Done)
}

/// Writes a project to `dir`, after asking for what the options do not say.
fn write_site(mut site: NewSite, dir: &Path, console: &Console) -> CommandResult {
    ask_what_is_missing(&mut site, dir, console)?;
    site.name = composed_name(&site.name);
    let files = site.write(dir)?;
    console.result(&format!(
        "{}: {}",
        dir.display(),
        count(files.len(), "file", "files")
    ));
    let root = shell_word(&dir.display().to_string());
    console.say(&if packages::is_engine(dir) { format!("site: next: `cd {root} && npm install`, and `npx {} serve`", packages::engine_name()) } else { format!(
        "site: next: `site serve --root {root} --offline`, and `site check --root {root} --offline --before-launch`"
    ) });
    Ok(ExitStatus::Done)
}

/// Asks for what the options do not say, after these were checked.
fn ask_what_is_missing(
    site: &mut NewSite,
    dir: &Path,
    console: &Console,
) -> Result<(), BuildError> {
    let engine = engine_above(dir)?;
    site.check(&engine)?;
    if site.name.is_empty() {
        // `.` and `..` have no name.
        let dir = dir.canonicalize().unwrap_or_else(|_| dir.to_owned());
        let folder = dir.file_name().unwrap_or_default().to_string_lossy();
        ask(
            site,
            &engine,
            console,
            ("Name of the development", &folder),
            |site, answer| {
                site.name = answer.to_owned();
                Ok(())
            },
        )?;
    }
    if site.uses.is_empty() {
        let question = (
            "Uses (oficina, local, departamento, consultorio; bodega in basements)",
            "oficina",
        );
        ask(site, &engine, console, question, |site, answer| {
            site.uses = words(answer).map(str::to_owned).collect();
            Ok(())
        })?;
    }
    if site.levels.is_none() {
        let question = ("Levels: how many, or from which to which, like -1..14", "4");
        ask(site, &engine, console, question, |site, answer| {
            site.levels = Some(answer.parse()?);
            Ok(())
        })?;
    }
    if site.units.is_empty() {
        let default = vec!["8"; site.uses.len()].join(",");
        let question = "Units on a level, one number for each use, and for single levels like 14:2";
        ask(
            site,
            &engine,
            console,
            (question, &default),
            |site, answer| {
                site.units = words(answer).map(str::parse).collect::<Result<_, _>>()?;
                Ok(())
            },
        )?;
    }
    Ok(())
}

/// Takes the answer to a question, or its default without an answer or a terminal. A wrong answer is asked for again.
fn ask(
    site: &mut NewSite,
    engine: &Path,
    console: &Console,
    (question, default): (&str, &str),
    set: impl Fn(&mut NewSite, &str) -> Result<(), String>,
) -> Result<(), BuildError> {
    loop {
        let mut answer = String::new();
        let mut is_answered = io::stdin().is_terminal();
        if is_answered {
            console.say(&format!("{question} [{default}]:"));
            is_answered = io::stdin()
                .read_line(&mut answer)
                .is_ok_and(|bytes| bytes > 0);
        }
        let answer = Some(answer.trim()).filter(|answer| !answer.is_empty());
        let mut asked = site.clone();
        let set = set(&mut asked, answer.unwrap_or(default)).map_err(BuildError::Usage);
        match set.and_then(|()| asked.check(engine)) {
            Err(BuildError::Usage(reason)) if is_answered => console.say(&reason),
            checked => {
                *site = asked;
                return checked.map(drop);
            }
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ']).filter(|word| !word.is_empty())
}

/// A text as one word of a shell's command line: in quotation marks where it needs them.
fn shell_word(text: &str) -> String {
    let is_special = |letter: char| !letter.is_ascii_alphanumeric() && !"/._-".contains(letter);
    let quoted = || format!("'{}'", text.replace('\'', r"'\''"));
    if text.contains(is_special) {
        quoted()
    } else {
        text.to_owned()
    }
}

const AFTER_ADD_HELP: &str = "\
Copies the folder of a language, each page as a draft, and adds the language to site.yaml and
content/payment-plans.yaml. `site build` leaves the language out until its home page is no draft; until
then, `site check` lists every text that is still that of the other language.

Example:
  site add language pt --from en";

#[derive(Debug, Subcommand)]
pub enum WhatToAdd {
    /// A language, with the texts of another one as drafts to translate
    #[command(after_help = AFTER_ADD_HELP)]
    Language {
        /// Its code, like pt
        code: String,
        /// The language whose texts are copied; the first of the site without it
        #[arg(long, value_name = "CODE")]
        from: Option<String>,
    },
}

impl WhatToAdd {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> CommandResult {
        let WhatToAdd::Language { code, from } = self;
        report(load::new_language(root, code, from.as_deref()), console)
    }
}
