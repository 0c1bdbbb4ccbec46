//! The template values of a unit, its rows, its price and its payments: they print what the catalogue says.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};
use platform::area::Area;
use platform::money::Money;
use platform::unit::Unit;

use super::failed;
use super::filters::short_money;
use crate::catalogue::{
    Catalogue, PaymentView, PlanView, PriceTexts, PriceView, RentLine, Row, Text,
};
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
const NAMES: [&str; 35] = [
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
            "status_label" => catalogue.status(unit.status).ok()?.clone().into(),
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
            "amounts" => Value::from_object(PriceValue(self.clone())),
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

/// The price of a unit in words: `unit.amounts`.
#[derive(Debug)]
struct PriceValue(UnitValue);

impl PriceValue {
    fn view(&self) -> &PriceView {
        &self.0.catalogue.units[self.0.index].price
    }

    /// A text of the price; an error where it is on request and the site lacks the string that says so.
    fn shown(&self, text: &Text) -> Value {
        self.label(text, "offer.on_request")
    }

    /// A label; an error where the site lacks the string with this key.
    fn label(&self, text: &Text, key: &str) -> Value {
        if text.is_empty() {
            let missing = self.0.catalogue.localized().text(key);
            return missing.map_or_else(|error| failed(error).into(), Value::from);
        }
        text.clone().into()
    }
}

impl Object for PriceValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let price = self.view();
        let is_taxed = price.vat.is_some();
        let localized = self.0.catalogue.localized();
        let format = localized.money_format();
        Some(match key.as_str()? {
            "is_on_request" => price.is_on_request.into(),
            "has_price" => price.amounts.is_some().into(),
            "rent" => match price.rent {
                Some(_) => Value::from_object(RentValue(Arc::clone(self))),
                None => Value::from(()),
            },
            "offered" => match price.rent {
                Some(_) => price.offered.clone().into(),
                None => self.shown(&price.offered),
            },
            "net" => self.shown(&price.net),
            // In millions where that is not another price.
            "short" => match price.amounts {
                Some(amounts) => short_money(localized, amounts.net).into(),
                None => self.shown(&price.net),
            },
            "listed" => self.shown(&price.listed),
            "listed_short" => match price.amounts {
                Some(amounts) => price
                    .with_suffix(&short_money(localized, amounts.net))
                    .into(),
                None => self.shown(&price.listed),
            },
            // In the currency of prices only, also where pages show both.
            "own_listed" => match price.amounts {
                Some(amounts) => price.with_suffix(&format.text(amounts.net)).into(),
                None => self.shown(&price.listed),
            },
            "own_total" => match price.amounts {
                Some(amounts) => format.text(amounts.total).into(),
                None => self.shown(&price.total),
            },
            "suffix" => match &price.suffix {
                Some(suffix) => self.label(suffix, "price.vat_suffix"),
                None => Value::from(()),
            },
            "vat" => price.vat.clone().into(),
            "vat_label" => price.vat_label.clone().into(),
            "total" => self.shown(&price.total),
            "total_label" if price.amounts.is_none() && price.rent.is_some() => {
                self.label(&price.total_label, "rent.label")
            }
            "total_label" if price.amounts.is_none() => {
                self.label(&price.total_label, "unit.price")
            }
            "total_label" if is_taxed => self.label(&price.total_label, "price.total"),
            "total_label" => self.label(&price.total_label, "price.total_untaxed"),
            "reference" => price.reference.clone().into(),
            "rates" => {
                let rates = 0..price.rates.len();
                rates
                    .map(|index| Value::from_object(RateValue(Arc::clone(self), index)))
                    .collect()
            }
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&[
            "is_on_request",
            "has_price",
            "rent",
            "offered",
            "net",
            "short",
            "listed",
            "listed_short",
            "own_listed",
            "own_total",
            "suffix",
            "vat",
            "vat_label",
            "total",
            "total_label",
            "reference",
            "rates",
        ])
    }
}

/// The rent of a unit in words: `amounts.rent`.
#[derive(Debug)]
struct RentValue(Arc<PriceValue>);

impl Object for RentValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let catalogue = &self.0.0.catalogue;
        let rent = self.0.view().rent.as_ref()?;
        let value = |line: &RentLine| minijinja::context! { label => line.label.clone(), text => line.text.clone() };
        let values = |lines: &[RentLine]| -> Value { lines.iter().map(value).collect() };
        let words = catalogue.price_words.rents.as_ref()?;
        Some(match key.as_str()? {
            "listed" => rent.listed.clone().into(),
            "full" => rent.full.clone().into(),
            "named" => rent.named.clone().into(),
            "total" => rent.total.clone().into(),
            "figures" => rent.figures.iter().cloned().map(Value::from).collect(),
            "heads" => rent.heads.iter().cloned().map(Value::from).collect(),
            "main" => values(&rent.main),
            "parts" => values(&rent.parts),
            "lines" => rent.lines().map(value).collect(),
            "conditions" => values(&words.conditions),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&[
            "listed",
            "full",
            "named",
            "total",
            "figures",
            "heads",
            "main",
            "parts",
            "lines",
            "conditions",
        ])
    }
}

/// The price of a square metre: `label` and `text`.
#[derive(Debug)]
struct RateValue(Arc<PriceValue>, usize);

impl Object for RateValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let rate = &self.0.view().rates[self.1];
        match key.as_str()? {
            "label" => Some(self.0.label(&rate.label, "price.per_m2")),
            "text" => Some(rate.text.clone().into()),
            "per_foot" => Some(rate.per_foot.clone().into()),
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["label", "text", "per_foot"])
    }
}

/// The schedule of each payment plan for a unit, in the order of the plans.
fn payments(catalogue: &Catalogue, index: usize) -> Value {
    let plans = match catalogue.payments(index) {
        Ok(plans) => plans,
        Err(error) => return failed(error).into(),
    };
    plans
        .into_iter()
        .map(|plan| Value::from_object(PlanValue(Arc::new(plan))))
        .collect()
}

/// A payment plan for a unit. Amounts are texts.
#[derive(Debug)]
struct PlanValue(Arc<PlanView>);

impl Object for PlanValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let plan = &self.0;
        Some(match key.as_str()? {
            "name" => plan.name.clone().into(),
            "note" => plan.note.clone().into(),
            "count" => plan.count.into(),
            "has_discount" => plan.discount_percent.is_some().into(),
            "discount_percent" => plan.discount_percent.clone().into(),
            "discount" => plan.discount.clone().into(),
            "rows" => {
                let rows = 0..plan.rows.len();
                rows.map(|index| Value::from_object(PaymentValue(Arc::clone(plan), index)))
                    .collect()
            }
            "parts" => {
                let parts = plan.parts.iter();
                parts
                    .map(|part| minijinja::context! { weight => part.weight, percent => part.percent.clone() })
                    .collect()
            }
            amount => return amount_text(&plan.price, amount),
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&[
            "name",
            "note",
            "count",
            "has_discount",
            "discount_percent",
            "discount",
            "rows",
            "parts",
            "net",
            "vat",
            "total",
        ])
    }
}

/// One payment of a plan.
#[derive(Debug)]
struct PaymentValue(Arc<PlanView>, usize);

impl Object for PaymentValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let PaymentView {
            kind,
            label,
            when,
            remainder,
            amounts,
        } = &self.0.rows[self.1];
        Some(match key.as_str()? {
            "kind" => Value::from(*kind),
            "label" => label.clone().into(),
            "when" => when.clone().into(),
            "remainder" => remainder.clone().into(),
            amount => return amount_text(amounts, amount),
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["kind", "label", "when", "remainder", "net", "vat", "total"])
    }
}

fn amount_text(price: &PriceTexts, name: &str) -> Option<Value> {
    let amount = match name {
        "net" => &price.net,
        "vat" => &price.vat,
        "total" => &price.total,
        _ => return None,
    };
    Some(amount.clone().into())
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
