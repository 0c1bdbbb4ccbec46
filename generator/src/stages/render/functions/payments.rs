//! `payments(unit)`: the schedule of each payment plan of the site for a unit.

use minijinja::{Error, Value, context};
use platform::unit::Unit;

use super::invalid;
use crate::stages::render::context::RenderContext;
use model::payment::{self, Payment, PaymentPlan, Share};

/// The schedules, in the order of the plans.
pub(super) fn payments(context: &RenderContext, unit: &Unit) -> Result<Vec<Value>, Error> {
    let plans = context.site.payment_plans.iter();
    plans.map(|plan| schedule(context, unit, plan)).collect()
}

fn schedule(context: &RenderContext, unit: &Unit, plan: &PaymentPlan) -> Result<Value, Error> {
    let name = plan.name.get(context.lang);
    let schedule = context.site.config.schedule(unit, plan).ok_or_else(|| {
        let message = format!(
            "the price of unit {} cannot be split by the payment plan `{name}`",
            unit.code
        );
        let hint = "check the percentages in content/payment-plans.yaml";
        invalid(message, Some(hint.to_owned()))
    })?;
    let rows = schedule.payments.iter().map(|row| payment(context, plan, row));
    let (instalments, count) = plan.instalments();
    Ok(context! {
        name => name.as_str(),
        note => plan.note.as_ref().map(|note| note.get(context.lang).as_str()),
        // The page's script computes the amounts again from this: `generator/cases/README.md`.
        rule => format!("{} {} {} {count}", plan.discount.0, plan.down_payment.0, instalments.0),
        has_discount => plan.discount > Share::NONE,
        discount_percent => plan.discount.to_string(),
        discount => schedule.discount.centavos(),
        net => schedule.price.net.centavos(),
        vat => schedule.price.vat.centavos(),
        total => schedule.price.total.centavos(),
        rows => rows.collect::<Result<Vec<Value>, Error>>()?,
    })
}

fn payment(context: &RenderContext, plan: &PaymentPlan, row: &Payment) -> Result<Value, Error> {
    let words = payment::describe(context.strings(), plan, row).map_err(|error| invalid(error, None))?;
    Ok(context! {
        kind => row.kind.key(),
        label => words.label,
        when => words.when,
        net => row.amount.net.centavos(),
        vat => row.amount.vat.centavos(),
        total => row.amount.total.centavos(),
    })
}
