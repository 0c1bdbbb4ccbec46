//! `site explain`.

use clap::Args;

use crate::check::explain;
use crate::cli::console::Console;
use crate::cli::failure::ExitStatus;
use model::build_error::BuildError;

const AFTER_HELP: &str = "\
Examples:
  site explain                    list all codes
  site explain broken-link        what it is, why it matters, how to fix it, an example";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ExplainArguments {
    /// The code in brackets at the end of a finding [default: list all codes]
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

impl ExplainArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<ExitStatus> {
        let text = match &self.code {
            Some(code) => explain::explain(code).map_err(BuildError::Usage)?,
            None => explain::list_codes(),
        };
        console.result(&text);
        Ok(ExitStatus::Done)
    }
}
