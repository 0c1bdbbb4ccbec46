//! `content/payment-plans.yaml`, typed: the plans a developer offers, each in parts that make 100 %.

use serde::Deserialize;

use super::Share;
use crate::formats::yaml::{self, Step};
use crate::lang::{Lang, PerLang};
use crate::problem::Problem;

/// The file's name from the project's root; a site without it offers no plans.
pub const FILE: &str = "content/payment-plans.yaml";

/// The most instalments of one plan: ten years of months.
const MOST_PAYMENTS: u16 = 120;

/// How a price may be paid.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaymentPlan {
    /// What visitors call it.
    pub name: PerLang<String>,
    /// What else they should know of it.
    #[serde(default)]
    pub note: Option<PerLang<String>>,
    /// Taken off the price before IVA, and so off the IVA too.
    #[serde(default)]
    pub discount: Share,
    /// Paid when the contract is signed.
    #[serde(default)]
    pub down_payment: Share,
    /// Paid month by month while the building goes up.
    #[serde(default)]
    pub construction: Option<Construction>,
    /// Paid at the deed.
    #[serde(default)]
    pub balance: Share,
}

/// The instalments of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Construction {
    /// All of them together.
    pub share: Share,
    /// How many, one each month after the signing.
    pub payments: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plans {
    plans: Vec<PaymentPlan>,
}

/// Reads the plans.
///
/// # Errors
/// What is not YAML or not known (the first one), or does not add up (all of them), each at its place.
pub fn parse(text: &str) -> Result<Vec<PaymentPlan>, Vec<Problem>> {
    let plans: Plans = yaml::parse(FILE, text, 0).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    for (index, plan) in plans.plans.iter().enumerate() {
        for (path, message, hint) in plan.faults() {
            let mut steps = vec![Step::Key("plans".to_owned()), Step::Index(index)];
            steps.extend(path.iter().map(|key| Step::Key((*key).to_owned())));
            let problem = Problem::at(FILE, yaml::locate(text, &steps), message);
            problems.push(problem.hint(hint));
        }
    }
    if problems.is_empty() {
        Ok(plans.plans)
    } else {
        Err(problems)
    }
}

type Fault = (&'static [&'static str], String, String);

impl PaymentPlan {
    /// The part of the instalments, and how many they are.
    #[must_use]
    pub fn instalments(&self) -> (Share, u16) {
        self.construction.map_or((Share::NONE, 0), |construction| {
            (construction.share, construction.payments)
        })
    }

    fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = Vec::new();
        if Lang::ALL
            .iter()
            .any(|lang| self.name.get(*lang).trim().is_empty())
        {
            let hint = "write what visitors call the plan, in es and en";
            faults.push((&["name"], "the plan has no name".to_owned(), hint.to_owned()));
        }
        if self.discount >= Share::WHOLE {
            let hint = "a plan asks for something: give a discount below 100 %";
            faults.push((
                &["discount"],
                "the discount leaves nothing to pay".to_owned(),
                hint.to_owned(),
            ));
        }
        let (instalments, payments) = self.instalments();
        if self.construction.is_some() && !(1..=MOST_PAYMENTS).contains(&payments) {
            let message = format!("{payments} payments during construction");
            let hint = format!("give a number from 1 to {MOST_PAYMENTS}, or leave `construction` out");
            faults.push((&["construction", "payments"], message, hint));
        }
        if self.construction.is_some() && instalments == Share::NONE {
            let hint = "give their part of the price, or leave `construction` out";
            faults.push((
                &["construction", "share"],
                "instalments of 0 %".to_owned(),
                hint.to_owned(),
            ));
        }
        faults.extend(self.wrong_sum(instalments));
        faults
    }

    fn wrong_sum(&self, instalments: Share) -> Option<Fault> {
        let sum = Share(self.down_payment.0 + instalments.0 + self.balance.0);
        let message = format!(
            "down_payment {} % + construction {instalments} % + balance {} % = {sum} %, not 100 %",
            self.down_payment, self.balance
        );
        let rest = Share::WHOLE.0.checked_sub(self.down_payment.0 + instalments.0);
        let hint = rest.map_or_else(
            || "down payment and instalments alone are more than 100 %: lower one of them".to_owned(),
            |rest| format!("a balance of {} % would make it whole", Share(rest)),
        );
        (sum != Share::WHOLE).then_some((&[], message, hint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "plans:\n  - name: { es: Obra, en: Works }\n    down_payment: 30 %\n    \
                        construction: { share: 40, payments: 18 }\n    balance: 30\n";

    fn told(text: &str) -> Vec<String> {
        parse(text).unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_plan_is_read() {
        let plans = parse(GOOD).unwrap();
        assert_eq!(plans[0].instalments(), (Share(4000), 18));
        assert_eq!(plans[0].discount, Share::NONE);
    }

    #[test]
    fn parts_that_are_not_the_whole_are_told_at_the_plan() {
        assert_eq!(
            told(&GOOD.replace("balance: 30", "balance: 20")),
            [
                "content/payment-plans.yaml:2:5: down_payment 30 % + construction 40 % + balance 20 % = 90 %, not 100 %; \
              a balance of 30 % would make it whole"
            ]
        );
        assert_eq!(
            told(&GOOD.replace("down_payment: 30 %", "down_payment: 70 %")),
            [
                "content/payment-plans.yaml:2:5: down_payment 70 % + construction 40 % + balance 30 % = 140 %, not 100 %; \
              down payment and instalments alone are more than 100 %: lower one of them"
            ]
        );
    }

    #[test]
    fn every_other_fault_has_its_place_too() {
        let text = GOOD.replace("payments: 18", "payments: 0") + "    discount: 100\n";
        let places: Vec<String> = told(&text).iter().map(|line| line[27..31].to_owned()).collect();
        assert_eq!(places, ["6:5:", "4:32"]);
        assert!(told(&GOOD.replace("30 %", "a third"))[0].starts_with("content/payment-plans.yaml:3:"));
        assert!(told(&GOOD.replace("balance", "balanse"))[0].contains("did you mean \"balance\"?"));
    }
}
