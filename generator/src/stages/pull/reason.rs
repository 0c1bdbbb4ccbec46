//! Why an inventory, or a part of it, is not used. Each message names the key of `site.yaml`, the value, and what to do.

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
    #[error("no platform is configured: set `platform.url` in site.yaml, or use --platform URL")]
    NoPlatform,
    /// The platform's address cannot be used.
    #[error(transparent)]
    BadClient(#[from] BadClient),
    /// The environment variable PLATFORM_TOKEN has no usable bearer token.
    #[error(transparent)]
    BadToken(#[from] BadToken),
    /// The async runtime of the pull failed to start.
    #[error("cannot start the async runtime of the pull: {0}")]
    NoRuntime(String),
    /// The platform sent no answer, or one that is not JSON.
    #[error(transparent)]
    Failed(CallError),
    /// The fields of the answer are not those that site.yaml maps.
    #[error("{0}: compare the field names under `platform:` in site.yaml with the platform's answer")]
    BrokenSchema(CallError),
    /// The platform uses a status that site.yaml does not map.
    #[error("{0}")]
    UnknownStatus(CallError),
    /// Several units have the same code.
    #[error("several units have the code `{0}`: give each unit its own code on the platform")]
    DuplicateCode(UnitCode),
    /// Several amenities have the same code.
    #[error("several amenities have the code `{0}`: give each amenity its own code on the platform")]
    DuplicateAmenity(String),
    /// Far more or far fewer units than declared.
    #[error(
        "{found} units have the use {unit_use}, but `facts:` declares {declared} and \
         `gates.count_tolerance_percent` is {tolerance_percent}"
    )]
    Count {
        /// Which use.
        unit_use: UnitUse,
        /// How many the platform lists.
        found: usize,
        /// How many site.yaml declares.
        declared: u32,
        /// `gates.count_tolerance_percent`.
        tolerance_percent: u32,
    },
    /// More units are gone than are plausibly sold or withdrawn between two pulls.
    #[error(
        "{gone} of the {before} units of the last good pull are missing, but `gates.vanished_percent` is \
         {allowed_percent}"
    )]
    Vanished {
        /// How many are gone.
        gone: usize,
        /// How many there were.
        before: usize,
        /// `gates.vanished_percent`.
        allowed_percent: u32,
    },
    /// The platform hides the price of a unit, and no earlier price is known.
    #[error(
        "unit {0} has no price (`platform.price_hidden_for`), and neither the last good pull nor \
         content/inventory.json has one: add the unit with its last price to content/inventory.json"
    )]
    PriceUnknown(UnitCode),
    /// An implausible price.
    #[error("the price of unit {code} is {price}, outside `gates.price_pesos` ({min} to {max})")]
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
    /// An implausible area.
    #[error(
        "the area of unit {code} is {area}: it, the interior or the terrace is outside `gates.area_m2` \
         ({min} to {max})"
    )]
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
    /// A price that differs much from the one in the last snapshot.
    #[error(
        "the price of unit {code} changed from {before} to {now}, but `gates.unit_price_change_percent` is \
         {allowed_percent}"
    )]
    PriceJump {
        /// The unit.
        code: UnitCode,
        /// Its price in the snapshot.
        before: Money,
        /// Its price now.
        now: Money,
        /// `gates.unit_price_change_percent`.
        allowed_percent: u32,
    },
    /// The median of all price changes is implausible.
    #[error(
        "the median price change is {percent} %, but `gates.median_price_change_percent` is {allowed_percent}"
    )]
    MedianJump {
        /// The change, in percent.
        percent: i64,
        /// `gates.median_price_change_percent`.
        allowed_percent: u32,
    },
    /// The stored snapshot is damaged.
    #[error("{}: the snapshot is damaged ({detail}) and is not used: run `site pull` to replace it", .path.display())]
    DamagedSnapshot {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        detail: String,
    },
    /// The new snapshot could not be stored.
    #[error("{}: the snapshot cannot be written: {detail}", .path.display())]
    UnwrittenSnapshot {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        detail: String,
    },
    /// The stored history is damaged.
    #[error(
        "{}: the history is damaged ({detail}): news and redirects of earlier units begin again with the next good pull",
        .path.display()
    )]
    DamagedHistory {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        detail: String,
    },
    /// The new history could not be stored.
    #[error("{}: the history cannot be written: {detail}", .path.display())]
    UnwrittenHistory {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        detail: String,
    },
    /// A file with inventory or amenities cannot be used.
    #[error("{}: cannot be used: {detail}", .path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        detail: String,
    },
    /// There is neither a snapshot nor a shipped inventory.
    #[error(
        "there is neither a snapshot nor content/inventory.json, so the list of units is empty: run `site pull`"
    )]
    NoInventory,
    /// An editor accepted an implausible inventory.
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
    /// The reason for a failed call.
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

    /// Whether `--accept-inventory` can accept it: a readable value that is only implausible.
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
            Self::NoInventory => "nothing",
            Self::Accepted(_) => "accepted",
        }
    }
}
