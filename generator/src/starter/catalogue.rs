//! The uses that `site new --uses` knows: `starter/uses.yaml` of the engine.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A use of units.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KnownUse {
    /// Begins the codes of units.
    pub(super) prefix: String,
    /// The fact with their number.
    pub(super) count: String,
    /// The address of the page about them, without the first slash.
    pub(super) page: String,
    /// An invented price, pesos for each m².
    pub(super) pesos_per_m2: f64,
    /// The tax, if it is not the usual one.
    pub(super) vat_percent: Option<u8>,
    /// Whether such units only complete others, and are in basements.
    #[serde(default)]
    pub(super) secondary: bool,
    /// The name of one unit, by language.
    pub(super) label: BTreeMap<String, String>,
    /// The name of several within a sentence, by language.
    pub(super) plural: BTreeMap<String, String>,
    /// The name of one with its article, by language.
    pub(super) one: BTreeMap<String, String>,
}

impl KnownUse {
    /// Whether people live in it: dwellings have no tax (LIVA, article 9).
    pub(super) fn is_home(&self) -> bool {
        self.vat_percent == Some(0)
    }
}

/// The uses by their keys.
pub(super) type Catalogue = BTreeMap<String, KnownUse>;
