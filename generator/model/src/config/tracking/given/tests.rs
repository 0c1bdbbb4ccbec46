//! Every way to name a script, right and wrong.

use crate::config::tracking::{Provider, Purpose, Tracker, Tracking};
use crate::formats::yaml;

fn read(text: &str) -> Result<Tracking, String> {
    yaml::parse("site.yaml", text, 0).map_err(|problem| problem.to_string())
}

fn only(text: &str) -> Tracker {
    let tracking = read(text).unwrap();
    let mut trackers = tracking.trackers();
    let (_, tracker) = trackers.next().unwrap();
    assert!(trackers.next().is_none());
    tracker.clone()
}

#[test]
fn nothing_is_configured_by_empty_texts_or_by_nothing() {
    for text in ["{}", "{tag_manager: \"\", heat_map: ~, customer_relations: ''}"] {
        let tracking = read(text).unwrap();
        assert!(!tracking.is_configured(), "{text}");
    }
}

#[test]
fn the_form_of_an_id_tells_the_provider() {
    let cases = [
        (
            "tag_manager: GTM-AB12CD3",
            Provider::Google,
            "https://www.googletagmanager.com/gtm.js?id=GTM-AB12CD3",
        ),
        (
            "heat_map: abcde12345",
            Provider::Clarity,
            "https://www.clarity.ms/tag/abcde12345",
        ),
        (
            "heat_map: 1234567",
            Provider::Hotjar,
            "https://static.hotjar.com/c/hotjar-1234567.js?sv=6",
        ),
        (
            "customer_relations: \"12345678\"",
            Provider::Hubspot,
            "https://js.hs-scripts.com/12345678.js",
        ),
        (
            "customer_relations: https://js-eu1.hs-scripts.com/12345678.js",
            Provider::Hubspot,
            "https://js-eu1.hs-scripts.com/12345678.js",
        ),
        (
            "heat_map: {provider: clarity, id: abcde12345}",
            Provider::Clarity,
            "https://www.clarity.ms/tag/abcde12345",
        ),
        (
            "heat_map: {provider: hotjar, id: 1234567}",
            Provider::Hotjar,
            "https://static.hotjar.com/c/hotjar-1234567.js?sv=6",
        ),
        (
            "customer_relations: https://chat.example/a.js?k=1",
            Provider::Other,
            "https://chat.example/a.js?k=1",
        ),
    ];
    for (text, provider, src) in cases {
        let tracker = only(text);
        assert_eq!(
            (tracker.provider, tracker.src.as_str()),
            (provider, src),
            "{text}"
        );
    }
}

#[test]
fn another_provider_brings_its_origins() {
    let tracker = only(
        "heat_map: {src: https://map.example/m.js, origins: [https://*.map.example, wss://live.map.example]}",
    );
    assert_eq!(tracker.label(), "map.example");
}

#[test]
fn what_cannot_be_right_is_refused_at_its_place() {
    let cases = [
        (
            "tag_manager: UA-12345",
            "site.yaml:1:14: tag_manager: \"UA-12345\" is not a container's id like GTM-AB12CD3, or the https address of a script",
        ),
        (
            "heat_map: Abc",
            "site.yaml:1:11: heat_map: \"Abc\" is not a Clarity project's id, 8 to 12 small letters and digits, or a Hotjar site's id, 5 to 9 digits, or the https address of a script",
        ),
        (
            "heat_map:\n  provider: hotjar\n  id: abcde12345",
            "site.yaml:2:3: heat_map: \"abcde12345\" is not a Hotjar site's id, 5 to 9 digits",
        ),
        (
            "heat_map: {provider: hubspot, id: 12345678}",
            "site.yaml:1:11: heat_map: HubSpot is no provider for this; here stands a Clarity project's id, 8 to 12 small letters and digits, or a Hotjar site's id, 5 to 9 digits",
        ),
        (
            "customer_relations: http://chat.example/a.js",
            "site.yaml:1:21: customer_relations: \"http://chat.example/a.js\" is not the https address of a script, like https://scripts.example/chat.js",
        ),
        (
            "customer_relations: https://*.chat.example/a.js",
            "site.yaml:1:21: customer_relations: \"https://*.chat.example/a.js\" is not the https address of a script, like https://scripts.example/chat.js",
        ),
        (
            "customer_relations: {src: https://chat.example/a.js, origins: [\"'unsafe-inline'\"]}",
            "site.yaml:1:64: customer_relations.origins[0]: \"'unsafe-inline'\" is not an origin like https://scripts.example, https://*.scripts.example or wss://live.scripts.example",
        ),
        (
            "customer_relations: {origins: [https://chat.example]}",
            "site.yaml:1:21: customer_relations: give either an id, with its provider, or src, with its origins",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(read(text).unwrap_err(), message);
    }
}

#[test]
fn purposes_come_in_the_order_in_which_visitors_are_asked() {
    let tracking =
        read("{customer_relations: 12345678, heat_map: abcde12345, tag_manager: GTM-AB12CD3}").unwrap();
    let purposes: Vec<Purpose> = tracking.trackers().map(|(purpose, _)| purpose).collect();
    assert_eq!(
        purposes,
        [Purpose::Measurement, Purpose::HeatMap, Purpose::CustomerRelations]
    );
}
