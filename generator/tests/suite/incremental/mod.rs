//! A build over an earlier one gives the same bytes as a build from scratch, whatever was edited before it.

mod pair;

use std::fs;
use std::os::unix::fs::MetadataExt as _;

use pair::{sample, torre};
use proptest::prelude::*;
use serde_json::{Value, json};

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    #[test]
    fn after_any_edits_a_build_equals_a_first_build(steps in prop::collection::vec(prop::collection::vec(edit(), 0..4), 4..9)) {
        let mut pair = sample();
        pair.build();
        for edits in steps {
            edits.iter().for_each(|edit| pair.apply(edit));
            pair.build();
        }
    }
}

#[test]
fn a_whole_site_equals_a_first_build_after_each_edit() {
    let mut pair = torre();
    pair.build();
    // The random edits above come one by one, too; here each step costs two builds of the whole site.
    let steps: [&[Edit]; 4] = [
        &[Edit::Unit(3, price(61))],
        &[Edit::Unit(4, number(9))],
        &[Edit::Unit(5, status(2)), Edit::Remove(6), Edit::Add(9), Edit::Unit(0, area(77))],
        // The text of a page, and the title of the inventory's.
        &[Edit::Text(1), Edit::Value(0, 1)],
    ];
    for edits in steps {
        edits.iter().for_each(|edit| pair.apply(edit));
        pair.build();
    }
}

#[test]
fn files_that_did_not_change_keep_their_place_on_the_disk() {
    let mut pair = sample();
    let all = pair.build();
    assert!(all.unchanged.is_empty());
    let again = pair.build();
    assert_eq!((again.files, again.unchanged.len()), (Vec::new(), all.files.len()));
    let dist = pair.again.path().join("dist");
    let place = |path: &String| {
        let metadata = fs::metadata(dist.join(path)).unwrap();
        (metadata.ino(), metadata.mtime(), metadata.mtime_nsec())
    };
    let before: Vec<_> = all.files.iter().map(place).collect();
    // Sold units are not offered as similar, so the page before and the page after are the only others to show it.
    pair.units[7]["status"] = "vendido".into();
    let written = pair.build();
    assert!(written.files.contains(&"inventario/U-7.html".to_owned()));
    assert!(written.unchanged.contains(&"index.html".to_owned()));
    for (path, before) in all.files.iter().zip(before) {
        assert_eq!(written.unchanged.contains(path), place(path) == before, "{path}");
    }
    pair.units.pop();
    assert!(
        pair.build().changed.contains(&"/inventario/U-13".to_owned()),
        "an address that is gone has changed"
    );
}

/// One change that an author, the sales team or an accident makes between two builds.
#[derive(Clone, Debug)]
pub enum Edit {
    /// A value of a unit.
    Unit(usize, UnitValue),
    Remove(usize),
    Add(usize),
    Date(u8),
    Text(u8),
    Template(u8),
    /// One of [`VALUES`].
    Value(usize, u8),
    /// The pixels of a picture.
    Picture(u8),
    /// A build that fails, and a repair.
    Failure,
    /// A finished page is changed by hand.
    Damage(usize),
    /// A finished page is deleted.
    Lose(usize),
    /// A foreign file is added to the finished site.
    Stray(u8),
    Nothing,
}

/// A value of a unit with the names of its fields.
pub type UnitValue = (&'static [&'static str], Value);

fn price(price: u32) -> UnitValue {
    (&["price"], json!(price * 100_000))
}

fn status(status: usize) -> UnitValue {
    (&["status"], json!(["disponible", "reservado", "vendido"][status]))
}

fn area(area: u32) -> UnitValue {
    (&["interiorArea", "totalArea"], json!(area))
}

/// Its number, which the sheets of all units on its level show.
fn number(number: u8) -> UnitValue {
    (&["unit"], json!(number.to_string()))
}

/// A value of a file: the words before it, and what is written in its place, with the number of the edit.
type FileValue = (&'static str, &'static str, fn(u8) -> String);

pub const VALUES: [FileValue; 8] = [
    // The title of the inventory's page, which the pages of units show.
    ("content/es/inventario.md", "title: ", |number| format!("Inventario {number}")),
    // A string that all pages of units show.
    ("content/es/strings.json", "\"disponible\": ", |number| format!("\"Libre {number}\"")),
    ("site.yaml", "name: ", |number| format!("Muestra {number}")),
    ("theme.yaml", "  line: ", |number| format!("\"#c3cf{number:02x}\"")),
    ("content/geometry.json", "\"clear_height\": ", |number| format!("3.{number}")),
    ("content/es/avance-de-obra/2025-02.md", "title: ", |number| format!("Obra {number}")),
    ("content/payment-plans.yaml", "discount: ", |number| format!("{}.5 %", number % 20)),
    ("content/amenities.json", "\"name\": ", |number| format!("\"Cardio {number}\"")),
];

pub fn edit() -> impl Strategy<Value = Edit> {
    let unit = 0..40usize;
    let value = prop_oneof![
        3 => (1..90u32).prop_map(price),
        3 => (0..3usize).prop_map(status),
        2 => (30..200u32).prop_map(area),
        1 => any::<u8>().prop_map(number),
    ];
    prop_oneof![
        9 => (unit.clone(), value).prop_map(|(unit, value)| Edit::Unit(unit, value)),
        1 => unit.clone().prop_map(Edit::Remove),
        1 => unit.clone().prop_map(Edit::Add),
        1 => (1..28u8).prop_map(Edit::Date),
        1 => any::<u8>().prop_map(Edit::Text),
        1 => any::<u8>().prop_map(Edit::Template),
        8 => (0..VALUES.len(), any::<u8>()).prop_map(|(value, number)| Edit::Value(value, number)),
        1 => any::<u8>().prop_map(Edit::Picture),
        1 => Just(Edit::Failure),
        1 => unit.clone().prop_map(Edit::Damage),
        1 => unit.prop_map(Edit::Lose),
        1 => any::<u8>().prop_map(Edit::Stray),
        1 => Just(Edit::Nothing),
    ]
}
