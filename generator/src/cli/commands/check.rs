//! `site check`.

use clap::Args;
use serde_json::json;

use super::failure;
use super::source::PageArguments;
use crate::check;
use crate::cli::console::{Console, count};
use crate::cli::exit_status::Status;
use crate::outputs::share;
use crate::pipeline;
use model::problem::{Problem, sorted};

const AFTER_HELP: &str = "\
Builds the site in memory, leaves the output folder as it is, and prints each problem as file:line:column.

Examples:
  site check --offline                        with the last good inventory
  site check --offline --json                 for machines";

/// What `site check` may be asked.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct CheckArguments {
    #[command(flatten)]
    pages: PageArguments,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

impl CheckArguments {
    pub(crate) fn run(&self, console: &Console) -> Status {
        let request = self.pages.request(false);
        let made = pipeline::make(&request, console)
            .and_then(|made| Ok((share::drawings(&request.root, &made.site)?, made)));
        let (drawings, made) = match made {
            Ok(made) => made,
            Err(error) => return failure::tell(console, &error, self.json),
        };
        let mut problems = check::check(&made.site, &made.files);
        problems.extend(check::check_drawings(&made.site, &drawings));
        let problems = sorted(problems);
        self.tell(console, made.site.pages.len(), &problems);
        if problems.is_empty() {
            Status::Done
        } else {
            Status::Problems
        }
    }

    /// The problems are what was asked for, so they go to stdout.
    fn tell(&self, console: &Console, pages: usize, problems: &[Problem]) {
        if self.json {
            let result = json!({"done": problems.is_empty(), "pages": pages, "problems": problems});
            console.result(&result.to_string());
            return;
        }
        for problem in problems {
            console.result(&problem.to_string());
        }
        console.result(&format!(
            "{} checked, {}",
            count(pages, "page"),
            count(problems.len(), "problem")
        ));
    }
}
