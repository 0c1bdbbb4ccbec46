//! `site pull`.

use std::collections::BTreeMap;
use std::path::Path;

use clap::Args;
use platform::unit::Status as UnitStatus;
use serde_json::json;

use super::source::{self, SourceArguments};
use crate::cli::console::{Console, Report, count};
use crate::cli::failure::ExitStatus;
use crate::pipeline;
use crate::pipeline::progress::{Progress, Stage};
use crate::pipeline::publication;
use crate::stages::load;
use crate::stages::pull::{self, PullRequest};
use model::build_error::BuildError;
use model::news::TeamWords;

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
    pub(crate) fn run(&self, root: &Path, console: &Console) -> anyhow::Result<ExitStatus> {
        console.stage(Stage::Pull);
        let root = source::absolute(root);
        let pulled = pipeline::pull(&root, &PullRequest { runs_commands: true, ..self.source.pull() })?;
        let saved = if self.save { pull::save(&root, &pulled)? } else { Vec::new() };
        let news = publication::news(&root, &pulled.inventory.units, pulled.before.as_ref());
        let config = load::read_config(&root).map_err(BuildError::from)?;
        let strings = load::team_strings(&root, &config)?;
        let texts = publication::news_texts(TeamWords::new(&config, &strings), &news)?;
        publication::write_news(&root, texts.as_ref())?;
        let inventory = &pulled.inventory;
        let keys = UnitStatus::ALL.map(UnitStatus::key);
        let statuses: BTreeMap<_, _> = keys.into_iter().zip(news.summary.statuses).collect();
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
        let mut report = Report::new(json);
        if let Some(texts) = &texts {
            report.message(source::news_line(texts));
        }
        let statuses = statuses.iter().map(|(status, number)| format!("{number} {status}"));
        report.lines([format!(
            "{} ({}) and {} of {} from {}",
            count(inventory.units.len(), "unit", "units"),
            statuses.collect::<Vec<_>>().join(", "),
            count(inventory.amenities.len(), "amenity", "amenities"),
            inventory.date,
            pulled.source
        )]);
        report.lines(saved.iter().map(|file| format!("{file}: written")));
        report.print(console, self.json);
        Ok(source::status(console, &pulled))
    }
}
