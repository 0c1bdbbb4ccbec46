//! The works and the sale on a scale of months, for pages and the brochure.

use jiff::civil::Date;
use minijinja::{Value, context};

use model::config::{TIMELINE_STEPS, Timeline, TimelineStep};
use model::dates::Month;
use model::localized::Localized;

/// `calendar`: its `steps`, each with `key`, `text` (its months; none while they are not known), `state` (`reached`, `current` or
/// `ahead`), `start` and `width`, and the place `today`: percentages of the whole. None while no month is known.
pub(super) fn calendar(localized: Localized<'_>) -> Value {
    let timeline = localized.site.config.timeline;
    let date = localized.site.inventory.date;
    let Some(scale) = Scale::new(&timeline) else {
        return Value::from(());
    };
    let steps: Vec<Value> = TIMELINE_STEPS.into_iter().map(|key| {
        let step = timeline.steps().find(|step| step.key == key);
        let Some(TimelineStep { from, to, .. }) = step else {
            return context! { key };
        };
        let last = localized.month(to);
        let text = match from {
            Some(from) => localized.filled(
                "milestones.period",
                &[("from", &*localized.month(from)), ("to", &last)],
            ),
            None => Ok(last),
        };
        let (start, end) = (scale.percent(from.unwrap_or(to), 0.0), scale.percent(to, 1.0));
        let now = Month::from(date);
        let state = if to <= now {
            "reached"
        } else if from.is_some_and(|from| from <= now) {
            "current"
        } else {
            "ahead"
        };
        context! { key, text => text.unwrap_or_default(), state, start => percent(start), width => percent(end - start) }
    })
    .collect();
    let today = percent(scale.today(date));
    context! { steps, today, month => localized.month(Month::from(date)) }
}

/// A number of percent, as attributes of SVG have it.
fn percent(number: f64) -> String {
    format!("{number:.2}")
}

/// The months of a timeline, from its first to the end of its last.
#[derive(Debug, PartialEq)]
struct Scale {
    first: Month,
    months: f64,
}

impl Scale {
    fn new(timeline: &Timeline) -> Option<Scale> {
        let months = timeline
            .steps()
            .flat_map(|step| step.from.into_iter().chain([step.to]));
        let (first, last) = (months.clone().min()?, months.max()?);
        let months = f64::from(first.months_until(last) + 1);
        Some(Scale { first, months })
    }

    /// The place of a part of a month, from 0 to 100.
    fn percent(&self, month: Month, part: f64) -> f64 {
        let months = f64::from(self.first.months_until(month)) + part;
        (months / self.months * 100.0).clamp(0.0, 100.0)
    }

    fn today(&self, date: Date) -> f64 {
        let part = f64::from(date.day() - 1) / f64::from(date.days_in_month());
        self.percent(Month::from(date), part)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn steps_have_widths_in_proportion_to_their_months() {
        let timeline = r#"{"start": "2023-01", "structure": {"from": "2023-08", "to": "2024-04"}, "deed": "2026-04"}"#;
        let scale = Scale::new(&serde_json::from_str(timeline).unwrap()).unwrap();
        let month = |text: &str| text.parse().unwrap();
        let first = month("2023-01");
        assert_eq!(
            scale,
            Scale {
                first,
                months: 40.0
            }
        );
        assert_eq!(scale.percent(month("2023-08"), 0.0), 17.5);
        assert_eq!(scale.percent(month("2024-04"), 1.0), 40.0);
        assert_eq!(scale.percent(month("2026-04"), 1.0), 100.0);
        assert_eq!(scale.today(date(2025, 1, 1)), 60.0);
        assert_eq!(scale.today(date(2030, 1, 1)), 100.0);
    }

    #[test]
    fn without_a_month_there_is_no_scale() {
        assert_eq!(Scale::new(&Timeline::default()), None);
    }
}
