//! The template values of the price and the rent of a unit: `unit.amounts`.

use std::sync::Arc;

use minijinja::Value;

use super::filters::short_money;
use super::{failed, template_object};
use crate::catalogue::{Catalogue, PriceView, Rate, RentLine, RentView, Text};
use model::localized::Localized;
use model::price::Price;

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

    fn localized(&self) -> Localized<'_> {
        self.catalogue.localized()
    }

    /// A text of the amounts; the other text where the unit has none.
    fn amount_or(&self, text: impl Fn(Price) -> String, other: &Text) -> Value {
        let amounts = self.view().amounts;
        amounts.map_or_else(|| self.shown(other), |amounts| text(amounts).into())
    }

    /// The key of the label of the total.
    fn total_label_key(&self) -> &'static str {
        let price = self.view();
        match (price.amounts, &price.rent, &price.vat) {
            (None, Some(_), _) => "rent.label",
            (None, None, _) => "unit.price",
            (Some(_), _, Some(_)) => "price.total",
            (Some(_), _, None) => "price.total_untaxed",
        }
    }
}

template_object!(PriceValue, |own| {
    "is_on_request" => own.view().is_on_request,
    "has_price" => own.view().amounts.is_some(),
    "rent" => own.view().rent.as_ref().map(|_| Value::from_object(RentValue(Arc::clone(own)))),
    "offered" => match own.view().rent {
        Some(_) => own.view().offered.clone().into(),
        None => own.shown(&own.view().offered),
    },
    "net" => own.shown(&own.view().net),
    // In millions where that is not another price.
    "short" => own.amount_or(|amounts| short_money(own.localized(), amounts.net), &own.view().net),
    "listed" => own.shown(&own.view().listed),
    "listed_short" => own.amount_or(
        |amounts| own.view().with_suffix(&short_money(own.localized(), amounts.net)),
        &own.view().listed,
    ),
    // In the currency of prices only, also where pages show both.
    "own_listed" => own.amount_or(
        |amounts| own.view().with_suffix(&own.localized().money_format().text(amounts.net)),
        &own.view().listed,
    ),
    "own_total" => own.amount_or(
        |amounts| own.localized().money_format().text(amounts.total),
        &own.view().total,
    ),
    "suffix" => own.view().suffix.as_ref().map(|suffix| own.label(suffix, "price.vat_suffix")),
    "vat" => own.view().vat.clone(),
    "vat_label" => own.view().vat_label.clone(),
    "total" => own.shown(&own.view().total),
    "total_label" => own.label(&own.view().total_label, own.total_label_key()),
    "reference" => own.view().reference.clone(),
    "rates" => (0..own.view().rates.len())
        .map(|rate| Value::from_object(RateValue(Arc::clone(own), rate)))
        .collect::<Value>(),
});

/// The rent of a unit in words: `amounts.rent`.
#[derive(Debug)]
struct RentValue(Arc<PriceValue>);

impl RentValue {
    fn view(&self) -> Option<&RentView> {
        self.0.view().rent.as_ref()
    }

    fn conditions(&self) -> Option<&[RentLine]> {
        let words = self.0.catalogue.price_words.rents.as_ref()?;
        Some(&words.conditions)
    }
}

/// Each with `label` and `text`.
fn lines<'a>(lines: impl IntoIterator<Item = &'a RentLine>) -> Value {
    let line = |line: &RentLine| minijinja::context! { label => line.label.clone(), text => line.text.clone() };
    lines.into_iter().map(line).collect()
}

fn texts(texts: &[Text]) -> Value {
    texts.iter().cloned().map(Value::from).collect()
}

template_object!(RentValue, |own| {
    "listed" => own.view()?.listed.clone(),
    "full" => own.view()?.full.clone(),
    "named" => own.view()?.named.clone(),
    "total" => own.view()?.total.clone(),
    "figures" => texts(&own.view()?.figures),
    "heads" => texts(&own.view()?.heads),
    "main" => lines(&own.view()?.main),
    "parts" => lines(&own.view()?.parts),
    "lines" => lines(own.view()?.lines()),
    "conditions" => lines(own.conditions()?),
});

/// The price of a square metre: `label` and `text`.
#[derive(Debug)]
struct RateValue(Arc<PriceValue>, usize);

impl RateValue {
    fn view(&self) -> &Rate {
        &self.0.view().rates[self.1]
    }
}

template_object!(RateValue, |own| {
    "label" => own.0.label(&own.view().label, "price.per_m2"),
    "text" => own.view().text.clone(),
    "per_foot" => own.view().per_foot.clone(),
});
