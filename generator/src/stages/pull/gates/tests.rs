//! Each gate with lists that it accepts and lists that it refuses.

use platform::area::Area;
use platform::money::Money;
use platform::unit_field::{BUILDING, FieldValue};
use serde_json::json;

use super::*;

fn unit(number: u32, unit_use: &str, pesos: i64) -> Unit {
    let unit = json!({"code": format!("U-{number}"), "unit": number.to_string(), "level": 1, "use": unit_use,
        "bathrooms": 1, "interior": 60, "terrace": 0, "area": 60, "price": pesos * 100, "typology": "A",
        "status": "disponible"});
    serde_json::from_value(unit).unwrap()
}

fn building(offices: u32, shops: u32, pesos: i64) -> Vec<Unit> {
    let offices = (0..offices).map(|number| unit(number, "oficina", pesos));
    offices
        .chain((0..shops).map(|number| unit(1000 + number, "local", pesos)))
        .collect()
}

fn check(units: &[Unit], before: Option<&[Unit]>) -> Vec<Reason> {
    let counts =
        [("oficina", 46), ("local", 23)].map(|(key, count)| (UnitUse::new(key).unwrap(), count));
    let own = HashMap::new();
    implausible(
        units,
        before,
        &Gates::default(),
        &own,
        &counts,
        Currency::MXN,
        None,
    )
}

fn messages(reasons: &[Reason]) -> Vec<&str> {
    reasons
        .iter()
        .map(|reason| reason.message.as_str())
        .collect()
}

#[test]
fn each_use_is_counted_separately() {
    assert!(check(&building(46, 23, 5_000_000), None).is_empty());
    assert!(check(&building(41, 26, 5_000_000), None).is_empty());
    assert_eq!(
        messages(&check(&building(40, 23, 5_000_000), None)),
        [
            "units of the use oficina: 40, but `facts:` declares 46 and `gates.count_tolerance_percent` is 10"
        ]
    );
    assert_eq!(check(&building(23, 46, 5_000_000), None).len(), 2);
    assert_eq!(check(&[], None).len(), 2);
}

#[test]
fn prices_and_areas_have_limits() {
    let mut units = building(46, 23, 5_000_000);
    units[0].price = Some(Money(-1));
    units[1].price = Some(Money(i64::MAX));
    units[2].area = Area(1);
    units[3].interior = Area(0);
    units[4].terrace = Area(u32::MAX);
    let kinds: Vec<_> = check(&units, None)
        .iter()
        .map(|reason| reason.kind)
        .collect();
    assert_eq!(
        kinds,
        [&["price_out_of_bounds"; 2][..], &["area_out_of_bounds"; 3]].concat()
    );
}

#[test]
fn a_use_may_have_bounds_of_its_own() {
    let mut units = building(1, 2, 5_000_000);
    for (shop, metres) in units[1..].iter_mut().zip([18, 400]) {
        shop.price = Some(Money(2_000_000));
        (shop.interior, shop.area) = (Area(metres * 100), Area(metres * 100));
    }
    let own = UseGates {
        price: Some(Range {
            min: 10_000,
            max: 90_000,
        }),
        area_m2: Some(Range { min: 10, max: 30 }),
    };
    let own = HashMap::from([(units[1].unit_use, own)]);
    let reasons = implausible(
        &units,
        None,
        &Gates::default(),
        &own,
        &[],
        Currency::MXN,
        None,
    );
    assert_eq!(
        messages(&reasons),
        [
            "the area of unit U-1001 is 400.00\u{a0}m²: it, the interior or the terrace is outside `gates.area_m2` of the \
             use `local` (10.00\u{a0}m² to 30.00\u{a0}m²)"
        ]
    );
    units[2].price = units[0].price;
    let reasons = implausible(
        &units,
        None,
        &Gates::default(),
        &own,
        &[],
        Currency::MXN,
        None,
    );
    let start = "the price of unit U-1001 is $5,000,000\u{a0}MXN, outside `gates.price` of the use `local` ($10,000";
    assert!(reasons[0].message.starts_with(start), "{}", reasons[0]);
}

#[test]
fn price_jumps_are_found_per_unit_and_in_the_median() {
    let before = building(46, 23, 5_000_000);
    assert!(check(&building(46, 23, 5_750_000), Some(&before)).is_empty());
    for (pesos, percent) in [(6_000_000, 20), (4_000_000, -20)] {
        let message = format!(
            "the median price change is {percent} %, but `gates.median_price_change_percent` is 15"
        );
        let reasons = check(&building(46, 23, pesos), Some(&before));
        assert_eq!(messages(&reasons), [message]);
    }
    let mut one = before.clone();
    one[7].price = Some(Money(750_000_000));
    let reasons = check(&one, Some(&before));
    assert_eq!((reasons.len(), reasons[0].kind), (1, "price_jump"));
    assert_eq!(
        check(&building(46, 23, 10_000_000), Some(&before)).len(),
        70
    );
    for fewer in [&before[2..], &[]] {
        assert!(
            check(&before, Some(fewer)).is_empty(),
            "new units are not price jumps"
        );
    }
}

#[test]
fn many_prices_at_once_are_not_lost_without_acceptance() {
    let before = building(46, 23, 5_000_000);
    let on_request = |count: usize| {
        let mut units = before.clone();
        units
            .iter_mut()
            .take(count)
            .for_each(|unit| unit.price = None);
        units
    };
    assert!(check(&on_request(7), Some(&before)).is_empty());
    assert_eq!(
        messages(&check(&on_request(8), Some(&before))),
        [
            "units that had a price in the last good pull and have none: 8 of 69, but `gates.prices_lost_percent` is 10"
        ]
    );
    assert!(
        check(&on_request(60), Some(&on_request(60))).is_empty(),
        "they had none"
    );
    assert!(check(&on_request(68), None).is_empty());
    let kinds: Vec<_> = check(&on_request(69), None)
        .iter()
        .map(|reason| reason.kind)
        .collect();
    assert_eq!(kinds, ["no_prices"], "of the first pull");
}

#[test]
fn codes_that_differ_in_case_only_are_duplicates() {
    let mut units = building(2, 0, 5_000_000);
    units[1].code = UnitCode::new("u-0").unwrap();
    assert_eq!(
        messages(&duplicates(&units, |_| "the units".to_owned())),
        [
            "the units have the codes `U-0` and `u-0`, which give one address, `u-0`: give them codes that differ in a letter or a digit"
        ]
    );
}

#[test]
fn two_units_of_a_use_on_one_level_have_different_numbers() {
    let mut units = building(4, 1, 5_000_000);
    units.iter_mut().for_each(|unit| unit.unit = "1".to_owned());
    units[1].level = Level(2);
    units[2]
        .fields
        .insert(BUILDING.to_owned(), FieldValue::Text("norte".to_owned()));
    let [found] = &equal_numbers(&units)[..] else {
        panic!("one reason")
    };
    let start = "the units U-0 and U-3 on level 1 both have the number `1`: give them";
    assert!(found.message.starts_with(start), "{found}");
}

#[test]
fn interior_and_terrace_add_up_to_the_area_within_the_tolerance() {
    let mut units = building(4, 0, 5_000_000);
    units[0].interior = Area(5700);
    units[1].interior = Area(5699);
    units[2].terrace = Area(301);
    units[3].terrace = Area(u32::MAX);
    let found = wrong_area_sums(&units, &Gates::default());
    let first =
        "the area of unit U-1 is 60.00\u{a0}m², but interior and terrace add up to 56.99\u{a0}m²,";
    assert_eq!(found.len(), 3);
    assert!(found[0].message.starts_with(first), "{}", found[0]);
}

#[test]
fn rents_have_the_gates_of_prices() {
    let check = |units: &[Unit], before: Option<&[Unit]>| {
        let own = HashMap::new();
        let usd = Currency::new("USD", 2);
        let gates = Gates::default();
        let reasons = implausible(units, before, &gates, &own, &[], Currency::MXN, usd);
        let kinds = reasons.into_iter().map(|reason| reason.kind);
        kinds.collect::<Vec<_>>()
    };
    let rented = |rent| {
        let mut units = building(20, 0, 4_000_000);
        for unit in &mut units {
            unit.price = None;
            unit.rent = Some(Money(rent));
        }
        units
    };
    assert_eq!(check(&rented(1_250), None), [""; 0]);
    assert_eq!(check(&building(20, 0, 4_000_000), None), ["no_rents"]);
    let mut jumped = rented(1_250);
    jumped[0].rent = Some(Money(12_500));
    assert_eq!(check(&jumped, Some(&rented(1_250))), ["rent_jump"]);
    let all = check(&rented(12_500), Some(&rented(1_250)));
    assert_eq!(all.len(), 21);
    assert!(all.contains(&"median_rent_jump"));
    let mut lost = rented(1_250);
    for unit in &mut lost[..3] {
        unit.rent = None;
    }
    assert_eq!(check(&lost, Some(&rented(1_250))), ["rents_lost"]);
}
