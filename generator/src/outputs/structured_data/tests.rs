//! Amounts and status values. Whole pages are compared in `tests/structured_data.rs`.

use platform::money::Money;
use platform::unit::Status;
use proptest::prelude::*;

use super::types::{Availability, amount};

#[test]
fn amounts_have_a_point_and_two_decimals() {
    assert_eq!(amount(Money(371_200_000)), "3712000.00");
    assert_eq!(amount(Money(425_000_005)), "4250000.05");
    assert_eq!(amount(Money(0)), "0.00");
    assert_eq!(amount(Money(-150)), "-1.50");
}

#[test]
fn each_status_has_its_availability() {
    let words = Status::ALL.map(|status| serde_json::to_value(Availability::from(status)).unwrap());
    assert_eq!(
        words,
        [
            "https://schema.org/InStock",
            "https://schema.org/Reserved",
            "https://schema.org/SoldOut"
        ]
    );
}

proptest! {
    #[test]
    fn an_amount_can_be_read_back(centavos in -i64::MAX..=i64::MAX) {
        let text = amount(Money(centavos));
        prop_assert_eq!(text.rsplit('.').next().map(str::len), Some(2));
        prop_assert_eq!(Money::parse(&text), Ok(Money(centavos)));
    }
}
