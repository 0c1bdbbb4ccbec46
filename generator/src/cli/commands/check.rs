//! `site check`.

use clap::Args;
use serde_json::json;

use super::source::PageArguments;
use crate::check;
use crate::cli::console::{Console, count};
use crate::cli::failure::Status;
use crate::outputs::share;
use crate::pipeline::{self, Request};
use crate::stages::load::{self, Options};
use model::build_error::BuildError;
use model::problem::{Problem, sorted};

const AFTER_HELP: &str = "\
Builds the site in memory, does not change the output folder, and prints each problem as
file:line:column. With --before-launch, also prints everything that is marked as an example.

Examples:
  site check --offline                        with the last good inventory
  site check --offline --json                 print the problems as JSON
  site check --offline --before-launch        also list what must be replaced before going live";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct CheckArguments {
    #[command(flatten)]
    pages: PageArguments,
    /// Also report every value and text that is marked as an example
    #[arg(long)]
    before_launch: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

impl CheckArguments {
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let request = self.pages.request();
        let rendered = pipeline::build_in_memory(&request, console)?;
        let drawings = share::drawings(&request.root, &rendered.site)?;
        let mut problems = check::check(&rendered.site, &rendered.files);
        problems.extend(check::check_drawings(&rendered.site, &drawings));
        if self.before_launch {
            problems.extend(examples(&request)?);
        }
        let problems = sorted(problems);
        let (done, pages) = (problems.is_empty(), rendered.site.pages.len());
        // The problems are the result of this command, so they go to stdout.
        if self.json {
            let result = json!({"done": done, "pages": pages, "problems": problems});
            console.result(&result.to_string());
        } else {
            for problem in &problems {
                console.result(&problem.to_string());
            }
            console.result(&format!(
                "{} checked, {}",
                count(pages, "page", "pages"),
                count(problems.len(), "problem", "problems")
            ));
        }
        Ok(if done { Status::Done } else { Status::Problems })
    }
}

/// What is marked as an example among the sources.
fn examples(request: &Request) -> Result<Vec<Problem>, BuildError> {
    let options = Options {
        drafts: request.drafts,
    };
    let sources = load::load(&request.root, options)?;
    load::examples(&request.root, &sources).map_err(|problem| vec![problem].into())
}
