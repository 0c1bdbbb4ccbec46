//! The age of the inventory, checked against `gates.max_age_hours`.

use std::fmt;

use serde::Serialize;

use super::{Project, PullRequest, PullResult, Source};

/// An inventory that is older than `gates.max_age_hours` allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StaleInventory {
    /// When the platform last sent an inventory that was accepted (RFC 3339, in the development's time zone); nothing
    /// when its day is out of the range of times.
    pub since: Option<String>,
    /// How many whole hours ago that was.
    pub hours: Option<i64>,
    /// The limit of site.yaml.
    pub max_age_hours: u32,
}

impl fmt::Display for StaleInventory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { since, hours, max_age_hours } = self;
        match (since, hours) {
            (Some(since), Some(hours)) => write!(
                f,
                "the inventory is {hours} hours old: the last one accepted from the platform is from {since}, and \
                 `gates.max_age_hours` is {max_age_hours}"
            ),
            _ => write!(f, "there is no inventory to use; `gates.max_age_hours` is {max_age_hours}"),
        }?;
        f.write_str(": run `site pull` and correct what it reports")
    }
}

/// Whether an inventory is too old. The file of `--inventory` never is: its author chose it.
pub(super) fn overdue(
    project: &Project<'_>,
    request: &PullRequest,
    pulled: &PullResult,
) -> Option<StaleInventory> {
    let max_age_hours = project.config.gates.max_age_hours?;
    if pulled.source == Source::File {
        return None;
    }
    let seconds = pulled.pulled_at.map(|moment| request.now.duration_since(moment).as_secs());
    let is_overdue = seconds.is_none_or(|seconds| seconds > i64::from(max_age_hours) * 3600);
    is_overdue.then(|| StaleInventory {
        since: pulled.pulled_at.map(|moment| project.config.time_zone.written(moment)),
        hours: seconds.map(|seconds| seconds / 3600),
        max_age_hours,
    })
}
