//! Why an inventory, or a part of it, was not used. Every reason is typed, is logged, and says what to do.

use platform::answer::{AnswerError, Fault};
use platform::area::Area;
use platform::client::{BadClient, BadToken, CallError, ErrorKind};
use platform::money::Money;
use platform::unit::{UnitCode, UnitUse};
use serde::{Serialize, Serializer};
use std::path::PathBuf;

use model::build_error::InventoryReason;

/// One reason.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Reason {
    /// site.yaml and the command line name no platform.
    #[error("no platform is configured (platform.url in site.yaml, or --platform URL)")]
    NoPlatform,
    /// The platform's address cannot be used.
    #[error(transparent)]
    BadClient(#[from] BadClient),
    /// The environment holds no usable bearer.
    #[error(transparent)]
    BadToken(#[from] BadToken),
    /// Our own machinery failed before anything was sent.
    #[error("cannot start the pull ({0})")]
    NoRuntime(String),
    /// The platform gave no answer that could be read as one.
    #[error(transparent)]
    Failed(CallError),
    /// The platform answered in another shape than site.yaml maps.
    #[error("{0}; compare the names under platform: in site.yaml")]
    BrokenSchema(CallError),
    /// The platform uses a word for a status that site.yaml does not map.
    #[error("{0}")]
    UnknownStatus(CallError),
    /// One code for two units.
    #[error("the code {0} stands for more than one unit")]
    DuplicateCode(UnitCode),
    /// One code for two amenities.
    #[error("the code {0:?} stands for more than one amenity")]
    DuplicateAmenity(String),
    /// Far more or far fewer units than declared.
    #[error(
        "{found} units are for {unit_use}, but site.yaml declares {declared} (facts, gates.count_tolerance_percent)"
    )]
    Count {
        /// Which use.
        unit_use: UnitUse,
        /// How many the platform lists.
        found: usize,
        /// How many site.yaml declares.
        declared: u32,
    },
    /// Far more units are gone than sell or are withdrawn in one day.
    #[error("{gone} of the {before} units of the last good pull are gone (gates.vanished_percent)")]
    Vanished {
        /// How many are gone.
        gone: usize,
        /// How many there were.
        before: usize,
    },
    /// A unit came without its price, and nothing tells what it was.
    #[error(
        "unit {0} came without a price (platform.price_hidden_for), and neither the last good pull nor \
         content/inventory.json knows it; write the unit there with its last price"
    )]
    PriceUnknown(UnitCode),
    /// A price that cannot be.
    #[error("unit {code} costs {price}, outside {min} to {max} (gates.price_pesos)")]
    PriceOutOfBounds {
        /// The unit.
        code: UnitCode,
        /// Its price.
        price: Money,
        /// The lowest plausible price.
        min: Money,
        /// The highest.
        max: Money,
    },
    /// An area that cannot be.
    #[error("unit {code} has {area}, or a part of it, outside {min} to {max} (gates.area_m2)")]
    AreaOutOfBounds {
        /// The unit.
        code: UnitCode,
        /// Its total area.
        area: Area,
        /// The smallest plausible area.
        min: Area,
        /// The largest.
        max: Area,
    },
    /// A price far from the one in the last snapshot.
    #[error("the price of unit {code} went from {before} to {now} (gates.unit_price_change_percent)")]
    PriceJump {
        /// The unit.
        code: UnitCode,
        /// Its price in the snapshot.
        before: Money,
        /// Its price now.
        now: Money,
    },
    /// All prices moved.
    #[error("prices changed by {percent} % in the median (gates.median_price_change_percent)")]
    MedianJump {
        /// By how much, in percent.
        percent: i64,
    },
    /// The last snapshot is not what was written.
    #[error("the snapshot {} is damaged ({detail}); it is not used", .path.display())]
    DamagedSnapshot {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        detail: String,
    },
    /// The new snapshot could not be kept.
    #[error("the snapshot {} could not be written ({detail})", .path.display())]
    UnwrittenSnapshot {
        /// The file.
        path: PathBuf,
        /// What the system says.
        detail: String,
    },
    /// The history is not what was written.
    #[error(
        "the history {} is damaged ({detail}); news and redirects of earlier units start anew at the next good pull",
        .path.display()
    )]
    DamagedHistory {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        detail: String,
    },
    /// The new history could not be kept.
    #[error("the history {} could not be written ({detail})", .path.display())]
    UnwrittenHistory {
        /// The file.
        path: PathBuf,
        /// What the system says.
        detail: String,
    },
    /// A file with inventory or amenities cannot be used.
    #[error("{} cannot be used: {detail}", .path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        detail: String,
    },
    /// Nothing to build from: no snapshot, no shipped inventory.
    #[error("there is neither a snapshot nor a shipped inventory: the list is empty")]
    Nothing,
    /// An editor let an implausible inventory pass.
    #[error("accepted by --accept-inventory: {0}")]
    Accepted(Box<Reason>),
}

/// For reports read by machines: `{"kind": "price_jump", "message": "..."}`.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        InventoryReason::from(self).serialize(serializer)
    }
}

impl From<&Reason> for InventoryReason {
    fn from(reason: &Reason) -> InventoryReason {
        InventoryReason {
            kind: reason.kind(),
            message: reason.to_string(),
        }
    }
}

impl Reason {
    /// Tells the failures of a call apart.
    pub(super) fn of_call(error: CallError) -> Self {
        match &error.kind {
            ErrorKind::Answer(AnswerError::Fields(faults)) => {
                let only_status = faults
                    .iter()
                    .all(|fault| matches!(fault.fault, Fault::UnknownStatus(_)));
                if only_status {
                    Self::UnknownStatus(error)
                } else {
                    Self::BrokenSchema(error)
                }
            }
            ErrorKind::Answer(AnswerError::Shape { .. }) => Self::BrokenSchema(error),
            _ => Self::Failed(error),
        }
    }

    /// True for what an editor may accept: a real change that only looks unlikely. What cannot be read cannot be accepted.
    pub fn is_plausibility(&self) -> bool {
        matches!(
            self,
            Self::Count { .. }
                | Self::Vanished { .. }
                | Self::PriceOutOfBounds { .. }
                | Self::AreaOutOfBounds { .. }
                | Self::PriceJump { .. }
                | Self::MedianJump { .. }
        )
    }

    /// A stable word for reports read by machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NoPlatform => "no_platform",
            Self::BadClient(_) => "bad_address",
            Self::BadToken(_) => "bad_token",
            Self::NoRuntime(_) => "no_runtime",
            Self::Failed(_) => "failed",
            Self::BrokenSchema(_) => "broken_schema",
            Self::UnknownStatus(_) => "unknown_status",
            Self::DuplicateCode(_) => "duplicate_code",
            Self::DuplicateAmenity(_) => "duplicate_amenity",
            Self::Count { .. } => "count",
            Self::Vanished { .. } => "vanished",
            Self::PriceUnknown(_) => "price_unknown",
            Self::PriceOutOfBounds { .. } => "price_out_of_bounds",
            Self::AreaOutOfBounds { .. } => "area_out_of_bounds",
            Self::PriceJump { .. } => "price_jump",
            Self::MedianJump { .. } => "median_price_jump",
            Self::DamagedSnapshot { .. } => "damaged_snapshot",
            Self::UnwrittenSnapshot { .. } => "unwritten_snapshot",
            Self::DamagedHistory { .. } => "damaged_history",
            Self::UnwrittenHistory { .. } => "unwritten_history",
            Self::BadFile { .. } => "bad_file",
            Self::Nothing => "nothing",
            Self::Accepted(_) => "accepted",
        }
    }
}
