//! A folder as a target: compressed files beside text files, modes, and what a killed run leaves.

use std::fs;
use std::io::{Read, read_to_string};
use std::os::unix::fs::PermissionsExt as _;

use brotli::Decompressor;
use flate2::read::GzDecoder;

use crate::support::{Observed, Site, two_sites};

#[test]
fn text_files_get_compressed_files_beside_them() {
    let (one, other) = two_sites();
    let folder = tempfile::tempdir().unwrap();
    let publish = |site: &Site, is_precompressed| {
        site.publish(&Observed::folder(folder.path(), is_precompressed))
            .unwrap();
    };
    // The page as it is, and unpacked from its compressed files.
    let stored = |page: &str| {
        ["", ".gz", ".br"].map(|ending| {
            let file = fs::File::open(folder.path().join(format!("{page}{ending}"))).ok()?;
            let unpacked: Box<dyn Read> = match ending {
                ".gz" => Box::new(GzDecoder::new(file)),
                ".br" => Box::new(Decompressor::new(file, 4096)),
                _ => Box::new(file),
            };
            Some(read_to_string(unpacked).unwrap())
        })
    };
    let [old, new] = [&one, &other].map(|site| Some(site.public()["index.html"].clone()));
    publish(&one, false);
    assert_eq!(stored("index.html"), [old.clone(), None, None]);
    publish(&one, true);
    assert_eq!(
        stored("index.html"),
        [old.clone(), old.clone(), old],
        "every text file is written again"
    );
    assert!(stored("vieja.html").iter().all(Option::is_some));
    publish(&other, true);
    assert_eq!(
        stored("index.html"),
        [new.clone(), new.clone(), new.clone()]
    );
    assert_eq!(stored("vieja.html"), [None, None, None]);
    publish(&other, false);
    assert_eq!(stored("index.html"), [new, None, None]);
}

#[test]
fn modes_follow_who_reads_a_file_and_half_written_ones_are_removed() {
    let (one, other) = two_sites();
    let folder = tempfile::tempdir().unwrap();
    let target = Observed::folder(folder.path(), false);
    one.publish(&target).unwrap();
    let mode = |path: &str| {
        fs::metadata(folder.path().join(path))
            .unwrap()
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(
        (mode("assets"), mode("assets/a-1.js"), mode("index.html")),
        (0o755, 0o644, 0o644)
    );
    assert_eq!((mode(".site"), mode(".site/current.json")), (0o711, 0o600));

    let left = folder.path().join(".site/new-AbCdEf");
    fs::write(&left, "half").unwrap();
    other.publish(&target).unwrap();
    assert!(!left.exists());
}
