//! Changes of units between successful pulls, for the inventory feed and the redirects of units that are no longer listed. The pull
//! stage finds them.

use jiff::civil::Date;
use platform::money::Money;
use platform::unit::{Status, UnitCode, UnitUse};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Past changes of units, and the units that are no longer listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    /// The changes, oldest first.
    pub changes: Vec<Change>,
    /// Units that had a page and are no longer listed, in the order in which they were delisted.
    pub gone: Vec<UnitCode>,
}

/// One change of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The day of the pull that found the change.
    pub date: Date,
    /// The unit's code.
    pub code: UnitCode,
    /// The unit's number, which the inventory no longer has when the unit is delisted.
    pub unit: String,
    /// The unit's use, here for the same reason.
    #[serde(rename = "use")]
    pub unit_use: UnitUse,
    /// Counts changes of the same kind, unit and day, from 1. Together they identify the change permanently.
    pub number: u32,
    /// What changed.
    #[serde(rename = "what")]
    pub kind: ChangeKind,
}

/// What changed, with the values that matter for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[strum(serialize_all = "lowercase")]
pub enum ChangeKind {
    /// The unit is listed for the first time.
    Listed {
        /// Its price before IVA; none where it is on request.
        price: Option<Money>,
        /// Its status.
        status: Status,
    },
    /// The unit is listed again after it had been delisted.
    Returned {
        /// Its price before IVA; none where it is on request.
        price: Option<Money>,
        /// Its status.
        status: Status,
    },
    /// The status changed.
    Status {
        /// Before.
        from: Status,
        /// Now.
        to: Status,
    },
    /// The price before IVA changed.
    Price {
        /// Before; none where it was on request.
        from: Option<Money>,
        /// Now; none where it is on request.
        to: Option<Money>,
    },
    /// The rent before IVA changed, as the platform sends rents.
    Rent {
        /// Before; none where it was not for rent.
        from: Option<Money>,
        /// Now; none where it is not for rent.
        to: Option<Money>,
    },
    /// The unit is no longer listed.
    Gone {},
}

impl ChangeKind {
    /// The name of the kind in the ids of feed entries.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

impl History {
    /// The day since which a unit is listed, if a change says so.
    pub fn listed_on(&self, code: &UnitCode) -> Option<Date> {
        let is_listed = |kind| {
            matches!(
                kind,
                ChangeKind::Listed { .. } | ChangeKind::Returned { .. }
            )
        };
        let listed = self
            .changes
            .iter()
            .rfind(|change| change.code == *code && is_listed(change.kind));
        listed.map(|change| change.date)
    }
}
