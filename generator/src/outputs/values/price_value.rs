//! The template values of the price and the rent of a unit: `unit.amounts`.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

use super::failed;
use super::filters::short_money;
use crate::catalogue::{Catalogue, PriceView, RentLine, Text};

/// The price of a unit in words: `unit.amounts`.
pub(super) struct PriceValue {
    catalogue: Arc<Catalogue>,
    index: usize,
}

impl std::fmt::Debug for PriceValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.view().fmt(formatter)
    }
}

impl PriceValue {
    /// The price of the unit at a position of the catalogue.
    pub(super) fn new(catalogue: &Arc<Catalogue>, index: usize) -> PriceValue {
        PriceValue {
            catalogue: Arc::clone(catalogue),
            index,
        }
    }

    fn view(&self) -> &PriceView {
        &self.catalogue.units[self.index].price
    }

    /// A text of the price; an error where it is on request and the site lacks the string that says so.
    fn shown(&self, text: &Text) -> Value {
        self.label(text, "offer.on_request")
    }

    /// A label; an error where the site lacks the string with this key.
    fn label(&self, text: &Text, key: &str) -> Value {
        if text.is_empty() {
            let missing = self.catalogue.localized().text(key);
            return missing.map_or_else(|error| failed(error).into(), Value::from);
        }
        text.clone().into()
    }
}

impl Object for PriceValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let price = self.view();
        let is_taxed = price.vat.is_some();
        let localized = self.catalogue.localized();
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
        let catalogue = &self.0.catalogue;
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
