//! The template values of a unit and of its rows: they print what the catalogue says.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::Object;
use platform::area::Area;
use platform::money::Money;
use platform::unit::Unit;

use super::payment_value::payments;
use super::price_value::PriceValue;
use super::{failed, template_object};
use crate::catalogue::{Catalogue, Row, Text, UnitView};
use model::config::{Config, FieldPlace};
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

impl UnitValue {
    /// What the platform says about it.
    pub(crate) fn unit(&self) -> &Unit {
        self.catalogue.unit(self.index)
    }

    fn view(&self) -> &UnitView {
        &self.catalogue.units[self.index]
    }

    fn config(&self) -> &Config {
        &self.catalogue.site.config
    }

    /// What is paid for its maintenance in a month.
    fn monthly_fee(&self) -> Option<Money> {
        let (config, unit) = (self.config(), self.unit());
        let fee = config.unit_facts.fee_per_area(unit)?;
        Some(fee.of_unit(unit, config.currency()))
    }
}

// In the order of the documentation.
template_object!(UnitValue, |own| {
    "code" => own.view().code.clone(),
    "label" => own.view().label.clone(),
    "unit" => own.unit().unit.as_str(),
    "title" => own.view().title.clone()?,
    "level" => own.unit().level.0,
    "level_label" => own.view().level.clone()?,
    "building" => Some(own.unit().building()).filter(|building| !building.is_empty())?,
    "use" => own.unit().unit_use.key(),
    "use_label" => own.catalogue.localized().unit_use(&own.unit().unit_use),
    "status" => own.unit().status.key(),
    "status_label" => own.catalogue.status(own.unit()).ok()?.clone(),
    "closing" => own.unit().closing().key(),
    "url" => own.view().url.clone(),
    "path" => own.view().path.clone(),
    "sheet" => own.view().sheet.clone(),
    "chat" => own.catalogue.chat(own.index).map_or_else(missing, Value::from),
    "areas" => own.view().areas.headline.clone()?,
    "exact_areas" => own.view().areas.exact.clone()?,
    "metric_areas" => own.view().areas.metres.clone()?,
    "interior" => square_metres(own.unit().interior),
    "terrace" => square_metres(own.unit().terrace),
    "area" => square_metres(own.unit().area),
    "bathrooms" => own.unit().bathrooms?,
    "typology" => own.unit().typology.as_str(),
    "price" => minor_units(own.unit().price),
    "rent" => minor_units(own.unit().rent),
    "vat" => minor_units(own.view().price.amounts.map(|price| price.vat)),
    "total" => minor_units(own.view().price.amounts.map(|price| price.total)),
    "vat_percent" => own.config().vat(own.unit().unit_use).percent,
    "vat_share_percent" => own.config().vat(own.unit().unit_use).share_percent,
    "rate" => own.view().price.rates.first()?.amount.minor_units(),
    "monthly_fee" => own.monthly_fee()?.minor_units(),
    "amounts" => Value::from_object(PriceValue::new(&own.catalogue, own.index)),
    "rows" => rows(&own.catalogue, own.index, FieldPlace::Page),
    "texts" => Value::from_object(TextsValue(UnitValue::clone(own))),
    "payments" => payments(&own.catalogue, own.index),
});

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

template_object!(RowValue, |own| {
    "key" => own.key.clone(),
    "label" => own.label.clone(),
    "text" => own.text.clone(),
    "is_fact" => own.is_fact,
    "is_asked" => own.is_asked,
    "is_number" => own.is_number,
});

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
