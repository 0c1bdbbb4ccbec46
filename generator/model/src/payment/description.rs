//! The texts that visitors read about a payment.

use std::sync::Arc;

use super::{Payment, PaymentKind, PaymentPlan, Share};
use crate::strings::{Strings, StringsError};

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
    strings: &Strings,
    plan: &PaymentPlan,
    payment: &Payment,
) -> Result<Description, StringsError> {
    let text = |key: &str, count: Option<i64>, values: &[(&str, String)]| {
        let value_of = |name: &str| {
            let found = values.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.clone())
        };
        strings.text(&format!("payment.{key}"), count, &value_of)
    };
    let part = |share: Share| ("percent", share.to_string());
    let (share, count) = plan.instalments();
    let number = |name| (name, count.to_string());
    let several = Some(i64::from(count));
    Ok(match payment.kind {
        PaymentKind::Down => Description {
            label: text("down_payment", None, &[])?,
            when: text("at_signing", None, &[part(plan.down_payment)])?,
        },
        PaymentKind::Balance => Description {
            label: text("balance", None, &[])?,
            when: text("part", None, &[part(plan.balance)])?,
        },
        PaymentKind::Each => {
            let to = ("to", payment.times.to_string());
            let key = if payment.times == 1 { "single" } else { "several" };
            let months = text("in_months", several, &[part(share), number("count")])?;
            Description {
                label: text(key, None, &[to, ("number", "1".to_owned())])?,
                when: months,
            }
        }
        PaymentKind::Last => {
            let when = if count == 1 {
                text("in_months", several, &[part(share), number("count")])?
            } else {
                text("month", None, &[("month", count.to_string())])?
            };
            Description {
                label: text("single", None, &[number("number")])?,
                when,
            }
        }
    })
}
