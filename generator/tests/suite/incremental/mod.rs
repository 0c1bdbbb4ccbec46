//! An incremental build gives the same bytes as a build from scratch, whatever was edited before it.
//!
//! Needs the npm packages (`make set-up`).

mod edits;
mod pair;
mod samples;
mod unchanged;

use std::fs;

use edits::{Edit, edit};
use proptest::prelude::*;
use samples::{sample, torre};

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn after_any_edits_an_incremental_build_equals_a_first_build(steps in prop::collection::vec(prop::collection::vec(edit(), 0..3), 4..9)) {
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
    let steps: [&[Edit]; 6] = [
        &[Edit::Price(3, 61)],
        &[Edit::Number(4, 9)],
        &[
            Edit::Status(5, 2),
            Edit::Remove(6),
            Edit::Add(9),
            Edit::Area(0, 77),
        ],
        &[Edit::Text(1)],
        &[Edit::Title(1)],
        &[Edit::Template(1)],
    ];
    for edits in steps {
        edits.iter().for_each(|edit| pair.apply(edit));
        pair.build();
    }
}

#[test]
fn only_pages_that_show_a_changed_unit_are_rendered_again() {
    let mut pair = sample();
    pair.build();
    let all = pair.units.len() * 2;
    // Sold units are not offered as similar, so the page before and the page after are the only others to show it.
    pair.apply(&Edit::Status(7, 2));
    pair.build();
    pair.apply(&Edit::Price(7, 55));
    assert_eq!(pair.build().reused, all - 3 * 2);
    pair.apply(&Edit::Text(1));
    assert_eq!(
        pair.build().reused,
        all,
        "no unit page shows the text of another page"
    );
    pair.apply(&Edit::Template(1));
    assert_eq!(pair.build().reused, 0, "every unit page depends on the template");
    fs::remove_dir_all(pair.again.path().join(".site/output")).unwrap();
    assert_eq!(
        pair.build().reused,
        0,
        "without its memory a build renders every page"
    );
}
