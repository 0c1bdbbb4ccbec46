//! `site add`.

use std::path::Path;

use clap::{Args, Subcommand};

use super::new::report;
use crate::cli::console::Console;
use crate::cli::failure::ExitStatus;
use crate::stages::load;

const AFTER_HELP: &str = "\
Copies the folder of a language, each page as a draft, and adds the language to site.yaml and
content/payment-plans.yaml. `site build` leaves the language out until its home page is no draft; until
then, `site check` lists every text that is still that of the other language.

Example:
  site add language pt --from en";

#[derive(Debug, Args)]
pub struct AddArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A language, with the texts of another one as drafts to translate
    #[command(after_help = AFTER_HELP)]
    Language {
        /// Its code, like pt
        code: String,
        /// The language whose texts are copied; the first of the site without it
        #[arg(long, value_name = "CODE")]
        from: Option<String>,
    },
}

impl AddArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> anyhow::Result<ExitStatus> {
        let What::Language { code, from } = &self.what;
        report(load::new_language(root, code, from.as_deref()), console)
    }
}
