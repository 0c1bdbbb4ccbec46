//! `payments(unit)`: the schedule of each payment plan of the site for a unit.

use minijinja::{Error, Value, context};
use platform::unit::Unit;

use super::invalid;
use crate::stages::render::context::RenderContext;
use model::payment::{self, Payment, PaymentPlan, Share};

/// The schedules, in the order of the plans. Amounts are in minor units of the currency.
pub(super) fn payments(context: &RenderContext, unit: &Unit) -> Result<Vec<Value>, Error> {
    let plans = context.site.payment_plans.iter();
    plans.map(|plan| schedule(context, unit, plan)).collect()
}

/// The schedule of a plan for a unit.
fn schedule(context: &RenderContext, unit: &Unit, plan: &PaymentPlan) -> Result<Value, Error> {
    let name = plan.name.get(context.lang).as_str();
    let schedule = context.site.config.schedule(unit, plan).ok_or_else(|| {
        let code = &unit.code;
        let message = format!("the price of unit {code} cannot be split by the payment plan `{name}`");
        let hint = "check the percentages in content/payment-plans.yaml";
        invalid(message, Some(hint.to_owned()))
    })?;
    let row = |payment: &Payment| {
        let words =
            payment::describe(context.localized(), plan, payment).map_err(|error| invalid(error, None))?;
        Ok(context! {
            kind => payment.kind.key(),
            label => words.label,
            when => words.when,
            net => payment.amount.net.minor_units(),
            vat => payment.amount.vat.minor_units(),
            total => payment.amount.total.minor_units(),
        })
    };
    let rows = schedule.payments.iter().map(row);
    Ok(context! {
        name,
        note => plan.note.as_ref().map(|note| note.get(context.lang).as_str()),
        count => plan.instalments().1,
        has_discount => plan.discount > Share::NONE,
        discount_percent => context.localized().percentage(plan.discount),
        discount => schedule.discount.minor_units(),
        net => schedule.price.net.minor_units(),
        vat => schedule.price.vat.minor_units(),
        total => schedule.price.total.minor_units(),
        rows => rows.collect::<Result<Vec<Value>, Error>>()?,
    })
}
