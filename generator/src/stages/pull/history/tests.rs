//! The history after pulls of all kinds.

use platform::unit::Status;

use super::*;
use crate::stages::pull::sample::unit;

fn day(number: i8) -> Date {
    jiff::civil::date(2026, 11, number)
}

fn lines(history: &History) -> Vec<String> {
    let line = |change: &Change| format!("{} {} {:?}", change.date, change.code, change.kind);
    history.changes.iter().map(line).collect()
}

/// The history after pulls on days that follow each other.
fn after_pulls<const PULLS: usize>(pulls: [&[Unit]; PULLS]) -> History {
    let mut history = History::default();
    for (pair, number) in pulls.windows(2).zip(2..) {
        history = after(&history, Some(pair[0]), pair[1], day(number));
    }
    history
}

use Status::{Available, Sold};

#[test]
fn each_change_is_added_once_with_its_day() {
    let one = [unit("A", 5, Available), unit("B", 5, Available)];
    let two = [unit("A", 6, Sold), unit("C", 7, Available)];
    let history = after(&History::default(), Some(&one), &two, day(2));
    insta::assert_snapshot!(lines(&history).join("\n"), @"
    2026-11-02 A Status { from: Available, to: Sold }
    2026-11-02 A Price { from: Some(Money(500)), to: Some(Money(600)) }
    2026-11-02 C Listed { price: Some(Money(700)), status: Available }
    2026-11-02 B Gone
    ");
    assert_eq!(
        after(&History::default(), None, &one, day(1)),
        History::default(),
        "the first pull"
    );
    let text = serde_json::to_string(&history).unwrap();
    assert_eq!(serde_json::from_str::<History>(&text).unwrap(), history);
    assert_eq!(
        after(&history, Some(&two), &two, day(3)),
        history,
        "nothing changed"
    );
    // The same comparison again, as when the inventory was not stored.
    assert_eq!(after(&history, Some(&one), &two, day(3)), history);
}

#[test]
fn a_unit_that_is_listed_again_is_no_longer_gone() {
    let both = [unit("A", 5, Available), unit("B", 5, Available)];
    let history = after(&History::default(), Some(&both), &both[..1], day(2));
    assert_eq!(history.gone, [both[1].code.clone()]);
    let back = after(&history, Some(&both[..1]), &both, day(3));
    assert!(back.gone.is_empty());
    assert_eq!(
        back.changes.last().map(|change| change.kind.key()),
        Some("returned")
    );
    assert!(
        after(&history, None, &both, day(3)).gone.is_empty(),
        "the previous inventory is unknown"
    );
    assert_eq!(
        after(&back, Some(&both[..1]), &both, day(3)),
        back,
        "the same comparison again"
    );
    let again = after(&back, Some(&both), &both[..1], day(4));
    assert_eq!(again.gone, [both[1].code.clone()]);
    assert_eq!(
        again.changes.last().map(|change| change.kind.key()),
        Some("gone")
    );
}

#[test]
fn a_unit_that_returned_can_be_sold_again() {
    let (free, sold) = ([unit("A", 5, Available)], [unit("A", 6, Sold)]);
    let history = after_pulls([&free, &sold, &[], &free, &sold]);
    insta::assert_snapshot!(lines(&history)[4..].join("\n"), @"
    2026-11-05 A Status { from: Available, to: Sold }
    2026-11-05 A Price { from: Some(Money(500)), to: Some(Money(600)) }
    ");
}

#[test]
fn changes_of_one_day_have_different_numbers() {
    let price = |pesos| [unit("A", pesos, Available)];
    let mut history = History::default();
    for [before, now] in [[5, 6], [6, 5], [5, 6]] {
        history = after(&history, Some(&price(before)), &price(now), day(2));
    }
    let numbers: Vec<u32> = history.changes.iter().map(|change| change.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
}

#[test]
fn the_history_has_a_maximum_length() {
    let many = |pesos| -> Vec<Unit> {
        (0..600)
            .map(|number| unit(&format!("U-{number}"), pesos, Available))
            .collect()
    };
    let history = after(&History::default(), Some(&many(5)), &many(6), day(2));
    assert_eq!(history.changes.len(), MAX_CHANGES);
    assert_eq!(history.changes[0].code.address(), "U-100");
    let history = after(&history, Some(&many(6)), &[], day(3));
    assert_eq!(
        (history.changes.len(), history.gone.len()),
        (MAX_CHANGES, MAX_GONE)
    );
}
