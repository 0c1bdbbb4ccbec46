//! The uses of units that new projects may have, from the catalogue of `starter/`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A use of units.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct KnownUse {
    /// Its key in the catalogue, and in the project.
    #[serde(skip_deserializing)]
    pub(super) key: String,
    /// Begins the codes of units.
    pub(super) prefix: String,
    /// The fact with their number.
    pub(super) count: String,
    /// The address of the page about them, without the first slash.
    pub(super) page: String,
    /// An invented price, pesos for each m².
    pub(super) pesos_per_m2: f64,
    /// The value added tax, if it is not the usual one in Mexico.
    #[serde(default = "usual_vat")]
    pub(super) vat_percent: u8,
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

/// Percent (LIVA, article 1).
fn usual_vat() -> u8 {
    16
}

impl KnownUse {
    /// Whether people live in it: dwellings have no tax (LIVA, article 9).
    pub(super) fn is_home(&self) -> bool {
        self.vat_percent == 0
    }
}

/// `oficinas y locales comerciales`.
pub(super) fn joined_names(uses: &[KnownUse], lang: &str) -> String {
    let and = if lang == "es" { " y " } else { " and " };
    let mut names: Vec<&str> = uses
        .iter()
        .filter_map(|used| used.plural.get(lang))
        .map(String::as_str)
        .collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() {
        last.to_owned()
    } else {
        format!("{}{and}{last}", names.join(", "))
    }
}
