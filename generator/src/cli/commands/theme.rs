//! `site theme`.

use std::path::Path;

use clap::{Args, Subcommand};

use crate::cli::console::Console;
use crate::cli::failure::ExitStatus;
use crate::outputs::theme::{style_sheet, wordmark};
use crate::stages::load;
use model::build_error::BuildError;

const AFTER_HELP: &str = "\
docs/theme.md explains every key of theme.yaml.

Examples:
  site theme css                  print the colours and fonts of theme.yaml as a style sheet
  site theme wordmark TORRE > templates/logo/wordmark.svg
                                  outline a name in the font of headings, for `logo.wordmark`";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct ThemeArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print the style sheet that is made from theme.yaml
    Css,
    /// Print a name as SVG, outlined in the font of headings
    Wordmark {
        /// The name
        name: String,
        /// Space between letters, in parts of the font size
        #[arg(long, value_name = "EM", default_value_t = 0.1)]
        spacing: f32,
    },
}

impl ThemeArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> anyhow::Result<ExitStatus> {
        let theme = load::read_theme(root).map_err(BuildError::from)?;
        let root = std::path::absolute(root).map_err(BuildError::at(root))?;
        match &self.action {
            Action::Css => {
                let css = style_sheet(&root, &theme).map_err(BuildError::from)?;
                console.result(css.trim_end());
            }
            Action::Wordmark { name, spacing } => {
                let svg = wordmark(&root, &theme, name, *spacing);
                console.result(&svg.map_err(BuildError::from)?);
            }
        }
        Ok(ExitStatus::Done)
    }
}
