//! `payments(unit)`: what each payment plan of the site comes to for a unit.

use std::sync::Arc;

use minijinja::{Environment, Error, Value};

use super::refused;
use crate::stages::render::shared::Shared;
use crate::stages::render::unit_value::UnitValue;
use crate::stages::render::values::group;
use model::payment::{self, Payment, PaymentPlan, Schedule, Share};

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    let own = shared.clone();
    environment.add_function("payments", move |unit: &UnitValue| payments(&own, unit));
}

fn payments(shared: &Shared, unit: &UnitValue) -> Result<Value, Error> {
    let plans = shared.site.payment_plans.iter();
    let made: Result<Vec<Value>, Error> = plans.map(|plan| schedule(shared, unit, plan)).collect();
    made.map(Value::from)
}

fn schedule(shared: &Shared, unit: &UnitValue, plan: &PaymentPlan) -> Result<Value, Error> {
    let unit = unit.unit();
    let made = Schedule::of(unit.price, shared.site.config.facts.vat_percent, plan).ok_or_else(|| {
        refused(
            format!("the price of unit {} cannot be paid in parts", unit.code),
            None,
        )
    })?;
    let rows: Result<Vec<Value>, Error> = made
        .payments
        .iter()
        .map(|row| payment(shared, plan, row))
        .collect();
    let (instalments, count) = plan.instalments();
    let note = plan.note.as_ref().map(|note| note.get(shared.lang).as_str());
    Ok(group([
        ("name", Value::from(plan.name.get(shared.lang).as_str())),
        ("note", Value::from(note)),
        // What the page's script needs to reckon again: `generator/cases/README.md`.
        (
            "rule",
            Value::from(format!(
                "{} {} {} {count}",
                plan.discount.0, plan.down_payment.0, instalments.0
            )),
        ),
        ("has_discount", Value::from(plan.discount > Share::NONE)),
        ("discount_percent", Value::from(plan.discount.to_string())),
        ("discount", Value::from(made.discount.centavos())),
        ("net", Value::from(made.price.net.centavos())),
        ("vat", Value::from(made.price.vat.centavos())),
        ("total", Value::from(made.price.total.centavos())),
        ("rows", Value::from(rows?)),
    ]))
}

fn payment(shared: &Shared, plan: &PaymentPlan, row: &Payment) -> Result<Value, Error> {
    let words = payment::words(shared.strings(), plan, row).map_err(|error| refused(error, None))?;
    Ok(group([
        ("kind", Value::from(row.kind.key())),
        ("label", Value::from(words.label)),
        ("when", Value::from(words.when)),
        ("net", Value::from(row.amount.net.centavos())),
        ("vat", Value::from(row.amount.vat.centavos())),
        ("total", Value::from(row.amount.total.centavos())),
    ]))
}
