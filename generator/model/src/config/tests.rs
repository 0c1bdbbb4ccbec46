use serde_json::{Value, json};

use super::*;
use crate::tests::torre;

#[test]
fn a_site_yaml_with_every_feature_is_valid() {
    let config = Config::parse(&torre()).unwrap();
    assert_eq!(config.declared_units(), 34);
    assert_eq!(config.facts.progress.unwrap().months().count(), 8);
    assert_eq!(config.contact.phone.href, "tel:+524425550184");
}

#[test]
fn the_building_is_a_field_of_units_where_there_are_several() {
    let places = "\nfields: { column: [code, building], filter: [building] }\n";
    let buildings = "\nbuildings:\n  - { key: norte, label: { es: Norte, en: North } }\n";
    assert!(Config::parse(&(torre() + buildings + places)).is_ok());
    let problems = Config::parse(&(torre() + places)).unwrap_err();
    let message = "`building` is not a field of units";
    assert!(
        problems.iter().all(|one| one.message.contains(message)),
        "{problems:?}"
    );
    assert_eq!(problems.len(), 2);
}

#[test]
fn errors_of_every_kind_are_reported_at_once() {
    let text = torre()
        .replace("offices: 30", "offices: many")
        .replace("phone: \"+52 442 555 0184\" # shown", "phone: none # shown")
        .replace("developer:", "developper:")
        .replace(
            "email: info@torre-arboleda.example\n  no",
            "email: nobody\n  no",
        );
    let problems = Config::parse(&text).unwrap_err();
    let printed: Vec<&str> = problems
        .iter()
        .map(|problem| problem.message.as_str())
        .collect();
    let parts = [
        "contact.phone: `none` is not a phone number",
        "unknown key `developper`",
        "this is not an e-mail address",
        "`count` names no whole number below `facts`",
    ];
    assert_eq!(printed.len(), parts.len(), "{printed:#?}");
    for (message, part) in printed.iter().zip(parts) {
        assert!(message.contains(part), "{part}: {printed:#?}");
    }
}

#[test]
fn examples_are_found_at_their_position_and_must_exist() {
    let text = torre();
    let config = Config::parse(&text).unwrap();
    let line = 1 + text
        .lines()
        .position(|line| line.starts_with("  responsible:"))
        .unwrap();
    let expected = "`legal.responsible` is an example: replace it, and remove it from `examples`";
    let found: Vec<String> = config
        .example_values()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(
        found.contains(&format!("site.yaml:{line}:3: {expected}")),
        "{found:?}"
    );
    let with_url = text.replace(
        "- legal.responsible",
        "- legal.responsible\n  - platform.url",
    );
    for (text, has_url) in [
        (with_url.clone(), true),
        (
            with_url.replace("  base_path:", "  file: units.csv\n  base_path:"),
            false,
        ),
        (
            with_url.replace("  base_path:", "  command: [./units]\n  base_path:"),
            false,
        ),
    ] {
        let found = Config::parse(&text).unwrap().example_values();
        assert_eq!(
            found
                .iter()
                .any(|problem| problem.message.contains("`platform.url`")),
            has_url,
            "{text}"
        );
    }
    let problems =
        Config::parse(&text.replace("- legal.responsible", "- legal.seller")).unwrap_err();
    let printed = problems[0].to_string();
    assert!(
        printed.contains("`examples` names `legal.seller`, which is not in this file"),
        "{printed}"
    );
}

#[test]
fn a_base_url_is_an_origin() {
    let (valid, text) = ("https://torre-arboleda.example", torre());
    let line = 1 + text
        .lines()
        .position(|line| line.starts_with("base_url"))
        .unwrap();
    let problems = |url: &str| {
        Config::parse(&text.replace(valid, &format!("{url:?}")))
            .map_err(|found| found[0].to_string())
    };
    for url in
        "https://user:password@torre.example https://user@torre.example https://torre.example/ \
        https://torre.example?a=1 https://torre.example#a https://Torre.example \
        https://torre.example:443 https:torre.example ftp://torre.example torre.example \
        https://x.example\"onload=\" https://x.example;include$y{} https://x.example'"
            .split(' ')
    {
        let problem = problems(url).unwrap_err();
        let start = format!("site.yaml:{line}:1: `base_url` is not the URL of a site: write ");
        assert!(problem.starts_with(&start), "{url}: {problem}");
    }
    for url in ["https://torre.example/en", "https://torre.example/parque/"] {
        let problem = problems(url).unwrap_err();
        let start = format!("site.yaml:{line}:1: `base_url` has the path `/");
        assert!(problem.starts_with(&start), "{url}: {problem}");
        assert!(
            problem.contains("like `https://park.example.com`"),
            "{problem}"
        );
    }
    let problem = problems("http://torre.example").unwrap_err();
    let start = format!("site.yaml:{line}:1: `base_url` begins with http: write https");
    assert!(problem.starts_with(&start), "{problem}");
    for url in [
        "https://torre.example",
        "http://localhost:8080",
        "http://127.0.0.1:8080",
        "http://[::1]:8080",
    ] {
        assert!(problems(url).is_ok(), "{url}");
    }
}

#[test]
fn a_security_contact_is_one_mail_or_web_address() {
    let parse =
        |contact: &str| Config::parse(&format!("security_contact: {contact:?}\n{}", torre()));
    for contact in [
        "mailto:security@torre.example",
        "https://torre.example/report?a=1",
    ] {
        assert_eq!(
            parse(contact).expect("valid").security_contact.as_deref(),
            Some(contact)
        );
    }
    let wrong = "|security@torre.example|mailto:|mailto:security|http://torre.example|https://torre.example/a b|\
        https://torre.example/a\nExpires: 2099-01-01";
    for contact in wrong.split('|') {
        let problem = parse(contact).expect_err(contact)[0].to_string();
        assert!(
            problem.starts_with("site.yaml:1:1: `security_contact` is not "),
            "{contact}: {problem}"
        );
    }
}

/// The texts of a file with each of its values replaced by one of another type, and what was replaced.
fn with_wrong_types(text: &str) -> Vec<(String, String)> {
    fn paths(whole: &Value, path: &str, found: &mut Vec<String>) {
        let keys: Vec<String> = match whole.pointer(path) {
            Some(Value::Object(map)) => map.keys().cloned().collect(),
            Some(Value::Array(list)) => (0..list.len()).map(|index| index.to_string()).collect(),
            _ => Vec::new(),
        };
        for path in keys.iter().map(|key| format!("{path}/{key}")) {
            found.push(path.clone());
            paths(whole, &path, found);
        }
    }
    let value: Value = serde_yaml::from_str(text).unwrap();
    let mut found = Vec::new();
    paths(&value, "", &mut found);
    let values = json!(["", "zzz", -1, 1.5, u64::MAX, true, [], ["zzz"], {}, {"zzz": 7}, null]);
    let wrong = values.as_array().unwrap();
    let each = found
        .iter()
        .flat_map(|path| wrong.iter().map(move |wrong| (path, wrong)));
    let changed = each.filter_map(|(path, wrong)| {
        let mut changed = value.clone();
        let place = changed.pointer_mut(path)?;
        (std::mem::discriminant(place) != std::mem::discriminant(wrong))
            .then(|| *place = wrong.clone())?;
        Some((
            format!("{path} = {wrong}"),
            serde_json::to_string_pretty(&changed).unwrap(),
        ))
    });
    changed.collect()
}

/// Words of the program and of its libraries.
const JARGON: [&str; 9] = [
    "invalid type",
    "expected",
    "variant",
    "missing field",
    "128",
    "f64",
    "string \"",
    "digit year",
    "``",
];

#[test]
fn each_value_of_a_wrong_type_is_reported_at_its_place_in_the_words_of_authors() {
    for (what, text) in with_wrong_types(&torre()).into_iter().step_by(23) {
        for problem in Config::parse(&text).err().into_iter().flatten() {
            let printed = problem.to_string();
            assert!(
                problem.line.is_some() && printed.matches(": ").count() > 1,
                "{what}: {printed}"
            );
            assert!(
                JARGON.iter().all(|word| !printed.contains(word)),
                "{what}: {printed}"
            );
        }
    }
}

#[test]
fn texts_that_visitors_read_are_not_empty() {
    let text = torre()
        .replace("responsible: ", "responsible: '' # ")
        .replace("locality: ", "locality: ~ # ")
        .replace("elevators: ", "elevators: ' ' # ");
    let problems = Config::parse(&text).unwrap_err();
    let printed: Vec<&str> = problems
        .iter()
        .map(|problem| problem.message.as_str())
        .collect();
    for path in [
        "legal.responsible",
        "showroom.address.locality",
        "location.locality",
        "facts.elevators",
    ] {
        assert!(
            printed.contains(&&*format!("`{path}` is empty: write its text")),
            "{path}: {printed:#?}"
        );
    }
}
