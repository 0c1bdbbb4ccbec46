//! `site build`.

use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Map, Value, json};

use super::failure;
use super::source::PageArguments;
use crate::cli::console::{Console, count};
use crate::cli::exit_status::Status;
use crate::pipeline::progress::Stage;
use crate::pipeline::{self, Built, Request};

const AFTER_HELP: &str = "\
Examples:
  site build                                  pull from the platform of site.yaml, build dist/
  site build --offline                        use the last good inventory
  site build --inventory units.json           use a file, with any number of units
  site build --platform http://127.0.0.1:4010 use another platform, such as the stub
  site build --accept-inventory               confirm a real jump in numbers or prices

The addresses whose content changed are written to .site/changed-urls.txt, one per line, for
purging caches. Nothing changed: nothing is written.";

/// What `site build` may be asked.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct BuildArguments {
    #[command(flatten)]
    pages: PageArguments,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Bundle the islands with the tools that show their faults; for tests
    #[arg(long, hide = true)]
    debug_islands: bool,
}

impl BuildArguments {
    pub(crate) fn run(&self, console: &Console) -> Status {
        let started = Instant::now();
        let request = self.pages.request(self.debug_islands);
        match pipeline::build(&request, console) {
            Ok(built) => {
                self.tell(console, &request, &built, started);
                Status::Done
            }
            Err(error) => failure::tell(console, &error, self.json),
        }
    }

    fn tell(&self, console: &Console, request: &Request, built: &Built, started: Instant) {
        let (site, written) = (&built.made.site, &built.written);
        console.clear();
        let milliseconds = started.elapsed().as_millis();
        if self.json {
            let result = json!({
                "done": true,
                "out": request.out.to_string_lossy(),
                "pages": site.pages.len(),
                "files": built.made.files.len() + built.made.kept,
                "reused": built.made.reused,
                "units": site.inventory.units.len(),
                "inventory": {
                    "source": built.made.pulled.source,
                    "date": site.inventory.date,
                    "warnings": built.made.pulled.warnings,
                },
                "changed_urls": written.changed,
                "unchanged": written.unchanged,
                "sizes": built.made.bundle.sizes,
                "home": built.made.home,
                "picture": built.made.picture,
                "stages": stages(&built.stages),
                "milliseconds": u64::try_from(milliseconds).unwrap_or(u64::MAX),
            });
            console.result(&result.to_string());
            return;
        }
        console.say(&format!(
            "site: inventory of {} from {}",
            site.inventory.date, built.made.pulled.source
        ));
        console.say(&format!("site: {}", built.made.bundle.sizes));
        console.say(&format!("site: {}", built.made.home));
        if let Some(picture) = &built.made.picture {
            console.say(&format!("site: {picture}"));
        }
        console.result(&format!(
            "{}: {}, {}, {} ({milliseconds} ms)",
            request.out.display(),
            count(site.pages.len(), "page"),
            count(site.inventory.units.len(), "unit"),
            match written.changed.len() {
                0 => "nothing changed".to_owned(),
                1 => "1 address changed".to_owned(),
                number => format!("{number} addresses changed"),
            },
        ));
    }
}

/// Milliseconds by stage.
fn stages(stages: &[(Stage, Duration)]) -> Map<String, Value> {
    let rounded = |time: Duration| json!((time.as_secs_f64() * 10_000.0).round() / 10.0);
    stages
        .iter()
        .map(|(stage, time)| (stage.name().to_owned(), rounded(*time)))
        .collect()
}
