//! What changed in the inventory since an earlier one, for the people who run the site. Visitors read the feeds.

#[cfg(test)]
mod tests;
mod texts;

use std::collections::HashMap;

use jiff::civil::Date;
use platform::money::Money;
use platform::unit::{Status, Unit, UnitCode};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub use texts::{NewsTexts, TeamWords};

use crate::stages::pull::changes;
use model::fingerprint::hex;
use model::history::ChangeKind;

/// What changed between two inventories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// The earlier inventory.
    pub since: Since,
    /// How many units have each status now, in the order of [`Status::ALL`].
    pub statuses: [usize; 3],
    /// New and delisted units, and changes of status, price and rent. The changes of one unit follow each other.
    pub changes: Vec<UnitChange>,
    /// Units with changes in other fields, such as the area.
    pub edited: Vec<UnitCode>,
}

/// The inventory that news compare with, and its date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "date", rename_all = "lowercase")]
pub enum Since {
    /// There is none.
    Nothing,
    /// The inventory of the last publication.
    Publication(Date),
    /// The inventory of the pull before.
    Pull(Date),
}

/// One change of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitChange {
    /// The unit's code.
    pub code: UnitCode,
    /// What changed.
    #[serde(flatten)]
    pub kind: ChangeKind,
    /// The rent of a unit that is for rent only, and so has no price on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_rent: Option<Money>,
}

impl News {
    /// The news of an inventory without an earlier one: the number of its units.
    pub fn first(now: &[Unit]) -> News {
        let statuses =
            Status::ALL.map(|status| now.iter().filter(|unit| unit.status == status).count());
        News {
            since: Since::Nothing,
            statuses,
            changes: Vec::new(),
            edited: Vec::new(),
        }
    }

    /// The changes from the units `before` to the units `now`: in the order of `now`, then the delisted units.
    pub fn between(since: Since, before: &[Unit], now: &[Unit]) -> News {
        let changes = changes(before.iter(), now)
            .into_iter()
            .map(|(unit, kind)| UnitChange {
                code: unit.code.clone(),
                kind,
                only_rent: if unit.is_for_sale() { None } else { unit.rent },
            })
            .collect();
        let earlier: HashMap<&UnitCode, &Unit> =
            before.iter().map(|unit| (&unit.code, unit)).collect();
        let is_edited = |unit: &&Unit| {
            let old = earlier.get(&unit.code).map(|old| (*old).clone());
            old.is_some_and(|old| {
                Unit {
                    status: unit.status,
                    price: unit.price,
                    rent: unit.rent,
                    ..old
                } != **unit
            })
        };
        let edited = now
            .iter()
            .filter(is_edited)
            .map(|unit| unit.code.clone())
            .collect();
        News {
            since,
            changes,
            edited,
            ..News::first(now)
        }
    }

    /// How many units are new, delisted, or have another status, price or rent.
    pub fn changed_units(&self) -> usize {
        self.changes
            .chunk_by(|one, next| one.code == next.code)
            .count()
    }

    /// How many units both inventories have together.
    pub fn all_units(&self) -> usize {
        let is_gone = |change: &&UnitChange| matches!(change.kind, ChangeKind::Gone {});
        self.statuses.iter().sum::<usize>() + self.changes.iter().filter(is_gone).count()
    }

    /// Identifies the changes, with the values before and after: 16 hexadecimal digits of SHA-256.
    pub fn digest(&self) -> String {
        let changes = json!([self.changes, self.edited]);
        hex(&Sha256::digest(changes.to_string())[..8])
    }

    /// The news as JSON: the text, if there is one, what they compare with, and each change. Prices are in centavos before IVA.
    pub fn json(&self, texts: Option<&NewsTexts>) -> Value {
        json!({
            "text": texts.map(|texts| &texts.line),
            "since": self.since,
            "changed_units": self.changed_units(),
            "all_units": self.all_units(),
            "changes": self.changes,
            "edited": self.edited,
        })
    }
}
