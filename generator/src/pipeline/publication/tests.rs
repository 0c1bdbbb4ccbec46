//! The record of the last publication, and the approval of what changed since then.

use std::fs;

use platform::money::Currency;
use platform::unit::Status;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::stages::pull::sample::unit;
use model::lang::sample::ES;
use model::locale_formats::MoneyFormat;
use model::strings::Strings;

/// Ten units, of which the first ones are sold.
fn units(sold: usize) -> Vec<Unit> {
    let numbered = |number: usize| {
        let status = if number <= sold {
            Status::Sold
        } else {
            Status::Available
        };
        unit(&format!("O-{number}"), 1_000_000, status)
    };
    (1..=10).map(numbered).collect()
}

/// A project whose published site shows all units as available.
fn published_project() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    let data = json!({"version": 1, "date": "2026-11-20", "date_label": {"es": "20 de noviembre"}, "units": units(0)});
    record_published(root.path(), data.to_string().as_bytes()).unwrap();
    root
}

#[test]
fn a_damaged_record_counts_as_none_and_a_site_without_data_cannot_be_recorded() {
    let root = published_project();
    let error = built_inventory(root.path()).unwrap_err();
    assert!(error.to_string().contains("data/inventory.json"), "{error}");
    let path = root.path().join(PUBLISHED);
    let whole = fs::read_to_string(&path).unwrap();
    for damaged in [
        "",
        "[]",
        &whole[..whole.len() / 2],
        &whole.replace("\"version\":1", "\"version\":2"),
    ] {
        fs::write(&path, damaged).unwrap();
        assert_eq!(
            news(root.path(), &units(1), None),
            News::first(&units(1)),
            "{damaged}"
        );
    }
}

#[test]
fn a_change_above_the_limit_needs_the_digest_of_exactly_that_change() {
    let site = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/base/in");
    let text = fs::read_to_string(format!("{site}/content/es/strings.json")).unwrap();
    let strings = Strings::parse(ES, "content/es/strings.json", &text).unwrap();
    let money = MoneyFormat::new("es-MX", Currency::MXN);
    let root = published_project();
    let check = |percent: Option<u32>, news: &News, approved: Option<&str>| {
        let (limit, words) = (
            percent.map(|percent| ApproveAbove { percent }),
            TeamWords {
                rents: None,
                strings: &strings,
                money: &money,
            },
        );
        unconfirmed(root.path(), limit, words, news, approved).unwrap()
    };
    let since = |units: &[Unit]| news(root.path(), units, None);
    let changed =
        |percent, units: &[Unit]| check(percent, &since(units), None).map(|found| found.changed);
    assert_eq!(
        check(Some(0), &News::first(&units(10)), None),
        None,
        "the first publication"
    );
    assert_eq!(changed(None, &[]), None, "no limit");
    assert_eq!(
        [0, 1].map(|sold| changed(Some(0), &units(sold))),
        [None, Some(1)]
    );
    assert_eq!(changed(Some(0), &[]), Some(10), "units that are gone count");

    let file = root.path().join(".site/confirm-publication.md");
    assert_eq!(changed(Some(20), &units(2)), None, "20 % is not above 20 %");
    assert!(!file.exists());
    let three = check(Some(20), &since(&units(3)), None).unwrap();
    assert_eq!((three.changed, three.all, three.percent), (3, 10, 20));
    let page = fs::read_to_string(&file).unwrap();
    for number in 1..=3 {
        assert!(
            page.contains(&format!(
                "| `O-{number}` | estatus | disponible | vendida |"
            )),
            "{page}"
        );
    }
    let four = |approved| check(Some(20), &since(&units(4)), approved);
    let later = four(Some(&three.digest)).unwrap();
    assert_ne!(
        later.digest, three.digest,
        "an approval does not cover a later change"
    );
    assert!(fs::read_to_string(&file).unwrap().contains(&later.digest));
    assert_eq!(four(Some(&later.digest)), None);
    assert!(!file.exists(), "nothing is left to confirm");
}
