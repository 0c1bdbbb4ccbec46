//! The template values of the payment plans of a unit: `unit.payments`.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

use super::failed;
use crate::catalogue::{Catalogue, PaymentView, PlanView, PriceTexts};

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
