//! The pull: the only stage that knows the network. In: where the platform is, and the gates. Out: an inventory and
//! its day. A pull that fails or is not plausible never empties the site: the last good snapshot is used, else the
//! inventory shipped in the repository, else the empty list. `strict` makes each of these an error instead.

mod fallback;
mod file;
mod gates;
mod hidden_price;
mod history_file;
mod lines;
mod network;
mod order;
mod reason;
mod sealed;
mod snapshot;

use model::build_error::{BuildError, InventoryReason};
use model::config::gates::{Declared, Gates};
pub use reason::Reason;

use jiff::Timestamp;
use jiff::civil::Date;
use model::history::History;
use model::inventory::Inventory;
use model::utc_offset::UtcOffset;
use network::Answers;
use platform::amenity::Amenity;
use platform::client::{BadToken, Token};
use platform::config::PlatformConfig;
use platform::unit::Unit;
use serde::Serialize;
use snapshot::Snapshot;
use std::fmt;
use std::path::{Path, PathBuf};

/// What a pull needs to know about the project.
#[derive(Debug, Clone, Copy)]
pub struct Project<'a> {
    /// The project's root, under which `.site/` and `content/` stand.
    pub root: &'a Path,
    /// The `platform:` section of site.yaml.
    pub platform: &'a PlatformConfig,
    /// The `gates:` section of site.yaml.
    pub gates: &'a Gates,
    /// How many units there should be.
    pub declared: Declared,
    /// By which it has its days.
    pub utc_offset: UtcOffset,
}

impl Project<'_> {
    /// The day of a pull.
    fn day(&self, request: &Request) -> Date {
        self.utc_offset.day(request.now)
    }
}

/// What the command line asks of a pull.
#[derive(Debug, Clone)]
pub struct Request {
    /// Where the units are to come from.
    pub origin: Origin,
    /// Refuse instead of falling back.
    pub strict: bool,
    /// Let an implausible but readable inventory pass, and keep it.
    pub accept: bool,
    /// The bearer, from the environment.
    pub token: Result<Token, BadToken>,
    /// The moment of this pull.
    pub now: Timestamp,
}

/// Where the units are to come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The platform: at this address, or else at the one in site.yaml.
    Platform {
        /// `--platform URL`.
        url: Option<String>,
    },
    /// No network: the last good snapshot, or what it falls back to.
    Offline,
    /// `--inventory FILE`: any number of units, no gates of plausibility, no snapshot.
    File(PathBuf),
}

/// An inventory with how it was come by.
#[derive(Debug, Clone)]
pub struct Pulled {
    /// What the later stages get.
    pub inventory: Inventory,
    /// Where its units are from; for reports only.
    pub source: Source,
    /// What went wrong on the way, already logged.
    pub warnings: Vec<Reason>,
}

/// Where the units of an inventory are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A good pull, just now.
    Platform,
    /// The last good pull.
    Snapshot,
    /// The inventory shipped in the repository.
    Shipped,
    /// The file named on the command line.
    File,
    /// None of these: the empty list.
    Empty,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Platform => "the platform",
            Self::Snapshot => "the last good snapshot",
            Self::Shipped => "the inventory shipped in the repository",
            Self::File => "the file of --inventory",
            Self::Empty => "nowhere: the list is empty",
        })
    }
}

/// A pull that gives no inventory.
#[derive(Debug, Clone, PartialEq)]
pub enum PullError {
    /// `--strict`: the data is refused (exit status 3).
    Refused(Vec<Reason>),
    /// The file of `--inventory` cannot be used (exit status 1).
    File(Reason),
}

impl fmt::Display for PullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reasons) => {
                f.write_str("the inventory is refused (--strict):")?;
                lines::lines(reasons)
                    .iter()
                    .try_for_each(|line| write!(f, "\n  {line}"))?;
                if reasons.iter().all(Reason::is_plausibility) {
                    f.write_str("\nhint: if this is a real change, confirm it with --accept-inventory")?;
                }
                Ok(())
            }
            Self::File(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for PullError {}

impl From<PullError> for BuildError {
    fn from(error: PullError) -> BuildError {
        match error {
            PullError::Refused(ref reasons) => BuildError::InventoryRefused {
                message: error.to_string(),
                reasons: reasons.iter().map(InventoryReason::from).collect(),
            },
            PullError::File(reason) => BuildError::InventoryFile(InventoryReason::from(&reason)),
        }
    }
}

/// Gets the inventory that `request` asks for.
///
/// # Errors
/// [`PullError::Refused`] under `strict` only; [`PullError::File`] for a file that cannot be used.
pub fn pull(project: &Project<'_>, request: &Request) -> Result<Pulled, PullError> {
    let mut pulled = match &request.origin {
        Origin::File(path) => fallback::from_file(project, path),
        Origin::Offline => {
            let (last, warnings) = last_snapshot(project);
            fallback::stored(project, request, last, None, warnings)
        }
        Origin::Platform { url } => from_platform(project, request, url.as_deref()),
    }?;
    if matches!(pulled.source, Source::Snapshot | Source::Shipped | Source::Empty) {
        let (history, damage) = history_file::read(project.root);
        pulled.inventory.history = history;
        pulled.warnings.extend(damage);
    }
    for line in lines::lines(&pulled.warnings) {
        tracing::warn!("inventory: {line}");
    }
    Ok(pulled)
}

fn from_platform(project: &Project<'_>, request: &Request, url: Option<&str>) -> Result<Pulled, PullError> {
    let (last, mut warnings) = last_snapshot(project);
    let Answers { units, amenities } = network::ask(project, request, url);
    let checked = units.map_err(|reason| vec![reason]).and_then(|units| {
        let before = last.as_ref().map(|snapshot| snapshot.units.as_slice());
        check(units, before, project, request)
    });
    let mut reasons = checked.as_ref().err().cloned().unwrap_or_default();
    if let Err(reason) = &amenities
        && !reasons.contains(reason)
    {
        reasons.push(reason.clone());
    }
    if request.strict && !reasons.is_empty() {
        return Err(PullError::Refused(reasons));
    }
    warnings.extend(reasons);
    match checked {
        Ok((units, accepted)) => {
            warnings.extend(accepted);
            Ok(keep(project, request, units, amenities.ok(), last, warnings))
        }
        Err(_) => fallback::stored(project, request, last, amenities.ok(), warnings),
    }
}

fn last_snapshot(project: &Project<'_>) -> (Option<Snapshot>, Vec<Reason>) {
    match Snapshot::read(project.root) {
        Ok(last) => (last, Vec::new()),
        Err(reason) => (None, vec![reason]),
    }
}

/// Gates of shape, which nobody can overrule, then gates of plausibility, which an editor can. Answers the units in
/// the site's order, and what the editor let pass.
fn check(
    units: Vec<Unit>,
    before: Option<&[Unit]>,
    project: &Project<'_>,
    request: &Request,
) -> Result<(Vec<Unit>, Vec<Reason>), Vec<Reason>> {
    let duplicates = gates::duplicates(&units);
    if !duplicates.is_empty() {
        return Err(duplicates);
    }
    let mut units = hidden_price::known(units, before, project)?;
    let doubts = gates::implausible(&units, before, project.gates, project.declared);
    if !doubts.is_empty() && !request.accept {
        return Err(doubts);
    }
    order::sort(&mut units);
    Ok((
        units,
        doubts
            .into_iter()
            .map(|doubt| Reason::Accepted(Box::new(doubt)))
            .collect(),
    ))
}

/// Keeps a good pull as the new snapshot, and what it changed in the history. Amenities that did not come stay as
/// they were.
fn keep(
    project: &Project<'_>,
    request: &Request,
    units: Vec<Unit>,
    amenities: Option<Vec<Amenity>>,
    last: Option<Snapshot>,
    mut warnings: Vec<Reason>,
) -> Pulled {
    // The history first: a pull that ends between the two finds the same changes again and tells them once.
    let before = last.as_ref().map(|snapshot| snapshot.units.as_slice());
    let today = project.day(request);
    let history = note(project, before, &units, today, &mut warnings);
    let amenities = amenities.or_else(|| last.and_then(|snapshot| snapshot.amenities));
    let snapshot = Snapshot::new(today, units, amenities);
    if let Err(reason) = snapshot.write(project.root) {
        warnings.push(reason);
    }
    let Snapshot {
        date,
        units,
        amenities,
        ..
    } = snapshot;
    let amenities = amenities.unwrap_or_else(|| fallback::shipped_amenities(project, &mut warnings));
    Pulled {
        inventory: Inventory {
            date,
            units,
            amenities,
            history,
        },
        source: Source::Platform,
        warnings,
    }
}

/// The history with what this pull changed, kept when there is something new.
fn note(
    project: &Project<'_>,
    before: Option<&[Unit]>,
    now: &[Unit],
    today: Date,
    warnings: &mut Vec<Reason>,
) -> History {
    let (earlier, damage) = history_file::read(project.root);
    let history = earlier.after(before, now, today);
    if damage.is_some() || history != earlier {
        let written = history_file::write(project.root, &history, damage.is_some());
        warnings.extend(written.err());
    }
    warnings.extend(damage);
    history
}
