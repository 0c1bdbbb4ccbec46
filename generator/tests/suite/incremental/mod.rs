//! A build over an earlier one gives the same bytes as a build from scratch, whatever was edited before it.
//!
//! Needs the npm packages (`make set-up`).

mod edits;
mod pair;
mod samples;

use std::fs;
use std::os::unix::fs::MetadataExt as _;

use edits::{Edit, edit};
use proptest::prelude::*;
use samples::{sample, torre};

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
        &[Edit::Price(3, 61)],
        &[Edit::Number(4, 9)],
        &[Edit::Status(5, 2), Edit::Remove(6), Edit::Add(9), Edit::Area(0, 77)],
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
}
