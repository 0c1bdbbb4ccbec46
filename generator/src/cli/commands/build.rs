//! `site build`.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Map, json};

use super::{PageArguments, status, write_schemas};
use crate::check;
use crate::cli::console::{CommandResult, Console, count, warning_lines};
use crate::pipeline::{self, BuiltSite, Progress as _, Request};
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
    pub(crate) fn run(&self, root: &Path, console: &Console) -> CommandResult {
        let started = Instant::now();
        let mut request = self.pages.request(root);
        request.pull.runs_commands = true;
        write_schemas(&request.root);
        let built = pipeline::build(&request, console, None)?;
        console.clear();
        self.report(&request, &built, started, console);
        Ok(status(console, &built.rendered.pulled))
    }

    fn report(&self, request: &Request, built: &BuiltSite, started: Instant, console: &Console) {
        let (rendered, written) = (&built.rendered, &built.written);
        let (site, pulled) = (&rendered.site, &rendered.pulled);
        let contradictions = check::contradictions(site);
        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let tenths = |time: &Duration| (time.as_secs_f64() * 10_000.0).round() / 10.0;
        let stages = built
            .stages
            .iter()
            .map(|(stage, time)| (stage.to_string(), json!(tenths(time))));
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
                json!({"at": change.at.written(&site.config.time_zone), "file": change.file})
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
        if self.json {
            return console.result(&json.to_string());
        }
        console.note(&format!(
            "inventory of {} from {}",
            site.inventory.date, pulled.source
        ));
        warning_lines(&rendered.warnings)
            .iter()
            .for_each(|line| console.note(line));
        contradictions
            .iter()
            .for_each(|problem| console.note(&problem.to_string()));
        if let Some(texts) = &built.news_texts {
            console.note(&format!("news: {}", texts.line));
        }
        if let Some(change) = &site.next_change {
            console.note(&format!(
                "build again at {}: {} changes",
                change.at, change.file
            ));
        }
        console.note(&rendered.bundle.sizes.to_string());
        console.note(&rendered.home.to_string());
        if let Some(picture) = &rendered.picture {
            console.note(&picture.to_string());
        }
        if self.explain {
            explanations(built).for_each(|line| console.result(&line));
        }
        console.result(&format!(
            "{}: {}, {}, {} ({milliseconds} ms)",
            request.out.display(),
            count(site.pages.len(), "page", "pages"),
            count(site.inventory.units.len(), "unit", "units"),
            match written.changed.len() {
                0 => "nothing changed".to_owned(),
                number => count(number, "address changed", "addresses changed"),
            },
        ));
    }
}

/// A line for each file, sorted by path.
fn explanations(built: &BuiltSite) -> impl Iterator<Item = String> {
    let (rendered, written) = (&built.rendered, &built.written);
    let files = rendered.files.iter();
    let origins: HashMap<&str, &str> = files.map(|file| (&*file.path, &*file.origin)).collect();
    let written_files = written.files.iter().map(|path| (path, "written"));
    let kept = written.unchanged.iter().map(|path| (path, "kept"));
    let all: BTreeMap<&String, &str> = written_files.chain(kept).collect();
    all.into_iter().map(move |(path, what)| {
        let of_origin = || rendered.lookups.get(*origins.get(path.as_str())?);
        let why = rendered.lookups.get(path).or_else(of_origin);
        format!(
            "{what:<7} {path}: {}",
            why.map_or("rendered", String::as_str)
        )
    })
}
