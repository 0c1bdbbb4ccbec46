//! The fields that every development has.

use building::{Facing, Side};
use platform::area::Area;

use super::value::{Absent, AmountKind, Datum, JsonLd, Kind, UnitSource};
use crate::config::{BuildingFacts, BuyerFacts, FieldPlace};
use crate::lang::PerLang;
use crate::localized::Localized;

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
    /// From the rent of the unit's view, on a site with `rents` in `site.yaml`.
    Rent,
    /// From `unit_facts` of `site.yaml`.
    UnitFact(UnitFact),
    /// From the facts of one of several buildings.
    BuildingFact(BuildingFact),
    /// From the declared field with this position in `unit_fields` of `site.yaml`.
    Declared(usize),
}

/// Where declared fields are in the order of every place, if nothing else is declared.
pub(super) const DECLARED: u8 = 100;

/// A row of the table of built-in fields.
pub(super) struct BuiltIn {
    pub(super) key: &'static str,
    /// The key of its name in `strings.json`.
    pub(super) label: &'static str,
    /// The key of its name in heads of columns, where that differs.
    pub(super) head: Option<&'static str>,
    pub(super) kind: Kind,
    pub(super) read: Read,
    pub(super) absent: Absent,
    pub(super) json_ld: JsonLd,
    /// Which amount it is, in the attribute `data-price` of elements.
    pub(super) amount: Option<AmountKind>,
    /// What follows its numbers.
    pub(super) measure: Option<&'static str>,
    /// Where it shows, with its position there; declared fields are at [`DECLARED`].
    pub(super) places: &'static [(FieldPlace, u8)],
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
    measure: None,
    places: &[],
};

/// The fields that every development has, in the order of the columns of section 2.3 of the specification.
pub(super) const BUILT_IN: [BuiltIn; 22] = {
    use Absent::{Dash, DashOrHidden};
    use FieldPlace::{Card, Column, Comparison, Csv, Dialog, Filter, Page, Prices, Sheet};
    use JsonLd::Property;
    [
        BuiltIn {
            key: "code",
            label: "unit.code",
            head: Some("unit.label"),
            kind: Kind::Text,
            read: Read::Own(|source| Some(text(source.unit.code.spelling()))),
            places: &[(Column, 10), (Csv, 10)],
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
                (Comparison, 110),
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
                let key = source.unit.unit_use.key();
                Some(Datum::Choice(key.into(), label.into()))
            }),
            places: &[(Comparison, 120), (Page, 20), (Csv, 40)],
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
                (Comparison, 122),
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
                (Comparison, 40),
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
                (Comparison, 50),
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
                (Comparison, 60),
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
            amount: Some(AmountKind::Net),
            places: &[(Column, 80), (Comparison, 20), (Csv, 110)],
            ..PLAIN
        },
        BuiltIn {
            key: "vat",
            label: "price.vat",
            kind: Kind::Money,
            read: Read::Price,
            amount: Some(AmountKind::Vat),
            places: &[(Csv, 120)],
            ..PLAIN
        },
        BuiltIn {
            key: "total",
            label: "price.total",
            kind: Kind::Money,
            read: Read::Price,
            amount: Some(AmountKind::Total),
            places: &[(Comparison, 30), (Csv, 130)],
            ..PLAIN
        },
        BuiltIn {
            key: "per_m2",
            label: "price.per_m2",
            kind: Kind::Money,
            read: Read::Price,
            amount: Some(AmountKind::Rate),
            ..PLAIN
        },
        BuiltIn {
            key: "per_m2_interior",
            label: "price.per_m2_interior",
            head: Some("price.rate_interior"),
            kind: Kind::Money,
            read: Read::Price,
            amount: Some(AmountKind::Rate),
            places: &[(Comparison, 104)],
            ..PLAIN
        },
        BuiltIn {
            key: "per_m2_total",
            label: "price.per_m2_total",
            head: Some("price.rate_total"),
            kind: Kind::Money,
            read: Read::Price,
            amount: Some(AmountKind::Rate),
            places: &[(Comparison, 106)],
            ..PLAIN
        },
        BuiltIn {
            key: "monthly",
            label: "payment.monthly",
            kind: Kind::Money,
            read: Read::Price,
            amount: Some(AmountKind::Payments),
            places: &[(Comparison, 35)],
            ..PLAIN
        },
        BuiltIn {
            key: "rent",
            label: "rent.label",
            kind: Kind::Money,
            read: Read::Rent,
            amount: Some(AmountKind::Rent),
            places: &[
                (Column, 85),
                (Card, 85),
                (Comparison, 38),
                (Prices, 85),
                (Csv, 135),
            ],
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
                (Comparison, 124),
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
                let closing = source.unit.closing();
                let label = source.localized.status(status, closing).ok()?;
                Some(Datum::Choice(status.key().into(), label.into()))
            }),
            places: &[(Column, 110), (Comparison, 10), (Csv, 150)],
            ..PLAIN
        },
        BuiltIn {
            key: "size",
            label: "unit.size",
            kind: Kind::Text,
            read: Read::Plan(size),
            places: &[(Dialog, 70), (Comparison, 70), (Page, 110), (Sheet, 60)],
            ..PLAIN
        },
        BuiltIn {
            key: "clear_height",
            label: "unit.clear_height",
            kind: Kind::Text,
            read: Read::Plan(|source| {
                let numbers = source.localized.numbers();
                let height = numbers.number(&source.plan?.clear_height);
                let text = format!("{height} m");
                let metres = [&source.plan?.clear_height];
                Some(Datum::Text(in_feet(source.localized, text, &metres).into()))
            }),
            places: &[(Page, 120), (Sheet, 70)],
            ..PLAIN
        },
        BuiltIn {
            key: "facing",
            label: "unit.facing",
            kind: Kind::Choice,
            read: Read::Plan(facing),
            places: &[(Comparison, 72), (Page, 112), (Filter, 210)],
            ..PLAIN
        },
        BuiltIn {
            key: "to_lifts",
            label: "unit.to_lifts",
            kind: Kind::Number,
            read: Read::Plan(to_lifts),
            measure: Some(METRES),
            places: &[(Comparison, 74), (Page, 114), (Filter, 220)],
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
    let metres = source.drawn?.size.map(|metres| format!("{metres:.2}"));
    let [width, depth] = metres.each_ref().map(|metres| numbers.number(metres));
    let text = format!("{width} × {depth} m");
    Some(Datum::Text(in_feet(source.localized, text, &metres).into()))
}

/// The sides of its outer walls: `Calle (sur)`, `Costado (este)`.
fn facing<'a>(source: &UnitSource<'a>) -> Option<Datum<'a>> {
    let localized = source.localized;
    let option = |facing: &Facing| {
        let direction = localized
            .text(&format!("facing.{}", facing.direction))
            .ok()?;
        let side = match facing.side {
            None => "side",
            Some(Side::Street) => "street",
            Some(Side::Back) => "back",
            Some(Side::Flank) => "flank",
        };
        let values = [("direction", &*direction)];
        let label = localized.filled(&format!("facing.{side}"), &values).ok()?;
        Some((format!("{side}_{}", facing.direction), label))
    };
    let options: Option<Vec<_>> = source.drawn?.facings.iter().map(option).collect();
    options
        .filter(|options| !options.is_empty())
        .map(Datum::Choices)
}

/// From the door to the nearest lift, in whole metres.
fn to_lifts<'a>(source: &UnitSource<'a>) -> Option<Datum<'a>> {
    let metres = format!("{}", source.drawn?.to_lifts?);
    Some(Datum::Number(Area::parse(&metres).ok()?, Some(METRES)))
}

/// What follows a length.
pub(super) const METRES: &str = "m";

/// Feet in a metre (ISO 31-1, annex A).
const FEET: f64 = 3.28084;

/// A text with its measures in metres, in American English with feet too: `7.20 × 9.00 m (23.6 × 29.5 ft)`.
pub(super) fn in_feet<T: AsRef<str>, const COUNT: usize>(
    localized: Localized<'_>,
    text: String,
    metres: &[T; COUNT],
) -> String {
    if !localized.lang.uses_square_feet() {
        return text;
    }
    let numbers = localized.numbers();
    let feet: Vec<String> = metres
        .iter()
        .filter_map(|metres| {
            // Whole metres are an estimate, and so are their feet.
            let decimals = usize::from(metres.as_ref().contains('.'));
            let metres: f64 = metres.as_ref().parse().ok()?;
            Some(numbers.number(&format!("{:.decimals$}", metres * FEET)))
        })
        .collect();
    if feet.len() < COUNT {
        return text;
    }
    format!("{text} ({}\u{a0}ft)", feet.join(" × "))
}
