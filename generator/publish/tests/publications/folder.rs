//! A folder as a target: compressed files beside text files, modes, and what a killed run leaves.

use std::fs;
use std::io::{Read, read_to_string};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::time::Duration;

use brotli::Decompressor;
use flate2::read::GzDecoder;
use futures::executor::block_on;
use publish::clock::Timer as _;
use publish::layout::{LEASE, RECORD};
use publish::lease::LIFETIME;
use publish::target::Target as _;
use serde_json::{Value, json};

use crate::support::{Observed, Site, assert_shows, two_sites};
use crate::time::time;

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

/// Whoever can write the folder, but not the files of the publisher, who may be root.
#[test]
fn a_stored_path_or_a_link_leads_no_publisher_out_of_the_folder() {
    let (one, other) = two_sites();
    let parent = tempfile::tempdir().unwrap();
    let canary = parent.path().join("victim.txt");
    fs::write(&canary, "canary").unwrap();
    let folder = parent.path().join("public");
    let target = Observed::folder(&folder, true);
    one.publish(&target).unwrap();
    let paths = [
        "../victim.txt",
        canary.to_str().unwrap(),
        "a/../../victim.txt",
        "./a",
        "a//b",
        "",
    ];
    let mut tried = 0;
    for path in paths {
        for (file, place) in [
            (RECORD, "/pending_deletes"),
            (RECORD, "/files"),
            (RECORD, "/kept"),
            (LEASE, "/writes"),
            (LEASE, "/assets"),
            (LEASE, "/lost/writes"),
        ] {
            let stored = folder.join(file);
            let before = fs::read(&stored).unwrap();
            let mut json: Value = serde_json::from_slice(&before).unwrap();
            let changed = json.pointer_mut(place).unwrap();
            match changed
                .as_object()
                .and_then(|files| files.values().next().cloned())
            {
                Some(entry) => changed[path] = entry,
                None => *changed = json!([path]),
            }
            fs::write(&stored, json.to_string()).unwrap();
            let error = other.publish(&target).unwrap_err().to_string();
            let refused = format!("`{path}` is not a path below the target");
            assert!(
                error.starts_with(file) && error.contains(&refused),
                "{error}"
            );
            fs::write(&stored, before).unwrap();
            tried += 1;
        }
    }
    // Links in the place of folders, and of the files that publishers write for themselves.
    for (link, to, at) in [
        ("assets", "..", "assets"),
        (".site", "..", ".site"),
        (".site/lock", "../../victim.txt", ".site/lease.json"),
        (".site/bodies", "../..", ".site/bodies"),
    ] {
        let (place, moved) = (folder.join(link), parent.path().join("moved"));
        fs::rename(&place, &moved).unwrap();
        symlink(to, &place).unwrap();
        let error = other.publish(&target).unwrap_err().to_string();
        assert!(error.contains(at), "{error}");
        fs::remove_file(&place).unwrap();
        fs::rename(&moved, &place).unwrap();
        tried += 1;
    }
    // A link in the place of a file is replaced.
    fs::remove_file(folder.join("index.html")).unwrap();
    symlink(&canary, folder.join("index.html")).unwrap();
    other.publish(&target).unwrap();
    assert_eq!(fs::read_to_string(&canary).unwrap(), "canary");
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 2);
    assert_shows(&Observed::folder(&folder, true), &other, "at the end");
    println!(
        "torture: stored paths and links that lead out of a published folder | {tried} | {tried} | 0 | 0"
    );
}

#[test]
fn numbers_of_a_target_are_limited() {
    let (one, other) = two_sites();
    let target = Observed::with(&[&one]);
    let stored = |path| block_on(target.read(path)).unwrap().unwrap().0;
    let put = |path, json: &Value| target.put(path, json.to_string());
    let record: Value = serde_json::from_slice(&stored(RECORD)).unwrap();
    for place in ["/number", "/releases/0/number"] {
        let mut changed = record.clone();
        *changed.pointer_mut(place).unwrap() = json!(u64::MAX);
        put(RECORD, &changed);
        let error = other.publish(&*target).unwrap_err().to_string();
        assert!(error.contains("is not the number of a release"), "{error}");
    }
    put(RECORD, &record);
    // Another publisher's lease that claims to last 136 years, and the most changes.
    let lease = json!({"owner": "luis", "lifetime": u32::MAX, "changes": u64::MAX});
    put(LEASE, &lease);
    let start = time().elapsed();
    other.publish(&*target).unwrap();
    assert!(time().elapsed() - start <= Duration::from_secs(u64::from(LIFETIME) * 2));
}
