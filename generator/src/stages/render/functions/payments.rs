//! `payments(unit)`: the schedule of each payment plan of the site for a unit.

use std::sync::Arc;

use minijinja::{Environment, Error, Value};

use super::invalid;
use crate::stages::render::context::RenderContext;
use crate::stages::render::unit_value::UnitValue;
use crate::stages::render::values::group;
use model::payment::{self, Payment, PaymentPlan, Schedule, Share};

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    let owned = context.clone();
    environment.add_function("payments", move |unit: &UnitValue| payments(&owned, unit));
}

fn payments(context: &RenderContext, unit: &UnitValue) -> Result<Value, Error> {
    let plans = context.site.payment_plans.iter();
    let schedules: Result<Vec<Value>, Error> = plans.map(|plan| schedule(context, unit, plan)).collect();
    schedules.map(Value::from)
}

fn schedule(context: &RenderContext, unit: &UnitValue, plan: &PaymentPlan) -> Result<Value, Error> {
    let unit = unit.unit();
    let schedule =
        Schedule::of(unit.price, context.site.config.facts.vat_percent, plan).ok_or_else(|| {
            invalid(
                format!(
                    "the price of unit {} cannot be split by the payment plan `{}`",
                    unit.code,
                    plan.name.get(context.lang)
                ),
                Some("check the percentages in content/payment-plans.yaml".to_owned()),
            )
        })?;
    let rows: Result<Vec<Value>, Error> = schedule
        .payments
        .iter()
        .map(|row| payment(context, plan, row))
        .collect();
    let (instalments, count) = plan.instalments();
    let note = plan.note.as_ref().map(|note| note.get(context.lang).as_str());
    Ok(group([
        ("name", Value::from(plan.name.get(context.lang).as_str())),
        ("note", Value::from(note)),
        // The page's script computes the amounts again from this: `generator/cases/README.md`.
        (
            "rule",
            Value::from(format!(
                "{} {} {} {count}",
                plan.discount.0, plan.down_payment.0, instalments.0
            )),
        ),
        ("has_discount", Value::from(plan.discount > Share::NONE)),
        ("discount_percent", Value::from(plan.discount.to_string())),
        ("discount", Value::from(schedule.discount.centavos())),
        ("net", Value::from(schedule.price.net.centavos())),
        ("vat", Value::from(schedule.price.vat.centavos())),
        ("total", Value::from(schedule.price.total.centavos())),
        ("rows", Value::from(rows?)),
    ]))
}

fn payment(context: &RenderContext, plan: &PaymentPlan, row: &Payment) -> Result<Value, Error> {
    let words = payment::describe(context.strings(), plan, row).map_err(|error| invalid(error, None))?;
    Ok(group([
        ("kind", Value::from(row.kind.key())),
        ("label", Value::from(words.label)),
        ("when", Value::from(words.when)),
        ("net", Value::from(row.amount.net.centavos())),
        ("vat", Value::from(row.amount.vat.centavos())),
        ("total", Value::from(row.amount.total.centavos())),
    ]))
}
