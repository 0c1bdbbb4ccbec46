//! Bounds of the values in `site.yaml` that its types do not enforce.

mod empty_texts;
mod facts;
mod prices;
mod services;
mod site;
mod text_forms;
mod units;

use std::cmp::Ordering;

use super::{Config, Range};

pub(super) use empty_texts::empty_texts;

/// What is wrong with a range.
const REVERSED: &str = "`min` is more than `max`: swap them";

/// What is wrong with a percentage.
const OUT_OF_100: &str = "the percentage is out of bounds: write a number from 0 to 100";

/// What is wrong with the share of a price that is taxed.
const OUT_OF_SHARE: &str = "the share is out of bounds: write a percentage from 1 to 100";

/// Every value out of its bounds: the path of the value, and what is wrong with it and what to do.
pub(super) fn exceeded(config: &Config) -> Vec<(String, String)> {
    let mut found = Findings::default();
    site::check(config, &mut found);
    services::check(config, &mut found);
    facts::check(config, &mut found);
    units::check_uses(config, &mut found);
    units::check_platform(config, &mut found);
    units::check_fields(config, &mut found);
    units::check_places(config, &mut found);
    units::check_buildings(config, &mut found);
    prices::check(config, &mut found);
    found.0
}

/// The values out of their bounds.
#[derive(Default)]
struct Findings(Vec<(String, String)>);

impl Findings {
    /// Adds the value at a path, if it is wrong.
    fn refuse(&mut self, path: &str, message: &str, is_wrong: bool) {
        if is_wrong {
            self.0.push((path.to_owned(), message.to_owned()));
        }
    }
}

/// Whether a text is given, and does not have the form that it should have.
fn is_given_wrong(text: Option<&String>, is_right: fn(&str) -> bool) -> bool {
    text.is_some_and(|text| !is_right(text))
}

/// Whether a percentage can be the taxed share of a price.
fn is_share(share: u8) -> bool {
    (1..=100).contains(&share)
}

/// Whether a range begins after its end.
fn is_reversed<T: PartialOrd + Copy>(range: Range<T>) -> bool {
    range
        .min
        .partial_cmp(&range.max)
        .is_none_or(Ordering::is_gt)
}
