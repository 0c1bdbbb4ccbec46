//! `payments(unit)`: the schedule of each payment plan of the site for a unit.

use std::sync::Arc;

use minijinja::value::{Enumerator, Object};
use minijinja::{Error, Value};
use platform::unit::Unit;

use super::invalid;
use crate::stages::render::context::RenderContext;
use model::payment::{self, Payment, PaymentPlan, Schedule, Share};

/// What a plan shows beside its amounts. It is the same for every unit, because a price decides only the amounts.
#[derive(Debug)]
struct PlanTexts {
    name: Value,
    note: Value,
    has_discount: bool,
    discount_percent: Value,
    rows: Vec<RowTexts>,
}

/// What a payment shows beside its amounts.
#[derive(Debug)]
struct RowTexts {
    label: Value,
    when: Value,
}

/// A plan for one unit, in templates. An object of its own, because a map takes longer to fill and to search.
#[derive(Debug)]
struct PlanValue {
    texts: PlanTexts,
    schedule: Schedule,
}

/// One payment of a plan, in templates.
#[derive(Debug)]
struct RowValue {
    plan: Arc<PlanValue>,
    index: usize,
}

/// The schedules, in the order of the plans.
pub(super) fn payments(context: &RenderContext, unit: &Unit) -> Result<Vec<Value>, Error> {
    let plans = context.site.payment_plans.iter();
    let schedules = plans.map(|plan| {
        let schedule = context.site.config.schedule(unit, plan).ok_or_else(|| {
            let name = plan.name.get(context.lang);
            let message = format!(
                "the price of unit {} cannot be split by the payment plan `{name}`",
                unit.code
            );
            let hint = "check the percentages in content/payment-plans.yaml";
            invalid(message, Some(hint.to_owned()))
        })?;
        let texts = texts(context, plan, &schedule.payments)?;
        Ok(Value::from_object(PlanValue { texts, schedule }))
    });
    schedules.collect()
}

fn texts(context: &RenderContext, plan: &PaymentPlan, payments: &[Payment]) -> Result<PlanTexts, Error> {
    let row = |row: &Payment| {
        let words = payment::describe(context.strings(), plan, row).map_err(|error| invalid(error, None))?;
        Ok(RowTexts {
            label: Value::from(words.label),
            when: Value::from(words.when),
        })
    };
    let discount = plan.discount;
    let note = plan.note.as_ref();
    Ok(PlanTexts {
        name: Value::from(plan.name.get(context.lang).as_str()),
        note: Value::from(note.map(|note| note.get(context.lang).as_str())),
        has_discount: discount > Share::NONE,
        discount_percent: Value::from(discount.to_string()),
        rows: payments.iter().map(row).collect::<Result<_, Error>>()?,
    })
}

impl Object for PlanValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let PlanValue { texts, schedule } = self.as_ref();
        Some(match key {
            "name" => texts.name.clone(),
            "note" => texts.note.clone(),
            "has_discount" => Value::from(texts.has_discount),
            "discount_percent" => texts.discount_percent.clone(),
            "discount" => Value::from(schedule.discount.centavos()),
            "net" => Value::from(schedule.price.net.centavos()),
            "vat" => Value::from(schedule.price.vat.centavos()),
            "total" => Value::from(schedule.price.total.centavos()),
            "rows" => {
                let row = |index| {
                    let plan = self.clone();
                    Value::from_object(RowValue { plan, index })
                };
                (0..schedule.payments.len()).map(row).collect()
            }
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        const NAMES: [&str; 9] = [
            "name",
            "note",
            "has_discount",
            "discount_percent",
            "discount",
            "net",
            "vat",
            "total",
            "rows",
        ];
        Enumerator::Str(&NAMES)
    }
}

impl Object for RowValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let (texts, payment) = (
            self.plan.texts.rows.get(self.index)?,
            self.plan.schedule.payments.get(self.index)?,
        );
        Some(match key {
            "kind" => Value::from(payment.kind.key()),
            "label" => texts.label.clone(),
            "when" => texts.when.clone(),
            "net" => Value::from(payment.amount.net.centavos()),
            "vat" => Value::from(payment.amount.vat.centavos()),
            "total" => Value::from(payment.amount.total.centavos()),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["kind", "label", "when", "net", "vat", "total"])
    }
}
