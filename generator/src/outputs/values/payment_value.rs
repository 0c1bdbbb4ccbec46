//! The template values of the payment plans of a unit: `unit.payments`.

use std::sync::Arc;

use minijinja::Value;

use super::{failed, template_object};
use crate::catalogue::{Catalogue, PaymentView, PlanView};

/// The schedule of each payment plan for a unit, in the order of the plans.
pub(super) fn payments(catalogue: &Catalogue, index: usize) -> Value {
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

template_object!(PlanValue, |own| {
    "name" => own.0.name.clone(),
    "note" => own.0.note.clone(),
    "count" => own.0.count,
    "has_discount" => own.0.discount_percent.is_some(),
    "discount_percent" => own.0.discount_percent.clone(),
    "discount" => own.0.discount.clone(),
    "rows" => (0..own.0.rows.len())
        .map(|row| Value::from_object(PaymentValue(Arc::clone(&own.0), row)))
        .collect::<Value>(),
    "parts" => own
        .0
        .parts
        .iter()
        .map(|part| minijinja::context! { weight => part.weight, percent => part.percent.clone() })
        .collect::<Value>(),
    "net" => own.0.price.net.clone(),
    "vat" => own.0.price.vat.clone(),
    "total" => own.0.price.total.clone(),
});

/// One payment of a plan.
#[derive(Debug)]
struct PaymentValue(Arc<PlanView>, usize);

impl PaymentValue {
    fn view(&self) -> &PaymentView {
        &self.0.rows[self.1]
    }
}

template_object!(PaymentValue, |own| {
    "kind" => own.view().kind,
    "label" => own.view().label.clone(),
    "when" => own.view().when.clone(),
    "brief" => own.view().brief.clone(),
    "remainder" => own.view().remainder.clone(),
    "net" => own.view().amounts.net.clone(),
    "vat" => own.view().amounts.vat.clone(),
    "total" => own.view().amounts.total.clone(),
});
