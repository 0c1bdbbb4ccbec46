//! The table of what a unit has: a row for each field, with its name, its value, the places where it shows, and its names in
//! other formats. Built-in fields, what buyers ask, sizes on the plan and the fields that `site.yaml` declares are rows alike, and
//! everything that prints a unit goes through them. A new built-in field that the platform sends is a row of `built_in.rs` with
//! [`Read::Sent`] and its label in `strings.json`.

mod built_in;
mod value;

use std::borrow::Cow;
use std::collections::BTreeMap;

use platform::unit_field::{BUILDING, DeclaredField, FieldKind, FieldValue};
use strum::IntoEnumIterator as _;

use crate::config::{BUILDING_FACTS, DELIVERY, ELECTRICAL_LOAD, MAINTENANCE_FEE, UNIT_FACTS};
use crate::config::{Config, FieldPlace, UnitField};
use crate::lang::PerLang;
use crate::localized::Localized;
use crate::strings::StringsError;
use built_in::{BUILT_IN, BuiltIn, DECLARED, METRES, in_feet};

pub use built_in::Read;
pub(crate) use built_in::{BuildingFact, UnitFact};
pub use value::{Absent, AmountKind, Datum, JsonLd, Kind, UnitSource};

/// The name of a field for visitors.
#[derive(Clone, Debug)]
enum Label {
    /// The key of a string, and of the one for heads of columns.
    String(Cow<'static, str>, Option<&'static str>),
    /// The names that `site.yaml` declares.
    Declared(PerLang<String>),
}

/// A field of units, as a row of the table.
#[derive(Clone)]
pub struct Field {
    /// Its name in data and in `site.yaml`.
    pub key: Cow<'static, str>,
    /// What it holds.
    pub kind: Kind,
    /// What shows where a unit lacks it.
    pub absent: Absent,
    /// Its name in JSON-LD.
    pub json_ld: JsonLd,
    /// Which amount it is, in the attribute `data-price` of elements.
    pub amount: Option<AmountKind>,
    /// What follows the numbers of a built-in field.
    pub measure: Option<&'static str>,
    /// Where its value comes from.
    pub read: Read,
    label: Label,
}

impl Field {
    /// Its name in a language.
    pub fn label(&self, localized: Localized<'_>) -> Result<String, StringsError> {
        match &self.label {
            Label::String(key, _) => localized.text(key),
            Label::Declared(label) => Ok(label.get(localized.lang).clone()),
        }
    }

    /// Its name in the head of a column.
    pub fn head(&self, localized: Localized<'_>) -> Result<String, StringsError> {
        match &self.label {
            Label::String(_, Some(head)) => localized.text(head),
            _ => self.label(localized),
        }
    }

    /// Whether it answers what buyers ask, which the platform does not send.
    pub const fn is_fact(&self) -> bool {
        matches!(self.read, Read::UnitFact(_) | Read::BuildingFact(_))
    }

    /// Its value of a unit; none where the unit or its use lacks it, and for amounts, which are in the price of a unit.
    pub fn value<'a>(&self, source: &UnitSource<'a>) -> Option<Datum<'a>> {
        let config = &source.localized.site.config;
        let declared = config.use_of(source.unit.unit_use);
        if declared.is_some_and(|declared| declared.lacks(&self.key)) {
            return None;
        }
        match self.read {
            Read::Own(read) | Read::Plan(read) => read(source),
            Read::Price | Read::Rent => None,
            Read::Sent(_) => declared_value(source.unit.fields.get(&*self.key)?, None, source),
            Read::UnitFact(choose) => {
                let fact = config.unit_facts.fact(source.unit, choose);
                let text = fact.map(|fact| Cow::from(fact.get(source.localized.lang).as_str()));
                let computed = || match &*self.key {
                    DELIVERY => config.delivery_label(source.localized.lang).map(Cow::from),
                    MAINTENANCE_FEE => monthly_fee(source).map(Cow::from),
                    _ => None,
                };
                let text = text.or_else(computed)?;
                Some(match fact {
                    Some(fact) if self.kind == Kind::Choice => {
                        let first = fact.get(config.languages.first());
                        Datum::Choice(option_key(first).into(), text)
                    }
                    _ => Datum::Text(text),
                })
            }
            Read::BuildingFact(choose) => {
                let building = config.building(source.unit.building())?;
                let fact = choose(&building.facts)?.get(source.localized.lang);
                Some(Datum::Text(fact.into()))
            }
            Read::Declared(index) => {
                let field = &config.unit_fields[index];
                declared_value(field.value(source.unit)?, Some(field), source)
            }
        }
    }

    /// Whether its value is not among what the platform sends: it is read from a plan, or from `site.yaml`.
    pub const fn is_computed(&self) -> bool {
        self.is_fact() || matches!(self.read, Read::Plan(_))
    }

    /// Whether visitors read its values as they are in data.
    pub fn shows_as_sent(&self, config: &Config) -> bool {
        match self.read {
            Read::Declared(index) => config.unit_fields[index].shows_as_sent(),
            Read::Own(_) | Read::Sent(_) => !matches!(self.kind, Kind::Area | Kind::YesNo),
            Read::Plan(_)
            | Read::Price
            | Read::Rent
            | Read::UnitFact(_)
            | Read::BuildingFact(_) => false,
        }
    }

    /// A value as visitors read it, with square feet too where the language has them.
    pub fn text(
        &self,
        value: &Datum<'_>,
        localized: Localized<'_>,
    ) -> Result<String, StringsError> {
        Ok(match value {
            Datum::YesNo(true) => localized.text("unit.yes")?,
            Datum::YesNo(false) => localized.text("unit.no")?,
            Datum::Count(count, None) => count.to_string(),
            Datum::Count(count, Some(measure)) => format!("{count}\u{a0}{measure}"),
            Datum::Number(number, measure) => {
                let plain = number.short();
                let number = localized.numbers().number(&plain);
                match measure {
                    Some(METRES) if self.measure.is_some() => {
                        in_feet(localized, format!("{number} m"), &[plain])
                    }
                    Some(measure) => format!("{number}\u{a0}{measure}"),
                    None => number,
                }
            }
            Datum::Area(area) => localized.area(*area),
            Datum::Choice(_, text) | Datum::Text(text) => text.clone().into_owned(),
            Datum::Choices(options) => {
                let labels: Vec<&str> = options.iter().map(|(_, label)| &**label).collect();
                labels.join(", ")
            }
        })
    }
}

/// The monthly fee of a unit and how it follows from its interior: `$1,710 al mes (38 × 45 m², estimada)`.
fn monthly_fee(source: &UnitSource<'_>) -> Option<String> {
    let UnitSource {
        localized, unit, ..
    } = source;
    let config = &localized.site.config;
    let fee = config.unit_facts.fee_per_area(unit)?;
    let amount = localized.money(fee.of_unit(unit, config.currency()));
    let rate = localized.numbers().number(&fee.amount.to_string());
    let area = localized
        .square_metres(unit.interior)
        .replace(".00\u{a0}", "\u{a0}");
    let values = [("amount", &*amount), ("rate", &rate), ("area", &area)];
    let key = if fee.estimated {
        "unit.fee_estimated"
    } else {
        "unit.fee_monthly"
    };
    localized.filled(key, &values).ok()
}

/// A text as links of every language name it: `desde-la-calle`.
fn option_key(text: &str) -> String {
    let text = text.to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The value of a field that is read like a declared one.
fn declared_value<'a>(
    value: &'a FieldValue,
    field: Option<&'a UnitField>,
    source: &UnitSource<'a>,
) -> Option<Datum<'a>> {
    let kind = field.map(|field| field.kind);
    Some(match value {
        FieldValue::YesNo(has) => Datum::YesNo(*has),
        FieldValue::Number(area) if kind == Some(FieldKind::Area) => Datum::Area(*area),
        FieldValue::Number(number) => {
            let measures = field.and_then(|field| field.measure.as_ref());
            let measure = measures.map(|texts| texts.get(source.localized.lang).as_str());
            match kind {
                Some(FieldKind::Number) => Datum::Number(*number, measure),
                _ => Datum::Count(number.hundredths() / 100, measure),
            }
        }
        FieldValue::Text(key) => {
            let options = field.map_or(&[][..], |field| &field.options);
            match options.iter().find(|option| option.key == *key) {
                Some(option) => {
                    let label = option.label.get(source.localized.lang);
                    Datum::Choice(key.into(), label.as_str().into())
                }
                None => Datum::Text(key.into()),
            }
        }
    })
}

/// The table of a development, and the order of its fields at each place.
#[derive(Clone)]
pub struct FieldTable {
    /// The rows: built-in fields, facts, fields that `site.yaml` declares.
    pub fields: Vec<Field>,
    places: BTreeMap<FieldPlace, Vec<usize>>,
}

impl FieldTable {
    /// The table of a development.
    pub fn new(config: &Config) -> FieldTable {
        let mut fields = Vec::new();
        let mut ranked: BTreeMap<FieldPlace, Vec<(u8, usize)>> = BTreeMap::new();
        let mut add = |field: Field, places: &[(FieldPlace, u8)]| {
            for (place, rank) in places {
                ranked
                    .entry(*place)
                    .or_default()
                    .push((*rank, fields.len()));
            }
            fields.push(field);
        };
        let declared_keys: Vec<&str> = config
            .unit_fields
            .iter()
            .map(|field| field.key.as_str())
            .collect();
        // Then the level of a unit is its building.
        let has_no_levels =
            declared_keys.contains(&BUILDING) && config.buildings.iter().all(|one| !one.levels);
        for row in BUILT_IN {
            let is_absent = matches!(row.read, Read::Rent) && config.rents.is_none();
            // What the plan says gives way to what the development says of each unit.
            if is_absent || declared_keys.contains(&row.key) {
                continue;
            }
            let names_building = row.key == "level" && has_no_levels;
            let label = if names_building {
                Label::String("unit.building".into(), None)
            } else {
                Label::String(row.label.into(), row.head)
            };
            let field = Field {
                key: row.key.into(),
                kind: row.kind,
                absent: row.absent,
                json_ld: row.json_ld,
                amount: row.amount,
                measure: row.measure,
                read: row.read,
                label,
            };
            let places = row.places.iter().copied();
            let is_left =
                |place: &(FieldPlace, u8)| !names_building || !OF_BUILDINGS.contains(&place.0);
            let places: Vec<_> = places.filter(is_left).collect();
            add(field, &places);
        }
        for (key, choose) in UNIT_FACTS {
            // Nobody asks for the electrical load of a unit without one of its own, because the building has it.
            let absent = if key == ELECTRICAL_LOAD {
                Absent::Hidden
            } else {
                Absent::Asked
            };
            let label = format!("unit.{key}");
            add(
                fact(key, label.into(), absent, Read::UnitFact(choose)),
                unit_fact_places(key),
            );
        }
        for (key, choose) in BUILDING_FACTS {
            let read = Read::BuildingFact(choose);
            add(fact(key, key.into(), Absent::Hidden, read), FACT_PLACES);
        }
        for (index, declared) in config.unit_fields.iter().enumerate() {
            let is_building = declared.key == BUILDING;
            let shown = FieldPlace::iter().filter(|place| declared.shows_in(*place));
            let rank = |place| match (is_building, place) {
                // The building comes before the level.
                (true, FieldPlace::Column) => 20,
                _ => DECLARED,
            };
            let places: Vec<_> = shown.map(|place| (place, rank(place))).collect();
            let field = Field {
                key: declared.key.clone().into(),
                kind: declared.kind.into(),
                absent: Absent::Hidden,
                json_ld: declared.json_ld(),
                amount: None,
                measure: None,
                read: Read::Declared(index),
                label: Label::Declared(declared.label.clone()),
            };
            add(field, &places);
        }
        let position = |key: &String| fields.iter().position(|field| field.key == *key);
        let places = FieldPlace::iter()
            .map(|place| {
                let order = match config.fields.get(&place) {
                    Some(keys) => keys.iter().filter_map(position).collect(),
                    None => {
                        let mut ranked = ranked.remove(&place).unwrap_or_default();
                        ranked.sort_unstable();
                        ranked.into_iter().map(|(_, index)| index).collect()
                    }
                };
                (place, order)
            })
            .collect();
        FieldTable { fields, places }
    }

    /// Leaves out of lists the fields that no unit has, and the interior beside an area that is equal to it where no unit has a terrace;
    /// `is_filled` says which some unit has, by their positions.
    pub fn drop_empty_columns(&mut self, is_filled: &[bool], has_terraces: bool) {
        let position = |key: &str| self.fields.iter().position(|field| field.key == key);
        let (interior, area) = (position("interior"), position("area"));
        for place in [
            FieldPlace::Column,
            FieldPlace::Card,
            FieldPlace::Filter,
            FieldPlace::Comparison,
            FieldPlace::Prices,
        ] {
            if let Some(positions) = self.places.get_mut(&place) {
                let has_area = area.is_some_and(|area| positions.contains(&area));
                let is_equal =
                    |position: usize| !has_terraces && has_area && Some(position) == interior;
                positions.retain(|position| is_filled[*position] && !is_equal(*position));
            }
        }
    }

    /// Leaves out of a place what is not to show there, by its position.
    pub fn retain(&mut self, place: FieldPlace, is_kept: impl Fn(usize) -> bool) {
        if let Some(positions) = self.places.get_mut(&place) {
            positions.retain(|position| is_kept(*position));
        }
    }

    /// The positions in [`FieldTable::fields`] of those that show at a place, in their order there.
    pub fn at(&self, place: FieldPlace) -> &[usize] {
        self.places.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// Where a field of its own says in which building a unit is.
const OF_BUILDINGS: [FieldPlace; 3] =
    [FieldPlace::Column, FieldPlace::Card, FieldPlace::Comparison];

/// Facts come first on pages.
const FACT_PLACES: &[(FieldPlace, u8)] = &[(FieldPlace::Page, 0)];

/// Where a fact about a unit shows: some of them decide between two units.
fn unit_fact_places(key: &str) -> &'static [(FieldPlace, u8)] {
    use FieldPlace::{Comparison, Filter, Page};
    match key {
        "access" => &[(Page, 0), (Comparison, 80), (Filter, 200)],
        "parking" => &[(Page, 0), (Comparison, 90)],
        "maintenance_fee" => &[(Page, 0), (Comparison, 95)],
        _ => FACT_PLACES,
    }
}

fn fact(key: &'static str, label: Cow<'static, str>, absent: Absent, read: Read) -> Field {
    Field {
        key: key.into(),
        // Units share few texts about their door, so that visitors can choose one.
        kind: if key == "access" {
            Kind::Choice
        } else {
            Kind::Text
        },
        absent,
        json_ld: JsonLd::Own,
        amount: None,
        measure: None,
        read,
        label: Label::String(label, None),
    }
}

/// The built-in fields that are read like declared ones.
pub(crate) fn sent_fields(
    names: &BTreeMap<String, platform::field_map::FieldSource>,
) -> Vec<DeclaredField> {
    let sent = BUILT_IN.into_iter().filter_map(|row| match row.read {
        Read::Sent(name) => Some(DeclaredField {
            key: row.key.to_owned(),
            name: names.get(row.key).cloned().unwrap_or_else(|| name.into()),
            kind: row.kind.sent()?,
            options: Vec::new(),
            measures: Vec::new(),
        }),
        _ => None,
    });
    sent.collect()
}

/// The keys of the built-in fields that are read like declared ones.
pub(crate) fn sent_keys() -> impl Iterator<Item = &'static str> {
    let is_sent = |row: &BuiltIn| matches!(row.read, Read::Sent(_));
    BUILT_IN.into_iter().filter(is_sent).map(|row| row.key)
}

/// The keys of every field that a development has: built-in fields, facts, the building where there are several, and those that
/// `site.yaml` declares.
pub(crate) fn all_keys(config: &Config) -> impl Iterator<Item = &str> {
    let facts = UNIT_FACTS.into_iter().map(|(key, _)| key);
    let of_building = BUILDING_FACTS.into_iter().map(|(key, _)| key);
    let declared = config.unit_fields.iter().map(|field| field.key.as_str());
    built_in_keys()
        .chain(facts)
        .chain(of_building)
        .chain((!config.buildings.is_empty()).then_some(BUILDING))
        .chain(declared)
}

/// The keys of built-in fields that no development can declare: all but those that are read from the plan, and the rent, which only
/// a development with rents has.
pub(crate) fn fixed_keys() -> impl Iterator<Item = &'static str> {
    let is_fixed = |row: &BuiltIn| !matches!(row.read, Read::Plan(_) | Read::Rent);
    BUILT_IN.into_iter().filter(is_fixed).map(|row| row.key)
}

/// The keys of the fields of every development by which visitors can filter.
pub(crate) fn filter_keys() -> impl Iterator<Item = &'static str> {
    let filters =
        |places: &[(FieldPlace, u8)]| places.iter().any(|(place, _)| *place == FieldPlace::Filter);
    let rows = BUILT_IN.into_iter().map(|row| (row.key, row.places));
    let facts = UNIT_FACTS.map(|(key, _)| (key, unit_fact_places(key)));
    rows.chain(facts)
        .filter(move |(_, places)| filters(places))
        .map(|(key, _)| key)
}

/// The keys of the fields that every development has.
pub fn built_in_keys<'a>() -> impl Iterator<Item = &'a str> {
    BUILT_IN.into_iter().map(|row| row.key)
}
