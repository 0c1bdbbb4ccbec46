//! The shared cases of the rules, formats of bodies, and arbitrary input.

use super::{BodyKind, Post, check, parse_and_check};
use crate::lead::SpamReport;
use crate::tests::{lead_of, site};
use crate::visitor_text::{is_visible, one_line};
use jiff::Timestamp;
use lead_site::{FormKind, Language};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn parse(kind: BodyKind, body: &[u8]) -> Option<Post> {
    Post::parse(kind, body, &site().choices())
}

fn parsed(kind: BodyKind, body: &[u8]) -> Post {
    let Some(post) = parse(kind, body) else {
        panic!("{}", String::from_utf8_lossy(body))
    };
    post
}

fn form_encoded(fields: &BTreeMap<String, String>) -> String {
    url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish()
}

#[test]
fn the_shared_cases_pass_in_both_formats_and_errors_have_messages() {
    #[derive(Deserialize)]
    struct Case {
        name: String,
        form: FormKind,
        input: BTreeMap<String, String>,
        errors: BTreeMap<String, String>,
    }
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/validation.json"))
        .expect("the cases are JSON");
    let now: Timestamp = "2026-11-20T12:00:00Z".parse().expect("a moment");
    for Case {
        name,
        form,
        input,
        errors,
    } in cases
    {
        for (kind, body) in [
            (BodyKind::Json, json!(input).to_string()),
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
fn the_shared_cases_of_answers_pass() {
    #[derive(Deserialize)]
    struct Case {
        name: String,
        question: Value,
        value: String,
        error: Option<String>,
        stored: Option<String>,
    }
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../../cases/answers.json")).expect("the cases are JSON");
    let mut form = site().forms[&FormKind::Contact].clone();
    form.fields.clear();
    for case in cases {
        let mut question = case.question;
        question["key"] = json!("own");
        question["texts"] = json!({});
        form.questions = vec![serde_json::from_value(question).expect("a question")];
        for (kind, body) in [
            (
                BodyKind::Json,
                json!({"answer_own": case.value}).to_string(),
            ),
            (
                BodyKind::Form,
                form_encoded(&BTreeMap::from([(
                    "answer_own".to_owned(),
                    case.value.clone(),
                )])),
            ),
        ] {
            let checked = check(&form, &parsed(kind, body.as_bytes()), Timestamp::UNIX_EPOCH);
            let (stored, error) = match checked {
                Ok(checked) => (checked.answers.into_iter().next(), None),
                Err(mut errors) => (None, errors.remove("answer_own")),
            };
            assert_eq!(error, case.error, "{}", case.name);
            let stored = stored.map(|(_, value)| value);
            assert_eq!(stored, case.stored, "{}", case.name);
        }
    }
}

#[test]
fn a_list_of_units_begins_with_the_unit_and_has_each_code_once() {
    let valid = "name=Ana&phone=9845550162&email=a@b.mx&space=local&identity=broker&unit=O-1&units=O-1,O-2&units=O-3";
    let units = |post: &Post| {
        let checked = check(
            &site().forms[&FormKind::Contact],
            post,
            Timestamp::UNIX_EPOCH,
        );
        checked
            .map(|checked| checked.units.join(" "))
            .unwrap_or_else(|errors| errors["units"].to_owned())
    };
    assert_eq!(units(&parsed(BodyKind::Form, valid.as_bytes())), "O-1 O-2");
    let many = |count: usize| {
        (0..count)
            .map(|number| format!("O-{number}"))
            .collect::<Vec<_>>()
    };
    for (unit, list, expected) in [
        ("O-1", json!(["O-2", "o-1", "o-2"]), "O-1 O-2"),
        ("", json!(null), ""),
        ("O-0", json!(many(12)), &*many(12).join(" ")),
        ("", json!(many(13)), "unit_invalid"),
        ("", json!(["=1+1"]), "unit_invalid"),
        ("", json!(["O-1\r\nBcc: x", " O-1"]), "unit_invalid"),
    ] {
        let body = json!({"name": "Ana", "phone": "9845550162", "email": "a@b.mx", "space": "local", "identity": "broker",
            "unit": unit, "units": list});
        assert_eq!(
            units(&parsed(BodyKind::Json, body.to_string().as_bytes())),
            expected,
            "{body}"
        );
    }
    for list in [
        "[1]",
        r#"[["O-1"]]"#,
        r#"{"a": "O-1"}"#,
        r#""O-1""#,
        r#"[""]"#,
        r#"["O-1,O-2"]"#,
    ] {
        let body = format!("{{\"units\": {list}}}");
        assert!(parse(BodyKind::Json, body.as_bytes()).is_none(), "{body}");
    }
}

#[test]
fn both_formats_are_decoded_and_the_first_of_two_values_wins() {
    let json = r#"{"n\u0061me": "María José", "tracking": {"utm_source": "a\r\nb", "name": "third"}, "utm_source": "third",
        "marketing": "on", "unknown": "1"}"#;
    let form = "name=Mar%C3%ADa+Jos%C3%A9&utm_source=a%0d%0ab&marketing=on&n%61me=second&utm_source=second&unknown=1";
    for (kind, body) in [(BodyKind::Json, json), (BodyKind::Form, form)] {
        let post = parsed(kind, body.as_bytes());
        assert_eq!(
            (post.field("name"), post.tracking.get("utm_source")),
            ("María José", "ab")
        );
        assert!(post.is_checked("marketing") && !post.fields.contains_key("unknown"));
    }
}

#[test]
fn nobody_is_refused_for_what_the_browser_has_stored_of_a_campaign() {
    for stored in [
        r#""tracking": 1"#,
        r#""tracking": [["utm_source", "x"]]"#,
        r#""tracking": {"utm_source": 5, "utm_medium": {"a": 1}, "ad": [null]}"#,
        r#""utm_source": true, "query": 5"#,
    ] {
        let post = parsed(
            BodyKind::Json,
            format!(r#"{{"name": "Ana", {stored}}}"#).as_bytes(),
        );
        assert_eq!((post.field("name"), post.field("query")), ("Ana", ""));
        assert_eq!(post.tracking.get("utm_source"), "", "{stored}");
    }
    let body = r#"{"tracking": {"utm_source": 5, "utm_medium": "cpc"}}"#;
    assert_eq!(
        parsed(BodyKind::Json, body.as_bytes())
            .tracking
            .get("utm_medium"),
        "cpc"
    );
}

/// The normalized value of a field of the contact form.
fn normalized(field: &str, value: &str) -> Option<String> {
    let mut body = json!({"name": "Ana", "phone": "9845550162", "email": "a@b.mx", "space": "local", "identity": "broker"});
    body[field] = json!(value);
    let post = parsed(BodyKind::Json, body.to_string().as_bytes());
    let form = &site().forms[&FormKind::Contact];
    let checked = check(form, &post, Timestamp::UNIX_EPOCH).ok()?;
    Some(match field {
        "phone" => checked.phone,
        _ => checked.email,
    })
}

#[test]
fn a_number_keeps_its_country() {
    for (typed, stored) in [
        ("998 123 4567", "9981234567"),
        ("+52 998 123 4567", "529981234567"),
        ("+1 305 555 0100", "13055550100"),
        ("+47 22 12 34 56", "+4722123456"),
        ("(+47) 22 12 34 56", "+4722123456"),
        ("0047 22 12 34 56", "+4722123456"),
        ("+65 6123 4567", "+6561234567"),
        ("+32 2 555 12 34", "+3225551234"),
        ("+53 7 832 1234", "+5378321234"),
        ("0052 998 123 4567", "529981234567"),
        ("0000000000", "0000000000"),
        ("+0998123456", "0998123456"),
    ] {
        assert_eq!(
            normalized("phone", typed).as_deref(),
            Some(stored),
            "{typed}"
        );
    }
}

#[test]
fn an_international_domain_is_stored_in_ascii() {
    for (typed, stored) in [
        ("Ana@Example.com", "Ana@Example.com"),
        ("ana@peña.example", "ana@xn--pea-8ma.example"),
        ("ana@PEÑA.example", "ana@xn--pea-8ma.example"),
        ("ana@peña。example", "ana@xn--pea-8ma.example"),
        ("ana@xn--pea-8ma.example", "ana@xn--pea-8ma.example"),
    ] {
        assert_eq!(
            normalized("email", typed).as_deref(),
            Some(stored),
            "{typed}"
        );
    }
}

#[test]
fn another_subject_is_another_lead() {
    let reference = |subject: Option<&str>| {
        let mut body = json!({"form": "mail", "name": "Ana", "phone": "9845550162", "email": "a@b.mx",
            "identity": "broker", "message": "hola"});
        if let Some(subject) = subject {
            body["subject"] = json!(subject);
        }
        let sent = "2026-11-20T15:00:00Z".parse().expect("a time");
        let lead = lead_of(FormKind::Mail, &body, sent, SpamReport::default());
        (lead.reference, lead.fingerprint)
    };
    assert_ne!(reference(Some("uno")), reference(Some("dos")));
    assert_eq!(reference(Some("")), reference(None));
}

#[test]
fn half_a_character_refuses_no_post() {
    for (sent, read) in [
        (r"a\ud83c", "a\u{fffd}"),
        (r"\udfe2b", "\u{fffd}b"),
        (r"\ud83c\ud83c\udfe2", "\u{fffd}🏢"),
        (r"\uD83C\uDFE2", "🏢"),
        (r"\\ud83c", r"\ud83c"),
        (r"\\\ud83c\n", "\\\u{fffd}\n"),
    ] {
        let body = format!(r#"{{"name": "Ana", "message": "{sent}", "utm_content": "{sent}"}}"#);
        let post = parsed(BodyKind::Json, body.as_bytes());
        assert_eq!(post.field("message"), read, "{sent}");
        assert_eq!(post.field("name"), "Ana");
    }
    for broken in [r"\ud8", r"\u+123", r"\", r"\ud83"] {
        let body = format!(r#"{{"name": "{broken}"}}"#);
        assert!(parse(BodyKind::Json, body.as_bytes()).is_none(), "{broken}");
    }
}

#[test]
fn content_types_and_keys_are_validated() {
    for (value, kind) in [
        ("application/json", Some(BodyKind::Json)),
        ("Application/JSON; charset=UTF-8", Some(BodyKind::Json)),
        (
            "application/x-www-form-urlencoded;x=y; Charset=\"utf-8\"",
            Some(BodyKind::Form),
        ),
        ("application/json; charset=utf-16", None),
        (
            "application/json; charset=utf-8; charset = iso-8859-1",
            None,
        ),
        ("text/plain", None),
    ] {
        assert_eq!(BodyKind::from_content_type(value), kind, "{value}");
    }
    for (key, valid) in [
        ("", true),
        ("3f0c-AB", true),
        ("../x", false),
        ("a b", false),
    ] {
        let fields = [("key".to_owned(), key.to_owned())].into();
        let post = Post {
            fields,
            ..Post::default()
        };
        assert_eq!(post.has_valid_key(), valid, "{key}");
    }
}

proptest! {
    #[test]
    fn texts_are_read_as_they_were_sent(text in any::<String>(), is_escaped in any::<bool>()) {
        let mut body = json!({"message": text}).to_string();
        if is_escaped {
            let units = body.encode_utf16().map(|unit| match u8::try_from(unit) {
                Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
                _ => format!("\\u{unit:04x}"),
            });
            body = units.collect();
        }
        let post = parsed(BodyKind::Json, body.as_bytes());
        prop_assert_eq!(post.field("message"), text);
    }

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
        let fields = [("name", name), ("phone", phone), ("email", email), ("identity", "broker".to_owned())]
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect();
        let post = Post { fields, ..Post::default() };
        if let Ok(checked) = check(&site().forms[&FormKind::Brochure], &post, Timestamp::UNIX_EPOCH) {
            let digits = checked.phone.strip_prefix('+').unwrap_or(&checked.phone);
            prop_assert!(digits.bytes().all(|byte| byte.is_ascii_digit()));
            prop_assert!(!checked.name.contains(['\r', '\n', '<', '>']) && checked.name.chars().any(is_visible));
            prop_assert_eq!(&one_line(&checked.name), &checked.name);
            prop_assert_eq!(checked.email.matches('@').count(), 1);
        }
    }
}
