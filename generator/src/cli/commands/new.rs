//! `site new`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::console::Console;
use crate::cli::failure::Status;
use crate::stages::load::{self, CannotCreate};
use model::config::Month;

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
        let created = match &self.what {
            What::Page { name } => load::new_page(&self.root, name),
            What::Month { month } => load::new_month(&self.root, *month),
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
