//! `site check` and `site explain`.

use std::path::Path;

use clap::Args;

use super::PageArguments;
use crate::check;
use crate::check::content::{self, Finding};
use crate::cli::console::{CommandResult, Console, ExitStatus, count};
use crate::cli::findings::{self, FindingsFormat};
use crate::outputs::share;
use crate::pipeline::{self, Progress as _, Request};
use crate::project::{self, packages};
use formats::problem::{Problem, Severity, sorted};
use model::build_error::BuildError;

const AFTER_HELP: &str = "\
Builds the site in memory, does not change the output folder, and prints each problem as
file:line:column with its code, which `site explain CODE` explains. With --before-launch, also
prints everything that is marked as an example, and each fact that is missing.

Examples:
  site check --offline                        with the last good inventory
  site check --offline --fix                  correct what is mechanical
  site check --offline --format github        print annotations for GitHub Actions
  site check --offline --format sarif         print a SARIF 2.1.0 log
  site check --offline --before-launch        also list what must be replaced before going live";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct CheckArguments {
    #[command(flatten)]
    pub(in crate::cli) pages: PageArguments,
    /// Also report every value and text that is marked as an example, and each missing fact
    #[arg(long)]
    before_launch: bool,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: FindingsFormat,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Correct what is mechanical: missing files of a language (as drafts to translate), unused
    /// strings, straight quotation marks, spaces between numbers and units
    #[arg(long)]
    fix: bool,
    /// Exit with status 1 for warnings too
    #[arg(long)]
    error_on_warnings: bool,
}

impl CheckArguments {
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == FindingsFormat::Json
    }

    pub(crate) fn run(&self, root: &Path, console: &Console) -> CommandResult {
        let request = self.pages.request(root);
        let (mut pages, mut findings) = self.find(&request, console)?;
        if self.fix {
            let fixed = content::apply(&request.root, &findings)?;
            for (file, number) in &fixed {
                console.note(&format!(
                    "{file}: {}",
                    count(*number, "correction", "corrections")
                ));
            }
            if !fixed.is_empty() {
                (pages, findings) = self.find(&request, console)?;
            }
        }
        let problems = sorted(
            findings
                .into_iter()
                .map(|finding| finding.problem)
                .collect(),
        );
        let fails =
            |problem: &Problem| self.error_on_warnings || problem.code.level() == Severity::Error;
        let done = !problems.iter().any(fails);
        let format = if self.json {
            FindingsFormat::Json
        } else {
            self.format
        };
        // The findings are the result of this command, so they go to stdout.
        console.result(&findings::print(format, pages, &problems, done));
        Ok(if done {
            ExitStatus::Done
        } else {
            ExitStatus::Problems
        })
    }

    /// Every finding, and the number of pages; nothing when the site cannot be built.
    fn find(
        &self,
        request: &Request,
        console: &Console,
    ) -> Result<(Option<usize>, Vec<Finding>), BuildError> {
        let (pages, problems) = match self.finished(request, console) {
            Ok((pages, problems)) => (Some(pages), problems),
            Err(error) => (None, error.problems()?),
        };
        let (mut findings, unchecked) = content::check(&request.root);
        for lang in unchecked {
            console.note(&match packages::dictionary(lang) {
                Some(package) => {
                    let how = packages::how_to_install(&request.root, &package);
                    format!("no dictionary for the spelling of {lang}: run {how}")
                }
                None => format!("there is no dictionary for the spelling of {lang}: have it read"),
            });
        }
        findings.extend(content::with_fixes(&request.root, problems));
        Ok((pages, findings))
    }

    /// The number of pages of the finished site, and the problems that it shows.
    fn finished(
        &self,
        request: &Request,
        console: &Console,
    ) -> Result<(usize, Vec<Problem>), BuildError> {
        let rendered = pipeline::render(request, console)?;
        let drawings = share::drawings(&request.root, &rendered.described)?;
        let mut problems = check::check(&rendered.described, &rendered.files);
        problems.extend(check::check_drawings(&rendered.site, &drawings));
        if self.before_launch {
            problems.extend(rendered.examples);
            problems.extend(check::missing_facts(&rendered.site));
        }
        project::locate(&request.root, &mut problems);
        problems.extend(rendered.warnings);
        Ok((rendered.site.pages.len(), problems))
    }
}

pub const AFTER_EXPLAIN_HELP: &str = "\
Examples:
  site explain                    list all codes
  site explain broken-link        what it is, why it matters, how to fix it, an example";

pub fn explain(code: Option<&str>, console: &Console) -> CommandResult {
    let text = code.map_or_else(|| Ok(findings::list_codes()), findings::explain);
    console.result(&text.map_err(BuildError::Usage)?);
    Ok(ExitStatus::Done)
}
