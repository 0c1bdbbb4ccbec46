//! The payment plans on offer on the day of the inventory: those whose payments are possible before the delivery and the deed.

use jiff::civil::Date;

use formats::problem::{Code, Problem};
use model::config::Timeline;
use model::dates::Month;
use model::payment::{Construction, PaymentPlan, PaymentPlans, Payments};
use model::phase::Phase;

/// The plans on offer, each with its number of instalments.
#[derive(Default)]
pub(super) struct Offer {
    pub(super) plans: Vec<PaymentPlan>,
    pub(super) problems: Vec<Problem>,
    pub(super) warnings: Vec<Problem>,
}

/// The plans on offer when the contract is signed in the month of `date`. A finished building has no payments during construction.
pub(super) fn on_offer(
    phase: Phase,
    timeline: &Timeline,
    written: &PaymentPlans,
    date: Date,
) -> Offer {
    let mut offer = Offer::default();
    let signing = Month::from(date);
    // Payments during construction end with the delivery, or with the deed, at which the balance is due.
    let ends = [("delivery", timeline.delivery), ("deed", timeline.deed)]
        .into_iter()
        .filter_map(|(key, month)| Some((key, month?)));
    let end = ends.min_by_key(|(_, month)| *month);
    for (index, plan) in written.plans.iter().enumerate() {
        let Some(Construction { share, payments }) = plan.construction else {
            offer.plans.push(plan.clone());
            continue;
        };
        if phase == Phase::Finished {
            continue;
        }
        let left = end.map(|(_, month)| signing.months_until(month));
        let problem =
            |code, message| written.problem(code, index, "construction.payments", message);
        let (count, finding) = match (payments, left, end) {
            (Payments::Count(count), Some(left), Some((key, month))) if i32::from(count) > left => {
                let last = signing.plus(i32::from(count));
                let message = format!(
                    "`payments` is {count}: signed in {signing}, the last one is due in {last}, after `timeline.{key}` ({month}) of site.yaml"
                );
                let remedy = match left {
                    1.. => format!(
                        "write `payments: until_delivery`, which is {left} now, or at most {left}"
                    ),
                    _ => format!("remove the plan, or correct the {key}"),
                };
                (Some(count), Some((message, remedy)))
            }
            (Payments::Count(count), ..) => (Some(count), None),
            (Payments::MonthsLeft(_), Some(left), Some((key, month)))
                if timeline.delivery.is_some() =>
            {
                let count = u16::try_from(left).ok().filter(|left| *left > 0);
                let finding = count.is_none().then(|| {
                    let message = format!(
                        "no month is left from {signing} to `timeline.{key}` ({month}) of site.yaml: the plan is not shown"
                    );
                    (message, format!("remove the plan, or correct the {key}"))
                });
                (count, finding)
            }
            (Payments::MonthsLeft(_), ..) => {
                let message =
                    "`payments` is `until_delivery`, but site.yaml has no `timeline.delivery`";
                let problem = problem(Code::InvalidPaymentPlan, message.to_owned());
                let hint = "write the month of the delivery there, or a number of payments here";
                offer.problems.push(problem.hint(hint));
                continue;
            }
        };
        if let Some((message, remedy)) = finding {
            let problem = problem(Code::FactContradiction, message);
            offer.warnings.push(problem.hint(remedy));
        }
        offer.plans.extend(count.map(|count| PaymentPlan {
            construction: Some(Construction {
                share,
                payments: Payments::Count(count),
            }),
            ..plan.clone()
        }));
    }
    offer
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use model::lang::sample::BOTH;
    use model::payment;

    use super::*;

    /// The numbers of instalments of the plans on offer, and what is found, with these months of the timeline.
    fn offer(payments: &str, timeline: &str, phase: Phase) -> (Vec<u16>, Vec<String>) {
        let text = format!(
            "plans:\n  - name: {{ es: Obra, en: Works }}\n    down_payment: 30\n    construction: {{ share: 40, payments: {payments} }}\n    balance: 30\n"
        );
        let written = payment::parse(BOTH, &text).unwrap();
        let timeline = serde_json::from_str(timeline).unwrap();
        let offer = on_offer(phase, &timeline, &written, date(2026, 11, 28));
        let counts = offer
            .plans
            .iter()
            .map(|plan| plan.instalments().1)
            .collect();
        let found = offer.problems.into_iter().chain(offer.warnings);
        (counts, found.map(|problem| problem.to_string()).collect())
    }

    #[test]
    fn payments_after_the_delivery_are_reported_with_the_number_that_is_possible() {
        let works = |payments, timeline| offer(payments, timeline, Phase::Construction);
        assert_eq!(
            works("4", r#"{"delivery": "2027-03", "deed": "2027-06"}"#),
            (vec![4], vec![])
        );
        assert_eq!(works("18", "{}"), (vec![18], vec![]));
        let (counts, found) = works("18", r#"{"delivery": "2027-03"}"#);
        assert_eq!(counts, [18]);
        assert_eq!(
            found,
            [
                "content/payment-plans.yaml:4:32: `payments` is 18: signed in 2026-11, the last one is due in 2028-05, after \
                 `timeline.delivery` (2027-03) of site.yaml: write `payments: until_delivery`, which is 4 now, or at most 4"
            ]
        );
        let (_, found) = works("4", r#"{"delivery": "2027-03", "deed": "2027-01"}"#);
        assert!(
            found[0].contains("after `timeline.deed` (2027-01)"),
            "{found:?}"
        );
    }

    #[test]
    fn payments_until_the_delivery_are_as_many_as_months_are_left() {
        let works = |timeline| offer("until_delivery", timeline, Phase::Construction);
        assert_eq!(
            works(r#"{"delivery": "2027-03", "deed": "2027-06"}"#),
            (vec![4], vec![])
        );
        let deed_first = works(r#"{"delivery": "2027-03", "deed": "2027-01"}"#);
        assert_eq!(deed_first, (vec![2], vec![]));
        let (counts, found) = works(r#"{"delivery": "2026-11"}"#);
        assert_eq!((counts, found.len()), (vec![], 1));
        let (counts, found) = works(r#"{"deed": "2027-06"}"#);
        assert_eq!((counts, found.len()), (vec![], 1));
        let finished = offer("until_delivery", "{}", Phase::Finished);
        assert_eq!(finished, (vec![], vec![]));
    }
}
