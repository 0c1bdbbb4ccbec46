//! `site build`.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::Instant;

use clap::Args;
use serde_json::{Map, json};

use super::PageArguments;
use crate::check;
use crate::cli::commands;
use crate::cli::console::{Console, ExitStatus, Report, count, warning_lines};
use crate::pipeline::{self, BuiltSite, Request};
use formats::problem::Problem;

const AFTER_HELP: &str = "\
Examples:
  site build                                  pull from the platform of site.yaml, build dist/
  site build --offline                        use the last good inventory
  site build --inventory units.json           use a file, with any number of units
  site build --platform http://127.0.0.1:4010 use another platform, such as the stub
  site build --accept-inventory               accept real changes that the gates refuse
  site build --explain                        say why each file was made or reused

The addresses whose content changed are written to .site/changed-urls.txt, one per line, for
purging caches. When nothing changed, dist/ is not written. What changed in the inventory since
the last publication is printed in the language of the team and written to .site/news.txt and .site/news.md.";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct BuildArguments {
    #[command(flatten)]
    pub(in crate::cli) pages: PageArguments,
    /// Print for each file whether it was written or had the same bytes, and whether what it shows was
    /// made or reused, with the inputs that decide it
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

impl BuildArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> anyhow::Result<ExitStatus> {
        let started = Instant::now();
        let mut request = self.pages.request(root);
        request.pull.runs_commands = true;
        commands::write_schemas(&request.root);
        let built = pipeline::build(&request, console, None)?;
        self.report(&request, &built, started).print(console, self.json);
        Ok(commands::status(console, &built.rendered.pulled))
    }

    fn report(&self, request: &Request, built: &BuiltSite, started: Instant) -> Report {
        let (rendered, written) = (&built.rendered, &built.written);
        let (site, pulled) = (&rendered.site, &rendered.pulled);
        let contradictions = check::contradictions(site);
        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let stages = built.stages.iter().map(|(stage, time)| {
            let milliseconds = (time.as_secs_f64() * 10_000.0).round() / 10.0;
            (stage.name().to_owned(), json!(milliseconds))
        });
        let json = json!({
            "done": true,
            "out": request.out.to_string_lossy(),
            "pages": site.pages.len(),
            "files": rendered.files.len() + rendered.in_sink,
            "units": site.inventory.units.len(),
            "inventory": {
                "source": pulled.source,
                "date": site.inventory.date,
                "pulled_at": pulled.pulled_at,
                "overdue": pulled.overdue,
                "warnings": pulled.warnings,
            },
            "warnings": rendered.warnings,
            "contradictions": contradictions.iter().map(Problem::sentence).collect::<Vec<_>>(),
            "next_rebuild": site.next_change.as_ref().map(|change| {
                json!({"at": site.config.time_zone.moment(change.at.0), "file": change.file})
            }),
            "news": built.news.json(built.news_texts.as_ref()),
            "changed_urls": written.changed,
            "unchanged": written.unchanged.len(),
            "sizes": rendered.bundle.sizes,
            "home": rendered.home,
            "picture": rendered.picture,
            "stages": stages.collect::<Map<_, _>>(),
            "milliseconds": milliseconds,
        });
        let mut report = Report::new(json);
        if self.explain {
            report.lines(explanations(built));
        }
        report.message(format!("inventory of {} from {}", site.inventory.date, pulled.source));
        warning_lines(&rendered.warnings).iter().for_each(|line| report.message(line));
        contradictions.iter().for_each(|problem| report.message(problem.to_string()));
        if let Some(texts) = &built.news_texts {
            report.message(format!("news: {}", texts.line));
        }
        if let Some(change) = &site.next_change {
            report.message(format!("build again at {}: {} changes", change.at, change.file));
        }
        report.message(rendered.bundle.sizes.to_string());
        report.message(rendered.home.to_string());
        if let Some(picture) = &rendered.picture {
            report.message(picture.to_string());
        }
        report.lines([format!(
            "{}: {}, {}, {} ({milliseconds} ms)",
            request.out.display(),
            count(site.pages.len(), "page", "pages"),
            count(site.inventory.units.len(), "unit", "units"),
            match written.changed.len() {
                0 => "nothing changed".to_owned(),
                number => count(number, "address changed", "addresses changed"),
            },
        )]);
        report
    }
}

/// A line for each file, sorted by path.
fn explanations(built: &BuiltSite) -> impl Iterator<Item = String> {
    let (rendered, written) = (&built.rendered, &built.written);
    let origins = rendered.files.iter();
    let origins: HashMap<&str, &str> =
        origins.map(|file| (file.path.as_str(), file.origin.as_str())).collect();
    let written_files = written.files.iter().map(|path| (path, "written"));
    let kept = written.unchanged.iter().map(|path| (path, "kept"));
    let all: BTreeMap<&String, &str> = written_files.chain(kept).collect();
    all.into_iter().map(move |(path, what)| {
        let lookups = &rendered.lookups;
        let of_origin = || lookups.get(*origins.get(path.as_str())?);
        let why = lookups.get(path).or_else(of_origin);
        let why = why.map_or_else(|| "rendered".to_owned(), ToString::to_string);
        format!("{what:<7} {path}: {why}")
    })
}
