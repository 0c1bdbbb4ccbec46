//! The order in which every page lists the units: by building, then by level, then by code.

use model::config::{Building, Floor};
use platform::unit::Unit;
use std::cmp::Ordering;

/// Sorts by building and level, then by code in natural order.
pub(super) fn sort(units: &mut [Unit], buildings: &[Building]) {
    let floor = |unit: &Unit| Floor::of_unit(buildings, unit);
    units.sort_by(|a, b| floor(a).cmp(&floor(b)).then_with(|| natural(a.code.as_str(), b.code.as_str())));
}

/// Compares texts in natural order, where numbers count as numbers: `O-9` comes before `O-10`.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let (x, y) = (chunk(left), chunk(right));
        let order = match (x.parse::<u64>(), y.parse::<u64>()) {
            (Ok(x), Ok(y)) => x.cmp(&y),
            _ => x.cmp(y),
        };
        if order != Ordering::Equal || x.is_empty() {
            // Equal as numbers ("01" and "1"): the texts decide, so that the order is total.
            return order.then_with(|| a.cmp(b));
        }
        (left, right) = (&left[x.len()..], &right[y.len()..]);
    }
}

/// The run of digits, or of other characters, that `text` starts with.
fn chunk(text: &str) -> &str {
    let digit = text.starts_with(|first: char| first.is_ascii_digit());
    let end = text.find(|next: char| next.is_ascii_digit() != digit).unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_sort_in_natural_order() {
        let mut codes = ["O-10", "O-9", "L-2", "O-9b", "O-09", "O"];
        codes.sort_by(|a, b| natural(a, b));
        assert_eq!(codes, ["L-2", "O", "O-09", "O-9", "O-9b", "O-10"]);
    }
}
