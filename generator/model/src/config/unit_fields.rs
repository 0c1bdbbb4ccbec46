//! The `unit_fields:` section of `site.yaml`: fields of units that the development declares, beside those of every unit.

use platform::unit::Unit;
use platform::unit_field::{BUILDING, DeclaredField, FieldKind, FieldValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::EnumIter;
use ts_rs::TS;

use super::field_option::{self, FieldOption, NOT_A_NAME, is_name, words};
use crate::fields::{JsonLd, Kind, fixed_keys};
use crate::lang::PerLang;

/// A field of units.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitField {
    /// Its name in data: lower-case letters, digits and `_`.
    pub key: String,
    /// What it holds.
    pub kind: FieldKind,
    /// Its name for visitors.
    pub label: PerLang<String>,
    /// What follows a count or a number, like `años` or `kVA`.
    pub measure: Option<PerLang<String>>,
    /// The platform's name of the field; the key when absent.
    pub field: Option<String>,
    /// Of a choice: what it can be, in the order of the filter.
    #[serde(default)]
    pub options: Vec<FieldOption>,
    /// Where it shows, beside the data files, Markdown and structured data. When absent, everywhere but in columns, in price lists
    /// and in share pictures, which have room for few fields.
    pub show: Option<Vec<FieldPlace>>,
}

/// A place where a field shows.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Deserialize,
    Serialize,
    JsonSchema,
    EnumIter,
    TS,
)]
#[serde(rename_all = "snake_case")]
pub enum FieldPlace {
    /// A column of the inventory on a wide screen.
    Column,
    /// A filter of the inventory; not of texts.
    Filter,
    /// The inventory's card on a phone; declared fields are in the dialog of a unit, too.
    Card,
    /// The dialog of a unit.
    Dialog,
    /// The comparison.
    Comparison,
    /// The page of a unit.
    Page,
    /// The sheet of a unit.
    Sheet,
    /// The price list.
    Prices,
    /// The share picture of a unit.
    Share,
    /// The spreadsheet; declared fields are always there.
    Csv,
}

impl UnitField {
    /// Whether it shows at a place.
    pub fn shows_in(&self, place: FieldPlace) -> bool {
        let place = match place {
            FieldPlace::Csv => return true,
            FieldPlace::Dialog => FieldPlace::Card,
            other => other,
        };
        let is_possible = place != FieldPlace::Filter || Kind::from(self.kind).can_filter();
        let has_room = !matches!(
            place,
            FieldPlace::Column | FieldPlace::Prices | FieldPlace::Share
        );
        let by_default = is_possible && has_room;
        self.show
            .as_ref()
            .map_or(by_default, |places| places.contains(&place))
    }

    /// Its name in JSON-LD: schema.org has properties for some counts.
    pub fn json_ld(&self) -> JsonLd {
        match (self.kind, &*self.key) {
            (FieldKind::Count, "bedrooms") => JsonLd::Property("numberOfBedrooms"),
            (FieldKind::Count, "half_bathrooms") => JsonLd::Property("numberOfPartialBathrooms"),
            _ => JsonLd::Additional,
        }
    }

    /// Whether visitors read its values as they are in data.
    pub fn shows_as_sent(&self) -> bool {
        self.kind == FieldKind::Text || self.kind == FieldKind::Count && self.measure.is_none()
    }

    /// Its value of a unit that has one.
    pub fn value<'a>(&self, unit: &'a Unit) -> Option<&'a FieldValue> {
        unit.fields.get(&self.key)
    }

    pub(super) fn declared(&self) -> DeclaredField {
        DeclaredField {
            key: self.key.clone(),
            name: self.field.as_deref().unwrap_or(&self.key).into(),
            kind: self.kind,
            options: self
                .options
                .iter()
                .flat_map(|option| words(&option.key, &option.label))
                .collect(),
            measures: self
                .measure
                .iter()
                .flat_map(PerLang::values)
                .cloned()
                .collect(),
        }
    }

    /// What is wrong with it: the key below the field, and what is wrong and what to do. `others` are declared before it.
    pub(super) fn problems(&self, others: &[UnitField]) -> Vec<(&'static str, &'static str)> {
        let is_choice = self.kind == FieldKind::Choice;
        let has_place = |place| {
            self.show
                .as_ref()
                .is_some_and(|places| places.contains(&place))
        };
        let (mut found, key) = (Vec::new(), &*self.key);
        let mut refuse = |is_wrong: bool, key: &'static str, message: &'static str| {
            found.extend(is_wrong.then_some((key, message)));
        };
        refuse(!is_name(key), "key", NOT_A_NAME);
        let message = "`building` is the field of `buildings`: declare these, or give this field another name";
        refuse(key == BUILDING, "key", message);
        let message = "every unit has this field: map its name below `platform.fields`, or choose another key";
        refuse(fixed_keys().any(|name| name == key), "key", message);
        let is_repeated = others.iter().any(|other| other.key == key);
        refuse(
            is_repeated,
            "key",
            "this field is declared twice: remove one of both",
        );
        let labels = self
            .options
            .iter()
            .map(|option| &option.label)
            .chain([&self.label]);
        let is_empty = labels
            .flat_map(PerLang::values)
            .any(|name| name.trim().is_empty());
        refuse(
            is_empty,
            "label",
            "a name is empty: write what visitors read, in each language",
        );
        for message in field_option::problems(is_choice, &self.options) {
            refuse(true, "options", message);
        }
        let can_have_measure = matches!(self.kind, FieldKind::Count | FieldKind::Number);
        let is_measured = self.measure.is_some() && !can_have_measure;
        refuse(
            is_measured,
            "measure",
            "only counts and numbers have a `measure`: remove it",
        );
        let message = "visitors cannot filter by a text: remove `filter`";
        refuse(
            has_place(FieldPlace::Filter) && !Kind::from(self.kind).can_filter(),
            "show",
            message,
        );
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(json: &str) -> UnitField {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_field_shows_where_it_is_declared_or_everywhere_with_room() {
        let bedrooms =
            field(r#"{"key": "bedrooms", "kind": "count", "label": {"es": "a", "en": "a"}}"#);
        let places = <FieldPlace as strum::IntoEnumIterator>::iter();
        let hidden: Vec<_> = places.filter(|place| !bedrooms.shows_in(*place)).collect();
        assert_eq!(
            hidden,
            [FieldPlace::Column, FieldPlace::Prices, FieldPlace::Share]
        );
        let remark = field(r#"{"key": "remark", "kind": "text", "label": {"es": "a", "en": "a"}}"#);
        assert!(!remark.shows_in(FieldPlace::Filter) && remark.shows_in(FieldPlace::Page));
    }

    #[test]
    fn what_contradicts_itself_is_named() {
        let label = r#""label": {"es": "a", "en": "a"}"#;
        let problems = |json: &str, others: &[UnitField]| {
            let keys = field(json).problems(others);
            keys.into_iter()
                .map(|(key, _)| key)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let view = format!(
            r#"{{{label}, "key": "view", "kind": "choice", "options": [{{"key": "sea", {label}}}]}}"#
        );
        assert_eq!(problems(&view, &[]), "");
        assert_eq!(problems(&view, &[field(&view)]), "key");
        assert_eq!(problems(&view.replace("choice", "text"), &[]), "options");
        assert_eq!(problems(&view.replacen("\"a\"", "\" \"", 1), &[]), "label");
    }
}
