//! The payments of each plan for a unit, in words. Labels are the same for all units of a language, amounts are a unit's own.

use std::sync::Arc;

use platform::money::Money;
use platform::unit::Unit;

use super::Text;
use model::localized::Localized;
use model::payment::{self, PaymentPlan, Schedule, Share};
use model::price::Price;
use model::strings::StringsError;

/// The words of a plan, which all units share.
pub(super) struct PlanWords {
    name: Text,
    note: Option<Text>,
    discount_percent: Option<Text>,
    /// The label of each payment, and when it is due.
    rows: Result<Vec<(Text, Text)>, StringsError>,
    parts: Arc<[PartView]>,
}

/// A part of a plan: what is paid at signing, during the works, or at the end.
#[derive(Debug)]
pub(crate) struct PartView {
    /// Hundredths of a percent of the price.
    pub(crate) weight: u32,
    /// Its percentage without the sign.
    pub(crate) percent: Text,
}

/// A plan for one unit.
#[derive(Debug)]
pub(crate) struct PlanView {
    pub(crate) name: Text,
    pub(crate) note: Option<Text>,
    /// How many instalments it has.
    pub(crate) count: u16,
    /// The percentage of its discount without the sign, where it has one.
    pub(crate) discount_percent: Option<Text>,
    pub(crate) discount: Text,
    /// The price with the discount.
    pub(crate) price: PriceTexts,
    pub(crate) rows: Vec<PaymentView>,
    pub(crate) parts: Arc<[PartView]>,
}

/// One payment, or several equal ones.
#[derive(Debug)]
pub(crate) struct PaymentView {
    pub(crate) kind: &'static str,
    pub(crate) label: Text,
    pub(crate) when: Text,
    /// What is paid, with the whole amount, in a few words.
    pub(crate) brief: Text,
    /// By how much the last of several payments is larger, where it is.
    pub(crate) remainder: Option<Text>,
    pub(crate) amounts: PriceTexts,
}

/// The texts of a payment before tax, of its tax and of their sum.
#[derive(Debug)]
pub(crate) struct PriceTexts {
    pub(crate) net: Text,
    pub(crate) vat: Text,
    pub(crate) total: Text,
}

impl PlanWords {
    /// The words of every plan of the site.
    pub(super) fn all(localized: Localized<'_>) -> Vec<PlanWords> {
        let plans = localized.site.payment_plans.iter();
        plans.map(|plan| PlanWords::new(localized, plan)).collect()
    }

    fn new(localized: Localized<'_>, plan: &PaymentPlan) -> PlanWords {
        let own =
            |texts: &model::lang::PerLang<String>| Text::from(texts.get(localized.lang).as_str());
        // Which payments a plan has does not depend on the price.
        let sample = Schedule::new(Money(0), model::price::Vat::whole(0), plan);
        let rows = sample
            .payments
            .iter()
            .map(|payment| payment::describe(localized, plan, payment));
        let (instalments, _) = plan.instalments();
        let parts = [plan.down_payment, instalments, plan.balance]
            .into_iter()
            .filter(|share| *share != Share::NONE)
            .map(|share| PartView {
                weight: share.0,
                percent: localized.percentage(share).into(),
            });
        let has_discount = plan.discount > Share::NONE;
        PlanWords {
            name: own(&plan.name),
            note: plan.note.as_ref().map(own),
            discount_percent: has_discount.then(|| localized.percentage(plan.discount).into()),
            rows: rows.collect(),
            parts: parts.collect(),
        }
    }
}

impl PlanView {
    pub(super) fn new(
        localized: Localized<'_>,
        words: &PlanWords,
        plan: &PaymentPlan,
        unit: &Unit,
        price: Money,
    ) -> Result<PlanView, StringsError> {
        let schedule = Schedule::new(price, localized.site.config.vat(unit.unit_use), plan);
        let amount = |amount: Money| Text::from(localized.money(amount));
        let texts = |price: Price| PriceTexts {
            net: amount(price.net),
            vat: amount(price.vat),
            total: amount(price.total),
        };
        let labels = words.rows.as_ref().map_err(Clone::clone)?;
        let rows = schedule
            .payments
            .iter()
            .zip(labels)
            .map(|(payment, (label, when))| {
                let more = payment.last.total.minor_units() - payment.amount.total.minor_units();
                let remainder = (more > 0).then(|| {
                    let figure = localized.money_format().figure(Money(more));
                    localized.filled("payment.remainder", &[("amount", &figure)])
                });
                let amounts = texts(payment.amount);
                Ok(PaymentView {
                    kind: payment.kind.into(),
                    label: label.clone(),
                    when: when.clone(),
                    brief: payment::in_brief(localized, plan, payment.kind, &amounts.total)?,
                    remainder: remainder.transpose()?.map(Text::from),
                    amounts,
                })
            });
        Ok(PlanView {
            name: words.name.clone(),
            note: words.note.clone(),
            count: plan.instalments().1,
            discount_percent: words.discount_percent.clone(),
            discount: amount(schedule.discount),
            price: texts(schedule.price),
            rows: rows.collect::<Result<_, StringsError>>()?,
            parts: Arc::clone(&words.parts),
        })
    }
}
