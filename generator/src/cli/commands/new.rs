//! `site new`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};

use crate::cache::file;
use crate::cli::console::Console;
use crate::cli::failure::Status;
use crate::stages::load::{self, PROGRESS_FOLDER};
use model::build_error::BuildError;
use model::config::Month;
use model::lang::Lang;
use model::strings;

/// The strings that name the stages of construction.
const STAGES: &str = "progress.stage.";

const AFTER_HELP: &str = "\
Creates one file in each language, as a draft: `site serve` shows it with a mark, `site build`
leaves it out until `draft` is removed in both files. Never replaces a file.

Examples:
  site new page preguntas         content/es/preguntas.md and content/en/preguntas.md
  site new month 2025-07          content/<lang>/avance-de-obra/2025-07.md";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct NewArguments {
    #[command(subcommand)]
    what: What,
    /// The project's folder
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A page
    Page {
        /// Its address without the first slash: small letters a to z, digits and hyphens
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
        let stage = self.first_stage();
        let text = |lang| match &self.what {
            What::Page { name } => page(lang, name),
            What::Month { month } => entry(lang, *month, &stage),
        };
        let slug = match &self.what {
            What::Page { name } => {
                if let Some(wrong) = load::wrong_slug(name) {
                    bail!("{wrong}: use small letters a to z, digits and hyphens");
                }
                name.clone()
            }
            What::Month { month } => {
                let config = load::read_config(&self.root).map_err(BuildError::from)?;
                let last = config.facts.progress.to;
                if *month > last {
                    console.say(&format!(
                        "site: the selector ends with {last}: raise facts.progress.to in site.yaml"
                    ));
                }
                format!("{PROGRESS_FOLDER}/{month}")
            }
        };
        let files = Lang::ALL.map(|lang| (format!("content/{lang}/{slug}.md"), text(lang)));
        if let Some((existing, _)) = files.iter().find(|(file, _)| self.root.join(file).exists()) {
            bail!("{existing} exists: choose another name, or edit that file");
        }
        for (name, text) in &files {
            file::create(&self.root.join(name), text.as_bytes()).with_context(|| name.clone())?;
            console.result(name);
        }
        Ok(Status::Done)
    }

    /// The first stage of construction that the strings name.
    fn first_stage(&self) -> String {
        let file = self.root.join(format!("content/{}/strings.json", Lang::ALL[0]));
        let text = fs::read_to_string(file).unwrap_or_default();
        let keys = strings::entries(&text).into_iter().map(|entry| entry.key);
        let mut stages = keys.filter_map(|key| Some(key.strip_prefix(STAGES)?.to_owned()));
        stages.next().unwrap_or_default()
    }
}

/// A page with every key that it may have.
fn page(lang: Lang, name: &str) -> String {
    let (title, description, body) = match lang {
        Lang::Es => (
            "Página nueva",
            "Resumen de la página para los buscadores.",
            "Texto de la página.",
        ),
        Lang::En => (
            "New page",
            "Summary of the page for search engines.",
            "Text of the page.",
        ),
    };
    format!(
        "---\n\
         title: \"{title}: {name}\" # the title of the browser tab; the site's name is appended\n\
         description: {description} # at most 160 characters\n\
         draft: true # remove it in both languages to publish the page\n\
         # publish_at: 2026-12-01 # public from this day on; also with a time: 2026-12-01 09:30\n\
         # unpublish_at: 2027-01-15 # no longer public from this day on\n\
         # aliases: [/old-address] # addresses that redirect to this page\n\
         # template: text # a file of templates/pages/\n\
         # robots: noindex # not for search engines\n\
         ---\n\n{body}\n"
    )
}

/// A month of construction progress.
fn entry(lang: Lang, month: Month, stage: &str) -> String {
    let (title, body) = match lang {
        Lang::Es => (
            "Título del avance",
            "Dos o tres frases sobre los trabajos del mes.",
        ),
        Lang::En => (
            "Title of the progress",
            "Two or three sentences about the work of the month.",
        ),
    };
    format!(
        "---\n\
         month: {month}\n\
         stage: {stage} # a key of `progress.stage` in strings.json\n\
         title: {title}\n\
         draft: true # remove it in both languages to publish the month\n\
         ---\n\n{body}\n"
    )
}
