//! Every form of a script in `site.yaml`, valid and invalid.

use crate::config::tracking::{Purpose, Tracker, Tracking};
use formats::yaml;

fn read(text: &str) -> Result<Tracking, String> {
    yaml::parse("site.yaml", text, 0).map_err(|problem| problem.to_string())
}

fn only(text: &str) -> Tracker {
    let tracking = read(text).unwrap();
    let [(_, tracker)] = tracking.trackers().collect::<Vec<_>>()[..] else {
        panic!("{text}: one script")
    };
    tracker.clone()
}

#[test]
fn a_script_is_named_by_the_form_of_its_id_or_by_a_group() {
    const HOTJAR: &str = "https://static.hotjar.com/c/hotjar-1234567.js?sv=6";
    const EUROPE: &str = "https://js-eu1.hs-scripts.com/12345678.js";
    const CHAT: &str = "https://chat.example/a.js?k=1";
    for (text, provider, src) in [
        (
            "tag_manager: GTM-AB12CD3",
            "google",
            "https://www.googletagmanager.com/gtm.js?id=GTM-AB12CD3",
        ),
        (
            "heat_map: abcde12345",
            "clarity",
            "https://www.clarity.ms/tag/abcde12345",
        ),
        ("heat_map: 1234567", "hotjar", HOTJAR),
        (
            "customer_relations: \"12345678\"",
            "hubspot",
            "https://js.hs-scripts.com/12345678.js",
        ),
        (
            "heat_map: {provider: clarity, id: abcde12345}",
            "clarity",
            "https://www.clarity.ms/tag/abcde12345",
        ),
        (
            "heat_map: {provider: hotjar, id: 1234567}",
            "hotjar",
            HOTJAR,
        ),
        (
            &format!("customer_relations: {{src: {EUROPE}}}"),
            "hubspot",
            EUROPE,
        ),
        (
            &format!("customer_relations: {{src: \"{CHAT}\"}}"),
            "other",
            CHAT,
        ),
    ] {
        let tracker = only(text);
        assert_eq!(
            (tracker.provider, tracker.src.as_str()),
            (provider, src),
            "{text}"
        );
    }
}

#[test]
fn another_provider_has_the_host_as_label_and_its_origins() {
    let tracker = only(
        "heat_map: {src: https://map.example/m.js, origins: [https://*.map.example, wss://live.map.example]}",
    );
    assert_eq!(tracker.label(), "map.example");
    assert_eq!(
        tracker.origins,
        [
            "https://map.example",
            "https://*.map.example",
            "wss://live.map.example"
        ]
    );
}

#[test]
fn an_invalid_script_is_reported_with_its_position_and_what_to_write() {
    // A line of site.yaml with ` / ` for a line break, and its problem.
    let cases = r#"
tag_manager: UA-12345
    1:14: tag_manager: `UA-12345` is not a Google Tag Manager id (like GTM-AB12CD3): correct the id, or write { src: ... } for the script of another provider
heat_map: Abc
    1:11: heat_map: `Abc` is not a Clarity project id (8 to 12 lowercase letters and digits, not digits only) or a Hotjar site id (5 to 9 digits): correct the id, or write { src: ... } for the script of another provider
heat_map: /   provider: hotjar /   id: abcde12345
    2:3: heat_map: `abcde12345` is not a Hotjar site id (5 to 9 digits): correct the id
heat_map: {provider: hubspot, id: 12345678}
    1:11: heat_map: `hubspot` is not a provider for this purpose: write clarity or hotjar
customer_relations: https://chat.example/a.js
    1:21: customer_relations: `https://chat.example/a.js` is an address, not an id: write { src: https://chat.example/a.js }
heat_map: {id: 1234567}
    1:11: heat_map: `id` has no `provider`: write 1234567 without a group
heat_map: {provider: hotjar, id: 1234567, origins: [https://map.example]}
    1:11: heat_map: `origins` belongs to `src`: write the sources under `csp` instead
customer_relations: {src: http://chat.example/a.js}
    1:27: customer_relations.src: `http://chat.example/a.js` is not the https URL of a script: write one like https://scripts.example/chat.js
customer_relations: {src: "https://*.chat.example/a.js"}
    1:27: customer_relations.src: `https://*.chat.example/a.js` is not the https URL of a script: write one like https://scripts.example/chat.js
customer_relations: {src: https://chat.example/a.js, origins: ["'unsafe-inline'"]}
    1:64: customer_relations.origins[0]: `'unsafe-inline'` is not an origin: write one like https://scripts.example, https://*.scripts.example or wss://live.scripts.example
customer_relations: {origins: [https://chat.example]}
    1:21: customer_relations: a group has either `provider` and `id`, or `src` and `origins`: write one of the two"#;
    for case in cases.trim().lines().collect::<Vec<_>>().chunks(2) {
        let text = case[0].replace(" / ", "\n");
        assert_eq!(
            read(&text).unwrap_err(),
            format!("site.yaml:{}", case[1].trim_start())
        );
    }
}

#[test]
fn purposes_have_the_order_of_the_consent_bar_and_may_be_empty() {
    for text in [
        "{}",
        "{tag_manager: \"\", heat_map: ~, customer_relations: ''}",
    ] {
        assert!(!read(text).unwrap().is_configured(), "{text}");
    }
    let tracking =
        read("{customer_relations: 12345678, heat_map: abcde12345, tag_manager: GTM-AB12CD3}")
            .unwrap();
    let purposes: Vec<Purpose> = tracking.trackers().map(|(purpose, _)| purpose).collect();
    assert_eq!(
        purposes,
        [
            Purpose::Measurement,
            Purpose::HeatMap,
            Purpose::CustomerRelations
        ]
    );
}
