//! `site pull` and `site platform-stub`.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::path::Path;

use clap::Args;
use platform::stub::{self, StubConfig};
use platform::unit::Status as UnitStatus;
use serde_json::json;

use super::{SourceArguments, absolute, block_on, status};
use crate::cli::console::{CommandResult, Console, ExitStatus, count};
use crate::pipeline::publication::news::TeamWords;
use crate::pipeline::{self, Progress, Stage, publication};
use crate::stages::load;
use crate::stages::pull::{self, PullRequest};
use model::build_error::BuildError;

const AFTER_HELP: &str = "\
Examples:
  site pull                                   get the inventory; store it if the gates accept it
  site pull --strict                          exit with status 3 if the inventory is refused
  site pull --accept-inventory                accept real changes that the gates refuse
  site pull --save                            also write the last good inventory to content/

What changed since the last publication, or else since the last pull, is printed in the language of the
team and written to .site/news.txt and .site/news.md.";

#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct PullArguments {
    #[command(flatten)]
    source: SourceArguments,
    /// Also write the last good inventory and amenities to content/inventory.json and
    /// content/amenities.json, which a build uses when the platform does not answer
    #[arg(long)]
    save: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

impl PullArguments {
    pub(crate) fn run(&self, root: &Path, console: &Console) -> CommandResult {
        console.stage(Stage::Pull);
        let root = absolute(root);
        let pulled = pipeline::pull(
            &root,
            &PullRequest {
                runs_commands: true,
                ..self.source.pull()
            },
        )?;
        pulled.log_warnings();
        let saved = if self.save {
            pull::save(&root, &pulled)?
        } else {
            Vec::new()
        };
        let news = publication::news(&root, &pulled.inventory.units, pulled.before.as_ref());
        let config = load::read_config(&root).map_err(BuildError::from)?;
        let strings = load::team_strings(&root, &config, &pulled.inventory.units)?;
        let texts = publication::news_texts(TeamWords::new(&config, &strings), &news)?;
        publication::write_news(&root, texts.as_ref())?;
        let inventory = &pulled.inventory;
        let statuses: BTreeMap<_, _> = UnitStatus::ALL
            .map(UnitStatus::key)
            .into_iter()
            .zip(news.statuses)
            .collect();
        let json = json!({
            "done": true,
            "source": pulled.source,
            "date": inventory.date,
            "units": inventory.units.len(),
            "statuses": statuses,
            "amenities": inventory.amenities.len(),
            "pulled_at": pulled.pulled_at,
            "overdue": pulled.overdue,
            "saved": saved,
            "news": news.json(texts.as_ref()),
            "warnings": pulled.warnings,
        });
        console.clear();
        if self.json {
            console.result(&json.to_string());
            return Ok(status(console, &pulled));
        }
        if let Some(texts) = &texts {
            console.note(&format!("news: {}", texts.line));
        }
        let statuses = statuses
            .iter()
            .map(|(status, number)| format!("{number} {status}"));
        console.result(&format!(
            "{} ({}) and {} of {} from {}",
            count(inventory.units.len(), "unit", "units"),
            statuses.collect::<Vec<_>>().join(", "),
            count(inventory.amenities.len(), "amenity", "amenities"),
            inventory.date,
            pulled.source
        ));
        saved
            .iter()
            .for_each(|file| console.result(&format!("{file}: written")));
        Ok(status(console, &pulled))
    }
}

pub const AFTER_STUB_HELP: &str = "\
Examples:
  site platform-stub --port 4010              listen on port 4010
  PLATFORM_TOKEN=local-development-only site build --platform http://127.0.0.1:4010

The first line on stdout is the address. The stub lists the units of content/inventory.json and
accepts the bearer token in PLATFORM_TOKEN (local-development-only when it is not set).

Make a call fail, change a unit, or list the requests that it received:
  curl -X PUT localhost:4010/_stub/behaviour -H 'content-type: application/json' \\
       -d '{\"call\":\"property/list\",\"mode\":\"server_error\",\"times\":2}'
  curl -X PUT localhost:4010/_stub/units/O-301 -H 'content-type: application/json' \\
       -d '{\"price\":5000000,\"status\":\"vendido\"}'
  curl localhost:4010/_stub/requests

Modes: ok, refuse, hang, stall, break, slow (delay_ms), unauthorized, not_found, unprocessable,
too_many_requests (retry_after), server_error, redirect, html, cut_off, other_shape, deep, empty,
half, unknown_status, price_times_ten, duplicate_codes, incomplete (lacks), wrong_types, other_unit,
huge. The call \"*\" matches every call.";

pub fn serve_stub(root: &Path, port: u16, console: &Console) -> CommandResult {
    let config = load::read_config(root).map_err(BuildError::from)?;
    let stub = StubConfig {
        address: (Ipv4Addr::LOCALHOST, port).into(),
        base_path: config.platform.base_path,
        token: std::env::var("PLATFORM_TOKEN")
            .unwrap_or_else(|_| "local-development-only".to_owned()),
        project_code: config.platform.project_code,
        inventory: root.join("content/inventory.json"),
        amenities: root.join("content/amenities.json"),
    };
    block_on(async {
        let (address, _handle) = stub::serve(stub).await.map_err(anyhow::Error::msg)?;
        console.result(&format!("http://{address}"));
        system::stop_signal().await;
        CommandResult::Ok(ExitStatus::Done)
    })
}
