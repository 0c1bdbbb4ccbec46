//! Tests number formatting with the cases that also test the islands' formatter.

use platform::area::{Area, price_per_square_metre_text};
use platform::money::Money;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    kind: String,
    value: i64,
    area: Option<u32>,
    text: Option<String>,
}

#[test]
fn every_case_has_the_expected_text() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/format.json")).unwrap();
    assert!(cases.len() > 20);
    for case in cases {
        let text = match case.kind.as_str() {
            "money" => Some(Money(case.value).to_string()),
            "area" => Some(Area(u32::try_from(case.value).unwrap()).to_string()),
            "area_feet" => Some(Area(u32::try_from(case.value).unwrap()).with_square_feet()),
            "price_per_m2" => price_per_square_metre_text(Money(case.value), Area(case.area.unwrap())),
            other => panic!("unknown kind {other}"),
        };
        assert_eq!(text, case.text, "{} {}", case.kind, case.value);
    }
}
