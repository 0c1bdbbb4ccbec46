//! Payment plans (`content/payment-plans.yaml`), and the payments of each for a price, with IVA, which add up to it exactly.

mod plan;

use std::sync::Arc;

use platform::money::Money;
use strum::IntoStaticStr;

use crate::dates::Month;
use crate::localized::Localized;
use crate::price::{Price, Vat};
use crate::strings::StringsError;

pub use plan::{
    Construction, FILE, MonthsLeft, PaymentPlan, PaymentPlans, Payments, Plans, Share, parse,
};

/// The texts beside the amounts of a payment: what is paid (`Enganche`), and when (`40 % del precio, dic 2026 a mar 2027`). The months
/// are those of a contract that is signed in the month of the inventory.
pub fn describe(
    localized: Localized<'_>,
    plan: &PaymentPlan,
    payment: &Payment,
) -> Result<(Arc<str>, Arc<str>), StringsError> {
    let strings = localized.strings;
    let text =
        |key: &str, values: &[(&str, &str)]| strings.filled(&format!("payment.{key}"), values);
    let part = |key: &str, share: Share| text(key, &[("percent", &localized.percentage(share))]);
    let in_month = |share: Share, month: Month| {
        let (percent, month) = (localized.percentage(share), localized.short_month(month));
        text("in_month", &[("percent", &percent), ("month", &month)])
    };
    let (share, count) = plan.instalments();
    let signing = Month::from(localized.site.inventory.date);
    Ok(match payment.kind {
        PaymentKind::Down => {
            let key = if count == 0 {
                "signing"
            } else {
                "down_payment"
            };
            (text(key, &[])?, part("at_signing", plan.down_payment)?)
        }
        PaymentKind::Balance => {
            let when = match localized.site.config.timeline.deed {
                Some(deed) => in_month(plan.balance, deed)?,
                None => part("part", plan.balance)?,
            };
            (text("balance", &[])?, when)
        }
        PaymentKind::Each => {
            let label = strings.counted("payment.each", usize::from(count), &[])?;
            let (first, last) = (signing.plus(1), signing.plus(i32::from(payment.times)));
            let when = if first == last {
                in_month(share, first)?
            } else {
                let percent = localized.percentage(share);
                let [from, to] = [first, last].map(|month| localized.short_month(month));
                let values = [("percent", &*percent), ("from", &from), ("to", &to)];
                text("in_months", &values)?
            };
            (label, when)
        }
    })
}

/// A payment in a few words, with the text of its amount: `Enganche $640,000 MXN`, `12 mensualidades de $80,000 MXN`.
pub fn in_brief(
    localized: Localized<'_>,
    plan: &PaymentPlan,
    kind: PaymentKind,
    amount: &str,
) -> Result<Arc<str>, StringsError> {
    let strings = localized.strings;
    let (_, count) = plan.instalments();
    let values = [("amount", amount)];
    match kind {
        PaymentKind::Down if count == 0 => strings.filled("payment.brief.signing", &values),
        PaymentKind::Down => strings.filled("payment.brief.down", &values),
        PaymentKind::Each => strings.counted("payment.brief.each", usize::from(count), &values),
        PaymentKind::Balance => strings.filled("payment.brief.balance", &values),
    }
}

/// The payments for a price: their net amounts add up to the net price, their taxes to its tax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The discount on the net price.
    pub discount: Money,
    /// The price after the discount.
    pub price: Price,
    /// The payments, in the order in which they are due.
    pub payments: Vec<Payment>,
}

/// One payment, or several equal ones, of which the last also has the centavos that equal parts leave over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// When it is due.
    pub kind: PaymentKind,
    /// The number of equal payments.
    pub times: u16,
    /// The amount of each of them.
    pub amount: Price,
    /// The amount of the last of them.
    pub last: Price,
}

/// When a payment is due, a word for templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum PaymentKind {
    /// When the contract is signed.
    Down,
    /// Every month of the instalments.
    Each,
    /// When the deed is signed.
    Balance,
}

impl Schedule {
    /// The payments of a plan for a net amount and its tax.
    /// Each payment is the difference of two cumulative shares of the price, rounded half up to the centavo, separately for net and
    /// tax; so the payments add up exactly. Instalments are equal in whole centavos; the last one includes the remainder.
    pub fn new(net: Money, vat: Vat, plan: &PaymentPlan) -> Schedule {
        let discount = share_of(net, plan.discount);
        let price = Price::with_vat(Money(net.minor_units() - discount), vat);
        let (instalments, count) = plan.instalments();
        let signed = plan.down_payment;
        let built = Share(signed.0 + instalments.0);
        let between = |from: Share, to: Share| {
            let part = |whole: Money| share_of(whole, to) - share_of(whole, from);
            (part(price.net), part(price.vat))
        };
        let mut payments = Vec::new();
        let mut add = |kind, times, amount: (i64, i64), last: (i64, i64)| {
            payments.push(Payment {
                kind,
                times,
                amount: Price::from_parts(amount.0, amount.1),
                last: Price::from_parts(last.0, last.1),
            });
        };
        if signed > Share::NONE {
            let down = between(Share::NONE, signed);
            add(PaymentKind::Down, 1, down, down);
        }
        if count > 0 {
            let (net, vat) = between(signed, built);
            let (others, all) = (i64::from(count - 1), i64::from(count));
            let each = (net / all, vat / all);
            let last = (net - each.0 * others, vat - each.1 * others);
            add(PaymentKind::Each, count, each, last);
        }
        if plan.balance > Share::NONE {
            let balance = between(built, Share::WHOLE);
            add(PaymentKind::Balance, 1, balance, balance);
        }
        Schedule {
            discount: Money(discount),
            price,
            payments,
        }
    }
}

/// A share of an amount in centavos, rounded half up.
fn share_of(amount: Money, share: Share) -> i64 {
    let whole = i128::from(Share::WHOLE.0);
    ((i128::from(amount.minor_units()) * i128::from(share.0) + whole / 2) / whole) as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;
    use crate::lang::PerLang;
    use crate::lang::sample::BOTH;

    fn plan(discount: u32, down: u32, instalments: u32, payments: u16) -> PaymentPlan {
        PaymentPlan {
            name: PerLang::from_fn(BOTH, |_| "x".to_owned()),
            note: None,
            discount: Share(discount),
            down_payment: Share(down),
            construction: (payments > 0).then_some(Construction {
                share: Share(instalments),
                payments: Payments::Count(payments),
            }),
            balance: Share(10_000 - down - instalments),
            example: false,
        }
    }

    /// A case of `generator/cases/money.json`, whose results another program computed with fractions.
    #[derive(Deserialize)]
    struct Case {
        net: i64,
        percent: u8,
        plan: [u32; 4],
        discount: i64,
        price: [i64; 3],
        rows: Vec<(String, u16, [i64; 3])>,
    }

    fn parts(price: Price) -> [i64; 3] {
        [price.net, price.vat, price.total].map(Money::minor_units)
    }

    #[test]
    fn the_cases_of_another_program() {
        let text = include_str!("../../../cases/money.json");
        let mut file: serde_json::Value = serde_json::from_str(text).unwrap();
        let cases: Vec<Case> = serde_json::from_value(file["schedules"].take()).unwrap();
        assert!(cases.len() > 10);
        for case in cases {
            let [discount, down, instalments, payments] = case.plan;
            let payments = u16::try_from(payments).unwrap();
            let plan = plan(discount, down, instalments, payments);
            let made = Schedule::new(Money(case.net), Vat::whole(case.percent), &plan);
            // The other program has the last instalment in a row of its own.
            let rows = made
                .payments
                .iter()
                .flat_map(|row| {
                    let others =
                        (row.times > 1).then(|| ("each", row.times - 1, parts(row.amount)));
                    let last = match row.kind {
                        PaymentKind::Each => "last",
                        kind => kind.into(),
                    };
                    others.into_iter().chain([(last, 1, parts(row.last))])
                })
                .map(|(kind, times, amounts)| (kind.to_owned(), times, amounts));
            assert_eq!(
                rows.collect::<Vec<_>>(),
                case.rows,
                "{} by {:?}",
                case.net,
                case.plan
            );
            assert_eq!(
                (made.discount.minor_units(), parts(made.price)),
                (case.discount, case.price)
            );
        }
    }

    proptest! {
        #[test]
        fn payments_add_up_to_the_price(
            net in 0..=Money::MOST, percent in 0u8..=100, discount in 0u32..10_000, payments in 0u16..=120,
            (down, instalments) in (0u32..=10_000).prop_flat_map(|down| (Just(down), 0..=10_000 - down)),
        ) {
            let instalments = if payments > 0 { instalments } else { 0 };
            let schedule = Schedule::new(Money(net), Vat::whole(percent), &plan(discount, down, instalments, payments));
            let price = schedule.price;
            prop_assert_eq!(price.net.minor_units() + schedule.discount.minor_units(), net);
            let mut sums = [0i64; 3];
            for row in &schedule.payments {
                for (times, amount) in [(row.times - 1, row.amount), (1, row.last)] {
                    let [net, vat, total] = parts(amount);
                    prop_assert!(net >= 0 && vat >= 0 && net + vat == total);
                    for (sum, part) in sums.iter_mut().zip([net, vat, total]) {
                        *sum += part * i64::from(times);
                    }
                }
            }
            prop_assert_eq!(sums, parts(price));
        }
    }
}
