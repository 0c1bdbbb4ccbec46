//! What a field of units holds: its kind, what it is read from, its value before it is written, and what shows where a unit lacks it.

use std::borrow::Cow;

use building::{Plan, PlanUnit};
use platform::area::Area;
use platform::unit::Unit;
use platform::unit_field::FieldKind;
use serde::Serialize;
use strum::EnumString;
use ts_rs::TS;

use crate::localized::Localized;

/// What a field holds, for alignment, filters and formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "FieldKind")]
pub enum Kind {
    /// A whole number.
    Count,
    /// A number with decimals.
    Number,
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
            FieldKind::Number => Kind::Number,
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
        matches!(self, Kind::Count | Kind::Number | Kind::Area | Kind::Money)
    }

    /// The kind of a field that the platform sends; amounts are only in the price.
    pub(super) const fn sent(self) -> Option<FieldKind> {
        match self {
            Kind::Count => Some(FieldKind::Count),
            Kind::Number => Some(FieldKind::Number),
            Kind::Choice => Some(FieldKind::Choice),
            Kind::YesNo => Some(FieldKind::YesNo),
            Kind::Area => Some(FieldKind::Area),
            Kind::Text => Some(FieldKind::Text),
            Kind::Money => None,
        }
    }

    /// Whether visitors can filter by it.
    pub const fn can_filter(self) -> bool {
        matches!(
            self,
            Kind::Count | Kind::Number | Kind::Area | Kind::Choice | Kind::YesNo
        )
    }
}

/// Which amount an element shows, as its attribute `data-price` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AmountKind {
    /// A price before tax.
    Net,
    /// What is paid: a price with its tax, or one that has no tax.
    Total,
    /// The tax.
    Vat,
    /// The price of a square metre.
    Rate,
    /// A rent, with its period.
    Rent,
    /// An amount in the second currency.
    Reference,
    /// The parts of a payment plan.
    Payments,
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
    /// A number in hundredths, and what follows it.
    Number(Area, Option<&'a str>),
    /// Square metres.
    Area(Area),
    /// The key of an option with its label.
    Choice(Cow<'a, str>, Cow<'a, str>),
    /// Several options that a unit has together, like [`Datum::Choice`].
    Choices(Vec<(String, String)>),
    /// A text.
    Text(Cow<'a, str>),
}
