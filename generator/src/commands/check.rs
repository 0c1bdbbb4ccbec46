//! `site check`.

use clap::Args;

use super::failure;
use super::source::PageArguments;
use crate::cli::Status;
use crate::console::Console;
use crate::pipeline;

/// What `site check` may be asked.
#[derive(Debug, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pages: PageArguments,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

impl CheckArguments {
    pub(crate) fn run(&self, console: &Console) -> Status {
        match pipeline::make(&self.pages.request(false), console) {
            Ok(_) => Status::Done,
            Err(error) => failure::tell(console, &error, self.json),
        }
    }
}
