//! The payment plans for a unit.

use platform::unit::{Status, Unit};
use serde_json::{Value, json};

use super::context::DocumentContext;
use formats::code::Code;
use formats::markdown::blocks::bound;
use formats::problem::Problem;
use model::payment::{self, Payment, PaymentPlan, Share};
use model::price::Price;

/// Every plan with its payments; amounts are formatted texts. A sold unit has none.
pub(super) fn plans(context: &DocumentContext, unit: &Unit) -> Result<Value, Problem> {
    let offered = unit.status != Status::Sold;
    let plans = context.site.payment_plans.iter().filter(|_| offered);
    plans.map(|plan| schedule(context, unit, plan)).collect()
}

fn schedule(context: &DocumentContext, unit: &Unit, plan: &PaymentPlan) -> Result<Value, Problem> {
    let made = context.site.config.schedule(unit, plan).ok_or_else(|| {
        let message = format!("the price of unit {} is too large for a payment plan", unit.code);
        Problem::in_file(Code::PriceTooLarge, "inventory", message)
    })?;
    let rows: Result<Vec<Value>, Problem> =
        made.payments.iter().map(|row| payment(context, plan, row)).collect();
    let percent = context.localized.percentage(plan.discount);
    let rate = context.site.config.vat_percent(unit.unit_use);
    let discount = match plan.discount {
        Share::NONE => None,
        _ => Some(format!(
            "{}: {}",
            context.bound(context.localized.taxed("payment.discount", rate, &[("percent", &percent)]))?,
            context.localized.money(made.discount)
        )),
    };
    Ok(json!({
        "name": bound(plan.name.get(context.lang)),
        "note": plan.note.as_ref().map(|note| bound(note.get(context.lang))),
        "discount": discount,
        "parts": parts(context, plan)?,
        "taxed": rate > 0,
        "rows": rows?,
        "sum": amounts(context, made.price),
    }))
}

/// The parts of a plan as percentages, in the order of the payments: their weight, and the text beside them.
fn parts(context: &DocumentContext, plan: &PaymentPlan) -> Result<Vec<Value>, Problem> {
    let parts = [plan.down_payment, plan.instalments().0, plan.balance];
    let parts = parts.into_iter().filter(|share| *share != Share::NONE);
    parts
        .map(|share| {
            let percent =
                context.text("documents.percent", &[("percent", &context.localized.percentage(share))])?;
            Ok(json!({"weight": share.0, "text": percent}))
        })
        .collect()
}

fn payment(context: &DocumentContext, plan: &PaymentPlan, row: &Payment) -> Result<Value, Problem> {
    let words = payment::describe(context.localized, plan, row)?;
    let mut value = amounts(context, row.amount);
    value["label"] = json!(bound(&words.label));
    value["when"] = json!(bound(&words.when));
    Ok(value)
}

fn amounts(context: &DocumentContext, price: Price) -> Value {
    let [net, vat, total] = [price.net, price.vat, price.total].map(|amount| context.localized.money(amount));
    json!({"net": net, "vat": vat, "total": total})
}
