//! `site completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::cli::console::Console;
use crate::cli::exit_status::Status;

const AFTER_HELP: &str = "\
Example:
  site completions bash > ~/.local/share/bash-completion/completions/site";

/// The arguments of `site completions`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct CompletionsArguments {
    /// The shell to complete for
    shell: Shell,
}

impl CompletionsArguments {
    pub(crate) fn run(&self, console: &Console) -> Status {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "site", &mut script);
        console.result(String::from_utf8_lossy(&script).trim_end());
        Status::Done
    }
}
