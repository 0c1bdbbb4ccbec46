//! Stage 2: gets the inventory from the platform; no other stage uses the network. When the pull fails or the gates refuse the
//! inventory, the last good snapshot is used, else the inventory shipped in the repository. Under `strict` this is an error instead.

mod command;
mod fallback;
mod file;
mod gates;
mod history;
mod lists;
mod reason;
mod repeated;
#[cfg(test)]
pub(crate) mod sample;
mod snapshot;
mod store;
mod table;

use fallback::or_warn;
pub use file::save;
pub use gates::StaleInventory;
pub use history::changes;
use model::build_error::BuildError;
use model::config::{Building, Config, Floor};
pub use reason::Reason;
use reason::reason;

use http::HeaderMap;
use jiff::Timestamp;
use jiff::civil::Date;
use model::inventory::Inventory;
use platform::client::{BadToken, bearer_from_env};
use platform::unit::Unit;
use serde::Serialize;
pub use snapshot::has_snapshot;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use strum::Display;

/// What a pull needs of a project.
#[derive(Debug, Clone)]
pub struct Project<'a> {
    /// The project's root, which contains `.site/` and `content/`.
    pub root: &'a Path,
    /// `site.yaml`.
    pub config: &'a Config,
    /// The levels in the geometry of each building.
    pub drawn_floors: HashSet<Floor>,
}

impl Project<'_> {
    fn code(&self) -> &str {
        &self.config.platform.project_code
    }

    /// Leaves out the units of buildings that are not yet on sale.
    fn retain_on_sale(&self, units: &mut Vec<Unit>) {
        let announced = self
            .config
            .buildings
            .iter()
            .filter(|building| building.announced);
        units.retain(|unit| {
            announced
                .clone()
                .all(|building| building.key != unit.building())
        });
    }

    fn is_example(&self, file: &str) -> bool {
        self.config.examples.iter().any(|example| example == file)
    }
}

/// The options of a pull.
#[derive(Debug, Clone)]
pub struct PullRequest {
    /// Where to get the units.
    pub origin: Origin,
    /// Fail instead of using an older inventory.
    pub strict: bool,
    /// Accept and store a readable inventory that the gates of plausibility refuse.
    pub accept: bool,
    /// Run `platform.command`. Commands that only show or check a project do not: they use what the last pull stored.
    pub runs_commands: bool,
    /// The header with the bearer token, from the environment.
    pub token: Result<HeaderMap, BadToken>,
    /// The time of this pull.
    pub now: Timestamp,
}

impl PullRequest {
    /// A request now, with the token from the environment.
    pub fn new(origin: Origin) -> PullRequest {
        PullRequest {
            origin,
            strict: false,
            accept: false,
            runs_commands: false,
            token: bearer_from_env(),
            now: Timestamp::now(),
        }
    }
}

/// Where to get the units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The platform: at this address, or else at the one in site.yaml.
    Platform {
        /// `--platform URL`.
        url: Option<String>,
    },
    /// The last good snapshot or its fallbacks; no request is sent.
    Offline,
    /// `--inventory FILE`: any number of units; no gates of plausibility; the snapshot is not replaced.
    File(PathBuf),
}

/// An inventory and where it came from.
#[derive(Debug, Clone)]
pub struct PullResult {
    /// The inventory for the later stages.
    pub inventory: Arc<Inventory>,
    /// Where its units came from; for reports only.
    pub source: Source,
    /// When the platform sent these units, or else the beginning of their day.
    pub pulled_at: Timestamp,
    /// The day and the units of the snapshot that this pull replaced.
    pub before: Option<(Date, Vec<Unit>)>,
    /// Set when these units are older than `gates.max_age_hours`.
    pub overdue: Option<StaleInventory>,
    /// Whether the units are those of `content/inventory.json`, which is marked as an example.
    pub is_example: bool,
    /// Why other sources were not used.
    pub warnings: Vec<Reason>,
}

impl PullResult {
    /// Logs why other sources were not used.
    pub fn log_warnings(&self) {
        for line in reason::lines(&self.warnings) {
            tracing::warn!("inventory: {line}");
        }
    }
}

/// Where the units of an inventory came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Display)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// This pull.
    #[strum(to_string = "the platform")]
    Platform,
    /// The last good pull.
    #[strum(to_string = "the last good snapshot")]
    Snapshot,
    /// The inventory shipped in the repository.
    #[strum(to_string = "the inventory shipped in the repository")]
    Shipped,
    /// The file named on the command line.
    #[strum(to_string = "the file of --inventory")]
    File,
}

/// Gets the inventory. What `strict` refuses is an error, and so is a platform that sent nothing when nothing can be used instead.
pub fn pull(project: &Project<'_>, request: &PullRequest) -> Result<PullResult, BuildError> {
    let mut request = request.clone();
    let is_kept = !project.config.platform.command.is_empty() && !request.runs_commands;
    if is_kept && request.origin == (Origin::Platform { url: None }) {
        request.origin = Origin::Offline;
    }
    let mut pulled = match &request.origin {
        Origin::File(path) => fallback::from_file(project, &request, path),
        Origin::Platform { url } => from_platform(project, &request, url.as_deref()),
        Origin::Offline => {
            let mut warnings = Vec::new();
            let last = or_warn(snapshot::last(project), &mut warnings);
            fallback::stored(project, &request, last, None, warnings)
        }
    }?;
    if matches!(pulled.source, Source::Snapshot | Source::Shipped) {
        let (history, damage) = store::read_history(project.root, project.code());
        Arc::make_mut(&mut pulled.inventory).history = history;
        pulled.warnings.extend(damage);
    }
    pulled.overdue = gates::overdue(project, &request, &pulled);
    Ok(pulled)
}

fn from_platform(
    project: &Project<'_>,
    request: &PullRequest,
    url: Option<&str>,
) -> Result<PullResult, BuildError> {
    let mut warnings = Vec::new();
    let last = or_warn(snapshot::last(project), &mut warnings);
    let (listed, amenities) = lists::call(project, request, url, last.as_ref());
    let mut reasons = Vec::new();
    let checked = listed.map_err(|reason| vec![reason]).and_then(|mut listed| {
        let kept =
            "the unit is as the list has it, and what the list lacks is as in the last good pull, or empty";
        let failures = listed.failures.iter();
        reasons.extend(failures.map(|error| reason("detail", format!("{error}: {kept}"))));
        let before = last.as_ref().map(|snapshot| snapshot.units.as_slice());
        let accepted = gates::check(&mut listed.units, before, project, request)?;
        Ok((listed, accepted))
    }).map_err(|refused| reasons.extend(refused)).ok();
    let unlisted = amenities
        .as_ref()
        .err()
        .filter(|reason| !reasons.contains(reason));
    reasons.extend(unlisted.cloned());
    if request.strict && !reasons.is_empty() {
        return Err(fallback::unusable(request, reasons));
    }
    warnings.extend(reasons);
    // A source without amenities has those of the project.
    let own = || fallback::own_amenities(project, &mut warnings);
    let amenities = amenities.ok().map(|listed| listed.unwrap_or_else(own));
    let Some((listed, accepted)) = checked else {
        return fallback::stored(project, request, last, amenities, warnings);
    };
    warnings.extend(accepted);
    let repeated = listed.repeated.iter();
    warnings.extend(repeated.map(|what| reason("repeated_row", what.clone())));
    store::store(project, request, listed, amenities, last, warnings)
}

/// Sorts into the order in which every page lists the units: by building, then by level, then by code in natural order.
fn sort(units: &mut [Unit], buildings: &[Building]) {
    let floor = |unit: &Unit| Floor::find(buildings, unit.building(), unit.level);
    units.sort_by(|a, b| {
        floor(a)
            .cmp(&floor(b))
            .then_with(|| natural(a.code.address(), b.code.address()))
    });
}

/// Compares codes in natural order, where numbers count as numbers: `O-9` comes before `O-10`.
fn natural(a: &str, b: &str) -> Ordering {
    fn runs(code: &str) -> impl Iterator<Item = Result<u64, &[u8]>> {
        let runs = code
            .as_bytes()
            .chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit());
        runs.map(|run| {
            str::from_utf8(run)
                .ok()
                .and_then(|run| run.parse().ok())
                .ok_or(run)
        })
    }
    // Equal as numbers ("01" and "1"): the texts decide, so that the order is total.
    runs(a).cmp(runs(b)).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_sort_in_natural_order() {
        let mut codes = ["O-10", "O-9", "L-2", "O-9b", "O-09", "O"];
        codes.sort_by(|a, b| natural(a, b));
        assert_eq!(codes, ["L-2", "O", "O-09", "O-9", "O-9b", "O-10"]);
    }
}
