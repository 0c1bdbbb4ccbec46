//! The `site` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    generator::cli::run(std::env::args_os())
}
