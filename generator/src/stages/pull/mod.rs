//! Stage 2: gets the inventory from the platform. It is the only stage that uses the network.
//!
//! When the pull fails or the gates refuse the inventory, the last good snapshot is used, else the inventory shipped in
//! the repository; without either the build fails. Under `strict` each of these is an error instead.

mod age;
mod fallback;
mod file;
mod gates;
mod network;
mod order;
mod reason;
mod store;
mod stored_file;

pub use age::StaleInventory;
use model::build_error::BuildError;
use model::config::Use;
use model::config::gates::Gates;
pub use reason::Reason;
use reason::reason;

use jiff::Timestamp;
use jiff::civil::Date;
use model::inventory::Inventory;
use model::lang::PerLang;
use model::time_zone::TimeZone;
use platform::client::{BadToken, Properties, Token};
use platform::config::PlatformConfig;
use platform::unit::{Level, Unit, UnitUse};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::Snapshot;
use strum::Display;

/// The folder of what pulls remember, from the project's root: the last good inventory and the history.
pub const STATE: &str = ".site/snapshot";

/// The settings of the project that a pull needs.
#[derive(Debug, Clone)]
pub struct Project<'a> {
    /// The project's root, which contains `.site/` and `content/`.
    pub root: &'a Path,
    /// The `platform:` section of site.yaml.
    pub platform: &'a PlatformConfig,
    /// The `levels:` section of site.yaml.
    pub levels: &'a BTreeMap<Level, PerLang<String>>,
    /// The levels in the building's geometry.
    pub drawn_levels: Vec<Level>,
    /// The `gates:` section of site.yaml.
    pub gates: &'a Gates,
    /// The `uses:` section of site.yaml.
    pub uses: &'a [Use],
    /// How many units of each use `facts:` declares.
    pub declared: Vec<(UnitUse, u32)>,
    /// The development's time zone.
    pub time_zone: &'a TimeZone,
}

impl Project<'_> {
    /// `platform.project_code`.
    fn code(&self) -> &str {
        &self.platform.project_code
    }

    /// The date of a pull.
    fn day(&self, request: &PullRequest) -> Date {
        self.time_zone.day(request.now)
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
    /// The bearer token, from the environment.
    pub token: Result<Token, BadToken>,
    /// The time of this pull.
    pub now: Timestamp,
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
    /// When the platform sent these units. Where only the day is known, the beginning of that day, unless it is out of
    /// the range of times.
    pub pulled_at: Option<Timestamp>,
    /// The snapshot that this pull replaced.
    pub before: Option<PreviousInventory>,
    /// Set when these units are older than `gates.max_age_hours`.
    pub overdue: Option<StaleInventory>,
    /// Why other sources were not used; already logged.
    pub warnings: Vec<Reason>,
}

/// The units of the pull before.
#[derive(Debug, Clone)]
pub struct PreviousInventory {
    /// Its day.
    pub date: Date,
    /// Its units, in the site's order.
    pub units: Vec<Unit>,
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

/// Gets the inventory.
///
/// # Errors
/// [`BuildError::InventoryRefused`] under `strict` only; [`BuildError::NoInventory`] when nothing can be used instead of
/// what the platform did not send; [`BuildError::InventoryFile`] for a file that cannot be used.
pub fn pull(project: &Project<'_>, request: &PullRequest) -> Result<PullResult, BuildError> {
    let mut pulled = match &request.origin {
        Origin::File(path) => fallback::from_file(project, path),
        Origin::Offline => {
            let (last, warnings) = last_snapshot(project);
            fallback::stored(project, request, last, None, warnings)
        }
        Origin::Platform { url } => from_platform(project, request, url.as_deref()),
    }?;
    if matches!(pulled.source, Source::Snapshot | Source::Shipped) {
        let (history, damage) = store::read_history(project.root, project.code());
        Arc::make_mut(&mut pulled.inventory).history = history;
        pulled.warnings.extend(damage);
    }
    pulled.overdue = age::overdue(project, request, &pulled);
    for line in reason::lines(&pulled.warnings) {
        tracing::warn!("inventory: {line}");
    }
    Ok(pulled)
}

fn from_platform(
    project: &Project<'_>,
    request: &PullRequest,
    url: Option<&str>,
) -> Result<PullResult, BuildError> {
    let (last, mut warnings) = last_snapshot(project);
    let (properties, amenities) = network::call(project, request, url, last.as_ref());
    let mut reasons = Vec::new();
    let checked = properties.map_err(|reason| vec![reason]).and_then(|properties| {
        let Properties { units, details, failures } = properties;
        reasons.extend(failures.iter().map(reason::without_detail));
        let before = last.as_ref().map(|snapshot| snapshot.units.as_slice());
        let (units, accepted) = check_units(units, before, project, request)?;
        Ok((units, details, accepted))
    });
    let checked = checked.map_err(|refused| reasons.extend(refused)).ok();
    if let Err(reason) = &amenities
        && !reasons.contains(reason)
    {
        reasons.push(reason.clone());
    }
    if request.strict && !reasons.is_empty() {
        return Err(refused(reasons));
    }
    warnings.extend(reasons);
    let amenities = amenities.ok();
    let Some((units, details, accepted)) = checked else {
        return fallback::stored(project, request, last, amenities, warnings);
    };
    warnings.extend(accepted);
    Ok(store::store(project, request, units, details, amenities, last, warnings))
}

/// The error of an inventory that `--strict` refuses.
fn refused(reasons: Vec<Reason>) -> BuildError {
    let lines = reason::lines(&reasons).join("\n  ");
    BuildError::InventoryRefused {
        message: format!("the inventory is refused (--strict):\n  {lines}"),
        reasons,
    }
}

fn last_snapshot(project: &Project<'_>) -> (Option<Snapshot>, Vec<Reason>) {
    match Snapshot::read(project.root, project.code()) {
        Ok(last) => (last, Vec::new()),
        Err(reason) => (None, vec![reason]),
    }
}

/// Checks the units: first for errors that make them unusable, then against the gates of plausibility, which `accept`
/// overrides. Returns the units in the site's order, and warnings: the reasons that were accepted, and areas that do not
/// add up.
fn check_units(
    mut units: Vec<Unit>,
    before: Option<&[Unit]>,
    project: &Project<'_>,
    request: &PullRequest,
) -> Result<(Vec<Unit>, Vec<Reason>), Vec<Reason>> {
    let mut unusable = gates::duplicates(&units);
    unusable.extend(gates::unknown_levels(&units, known_levels(project)));
    unusable.extend(gates::unknown_uses(&units, project.uses));
    if !unusable.is_empty() {
        return Err(unusable);
    }
    let implausible =
        gates::implausible(&units, before, project.gates, &project.declared, project.platform.currency);
    if !implausible.is_empty() && !request.accept {
        return Err(implausible);
    }
    order::sort(&mut units);
    let accepted = |refused: Reason| reason("accepted", format!("accepted by --accept-inventory: {refused}"));
    let mut warnings: Vec<Reason> = implausible.into_iter().map(accepted).collect();
    warnings.extend(gates::wrong_area_sums(&units, project.gates));
    Ok((units, warnings))
}

/// Whether site.yaml or the building's geometry has a level.
fn known_levels(project: &Project<'_>) -> impl Fn(Level) -> bool + use<> {
    let stated = project.platform.levels.values().chain(project.levels.keys());
    let known: HashSet<Level> = stated.chain(&project.drawn_levels).copied().collect();
    move |level| known.contains(&level)
}
