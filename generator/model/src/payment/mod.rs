//! Payment plans: how authors define them (`content/payment-plans.yaml`), and the payments of each plan for a price, to
//! the centavo.

mod plan;
mod schedule;

use std::sync::Arc;

pub use plan::{Construction, FILE, PaymentPlan, Plans, Share, examples_in, parse};
pub use schedule::{Payment, PaymentKind, Schedule};

use crate::localized::Localized;
use crate::strings::StringsError;

/// The texts beside the amounts of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// What is paid: `Enganche`, `Pagos 1 a 17, cada uno`.
    pub label: Arc<str>,
    /// Its part of the price, and when it is due: `40 % del precio en 18 pagos mensuales, meses 1 a 17`.
    pub when: Arc<str>,
}

/// The texts for one payment of a plan.
///
/// # Errors
/// A string of the group `payment` is missing.
pub fn describe(
    localized: Localized<'_>,
    plan: &PaymentPlan,
    payment: &Payment,
) -> Result<Description, StringsError> {
    let strings = localized.strings;
    let text = |key: &str, values: &[(&str, &str)]| strings.filled(&format!("payment.{key}"), values);
    let part = |key: &str, share: Share| text(key, &[("percent", &localized.percentage(share))]);
    let (share, count) = plan.instalments();
    let number = count.to_string();
    let (label, when) = match payment.kind {
        PaymentKind::Down => {
            let key = if count == 0 { "signing" } else { "down_payment" };
            (text(key, &[])?, part("at_signing", plan.down_payment)?)
        }
        PaymentKind::Balance => (text("balance", &[])?, part("part", plan.balance)?),
        PaymentKind::Last if count > 1 => {
            let when = text("month", &[("month", &number)])?;
            (text("single", &[("number", &number)])?, when)
        }
        PaymentKind::Each | PaymentKind::Last => {
            let key = if payment.times == 1 { "single" } else { "several" };
            let values = [("number", "1"), ("to", &payment.times.to_string())];
            let percent = localized.percentage(share);
            let share = [("percent", percent.as_str())];
            let when = strings.counted("payment.in_months", usize::from(count), &share)?;
            (text(key, &values)?, when)
        }
    };
    Ok(Description { label, when })
}
