//! The history after pulls of all kinds.

use super::*;
use crate::tests::unit;

fn day(number: i8) -> Date {
    jiff::civil::date(2026, 11, number)
}

fn lines(history: &History) -> Vec<String> {
    let line = |change: &Change| format!("{} {} {:?}", change.date, change.code, change.kind);
    history.changes.iter().map(line).collect()
}

use Status::{Available, Sold};

#[test]
fn each_change_is_added_once_with_its_day() {
    let one = [unit("A", 5, Available), unit("B", 5, Available)];
    let two = [unit("A", 6, Sold), unit("C", 7, Available)];
    let history = History::default().after(Some(&one), &two, day(2));
    insta::assert_snapshot!(lines(&history).join("\n"), @"
    2026-11-02 A Status { from: Available, to: Sold }
    2026-11-02 A Price { from: Some(Money(500)), to: Some(Money(600)) }
    2026-11-02 C Listed { price: Some(Money(700)), status: Available }
    2026-11-02 B Gone
    ");
    assert_eq!(
        History::default().after(None, &one, day(1)),
        History::default(),
        "the first pull"
    );
    let text = serde_json::to_string(&history).unwrap();
    assert_eq!(serde_json::from_str::<History>(&text).unwrap(), history);
    assert_eq!(
        history.after(Some(&two), &two, day(3)),
        history,
        "nothing changed"
    );
    // The same comparison again, as when the inventory was not stored.
    assert_eq!(history.after(Some(&one), &two, day(3)), history);
}

#[test]
fn a_unit_that_is_listed_again_is_no_longer_gone() {
    let both = [unit("A", 5, Available), unit("B", 5, Available)];
    let history = History::default().after(Some(&both), &both[..1], day(2));
    assert_eq!(history.gone, [both[1].code.clone()]);
    let back = history.after(Some(&both[..1]), &both, day(3));
    assert!(back.gone.is_empty());
    assert_eq!(
        back.changes.last().map(|change| change.kind.key()),
        Some("returned")
    );
    assert!(
        history.after(None, &both, day(3)).gone.is_empty(),
        "the previous inventory is unknown"
    );
    assert_eq!(
        back.after(Some(&both[..1]), &both, day(3)),
        back,
        "the same comparison again"
    );
    let again = back.after(Some(&both), &both[..1], day(4));
    assert_eq!(again.gone, [both[1].code.clone()]);
    assert_eq!(
        again.changes.last().map(|change| change.kind.key()),
        Some("gone")
    );
}

#[test]
fn a_unit_that_returned_can_be_sold_again() {
    let (free, sold) = ([unit("A", 5, Available)], [unit("A", 6, Sold)]);
    let history = History::default()
        .after(Some(&free), &sold, day(2))
        .after(Some(&sold), &[], day(3))
        .after(Some(&[]), &free, day(4))
        .after(Some(&free), &sold, day(5));
    insta::assert_snapshot!(lines(&history)[4..].join("\n"), @"
    2026-11-05 A Status { from: Available, to: Sold }
    2026-11-05 A Price { from: Some(Money(500)), to: Some(Money(600)) }
    ");
}

#[test]
fn changes_of_one_day_have_different_numbers() {
    let price = |pesos| [unit("A", pesos, Available)];
    let history = History::default()
        .after(Some(&price(5)), &price(6), day(2))
        .after(Some(&price(6)), &price(5), day(2))
        .after(Some(&price(5)), &price(6), day(2));
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
    let history = History::default().after(Some(&many(5)), &many(6), day(2));
    assert_eq!(history.changes.len(), MAX_CHANGES);
    assert_eq!(history.changes[0].code.address(), "U-100");
    let history = history.after(Some(&many(6)), &[], day(3));
    assert_eq!(
        (history.changes.len(), history.gone.len()),
        (MAX_CHANGES, MAX_GONE)
    );
}
