//! `site schema`.

use std::path::Path;

use clap::Args;

use crate::cli::console::Console;
use crate::cli::failure::ExitStatus;
use crate::project;
use model::build_error::BuildError;
use model::schema::{FILES, FOLDER, schema};

const AFTER_HELP: &str = "\
Editors read the schemas that the first line of site.yaml and theme.yaml and .vscode/settings.json name. Each build writes
them again, so that they are those of the installed version.

Examples:
  site schema              write the schemas of all files to .site/schemas
  site schema site         print the schema of site.yaml";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct SchemaArguments {
    /// Print this one instead of writing all
    #[arg(value_parser = FILES.map(|(name, _)| name))]
    name: Option<String>,
}

impl SchemaArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> anyhow::Result<ExitStatus> {
        match self.name.as_deref().and_then(schema) {
            Some(schema) => console.result(&serde_json::to_string_pretty(&schema)?),
            None => {
                let folder = root.join(FOLDER);
                project::write_schemas(root).map_err(BuildError::at(&folder))?;
                for (name, file) in FILES {
                    console.result(&format!("{FOLDER}/{name}.json: {file}"));
                }
            }
        }
        Ok(ExitStatus::Done)
    }
}
