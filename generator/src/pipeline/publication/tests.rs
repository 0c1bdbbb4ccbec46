//! News since the last publication, and its approval.

use std::fs;
use std::sync::LazyLock;

use platform::area::Area;
use platform::money::{Currency, Money};
use platform::unit::{Level, Status, UnitCode, UnitUse};
use serde_json::json;
use tempfile::TempDir;

use super::*;
use model::lang::sample::ES;
use model::locale_formats::MoneyFormat;
use model::strings::Strings;

const UNITS: usize = 10;

/// Ten available units.
fn units() -> Vec<Unit> {
    let unit = |number: usize| Unit {
        code: UnitCode::new(&format!("O-{number}")).unwrap(),
        unit: number.to_string(),
        level: Level(3),
        unit_use: UnitUse::new("oficina").unwrap(),
        bathrooms: Some(1),
        interior: Area(6000),
        terrace: Area(0),
        area: Area(6000),
        price: Money(100_000_000),
        typology: "A".to_owned(),
        status: Status::Available,
        fields: Default::default(),
    };
    (1..=UNITS).map(unit).collect()
}

/// The units with the first ones sold.
fn sold(number: usize) -> Vec<Unit> {
    let mut units = units();
    for unit in &mut units[..number] {
        unit.status = Status::Sold;
    }
    units
}

/// A project whose site shows all units as available.
fn project() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    show(&root, &units());
    root
}

fn show(root: &TempDir, units: &[Unit]) {
    let path = root.path().join("dist").join(INVENTORY_PATH);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let data =
        json!({"version": 1, "date": "2026-11-20", "date_label": {"es": "20 de noviembre"}, "units": units});
    fs::write(path, data.to_string()).unwrap();
}

fn publish(root: &TempDir) {
    let (data_file, _) = built_inventory(&root.path().join("dist")).unwrap();
    record_published(root.path(), &data_file).unwrap();
}

/// The Spanish strings of the golden sites, with prices in pesos.
static WORDS: LazyLock<(Strings, MoneyFormat)> = LazyLock::new(|| {
    let site = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/base/in");
    let text = fs::read_to_string(format!("{site}/content/es/strings.json")).unwrap();
    let strings = Strings::parse(ES, "content/es/strings.json", &text).unwrap();
    (strings, MoneyFormat::new("es-MX", Currency::MXN))
});

fn words() -> TeamWords<'static> {
    TeamWords { strings: &WORDS.0, money: &WORDS.1 }
}

fn text(root: &TempDir, units: &[Unit]) -> String {
    let news = news(root.path(), units, None);
    news_texts(words(), &news).unwrap().unwrap().line
}

#[test]
fn news_compare_with_the_last_publication() {
    let root = project();
    assert!(text(&root, &units()).starts_with("sin publicación anterior: 10 unidades"));
    publish(&root);
    assert_eq!(text(&root, &units()), "sin cambios en el inventario");
    assert_eq!(text(&root, &sold(2)), "2 vendidas: O-1, O-2");
    show(&root, &sold(2));
    let published = fs::read(root.path().join(PUBLISHED)).unwrap();
    let (_, shown) = built_inventory(&root.path().join("dist")).unwrap();
    let built = |published| news_of_built(published, &shown);
    assert_eq!(built(Some(&published[..])), news(root.path(), &sold(2), None));
    assert_eq!(built(None), News::first(&sold(2)));
    publish(&root);
    assert_eq!(text(&root, &sold(3)), "1 vendida: O-3");
}

#[test]
fn a_damaged_record_counts_as_none_and_a_site_without_data_cannot_be_recorded() {
    let empty = tempfile::tempdir().unwrap();
    let error = built_inventory(empty.path()).unwrap_err();
    assert!(error.to_string().contains("data/inventory.json"), "{error}");
    let root = project();
    publish(&root);
    let path = root.path().join(PUBLISHED);
    let whole = fs::read_to_string(&path).unwrap();
    for damaged in ["", "[]", &whole[..whole.len() / 2], &whole.replace("\"version\":1", "\"version\":2")] {
        fs::write(&path, damaged).unwrap();
        assert!(text(&root, &units()).starts_with("sin publicación anterior"), "{damaged}");
    }
}

#[test]
fn a_large_change_needs_the_digest_of_exactly_that_change() {
    let root = project();
    publish(&root);
    let limit = Some(ApproveAbove { percent: 20 });
    let check = |number, approved| {
        let news = news(root.path(), &sold(number), None);
        unconfirmed(root.path(), limit, words(), &news, approved).unwrap()
    };
    let file = root.path().join(".site/confirm-publication.md");
    assert_eq!(check(2, None), None, "20 % is not above 20 %");
    assert!(!file.exists());
    let three = check(3, None).unwrap();
    assert_eq!((three.changed, three.all, three.percent), (3, 10, 20));
    let page = fs::read_to_string(&file).unwrap();
    assert!(page.contains(&format!("\n    site publish --approve {}\n", three.digest)), "{page}");
    for number in 1..=3 {
        assert!(page.contains(&format!("| `O-{number}` | estatus | disponible | vendida |")), "{page}");
    }
    assert!(three.to_string().contains(&three.digest), "{three}");
    let four = check(4, Some(&three.digest)).unwrap();
    assert_ne!(four.digest, three.digest, "an approval does not cover a later change");
    assert!(fs::read_to_string(&file).unwrap().contains(&four.digest));
    assert_eq!(check(4, Some("yes")), Some(four.clone()));
    assert_eq!(check(4, Some(&four.digest)), None);
    assert!(!file.exists(), "nothing is left to confirm");
}

#[test]
fn without_a_limit_or_an_earlier_publication_nothing_needs_approval() {
    let root = project();
    let changed = |limit, units: &[Unit]| {
        let news = news(root.path(), units, None);
        let unconfirmed = unconfirmed(root.path(), limit, words(), &news, None).unwrap();
        unconfirmed.map(|unconfirmed| unconfirmed.changed)
    };
    let zero = Some(ApproveAbove { percent: 0 });
    assert_eq!(changed(zero, &sold(10)), None, "the first publication");
    publish(&root);
    assert_eq!([changed(None, &[]), changed(zero, &units()), changed(zero, &sold(1))], [None, None, Some(1)]);
    assert_eq!(changed(zero, &[]), Some(UNITS), "units that are gone count");
}
