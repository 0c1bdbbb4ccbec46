//! The table of what a unit has: a row for each field, with its name, its value, the places where it shows, and its names in
//! other formats. Built-in fields, what buyers ask, sizes on the plan and the fields that `site.yaml` declares are rows alike, and
//! everything that prints a unit goes through them. A new built-in field that the platform sends is a row of [`BUILT_IN`] with
//! [`Read::Sent`] and its label in `strings.json`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use building::{Plan, PlanUnit};
use platform::area::Area;
use platform::unit::Unit;
use platform::unit_field::{BUILDING, DeclaredField, FieldKind, FieldValue};
use serde::Serialize;
use strum::IntoEnumIterator as _;
use ts_rs::TS;

use crate::config::{BUILDING_FACTS, DELIVERY, ELECTRICAL_LOAD, UNIT_FACTS};
use crate::config::{BuildingFacts, BuyerFacts, Config, FieldPlace, UnitField};
use crate::lang::PerLang;
use crate::localized::Localized;
use crate::strings::StringsError;

/// What a field holds, for alignment, filters and formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "FieldKind")]
pub enum Kind {
    /// A whole number.
    Count,
    /// One of several options.
    Choice,
    /// Whether the unit has something.
    YesNo,
    /// Square metres.
    Area,
    /// A text.
    Text,
    /// An amount in the currency of prices.
    Money,
}

impl From<FieldKind> for Kind {
    fn from(kind: FieldKind) -> Kind {
        match kind {
            FieldKind::Count => Kind::Count,
            FieldKind::Choice => Kind::Choice,
            FieldKind::YesNo => Kind::YesNo,
            FieldKind::Area => Kind::Area,
            FieldKind::Text => Kind::Text,
        }
    }
}

impl Kind {
    /// Whether its values are aligned as numbers.
    pub const fn is_number(self) -> bool {
        matches!(self, Kind::Count | Kind::Area | Kind::Money)
    }

    /// The kind of a field that the platform sends; amounts are only in the price.
    const fn sent(self) -> Option<FieldKind> {
        match self {
            Kind::Count => Some(FieldKind::Count),
            Kind::Choice => Some(FieldKind::Choice),
            Kind::YesNo => Some(FieldKind::YesNo),
            Kind::Area => Some(FieldKind::Area),
            Kind::Text => Some(FieldKind::Text),
            Kind::Money => None,
        }
    }

    /// Whether visitors can filter by it.
    pub const fn can_filter(self) -> bool {
        matches!(self, Kind::Count | Kind::Choice | Kind::YesNo)
    }
}

/// What a page shows of a field that a unit lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// Nothing: neither label nor value.
    Hidden,
    /// A dash.
    Dash,
    /// A dash; nothing where no unit of the same use has a value.
    DashOrHidden,
    /// That it is to be confirmed, with a link that asks for it.
    Asked,
}

/// The name of a field in JSON-LD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonLd {
    /// It is not there, or `structured_data` writes it in a way of its own.
    Own,
    /// A property of schema.org with its value.
    Property(&'static str),
    /// An `additionalProperty` with its label and its text.
    Additional,
}

/// What a value is read from.
#[derive(Clone, Copy)]
pub struct UnitSource<'a> {
    /// The site in a language.
    pub localized: Localized<'a>,
    /// The unit.
    pub unit: &'a Unit,
    /// The plan of its level, if that is drawn.
    pub plan: Option<&'a Plan>,
    /// The unit on that plan.
    pub drawn: Option<&'a PlanUnit>,
}

/// A value before it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum<'a> {
    /// Whether the unit has something.
    YesNo(bool),
    /// A whole number, and what follows it.
    Count(u32, Option<&'a str>),
    /// Square metres.
    Area(Area),
    /// The key of an option with its label.
    Choice(&'a str, Cow<'a, str>),
    /// A text.
    Text(Cow<'a, str>),
}

/// How a field is read.
type ReadFunction = for<'a> fn(&UnitSource<'a>) -> Option<Datum<'a>>;
/// How a fact is chosen among those of a unit or of its use.
pub(crate) type UnitFact = fn(&BuyerFacts) -> Option<&PerLang<String>>;
/// How a fact is chosen among those of a building.
pub(crate) type BuildingFact = fn(&BuildingFacts) -> Option<&PerLang<String>>;

/// Where the value of a field comes from.
#[derive(Clone, Copy)]
pub enum Read {
    /// From what every unit has.
    Own(ReadFunction),
    /// From the plan.
    Plan(ReadFunction),
    /// From the platform's field with this name, as for fields that `site.yaml` declares.
    Sent(&'static str),
    /// From `price:` of the unit's view: the amount with the words that belong to it.
    Price,
    /// From `unit_facts` of `site.yaml`.
    UnitFact(UnitFact),
    /// From the facts of one of several buildings.
    BuildingFact(BuildingFact),
    /// From the declared field with this position in `unit_fields` of `site.yaml`.
    Declared(usize),
}

/// Where declared fields are in the order of every place, if nothing else is declared.
const DECLARED: u8 = 100;

/// A row of the table of built-in fields.
struct BuiltIn {
    key: &'static str,
    /// The key of its name in `strings.json`.
    label: &'static str,
    /// The key of its name in heads of columns, where that differs.
    head: Option<&'static str>,
    kind: Kind,
    read: Read,
    absent: Absent,
    json_ld: JsonLd,
    /// Which amount it is, in the attribute `data-price` of elements.
    amount: Option<&'static str>,
    /// Where it shows, with its position there; declared fields are at [`DECLARED`].
    places: &'static [(FieldPlace, u8)],
}

/// A row with what most rows have.
const PLAIN: BuiltIn = BuiltIn {
    key: "",
    label: "",
    head: None,
    kind: Kind::Text,
    read: Read::Price,
    absent: Absent::Hidden,
    json_ld: JsonLd::Own,
    amount: None,
    places: &[],
};

/// The fields that every development has, in the order of the columns of section 2.3 of the specification.
const BUILT_IN: [BuiltIn; 16] = {
    use Absent::{Dash, DashOrHidden};
    use FieldPlace::{Card, Column, Comparison, Csv, Dialog, Page, Sheet};
    use JsonLd::Property;
    [
        BuiltIn {
            key: "code",
            label: "unit.code",
            head: Some("unit.label"),
            kind: Kind::Text,
            read: Read::Own(|source| Some(text(source.unit.code.as_str()))),
            places: &[(Column, 10), (Sheet, 10), (Csv, 10)],
            ..PLAIN
        },
        BuiltIn {
            key: "unit",
            label: "unit.label",
            kind: Kind::Text,
            read: Read::Own(|source| Some(text(&source.unit.unit))),
            places: &[(Csv, 20)],
            ..PLAIN
        },
        BuiltIn {
            key: "level",
            label: "unit.level",
            kind: Kind::Choice,
            read: Read::Own(level),
            places: &[
                (Column, 30),
                (Card, 10),
                (Dialog, 10),
                (Comparison, 80),
                (Page, 10),
                (Csv, 30),
            ],
            ..PLAIN
        },
        BuiltIn {
            key: "use",
            label: "unit.use",
            kind: Kind::Choice,
            read: Read::Own(|source| {
                let label = source.localized.unit_use(&source.unit.unit_use);
                Some(Datum::Choice(source.unit.unit_use.key(), label.into()))
            }),
            places: &[(Comparison, 90), (Page, 20), (Sheet, 20), (Csv, 40)],
            ..PLAIN
        },
        BuiltIn {
            key: "bathrooms",
            label: "unit.bathrooms",
            kind: Kind::Count,
            read: Read::Own(|source| Some(Datum::Count(source.unit.bathrooms?.into(), None))),
            absent: DashOrHidden,
            json_ld: Property("numberOfBathroomsTotal"),
            places: &[
                (Column, 40),
                (Card, 50),
                (Dialog, 50),
                (Comparison, 92),
                (Page, 60),
                (Sheet, 80),
                (Csv, 50),
            ],
            ..PLAIN
        },
        BuiltIn {
            key: "interior",
            label: "unit.interior",
            kind: Kind::Area,
            read: Read::Own(|source| Some(Datum::Area(source.unit.interior))),
            places: &[
                (Column, 50),
                (Card, 30),
                (Dialog, 30),
                (Comparison, 60),
                (Page, 30),
                (Sheet, 30),
                (Csv, 60),
            ],
            ..PLAIN
        },
        BuiltIn {
            key: "terrace",
            label: "unit.terrace",
            kind: Kind::Area,
            read: Read::Own(|source| {
                let terrace = source.unit.terrace;
                (!terrace.is_zero()).then_some(Datum::Area(terrace))
            }),
            places: &[
                (Column, 60),
                (Card, 40),
                (Dialog, 40),
                (Comparison, 70),
                (Page, 40),
                (Sheet, 40),
                (Csv, 70),
            ],
            ..PLAIN
        },
        BuiltIn {
            key: "area",
            label: "unit.area_total",
            head: Some("unit.area"),
            kind: Kind::Area,
            read: Read::Own(|source| Some(Datum::Area(source.unit.area))),
            places: &[
                (Column, 70),
                (Card, 20),
                (Dialog, 20),
                (Comparison, 50),
                (Page, 50),
                (Sheet, 50),
                (Csv, 80),
            ],
            ..PLAIN
        },
        BuiltIn {
            key: "price",
            label: "price.net",
            head: Some("unit.price"),
            kind: Kind::Money,
            read: Read::Price,
            amount: Some("net"),
            places: &[(Column, 80), (Comparison, 20), (Csv, 110)],
            ..PLAIN
        },
        BuiltIn {
            key: "vat",
            label: "price.vat",
            kind: Kind::Money,
            read: Read::Price,
            amount: Some("vat"),
            places: &[(Csv, 120)],
            ..PLAIN
        },
        BuiltIn {
            key: "total",
            label: "price.total",
            kind: Kind::Money,
            read: Read::Price,
            amount: Some("total"),
            places: &[(Comparison, 30), (Csv, 130)],
            ..PLAIN
        },
        BuiltIn {
            key: "per_m2",
            label: "price.per_m2",
            kind: Kind::Money,
            read: Read::Price,
            amount: Some("rate"),
            places: &[(Comparison, 40)],
            ..PLAIN
        },
        BuiltIn {
            key: "typology",
            label: "unit.typology",
            kind: Kind::Text,
            read: Read::Own(|source| {
                let typology = &source.unit.typology;
                (!typology.is_empty()).then(|| text(typology))
            }),
            absent: Dash,
            places: &[
                (Column, 90),
                (Card, 60),
                (Dialog, 60),
                (Comparison, 94),
                (Page, 70),
                (Sheet, 90),
                (Csv, 140),
            ],
            ..PLAIN
        },
        BuiltIn {
            key: "status",
            label: "unit.status",
            kind: Kind::Choice,
            read: Read::Own(|source| {
                let status = source.unit.status;
                let label = source.localized.status(status).ok()?;
                Some(Datum::Choice(status.key(), label.into()))
            }),
            places: &[(Column, 110), (Comparison, 10), (Csv, 150)],
            ..PLAIN
        },
        BuiltIn {
            key: "size",
            label: "unit.size",
            kind: Kind::Text,
            read: Read::Plan(size),
            places: &[(Dialog, 70), (Page, 110), (Sheet, 60)],
            ..PLAIN
        },
        BuiltIn {
            key: "clear_height",
            label: "unit.clear_height",
            kind: Kind::Text,
            read: Read::Plan(|source| {
                let numbers = source.localized.numbers();
                let height = numbers.number(&source.plan?.clear_height);
                Some(Datum::Text(format!("{height} m").into()))
            }),
            places: &[(Page, 120), (Sheet, 70)],
            ..PLAIN
        },
    ]
};

fn text(text: &str) -> Datum<'_> {
    Datum::Text(text.into())
}

fn level<'a>(source: &UnitSource<'a>) -> Option<Datum<'a>> {
    let floor = source.localized.site.config.floor(source.unit);
    Some(Datum::Text(source.localized.floor(floor).ok()?.into()))
}

/// Width and depth of the interior on the plan, `7.20 × 9.00 m`.
fn size<'a>(source: &UnitSource<'a>) -> Option<Datum<'a>> {
    let numbers = source.localized.numbers();
    let [width, depth] = source
        .drawn?
        .size
        .map(|metres| numbers.number(&format!("{metres:.2}")));
    Some(Datum::Text(format!("{width} × {depth} m").into()))
}

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
    pub amount: Option<&'static str>,
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

    /// Its value of a unit; none where the unit lacks it, and for amounts, which are in the price of a unit.
    pub fn value<'a>(&self, source: &UnitSource<'a>) -> Option<Datum<'a>> {
        let config = &source.localized.site.config;
        match self.read {
            Read::Own(read) | Read::Plan(read) => read(source),
            Read::Price => None,
            Read::Sent(_) => declared_value(source.unit.fields.get(&*self.key)?, None, source),
            Read::UnitFact(choose) => {
                let fact = config.unit_facts.fact(source.unit, choose);
                let text = fact.map(|fact| Cow::from(fact.get(source.localized.lang).as_str()));
                let by_timeline = || {
                    let delivery = config.timeline.delivery?;
                    (self.key == DELIVERY).then(|| source.localized.month(delivery).into())
                };
                text.or_else(by_timeline).map(Datum::Text)
            }
            Read::BuildingFact(choose) => {
                let building = config.building(source.unit.building())?;
                Some(text(choose(&building.facts)?.get(source.localized.lang)))
            }
            Read::Declared(index) => {
                let field = &config.unit_fields[index];
                declared_value(field.value(source.unit)?, Some(field), source)
            }
        }
    }

    /// Whether visitors read its values as they are in data.
    pub fn shows_as_sent(&self, config: &Config) -> bool {
        match self.read {
            Read::Declared(index) => config.unit_fields[index].shows_as_sent(),
            Read::Own(_) | Read::Sent(_) => !matches!(self.kind, Kind::Area | Kind::YesNo),
            Read::Plan(_) | Read::Price | Read::UnitFact(_) | Read::BuildingFact(_) => false,
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
            Datum::Area(area) => localized.area(*area),
            Datum::Choice(_, text) | Datum::Text(text) => text.clone().into_owned(),
        })
    }
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
        FieldValue::Number(count) => {
            let measure = field.and_then(|field| field.measure.as_ref());
            let measure = measure.map(|measure| measure.get(source.localized.lang).as_str());
            Datum::Count(count.hundredths() / 100, measure)
        }
        FieldValue::Text(key) => {
            let options = field.map_or(&[][..], |field| &field.options);
            match options.iter().find(|option| option.key == *key) {
                Some(option) => {
                    let label = option.label.get(source.localized.lang);
                    Datum::Choice(key, label.as_str().into())
                }
                None => text(key),
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
        for row in BUILT_IN {
            let field = Field {
                key: row.key.into(),
                kind: row.kind,
                absent: row.absent,
                json_ld: row.json_ld,
                amount: row.amount,
                read: row.read,
                label: Label::String(row.label.into(), row.head),
            };
            add(field, row.places);
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
                FACT_PLACES,
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
                read: Read::Declared(index),
                label: Label::Declared(declared.label.clone()),
            };
            add(field, &places);
        }
        let position = |key: &String| fields.iter().position(|field| field.key == *key);
        let places = FieldPlace::iter().map(|place| {
            let order = match config.fields.get(&place) {
                Some(keys) => keys.iter().filter_map(position).collect(),
                None => {
                    let mut ranked = ranked.remove(&place).unwrap_or_default();
                    ranked.sort_unstable();
                    ranked.into_iter().map(|(_, index)| index).collect()
                }
            };
            (place, order)
        });
        let places = places.collect();
        FieldTable { fields, places }
    }

    /// The positions in [`FieldTable::fields`] of those that show at a place, in their order there.
    pub fn at(&self, place: FieldPlace) -> &[usize] {
        self.places.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// Facts come first on pages.
const FACT_PLACES: &[(FieldPlace, u8)] = &[(FieldPlace::Page, 0)];

fn fact(key: &'static str, label: Cow<'static, str>, absent: Absent, read: Read) -> Field {
    Field {
        key: key.into(),
        kind: Kind::Text,
        absent,
        json_ld: JsonLd::Own,
        amount: None,
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

/// The keys of every field that a development has: built-in fields, facts, and those that `site.yaml` declares.
pub(crate) fn all_keys(config: &Config) -> impl Iterator<Item = &str> {
    let facts = UNIT_FACTS.into_iter().map(|(key, _)| key);
    let of_building = BUILDING_FACTS.into_iter().map(|(key, _)| key);
    let declared = config.unit_fields.iter().map(|field| field.key.as_str());
    built_in_keys()
        .chain(facts)
        .chain(of_building)
        .chain(declared)
}

/// The keys of the fields that every development has.
pub fn built_in_keys<'a>() -> impl Iterator<Item = &'a str> {
    BUILT_IN.into_iter().map(|row| row.key)
}
