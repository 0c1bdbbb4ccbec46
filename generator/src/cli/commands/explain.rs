//! `site explain`.

use clap::Args;

use crate::check::explain;
use crate::cli::console::Console;
use crate::cli::failure::Status;

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
    pub(crate) fn run(&self, console: &Console) -> Status {
        let Some(code) = &self.code else {
            console.result(&explain::list());
            return Status::Done;
        };
        match explain::text(code) {
            Ok(text) => {
                console.result(&text);
                Status::Done
            }
            Err(message) => {
                console.say(&format!("site: {message}"));
                Status::Usage
            }
        }
    }
}
