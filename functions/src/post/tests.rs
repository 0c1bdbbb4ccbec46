//! The shared cases of the rules, formats of bodies, and arbitrary input.

use super::{BodyKind, ParseError, Post, check};
use crate::lead::FormKind;
use crate::visitor_text::{is_visible, one_line};
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

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../../cases/validation.json")).expect("the cases are JSON")
}

fn parsed(kind: BodyKind, body: &[u8]) -> Post {
    match Post::parse(kind, body) {
        Ok(post) => post,
        Err(error) => panic!("{error}"),
    }
}

fn errors_of(form: &str, post: &Post) -> BTreeMap<String, String> {
    let form = FormKind::parse(form).expect("a known form");
    let errors = check(form, post).err().unwrap_or_default();
    errors
        .into_iter()
        .map(|(field, error)| (field.to_owned(), error.to_owned()))
        .collect()
}

#[test]
fn the_shared_cases_pass_as_json() {
    for case in cases() {
        let body = serde_json::to_vec(&case.input).expect("JSON");
        let post = parsed(BodyKind::Json, &body);
        assert_eq!(errors_of(&case.form, &post), case.errors, "{}", case.name);
    }
}

#[test]
fn the_shared_cases_pass_as_form_posts() {
    for case in cases() {
        let mut pairs = url::form_urlencoded::Serializer::new(String::new());
        let body = pairs.extend_pairs(&case.input).finish();
        let post = parsed(BodyKind::Form, body.as_bytes());
        assert_eq!(errors_of(&case.form, &post), case.errors, "{}", case.name);
    }
}

#[test]
fn every_error_has_a_message_in_each_language() {
    for case in cases() {
        for error in case.errors.values() {
            for lang in *crate::languages::LANGUAGES {
                assert!(
                    crate::messages::find(lang, &format!("validation.{error}")).is_some(),
                    "{lang:?} {error}"
                );
            }
        }
    }
}

fn parse_error(kind: BodyKind, body: &[u8]) -> Option<ParseError> {
    Post::parse(kind, body).err()
}

#[test]
fn malformed_bodies_are_rejected() {
    let deep = [vec![b'['; 8000], vec![b']'; 8000]].concat();
    let bodies: [&[u8]; 8] = [
        b"",
        b"[]",
        b"null",
        b"{",
        b"{\"name\":[1]}",
        b"{\"tracking\":1}",
        b"{\"name\":\"\xff\"}",
        &deep,
    ];
    for body in bodies {
        assert_eq!(parse_error(BodyKind::Json, body), Some(ParseError::Unreadable));
    }
    assert_eq!(
        parse_error(BodyKind::Form, b"name=%FF"),
        Some(ParseError::Unreadable)
    );
    assert_eq!(
        parse_error(BodyKind::Form, b"name=\xff"),
        Some(ParseError::Unreadable)
    );
    assert_eq!(
        parse_error(BodyKind::Form, "a=1&".repeat(101).as_bytes()),
        Some(ParseError::Unreadable)
    );
}

#[test]
fn form_posts_are_decoded() {
    let body = b"name=Mar%C3%ADa+Jos%C3%A9&utm_source=a%0d%0ab&marketing=on&name=second&unknown=1";
    let post = parsed(BodyKind::Form, body);
    assert_eq!(post.field("name"), "María José");
    assert_eq!(post.tracking.utm_source, "ab");
    assert!(post.marketing());
    assert!(!post.fields.contains_key("unknown"));
}

#[test]
fn the_first_of_two_values_wins_in_both_formats() {
    let json =
        br#"{"name": "first", "n\u0061me": "second", "utm_source": null, "tracking": {"utm_source": "first",
        "utm_source": "second", "name": "third"}, "utm_source": "third", "tracking": null}"#;
    let form = b"name=first&n%61me=second&utm_source=first&utm_source=second";
    for (kind, body) in [(BodyKind::Json, &json[..]), (BodyKind::Form, form)] {
        let post = parsed(kind, body);
        assert_eq!(
            (post.field("name"), &*post.tracking.utm_source),
            ("first", "first")
        );
    }
}

#[test]
fn bodies_that_are_not_utf8_have_no_format() {
    for (value, kind) in [
        ("application/json", Some(BodyKind::Json)),
        ("Application/JSON; charset=UTF-8", Some(BodyKind::Json)),
        (
            "application/x-www-form-urlencoded;x=y; Charset=\"utf-8\"",
            Some(BodyKind::Form),
        ),
        ("application/json; charset=utf-16", None),
        ("application/json; charset=utf-8; charset = iso-8859-1", None),
        ("text/plain", None),
    ] {
        assert_eq!(BodyKind::from_content_type(value), kind, "{value}");
    }
}

#[test]
fn keys_are_validated() {
    for (key, valid) in [("", true), ("3f0c-AB", true), ("../x", false), ("a b", false)] {
        let post = Post {
            fields: [("key".to_owned(), key.to_owned())].into(),
            ..Post::default()
        };
        assert_eq!(post.key().is_ok(), valid, "{key}");
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_do_not_panic(body in proptest::collection::vec(any::<u8>(), 0..600)) {
        crate::fuzzing::parse_and_check(&body);
    }

    #[test]
    fn arbitrary_fields_do_not_panic(fields in proptest::collection::btree_map("[a-z_]{1,8}|name|phone|email|form|key|page|unit", ".{0,80}", 0..8)) {
        let mut pairs = url::form_urlencoded::Serializer::new(String::new());
        crate::fuzzing::parse_and_check(pairs.extend_pairs(&fields).finish().as_bytes());
        crate::fuzzing::parse_and_check(&serde_json::to_vec(&fields).expect("JSON"));
    }

    #[test]
    fn valid_posts_are_normalized(name in "\\PC{0,120}", phone in "[-+0-9 ()x\u{2011}]{0,20}", email in "[a-z.@-]{0,40}") {
        let fields = [("name", name), ("phone", phone), ("email", email), ("identity", "broker".to_owned())];
        let fields = fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        let post = Post { fields, ..Post::default() };
        if let Ok(checked) = check(FormKind::Brochure, &post) {
            prop_assert!(checked.phone.bytes().all(|byte| byte.is_ascii_digit()));
            prop_assert!(!checked.name.contains(['\r', '\n', '<', '>']) && checked.name.chars().any(is_visible));
            prop_assert_eq!(&one_line(&checked.name), &checked.name);
            prop_assert_eq!(checked.email.matches('@').count(), 1);
        }
    }
}
