//! Details of units (call 4) in pulls and builds: snapshot, gates, `--strict`, a platform that stops, time limits.

use std::fs;
use std::thread;

use super::command::{project, site};
use crate::support::files::{change_json, read, read_json};
use crate::support::pull_fixture::{PullFixture, kinds, outcome};
use crate::support::torre::{UNITS, another_unit};
use generator::stages::pull::{PullResult, Source};
use platform::config::Details;
use platform::money::Money;
use platform::stub::{Behaviour, Mode};
use platform::unit::Unit;
use serde_json::json;

const LIST: &str = "property/list";
const DETAIL: &str = "property/detail";

fn lacks(fixture: &PullFixture, fields: &[&str]) {
    let lacks = fields.iter().map(ToString::to_string).collect();
    fixture.tell(&Behaviour {
        lacks,
        ..Behaviour::new(LIST, Mode::Incomplete)
    });
}

fn asked(fixture: &PullFixture) -> usize {
    fixture
        .requests()
        .iter()
        .filter(|request| request.call == DETAIL)
        .count()
}

fn unit<'a>(pulled: &'a PullResult, code: &str) -> &'a Unit {
    pulled
        .inventory
        .units
        .iter()
        .find(|unit| unit.code.address() == code)
        .unwrap()
}

#[test]
fn details_are_part_of_the_snapshot() {
    let fixture = PullFixture::start();
    let whole = fixture.pulled();
    assert_eq!(asked(&fixture), 0, "a whole list needs no detail");
    lacks(&fixture, &["bathrooms", "typology", "totalArea"]);
    let check = |pulled: PullResult, source: Source| {
        assert_eq!(outcome(&pulled), (source, vec![]));
        assert_eq!(pulled.inventory.units, whole.inventory.units);
        assert_eq!(asked(&fixture), UNITS, "each is asked for once");
        fixture.snapshot_bytes()
    };
    let stored = check(fixture.pulled(), Source::Platform);
    assert_eq!(check(fixture.pulled(), Source::Platform), stored);
    check(fixture.pull(&fixture.offline()).unwrap(), Source::Snapshot);
    fixture.put("O-302", &json!({"price": 4_300_000}));
    fixture.pulled();
    assert_eq!(
        asked(&fixture),
        UNITS + 1,
        "only the changed unit is asked for"
    );
}

#[test]
fn details_pass_the_gates() {
    let fixture = PullFixture::with_snapshot();
    let before = fixture.snapshot_bytes();
    lacks(&fixture, &["price", "typology"]);
    fixture.tell(&Behaviour::new(DETAIL, Mode::Ok));
    fixture.put("O-302", &json!({"price": 43_000_000}));
    let reasons = vec!["price_out_of_bounds", "price_jump"];
    assert_eq!(outcome(&fixture.pulled()), (Source::Snapshot, reasons));
    assert_eq!(fixture.snapshot_bytes(), before);
    let accepted = fixture.pull(&fixture.accepting()).unwrap();
    assert_eq!(unit(&accepted, "O-302").price, Some(Money(4_300_000_000)));
}

#[test]
fn failed_details_are_reported_and_the_list_is_used() {
    let modes = [
        Mode::ServerError,
        Mode::NotFound,
        Mode::Refuse,
        Mode::WrongTypes,
        Mode::OtherUnit,
        Mode::Huge,
    ];
    for mode in modes {
        let fixture = PullFixture::start();
        lacks(&fixture, &["bathrooms", "typology"]);
        fixture.tell(&Behaviour::new(DETAIL, mode));
        fixture.put("O-302", &json!({"status": "reservado"}));
        let listed = fixture.pulled();
        assert_eq!(
            outcome(&listed),
            (Source::Platform, vec!["detail"; UNITS]),
            "{mode:?}"
        );
        let sold = unit(&listed, "O-302");
        assert_eq!(
            (sold.bathrooms, sold.typology.as_str(), sold.status.key()),
            (None, "", "reservado")
        );
        assert_eq!(kinds(&fixture.refused()), ["detail"; UNITS]);
        // The platform recovers, and the next pull has everything.
        fixture.tell(&Behaviour::new(DETAIL, Mode::Ok));
        let whole = fixture.pulled();
        assert!(whole.warnings.is_empty() && unit(&whole, "O-302").bathrooms.is_some());
        // It fails again, and what was known stays.
        fixture.tell(&Behaviour::new(DETAIL, mode));
        fixture.put("O-302", &json!({"status": "disponible"}));
        let known = fixture.pulled();
        assert_eq!(kinds(&known.warnings), ["detail"]);
        let expected = Unit {
            status: platform::unit::Status::Available,
            ..unit(&whole, "O-302").clone()
        };
        assert_eq!(unit(&known, "O-302"), &expected);
        assert_eq!(
            kinds(&fixture.pulled().warnings),
            ["detail"],
            "it is asked for again"
        );
    }
    println!("torture: details that fail, lie or are too large | 6 | 6 | 0 | 0");
}

#[test]
fn without_a_price_the_last_good_inventory_is_used() {
    let fixture = PullFixture::with_snapshot();
    lacks(&fixture, &["price"]);
    fixture.tell(&Behaviour::new(DETAIL, Mode::ServerError));
    let last = fixture.pulled();
    assert_eq!(outcome(&last), (Source::Snapshot, vec!["failed"]));
    assert!(
        last.warnings[0]
            .message
            .starts_with("property/detail of L-101: "),
        "{:?}",
        last.warnings
    );
    let lacks = vec!["price".to_owned()];
    fixture.tell(&Behaviour {
        lacks,
        ..Behaviour::new(DETAIL, Mode::Incomplete)
    });
    assert_eq!(
        outcome(&fixture.pulled()),
        (Source::Snapshot, vec!["prices_lost"]),
        "neither list nor detail has it: all would be on request"
    );
}

#[test]
fn details_that_fail_once_are_asked_for_at_the_next_pull() {
    let mut fixture = PullFixture::start();
    fixture.platform.limits.attempts = 1;
    lacks(&fixture, &["bathrooms"]);
    fixture.tell(&Behaviour {
        times: Some(10),
        ..Behaviour::new(DETAIL, Mode::ServerError)
    });
    let listed = fixture.pulled();
    assert_eq!(outcome(&listed), (Source::Platform, vec!["detail"; 10]));
    assert_eq!(listed.inventory.units.len(), UNITS);
    let before = asked(&fixture);
    assert!(fixture.pulled().warnings.is_empty());
    assert_eq!(asked(&fixture) - before, 10, "only for the missing ones");
}

#[test]
fn always_with_2_000_units_ends_in_time_and_asks_once() {
    always_asks_once(2_000);
}

#[test]
#[ignore = "make test-rest"]
fn always_with_10_000_units_ends_in_time_and_asks_once() {
    always_asks_once(10_000);
}

fn always_asks_once(number_of_units: usize) {
    let mut fixture = PullFixture::start();
    change_json(fixture.root(), "content/inventory.json", |answer| {
        let units = (0..number_of_units).map(|number| another_unit(format!("O-{number}"), number));
        answer["Data"]["Property"] = units.collect();
    });
    fixture.restart();
    fixture.platform.limits.answer_bytes = 8 << 20;
    fixture.platform.details = Details::Always;
    let first = fixture.pull(&fixture.accepting()).unwrap();
    assert_eq!(
        (first.source, first.inventory.units.len()),
        (Source::Platform, number_of_units)
    );
    // On a slow machine some come too late; the next pull asks for these.
    let late = first
        .warnings
        .iter()
        .filter(|reason| reason.kind == "detail")
        .count();
    let sent = asked(&fixture);
    assert!(
        sent <= number_of_units && late < number_of_units,
        "{sent} requests, {late} details came too late"
    );
    fixture.pull(&fixture.accepting()).unwrap();
    assert!(
        asked(&fixture) - sent <= late + 4,
        "details are asked for once"
    );
}

#[test]
#[ignore = "make test-rest"]
fn two_builds_at_once_have_the_same_details_which_pages_show_and_a_dash_without_them() {
    let fixture = project();
    lacks(&fixture, &["bathrooms", "typology"]);
    fixture.put("O-302", &json!({"bathrooms": 7, "typology": "Ático 9"}));
    let fixture = &fixture;
    thread::scope(|scope| {
        let builds = [(); 2].map(|()| scope.spawn(|| site(fixture, &["pull", "--strict"])));
        for build in builds {
            build.join().unwrap().ends(0);
        }
    });
    assert!((UNITS..=2 * UNITS).contains(&asked(fixture)));
    let before = asked(fixture);
    site(fixture, &["build", "--strict"]).ends(0);
    assert_eq!(
        asked(fixture),
        before,
        "the snapshot of either build has the details"
    );
    let data = read_json(fixture.root(), "dist/data/inventory.json");
    let units = data["units"].as_array().unwrap();
    assert!(
        units
            .iter()
            .all(|unit| unit["bathrooms"].is_u64() && unit["typology"] != "")
    );

    let row = |file: &str, label: &str| {
        let page = read(fixture.root(), &format!("dist/{file}"));
        let (_, rest) = page.split_once(&format!("<dt>{label}</dt><dd>")).unwrap();
        rest.split_once("</dd>").unwrap().0.to_owned()
    };
    assert_eq!(row("inventario/O-302.html", "Baños"), "7");
    assert_eq!(row("en/inventario/O-302.html", "Bathrooms"), "7");
    assert_eq!(row("en/inventario/O-302.html", "Type"), "Ático 9");
    fs::remove_dir_all(fixture.root().join(".site/snapshot")).unwrap();
    fixture.tell(&Behaviour::new(DETAIL, Mode::ServerError));
    let message = "property/detail of L-101: the platform answered with status 500";
    site(fixture, &["build"]).ends(0).says(message);
    assert_eq!(
        ["Baños", "Tipología"].map(|label| row("inventario/O-302.html", label)),
        ["–"; 2]
    );
    assert_eq!(
        ["Bathrooms", "Type"].map(|label| row("en/inventario/O-302.html", label)),
        ["–"; 2]
    );
    assert!(read(fixture.root(), "dist/data/inventory.csv").contains("O-302,"));
    assert!(read(fixture.root(), "dist/data/inventory.json").contains(r#""bathrooms":null"#));
}
