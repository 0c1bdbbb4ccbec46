//! The template values of a unit and of its rows: they print what the catalogue says.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};
use platform::area::Area;
use platform::money::Money;
use platform::unit::Unit;

use super::failed;
use super::payment_value::payments;
use super::price_value::PriceValue;
use crate::catalogue::{Catalogue, Row, Text};
use model::config::FieldPlace;
use model::strings::StringsError;

/// A unit of the catalogue.
#[derive(Clone)]
pub(crate) struct UnitValue {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) index: usize,
}

impl std::fmt::Debug for UnitValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "UnitValue({})", self.index)
    }
}

/// The names of its values, in the order of the documentation.
const NAMES: [&str; 36] = [
    "code",
    "label",
    "unit",
    "title",
    "level",
    "level_label",
    "building",
    "use",
    "use_label",
    "status",
    "status_label",
    "closing",
    "url",
    "path",
    "sheet",
    "chat",
    "areas",
    "exact_areas",
    "metric_areas",
    "interior",
    "terrace",
    "area",
    "bathrooms",
    "typology",
    "price",
    "rent",
    "vat",
    "total",
    "vat_percent",
    "vat_share_percent",
    "rate",
    "monthly_fee",
    "amounts",
    "rows",
    "texts",
    "payments",
];

impl UnitValue {
    /// What the platform says about it.
    pub(crate) fn unit(&self) -> &Unit {
        self.catalogue.unit(self.index)
    }

    fn value(&self, name: &str) -> Option<Value> {
        let (catalogue, unit) = (&self.catalogue, self.catalogue.unit(self.index));
        let view = &catalogue.units[self.index];
        let vat = || catalogue.site.config.vat(unit.unit_use);
        Some(match name {
            "code" => view.code.clone().into(),
            "label" => view.label.clone().into(),
            "unit" => unit.unit.as_str().into(),
            "title" => view.title.clone()?.into(),
            "level" => unit.level.0.into(),
            "level_label" => view.level.clone()?.into(),
            "building" if unit.building().is_empty() => return None,
            "building" => unit.building().into(),
            "use" => unit.unit_use.key().into(),
            "use_label" => catalogue.localized().unit_use(&unit.unit_use).into(),
            "status" => unit.status.key().into(),
            "closing" => unit.closing().key().into(),
            "status_label" => catalogue.status(unit).ok()?.clone().into(),
            "url" => view.url.clone().into(),
            "path" => view.path.clone().into(),
            "sheet" => view.sheet.clone().into(),
            "chat" => catalogue.chat(self.index).map_or_else(missing, Value::from),
            "areas" => view.areas.headline.clone()?.into(),
            "exact_areas" => view.areas.exact.clone()?.into(),
            "metric_areas" => view.areas.metres.clone()?.into(),
            "interior" => square_metres(unit.interior),
            "terrace" => square_metres(unit.terrace),
            "area" => square_metres(unit.area),
            "bathrooms" => unit.bathrooms?.into(),
            "typology" => unit.typology.as_str().into(),
            "price" => minor_units(unit.price),
            "rent" => minor_units(unit.rent),
            "vat" => minor_units(view.price.amounts.map(|price| price.vat)),
            "total" => minor_units(view.price.amounts.map(|price| price.total)),
            "vat_percent" => vat().percent.into(),
            "vat_share_percent" => vat().share_percent.into(),
            "rate" => view.price.rates.first()?.amount.minor_units().into(),
            "monthly_fee" => {
                let config = &catalogue.site.config;
                let fee = config.unit_facts.fee_per_area(unit)?;
                fee.of_unit(unit, config.currency()).minor_units().into()
            }
            "amounts" => Value::from_object(PriceValue::new(catalogue, self.index)),
            "rows" => rows(catalogue, self.index, FieldPlace::Page),
            "texts" => Value::from_object(TextsValue(self.clone())),
            "payments" => payments(catalogue, self.index),
            _ => return None,
        })
    }
}

impl Object for UnitValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.value(key.as_str()?)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&NAMES)
    }
}

/// The rows of a unit at a place.
pub(super) fn rows(catalogue: &Arc<Catalogue>, index: usize, place: FieldPlace) -> Value {
    let rows = catalogue.rows(index, place);
    rows.map(|row| Value::from_object(RowValue::new(catalogue, &row)))
        .collect()
}

/// A field of a unit: `key`, `label`, `text` (with square feet where the language has them), `is_fact`, `is_asked` (to be confirmed)
/// and `is_number`.
#[derive(Debug)]
struct RowValue {
    key: Value,
    label: Value,
    text: Value,
    is_fact: bool,
    is_asked: bool,
    is_number: bool,
}

/// Stands for what a unit lacks.
const DASH: &str = "–";

impl RowValue {
    fn new(catalogue: &Catalogue, row: &Row<'_>) -> RowValue {
        let text = match row.text {
            Some(text) => Value::from(text.text.clone()),
            None if row.is_dash => Value::from(DASH),
            None => Value::from(()),
        };
        RowValue {
            key: Value::from(&*row.field.key),
            label: shown(catalogue.label(row.position)),
            is_fact: row.field.is_fact(),
            is_asked: row.text.is_none() && !row.is_dash,
            is_number: row.is_number(),
            text,
        }
    }
}

impl Object for RowValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        Some(match key.as_str()? {
            "key" => self.key.clone(),
            "label" => self.label.clone(),
            "text" => self.text.clone(),
            "is_fact" => self.is_fact.into(),
            "is_asked" => self.is_asked.into(),
            "is_number" => self.is_number.into(),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["key", "label", "text", "is_fact", "is_asked", "is_number"])
    }
}

/// The text of each field of a unit by its key: `unit.texts`. What the unit lacks is shown as a dash.
#[derive(Debug)]
struct TextsValue(UnitValue);

impl Object for TextsValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let UnitValue { catalogue, index } = &self.0;
        let key = key.as_str()?;
        let position = catalogue
            .table
            .fields
            .iter()
            .position(|field| field.key == key)?;
        let text = catalogue.units[*index].text(position);
        Some(text.map_or_else(|| DASH.into(), |text| text.text.clone().into()))
    }
}

/// The fields of units that show at a place: `key`, `label` (as the head of a column) and `is_number`.
pub(super) fn columns(catalogue: &Catalogue, place: FieldPlace) -> Value {
    let positions = catalogue.table.at(place).iter();
    let column = |position: &usize| {
        let field = &catalogue.table.fields[*position];
        let label = shown(catalogue.head(*position));
        minijinja::context! { key => &*field.key, label, is_number => field.kind.is_number() }
    };
    positions.map(column).collect()
}

/// A text, or an error for whoever prints it.
fn shown(text: Result<&Text, &StringsError>) -> Value {
    text.map_or_else(missing, |text| text.clone().into())
}

fn missing(error: &StringsError) -> Value {
    failed(error).into()
}

/// An area in square metres, as the filter `area` expects it.
pub(super) fn square_metres(area: Area) -> Value {
    Value::from(f64::from(area.hundredths()) / 100.0)
}

/// An amount in minor units.
pub(super) fn minor_units(amount: Option<Money>) -> Value {
    amount.map(Money::minor_units).into()
}
