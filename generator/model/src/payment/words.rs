//! How a payment is called, and when it falls due, in a visitor's words.

use std::sync::Arc;

use super::{Payment, PaymentKind, PaymentPlan, Share};
use crate::strings::{Strings, StringsError};

/// What stands beside a payment's amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// What is paid: `Enganche`, `Pagos 1 a 17, cada uno`.
    pub label: Arc<str>,
    /// Which part of the price that is, and when: `40 % del precio en 18 pagos mensuales, meses 1 a 17`.
    pub when: Arc<str>,
}

/// The words of one payment of a plan.
///
/// # Errors
/// A text of the group `payment` that the strings lack.
pub fn words(strings: &Strings, plan: &PaymentPlan, payment: &Payment) -> Result<Words, StringsError> {
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
        PaymentKind::Down => Words {
            label: text("down_payment", None, &[])?,
            when: text("at_signing", None, &[part(plan.down_payment)])?,
        },
        PaymentKind::Balance => Words {
            label: text("balance", None, &[])?,
            when: text("part", None, &[part(plan.balance)])?,
        },
        PaymentKind::Each => {
            let to = ("to", payment.times.to_string());
            let key = if payment.times == 1 { "single" } else { "several" };
            let months = text("in_months", several, &[part(share), number("count")])?;
            Words {
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
            Words {
                label: text("single", None, &[number("number")])?,
                when,
            }
        }
    })
}
