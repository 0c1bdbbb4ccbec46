//! The shared cases of the rules, formats of bodies, and arbitrary input.

use super::{BodyKind, Post, check, parse_and_check};
use crate::tests::site;
use crate::visitor_text::{is_visible, one_line};
use jiff::Timestamp;
use lead_site::{FormKind, Language};
use proptest::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Case {
    name: String,
    form: String,
    input: BTreeMap<String, String>,
    errors: BTreeMap<String, String>,
}

fn parse(kind: BodyKind, body: &[u8]) -> Option<Post> {
    Post::parse(kind, body, &site().choices())
}

fn parsed(kind: BodyKind, body: &[u8]) -> Post {
    let Some(post) = parse(kind, body) else { panic!("{}", String::from_utf8_lossy(body)) };
    post
}

fn form_encoded(fields: &BTreeMap<String, String>) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

#[test]
fn the_shared_cases_pass_in_both_formats_and_errors_have_messages() {
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../../cases/validation.json")).expect("the cases are JSON");
    let now: Timestamp = "2026-11-20T12:00:00Z".parse().expect("a moment");
    for Case { name, form, input, errors } in cases {
        let form = FormKind::parse(&form).expect("a known form");
        for (kind, body) in [
            (BodyKind::Json, serde_json::to_string(&input).expect("JSON")),
            (BodyKind::Form, form_encoded(&input)),
        ] {
            let checked = check(&site().forms[&form], &parsed(kind, body.as_bytes()), now);
            assert_eq!(checked.err().unwrap_or_default(), errors, "{name}");
        }
        for error in errors.values() {
            let key = format!("validation.{error}");
            let has_message = |language: &Language| language.find(&key).is_some();
            assert!(site().languages.iter().all(has_message), "{error}");
        }
    }
}

#[test]
fn malformed_bodies_are_rejected() {
    let deep = [vec![b'['; 8000], vec![b']'; 8000]].concat();
    let bodies: [&[u8]; 8] =
        [b"", b"[]", b"null", b"{", b"{\"name\":[1]}", b"{\"tracking\":1}", b"{\"name\":\"\xff\"}", &deep];
    for body in bodies {
        assert!(parse(BodyKind::Json, body).is_none(), "{}", String::from_utf8_lossy(body));
    }
    for body in [&b"name=%FF"[..], b"name=\xff", "a=1&".repeat(101).as_bytes()] {
        assert!(parse(BodyKind::Form, body).is_none(), "{}", String::from_utf8_lossy(body));
    }
}

#[test]
fn a_list_of_units_begins_with_the_unit_and_has_each_code_once() {
    let units = |kind, body: &str| {
        let post = parsed(kind, body.as_bytes());
        let checked = check(&site().forms[&FormKind::Contact], &post, Timestamp::UNIX_EPOCH);
        checked.map(|checked| checked.units)
    };
    let valid =
        r#""name": "Ana", "phone": "9845550162", "email": "a@b.mx", "space": "local", "identity": "broker""#;
    let json = |unit: &str, list: serde_json::Value| {
        units_of(units(BodyKind::Json, &format!("{{{valid}, \"unit\": \"{unit}\", \"units\": {list}}}")))
    };
    let many = |count: usize| (0..count).map(|number| format!("O-{number}")).collect::<Vec<_>>();
    assert_eq!(json("O-1", serde_json::json!(["O-2", "O-1", "O-2"])), ["O-1", "O-2"]);
    assert_eq!(json("", serde_json::json!(null)), [""; 0]);
    assert_eq!(json("O-0", serde_json::json!(many(12))).len(), 12);
    for hostile in [
        serde_json::json!(many(13)),
        serde_json::json!(["=1+1"]),
        serde_json::json!(["O-1\r\nBcc: x", " O-1"]),
    ] {
        assert_eq!(json("", hostile), ["units: unit_invalid"]);
    }
    let form =
        "name=Ana&phone=9845550162&email=a@b.mx&space=local&identity=broker&unit=O-1&units=O-1,O-2&units=O-3";
    assert_eq!(units_of(units(BodyKind::Form, form)), ["O-1", "O-2"]);
    for list in ["[1]", r#"[["O-1"]]"#, r#"{"a": "O-1"}"#, r#""O-1""#, r#"[""]"#, r#"["O-1,O-2"]"#] {
        let body = format!("{{\"units\": {list}}}");
        assert!(parse(BodyKind::Json, body.as_bytes()).is_none(), "{body}");
    }
}

/// The units of a post, or its errors.
fn units_of(checked: Result<Vec<String>, super::FieldErrors>) -> Vec<String> {
    checked.unwrap_or_else(|errors| errors.iter().map(|(name, error)| format!("{name}: {error}")).collect())
}

#[test]
fn form_posts_are_decoded() {
    let body = b"name=Mar%C3%ADa+Jos%C3%A9&utm_source=a%0d%0ab&marketing=on&name=second&unknown=1";
    let post = parsed(BodyKind::Form, body);
    assert_eq!(post.field("name"), "María José");
    assert_eq!(post.tracking.get("utm_source"), "ab");
    assert!(post.is_checked("marketing"));
    assert!(!post.fields.contains_key("unknown"));
}

#[test]
fn the_first_of_two_values_wins_in_both_formats() {
    let json =
        br#"{"n\u0061me": "first", "tracking": {"utm_source": "first", "name": "third"}, "utm_source": "third"}"#;
    let form = b"name=first&n%61me=second&utm_source=first&utm_source=second";
    for (kind, body) in [(BodyKind::Json, &json[..]), (BodyKind::Form, form)] {
        let post = parsed(kind, body);
        assert_eq!((post.field("name"), post.tracking.get("utm_source")), ("first", "first"));
    }
}

#[test]
fn content_types_and_keys_are_validated() {
    for (value, kind) in [
        ("application/json", Some(BodyKind::Json)),
        ("Application/JSON; charset=UTF-8", Some(BodyKind::Json)),
        ("application/x-www-form-urlencoded;x=y; Charset=\"utf-8\"", Some(BodyKind::Form)),
        ("application/json; charset=utf-16", None),
        ("application/json; charset=utf-8; charset = iso-8859-1", None),
        ("text/plain", None),
    ] {
        assert_eq!(BodyKind::from_content_type(value), kind, "{value}");
    }
    for (key, valid) in [("", true), ("3f0c-AB", true), ("../x", false), ("a b", false)] {
        let fields = [("key".to_owned(), key.to_owned())].into();
        let post = Post { fields, ..Post::default() };
        assert_eq!(post.has_valid_key(), valid, "{key}");
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_do_not_panic(body in proptest::collection::vec(any::<u8>(), 0..600)) {
        parse_and_check(&body);
    }

    #[test]
    fn arbitrary_fields_do_not_panic(fields in proptest::collection::btree_map("[a-z_]{1,8}|name|phone|email|form|key|page|unit", ".{0,80}", 0..8)) {
        parse_and_check(form_encoded(&fields).as_bytes());
        parse_and_check(&serde_json::to_vec(&fields).expect("JSON"));
    }

    #[test]
    fn valid_posts_are_normalized(name in "\\PC{0,120}", phone in "[-+0-9 ()x\u{2011}]{0,20}", email in "[a-z.@-]{0,40}") {
        let fields = [("name", name), ("phone", phone), ("email", email), ("identity", "broker".to_owned())];
        let fields = fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        let post = Post { fields, ..Post::default() };
        if let Ok(checked) = check(&site().forms[&FormKind::Brochure], &post, Timestamp::UNIX_EPOCH) {
            prop_assert!(checked.phone.bytes().all(|byte| byte.is_ascii_digit()));
            prop_assert!(!checked.name.contains(['\r', '\n', '<', '>']) && checked.name.chars().any(is_visible));
            prop_assert_eq!(&one_line(&checked.name), &checked.name);
            prop_assert_eq!(checked.email.matches('@').count(), 1);
        }
    }
}
