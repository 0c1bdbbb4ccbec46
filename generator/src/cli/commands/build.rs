//! `site build`.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use clap::Args;
use serde_json::{Map, Value, json};

use super::source::{self, PageArguments};
use crate::check;
use crate::cli::console::{Console, count};
use crate::cli::failure::Status;
use crate::pipeline::{self, BuiltSite, Request};
use formats::problem::Problem;
use model::site::Site;

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
    pub(crate) fn run(&self, console: &Console) -> anyhow::Result<Status> {
        let started = Instant::now();
        let request = self.pages.request();
        source::write_schemas(&request.root);
        let built = pipeline::build(&request, console, None)?;
        self.report(console, &request, &built, started);
        Ok(source::status(console, &built.rendered.pulled))
    }

    fn report(&self, console: &Console, request: &Request, built: &BuiltSite, started: Instant) {
        let (rendered, written) = (&built.rendered, &built.written);
        let (site, pulled) = (&rendered.site, &rendered.pulled);
        let contradictions = check::contradictions(site);
        console.clear();
        let milliseconds = started.elapsed().as_millis();
        if self.json {
            let stages = built.stages.iter().map(|(stage, time)| {
                let milliseconds = (time.as_secs_f64() * 10_000.0).round() / 10.0;
                (stage.name().to_owned(), json!(milliseconds))
            });
            let result = json!({
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
                "next_rebuild": next_rebuild(site),
                "news": built.news.json(built.news_texts.as_ref()),
                "changed_urls": written.changed,
                "unchanged": written.unchanged.len(),
                "sizes": rendered.bundle.sizes,
                "home": rendered.home,
                "picture": rendered.picture,
                "stages": stages.collect::<Map<_, _>>(),
                "milliseconds": u64::try_from(milliseconds).unwrap_or(u64::MAX),
            });
            console.result(&result.to_string());
            return;
        }
        if self.explain {
            explain(console, built);
        }
        console.say(&format!(
            "site: inventory of {} from {}",
            site.inventory.date, pulled.source
        ));
        console.warnings(&rendered.warnings);
        for problem in &contradictions {
            console.say(&format!("site: {problem}"));
        }
        source::say_news(console, built.news_texts.as_ref());
        if let Some(change) = &site.next_change {
            console.say(&format!(
                "site: build again at {}: {} changes",
                change.at, change.file
            ));
        }
        console.say(&format!("site: {}", rendered.bundle.sizes));
        console.say(&format!("site: {}", rendered.home));
        if let Some(picture) = &rendered.picture {
            console.say(&format!("site: {picture}"));
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

/// Prints a line for each file, sorted by path.
fn explain(console: &Console, built: &BuiltSite) {
    let BuiltSite {
        rendered, written, ..
    } = built;
    let origins = rendered.files.iter();
    let origins: HashMap<&str, &str> = origins
        .map(|file| (file.path.as_str(), file.origin.as_str()))
        .collect();
    let lookup = |path: &String| {
        let origin = origins.get(path.as_str())?;
        rendered
            .lookups
            .get(path)
            .or_else(|| rendered.lookups.get(*origin))
    };
    let written_files = written.files.iter().map(|path| (path, "written"));
    let kept = written.unchanged.iter().map(|path| (path, "kept"));
    let all: BTreeMap<&String, &str> = written_files.chain(kept).collect();
    for (path, what) in all {
        let why = lookup(path).map_or_else(|| "rendered".to_owned(), ToString::to_string);
        console.result(&format!("{what:<7} {path}: {why}"));
    }
}

/// When the site must be built again (RFC 3339), and the file that is published or unpublished then.
fn next_rebuild(site: &Site) -> Option<Value> {
    let change = site.next_change.as_ref()?;
    Some(json!({"at": site.config.time_zone.moment(change.at.0), "file": change.file}))
}
