//! `site theme`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::console::Console;
use crate::cli::failure::Status;
use crate::outputs::theme::style_sheet;
use crate::stages::load;
use model::build_error::BuildError;

const AFTER_HELP: &str = "\
docs/theme.md explains every key of theme.yaml.

Examples:
  site theme css                  print the colours and fonts of theme.yaml as a style sheet";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ThemeArguments {
    #[command(subcommand)]
    action: Action,
    /// The project's folder
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print the style sheet that is made from theme.yaml
    Css,
}

impl ThemeArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let theme = load::read_theme(&self.root).map_err(BuildError::from)?;
        let root = std::path::absolute(&self.root).map_err(BuildError::at(&self.root))?;
        match self.action {
            Action::Css => {
                let css = style_sheet(&root, &theme).map_err(BuildError::from)?;
                console.result(css.trim_end());
            }
        }
        Ok(Status::Done)
    }
}
