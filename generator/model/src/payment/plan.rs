//! The types of `content/payment-plans.yaml`: the payment plans on offer, whose parts add up to 100 %.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IntoDeserializer, Unexpected};

use crate::lang::{Languages, PerLang, incomplete};
use formats::problem::{Code, Problem, ok_unless};
use formats::yaml::{self, Forms, LocatedText};
use platform::decimal::{self, ExtraDecimals};

/// The path of the file from the project's root. A site without it has no payment plans.
pub const FILE: &str = "content/payment-plans.yaml";

/// The maximum number of instalments of a plan: ten years of monthly payments.
const MAX_PAYMENTS: u16 = 120;

/// A payment plan.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentPlan {
    /// Its name for visitors.
    pub name: PerLang<String>,
    /// A note for visitors.
    pub note: Option<PerLang<String>>,
    /// The discount on the price before IVA.
    #[serde(default)]
    pub discount: Share,
    /// The part that is paid when the contract is signed.
    #[serde(default)]
    pub down_payment: Share,
    /// The monthly instalments during construction.
    pub construction: Option<Construction>,
    /// The part that is paid when the deed is signed.
    #[serde(default)]
    pub balance: Share,
    /// Whether the plan is an example; see `site check --before-launch`.
    #[serde(default)]
    pub example: bool,
}

/// The instalments of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Construction {
    /// The part of the price that all instalments add up to.
    pub share: Share,
    /// The number of instalments, one each month after the contract is signed.
    pub payments: Payments,
}

/// How many instalments a plan has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub enum Payments {
    /// A number that does not change.
    Count(u16),
    /// As many as there are months left.
    MonthsLeft(MonthsLeft),
}

impl<'de> Forms<'de> for Payments {
    const EXPECTED: &'static str = "a number, or `until_delivery`";

    fn of_number<E: Error>(count: u64) -> Result<Payments, E> {
        let count = u16::try_from(count)
            .map_err(|_| E::invalid_value(Unexpected::Unsigned(count), &"u16"))?;
        Ok(Payments::Count(count))
    }

    fn of_text<E: Error>(until: &str) -> Result<Payments, E> {
        MonthsLeft::deserialize(until.into_deserializer()).map(Payments::MonthsLeft)
    }
}

impl<'de> Deserialize<'de> for Payments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Payments, D::Error> {
        yaml::from_forms(deserializer)
    }
}

/// Until when instalments are paid whose number is not fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MonthsLeft {
    /// Until the month `timeline.delivery` of `site.yaml`, or the deed where it is earlier: one each month, so their number falls as it comes closer.
    UntilDelivery,
}

/// The whole of the file.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plans {
    /// The plans, in the order in which visitors see them.
    plans: Vec<PaymentPlan>,
}

/// The payment plans as their author wrote them.
#[derive(Clone, Debug, Default)]
pub struct PaymentPlans {
    /// The plans, in the order in which visitors see them.
    pub plans: Vec<PaymentPlan>,
    /// The text of the file, for positions.
    text: LocatedText,
}

impl PaymentPlans {
    /// A problem with a value of the plan with this index, at its position in the file.
    pub fn problem(&self, code: Code, index: usize, key: &str, message: String) -> Problem {
        let place = self.text.locate(&format!("plans.{index}.{key}"));
        Problem::at(code, FILE, place, message)
    }

    /// A problem for each plan that is an example.
    pub fn examples(&self) -> Vec<Problem> {
        let examples = self
            .plans
            .iter()
            .enumerate()
            .filter(|(_, plan)| plan.example);
        let problem = |index| {
            let message = "this payment plan is an example".to_owned();
            self.problem(Code::ExampleValue, index, "example", message)
                .hint("replace or confirm it, and remove `example`")
        };
        examples.map(|(index, _)| problem(index)).collect()
    }
}

/// Parses the payment plans of a site in these languages. Plans whose parts do not add up to 100 % are problems, too.
pub fn parse(languages: Languages, text: &str) -> Result<PaymentPlans, Vec<Problem>> {
    let Plans { plans } = yaml::parse(FILE, text, 0).map_err(|problem| vec![problem])?;
    let mut problems = incomplete::<Plans>(languages, FILE, text);
    let plans = PaymentPlans {
        plans,
        text: text.into(),
    };
    for (index, plan) in plans.plans.iter().enumerate() {
        plan.check(&mut |key, message, hint| {
            let problem = plans.problem(Code::InvalidPaymentPlan, index, key, message);
            problems.push(problem.hint(hint));
        });
    }
    ok_unless(problems, plans)
}

impl PaymentPlan {
    /// The part of the price that the instalments add up to, and their number; 0 while it depends on the months that are left.
    pub fn instalments(&self) -> (Share, u16) {
        let Some(Construction { share, payments }) = self.construction else {
            return (Share::NONE, 0);
        };
        match payments {
            Payments::Count(count) => (share, count),
            Payments::MonthsLeft(MonthsLeft::UntilDelivery) => (share, 0),
        }
    }

    /// Calls `refuse` with the path of each wrong value, what is wrong with it and what to do.
    fn check(&self, refuse: &mut dyn FnMut(&str, String, &str)) {
        if self.name.values().any(|name| name.trim().is_empty()) {
            let hint = "write the name of the plan for visitors, in each language";
            refuse("name", "`name` is empty".to_owned(), hint);
        }
        if self.discount >= Share::WHOLE {
            let message = "the discount is the whole price".to_owned();
            refuse("discount", message, "write a discount below 100 %");
        }
        if let Some(Construction { share, payments }) = self.construction {
            if let Payments::Count(count) = payments
                && !(1..=MAX_PAYMENTS).contains(&count)
            {
                let message = format!("`{count}` is not a possible number of payments");
                let hint =
                    format!("write a number from 1 to {MAX_PAYMENTS}, or remove `construction`");
                refuse("construction.payments", message, &hint);
            }
            if share == Share::NONE {
                let message = "the instalments are 0 % of the price".to_owned();
                let hint = "write their part of the price, or remove `construction`";
                refuse("construction.share", message, hint);
            }
        }
        let (down, instalments, balance) = (self.down_payment, self.instalments().0, self.balance);
        let sum = Share(down.0 + instalments.0 + balance.0);
        if sum != Share::WHOLE {
            let message = format!(
                "`down_payment` {down} % + `construction` {instalments} % + `balance` {balance} % = {sum} %, not 100 %"
            );
            let hint = match Share::WHOLE.0.checked_sub(down.0 + instalments.0) {
                Some(rest) => format!("write `balance: {}`, or change another part", Share(rest)),
                None => "reduce the down payment or the instalments, which are more than 100 % without the balance"
                    .to_owned(),
            };
            refuse("", message, &hint);
        }
    }
}

/// A percentage, in hundredths of a percent (basis points).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(pub u32);

impl Share {
    /// 100 %.
    pub const WHOLE: Share = Share(10_000);
    /// 0 %.
    pub const NONE: Share = Share(0);
}

/// `30`, `12.5`: without a percent sign, which depends on the language.
impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:02}", self.0 / 100, self.0 % 100);
        formatter.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl FromStr for Share {
    type Err = String;

    /// Reads `30`, `12.5`, `30 %`.
    fn from_str(text: &str) -> Result<Share, String> {
        let number = text.trim().trim_end_matches('%').trim_end();
        let remedy = "write a number from 0 to 100, like `30` or `12.5`";
        decimal::scaled(number, &[], &[], 2, ExtraDecimals::Reject)
            .ok()
            .and_then(|share| u32::try_from(share).ok())
            .map(Share)
            .filter(|share| *share <= Share::WHOLE && !number.contains([',', '-']))
            .ok_or_else(|| format!("`{text}` is not a percentage: {remedy}"))
    }
}

formats::read_as_text!(Share, "^\\s*\\d+(\\.\\d+)?\\s*%?\\s*$");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::BOTH;

    const GOOD: &str = "plans:\n  - name: { es: Obra, en: Works }\n    down_payment: 30 %\n    \
                        construction: { share: 40, payments: 18 }\n    balance: 30\n";

    #[test]
    fn mistakes_and_examples_are_reported_at_their_position() {
        let problems = |from, to| match parse(BOTH, &GOOD.replace(from, to)) {
            Ok(plans) => plans.examples(),
            Err(problems) => problems,
        };
        let changes = [
            ("down_payment: 30 %", "down_payment: 70 %"),
            ("30 %", "a third"),
            ("balance", "balanse"),
            ("balance: 30\n", "balance: 30\n    example: true\n"),
        ];
        let found: Vec<_> = changes
            .into_iter()
            .flat_map(|(from, to)| problems(from, to))
            .collect();
        insta::assert_snapshot!(found.iter().map(|found| format!("{found}\n")).collect::<String>(), @"
        content/payment-plans.yaml:2:5: `down_payment` 70 % + `construction` 40 % + `balance` 30 % = 140 %, not 100 %: reduce the down payment or the instalments, which are more than 100 % without the balance
        content/payment-plans.yaml:3:19: plans[0].down_payment: `a third` is not a percentage: write a number from 0 to 100, like `30` or `12.5`
        content/payment-plans.yaml:5:5: plans[0]: unknown key `balanse`: did you mean `balance`?
        content/payment-plans.yaml:6:5: this payment plan is an example: replace or confirm it, and remove `example`
        ");
        assert!(problems("", "").is_empty());
    }

    #[test]
    fn percentages_are_parsed_and_written() {
        for (text, share, written) in [
            ("30", 3000, "30"),
            ("12.5 %", 1250, "12.5"),
            ("0.05%", 5, "0.05"),
            ("100", 10_000, "100"),
        ] {
            let read = Share::from_str(text).unwrap();
            assert_eq!((read, read.to_string().as_str()), (Share(share), written));
        }
        for wrong in ["", "100.01", "-5", "1.234", "a third", "1,5"] {
            assert!(Share::from_str(wrong).is_err(), "{wrong}");
        }
    }
}
