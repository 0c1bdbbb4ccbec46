//! `site build`.

use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Map, Value, json};

use super::failure;
use super::source::PageArguments;
use crate::cli::console::{Console, count};
use crate::cli::exit_status::Status;
use crate::pipeline::progress::Stage;
use crate::pipeline::{self, BuiltSite, Request};

const AFTER_HELP: &str = "\
Examples:
  site build                                  pull from the platform of site.yaml, build dist/
  site build --offline                        use the last good inventory
  site build --inventory units.json           use a file, with any number of units
  site build --platform http://127.0.0.1:4010 use another platform, such as the stub
  site build --accept-inventory               accept real changes that the gates refuse

The addresses whose content changed are written to .site/changed-urls.txt, one per line, for
purging caches. When nothing changed, dist/ is not written.";

/// The arguments of `site build`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct BuildArguments {
    #[command(flatten)]
    pages: PageArguments,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Bundle the islands with preact's development warnings; for tests
    #[arg(long, hide = true)]
    debug_islands: bool,
}

impl BuildArguments {
    pub(crate) fn run(&self, console: &Console) -> Status {
        let started = Instant::now();
        let request = self.pages.request(self.debug_islands);
        match pipeline::build(&request, console) {
            Ok(built) => {
                self.report(console, &request, &built, started);
                Status::Done
            }
            Err(error) => failure::report(console, &error, self.json),
        }
    }

    fn report(&self, console: &Console, request: &Request, built: &BuiltSite, started: Instant) {
        let (site, written) = (&built.rendered.site, &built.written);
        console.clear();
        let milliseconds = started.elapsed().as_millis();
        if self.json {
            let result = json!({
                "done": true,
                "out": request.out.to_string_lossy(),
                "pages": site.pages.len(),
                "files": built.rendered.files.len() + built.rendered.in_sink,
                "reused": built.rendered.reused,
                "units": site.inventory.units.len(),
                "inventory": {
                    "source": built.rendered.pulled.source,
                    "date": site.inventory.date,
                    "warnings": built.rendered.pulled.warnings,
                },
                "changed_urls": written.changed,
                "unchanged": written.unchanged,
                "sizes": built.rendered.bundle.sizes,
                "home": built.rendered.home,
                "picture": built.rendered.picture,
                "stages": stages(&built.stages),
                "milliseconds": u64::try_from(milliseconds).unwrap_or(u64::MAX),
            });
            console.result(&result.to_string());
            return;
        }
        console.say(&format!(
            "site: inventory of {} from {}",
            site.inventory.date, built.rendered.pulled.source
        ));
        console.say(&format!("site: {}", built.rendered.bundle.sizes));
        console.say(&format!("site: {}", built.rendered.home));
        if let Some(picture) = &built.rendered.picture {
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

/// The time of each stage in milliseconds.
fn stages(stages: &[(Stage, Duration)]) -> Map<String, Value> {
    let rounded = |time: Duration| json!((time.as_secs_f64() * 10_000.0).round() / 10.0);
    stages
        .iter()
        .map(|(stage, time)| (stage.name().to_owned(), rounded(*time)))
        .collect()
}
