//! Call 4 over HTTP: which details a pull asks for, how, and what a unit is without its detail.

use crate::support::{Fixture, PATIENT, TOKEN, UNITS, client};
use platform::client::{Client, ErrorKind, Properties};
use platform::config::{Details, Limits, PlatformConfig};
use platform::money::Money;
use platform::stub::{Behaviour, Mode, RecordedRequest};
use platform::unit::{Status, Unit};
use platform::unit_field::{DeclaredField, FieldKind};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;

const LIST: &str = "property/list";
const DETAIL: &str = "property/detail";

/// A client of a project that declares a field, `plan`.
fn client_for(fixture: &Fixture, details: Details) -> Client {
    let (key, kind, options) = ("plan".to_owned(), FieldKind::Text, Vec::new());
    let declared = vec![DeclaredField {
        key,
        name: "typology".into(),
        kind,
        options,
        measures: Vec::new(),
    }];
    let config = PlatformConfig {
        details,
        declared,
        limits: PATIENT,
        ..PlatformConfig::default()
    };
    client(&fixture.host(), config)
}

/// A platform whose list lacks fields, and a client that asks for the details of incomplete entries.
async fn lacking(fields: &[&str]) -> (Fixture, Client) {
    let fixture = Fixture::start().await;
    let lacks = fields.iter().map(ToString::to_string).collect();
    fixture.stub.set_behaviour(Behaviour {
        lacks,
        ..Behaviour::new(LIST, Mode::Incomplete)
    });
    let client = client_for(&fixture, Details::Missing);
    (fixture, client)
}

async fn first(client: &Client) -> Properties {
    client
        .properties(&[], &BTreeMap::new())
        .await
        .expect("the list can be used")
}

async fn next(client: &Client, last: &Properties) -> Properties {
    client
        .properties(&last.units, &last.details)
        .await
        .expect("the list can be used")
}

fn o_301(all: &Properties) -> &Unit {
    all.units
        .iter()
        .find(|unit| unit.code.address() == "O-301")
        .unwrap()
}

fn asked(fixture: &Fixture) -> Vec<String> {
    let requests = fixture.stub.requests(Some(DETAIL));
    let code =
        |request: &RecordedRequest| request.body["propertyCode"].as_str().unwrap().to_owned();
    requests.iter().map(code).collect()
}

#[tokio::test]
async fn a_whole_list_needs_no_detail() {
    let fixture = Fixture::start().await;
    for details in [Details::Missing, Details::Never] {
        let all = first(&client_for(&fixture, details)).await;
        assert_eq!(
            (all.units.len(), all.details.len(), all.failures.len()),
            (UNITS, 0, 0)
        );
    }
    // An empty terrace says that there is none.
    fixture.change(&json!({"terraceArea": null}));
    first(&client_for(&fixture, Details::Missing)).await;
    assert!(asked(&fixture).is_empty());
}

#[tokio::test]
async fn what_the_list_lacks_comes_from_the_details() {
    let whole = first(&client_for(&Fixture::start().await, Details::Never)).await;
    let fields = [
        "unit",
        "level",
        "useType",
        "bathrooms",
        "interiorArea",
        "terraceArea",
        "totalArea",
        "typology",
    ];
    for lacks in [&fields[..], &["terraceArea"], &["status", "price"]] {
        let (fixture, client) = lacking(lacks).await;
        let all = first(&client).await;
        assert_eq!(
            (&all.units, all.failures.len()),
            (&whole.units, 0),
            "{lacks:?}"
        );
        let mut listed: Vec<String> = whole
            .units
            .iter()
            .map(|unit| unit.code.to_string())
            .collect();
        let mut sent = asked(&fixture);
        listed.sort();
        sent.sort();
        assert_eq!(sent, listed, "each unit is asked for once");
    }
}

#[tokio::test]
async fn only_incomplete_entries_need_a_detail_and_the_list_takes_precedence() {
    let fixture = Fixture::start().await;
    fixture.change(&json!({"typology": null, "price": 4_000_000}));
    let client = client_for(&fixture, Details::Missing);
    let all = first(&client).await;
    let [sent] = &fixture.stub.requests(Some(DETAIL))[..] else {
        panic!("one request")
    };
    assert_eq!(
        (sent.authorized, sent.headers["content-type"].as_str()),
        (true, "application/json")
    );
    assert_eq!(
        sent.body,
        json!({"realEstateCode": "TEST", "propertyCode": "O-301"})
    );
    // The stub's detail has no typology either.
    assert_eq!((all.failures.len(), all.details.len()), (1, 1));
    let message = "property/detail of O-301: unit O-301, field typology ('typology' on the platform): is missing";
    assert_eq!(all.failures[0].to_string(), message);
    let unit = o_301(&all);
    assert_eq!(
        (unit.typology.as_str(), unit.price),
        ("", Some(Money(400_000_000)))
    );
}

#[tokio::test]
async fn an_unchanged_entry_needs_no_second_detail() {
    let (fixture, client) = lacking(&["bathrooms", "typology"]).await;
    fixture.set_mode_for(DETAIL, Mode::ServerError, 2);
    let all = first(&client).await;
    assert_eq!((all.failures.len(), all.details.len()), (0, UNITS));
    let asked = || asked(&fixture)[2..].to_vec();
    assert_eq!(asked().len(), UNITS, "after two that were retried");
    let again = next(&client, &all).await;
    assert_eq!(again, all);
    assert_eq!(asked().len(), UNITS, "no request is sent");
    fixture.change(&json!({"price": 7_000_000, "typology": "Z"}));
    let changed = next(&client, &all).await;
    assert_eq!(asked()[UNITS..], ["O-301"]);
    let unit = o_301(&changed);
    assert_eq!(
        (unit.price, unit.typology.as_str()),
        (Some(Money(700_000_000)), "Z")
    );
    // Other names of fields read other values.
    let mut config = PlatformConfig {
        limits: PATIENT,
        ..PlatformConfig::default()
    };
    config.fields.typology = "unit".into();
    config.fields.bathrooms = "bathrooms".into();
    next(&crate::support::client(&fixture.host(), config), &changed).await;
    assert_eq!(asked().len(), 2 * UNITS + 1);
}

#[tokio::test]
async fn a_status_or_price_that_only_the_detail_has_is_asked_for_at_each_pull() {
    for lacks in ["status", "price"] {
        let (fixture, client) = lacking(&[lacks]).await;
        let all = first(&client).await;
        fixture.change(&json!({"status": "vendido", "price": 7_000_000}));
        let changed = next(&client, &all).await;
        assert_eq!(asked(&fixture).len(), 2 * UNITS);
        let unit = o_301(&changed);
        assert_eq!(
            (unit.status, unit.price),
            (Status::Sold, Some(Money(700_000_000))),
            "{lacks}"
        );
    }
}

#[tokio::test]
async fn a_price_is_on_request_where_neither_list_nor_detail_has_it() {
    let (fixture, client) = lacking(&["price"]).await;
    fixture.change(&json!({"price": null}));
    let all = first(&client).await;
    assert_eq!((o_301(&all).price, all.failures.len()), (None, 0));
    // A detail that fails says nothing about the price.
    fixture.set_mode_for(DETAIL, Mode::ServerError, 1000);
    assert!(client.properties(&all.units, &all.details).await.is_err());
    let fixture = Fixture::start().await;
    fixture.change(&json!({"price": "A consultar"}));
    let all = first(&client_for(&fixture, Details::Missing)).await;
    assert_eq!(o_301(&all).price, None);
    assert!(asked(&fixture).is_empty(), "words are an answer");
}

#[tokio::test]
async fn always_asks_for_each_unit_and_the_detail_takes_precedence() {
    let fixture = Fixture::start().await;
    fixture
        .stub
        .set_behaviour(Behaviour::new(LIST, Mode::PriceTimesTen));
    let client = client_for(&fixture, Details::Always);
    let all = first(&client).await;
    assert_eq!((asked(&fixture).len(), all.details.len()), (UNITS, UNITS));
    let whole = first(&client_for(&Fixture::start().await, Details::Never)).await;
    assert_eq!(
        all.units, whole.units,
        "the prices are those of the details"
    );
    next(&client, &all).await;
    assert_eq!(asked(&fixture).len(), UNITS);
}

#[tokio::test]
async fn a_list_with_invalid_values_or_without_details_is_refused_before_any_detail() {
    let (fixture, _) = lacking(&["bathrooms"]).await;
    let refused = async |details| {
        let error = client_for(&fixture, details)
            .properties(&[], &BTreeMap::new())
            .await
            .unwrap_err();
        assert!(asked(&fixture).is_empty(), "{error}");
        error.to_string()
    };
    let message =
        "property/list: unit L-101, field bathrooms ('bathrooms' on the platform): is missing";
    let error = refused(Details::Never).await;
    assert!(error.starts_with(message), "{error}");
    for mode in [Mode::UnknownStatus, Mode::WrongTypes] {
        fixture.stub.set_behaviour(Behaviour::new(LIST, mode));
        refused(Details::Always).await;
    }
}

#[tokio::test]
async fn a_failed_detail_leaves_the_unit_as_the_list_has_it() {
    let (fixture, client) = lacking(&["bathrooms", "typology"]).await;
    let good = first(&client).await;
    assert!(
        good.units
            .iter()
            .all(|unit| unit.fields.contains_key("plan")),
        "from the detail"
    );
    let modes = "server_error not_found unauthorized html cut_off other_shape deep redirect refuse break huge wrong_types \
        other_unit incomplete";
    for mode in modes
        .split(' ')
        .map(|mode| serde_json::from_value::<Mode>(json!(mode)).unwrap())
    {
        fixture.stub.set_behaviour(Behaviour::new(DETAIL, mode));
        let all = first(&client).await;
        assert_eq!(
            (all.units.len(), all.failures.len()),
            (UNITS, UNITS),
            "{mode:?}"
        );
        let with_detail = if mode == Mode::Incomplete { UNITS } else { 0 };
        assert_eq!(all.details.len(), with_detail, "{mode:?}");
        for (unit, whole) in all.units.iter().zip(&good.units) {
            assert_eq!(
                (unit.bathrooms, unit.typology.as_str()),
                (None, ""),
                "{mode:?}"
            );
            assert_eq!(
                (unit.price, unit.status, unit.area),
                (whole.price, whole.status, whole.area)
            );
        }
        let messages: Vec<String> = all.failures.iter().map(ToString::to_string).collect();
        assert!(
            messages[0].starts_with("property/detail of L-101: "),
            "{}",
            messages[0]
        );
        assert!(
            messages
                .iter()
                .all(|message| message.len() < 400 && !message.contains(TOKEN)),
            "{mode:?}"
        );
    }
}

#[tokio::test]
async fn four_details_at_most_are_asked_for_at_once_and_within_the_time_of_one_call() {
    let (fixture, _) = lacking(&["bathrooms"]).await;
    fixture
        .stub
        .set_behaviour(Behaviour::new(DETAIL, Mode::Hang));
    let limits = Limits {
        deadline_ms: 3_000,
        ..PATIENT
    };
    let client = client(
        &fixture.host(),
        PlatformConfig {
            limits,
            ..PlatformConfig::default()
        },
    );
    let all = first(&client).await;
    // Each of the first four takes all the time, and none is sent after it.
    assert_eq!(asked(&fixture).len(), 4);
    assert_eq!((all.units.len(), all.failures.len()), (UNITS, UNITS));
    assert!(
        all.failures
            .iter()
            .all(|error| matches!(error.kind, ErrorKind::Timeout(_)))
    );
    assert_eq!(
        all.failures[UNITS - 1].kind,
        ErrorKind::Timeout(Duration::from_secs(3))
    );
}
