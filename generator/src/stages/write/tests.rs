//! The stage on real folders.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use model::output::OutputFile;

use super::*;

fn file(path: &str, text: &str) -> OutputFile {
    let url = format!("/{}", path.trim_end_matches(".html"));
    OutputFile {
        path: path.to_owned(),
        bytes: text.to_owned().into(),
        url,
        origin: String::new(),
    }
}

/// Writes a whole site.
fn write(out: &Path, files: &[OutputFile]) -> Result<Written, BuildError> {
    let writer = SiteWriter::open(out)?;
    writer.finish(files)
}

fn site(texts: &[(&str, &str)]) -> Vec<OutputFile> {
    texts
        .iter()
        .map(|(path, text)| file(path, text))
        .chain([file("_headers", "")])
        .collect()
}

fn age(path: &Path) {
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    fs::File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_modified(long_ago)
        .unwrap();
}

fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn only_changed_files_are_new() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("dist");
    write(
        &out,
        &site(&[("a.html", "one"), ("en/b.html", "two"), ("c.html", "three")]),
    )
    .unwrap();
    age(&out.join("a.html"));
    age(&out.join("en/b.html"));
    let written = write(
        &out,
        &site(&[("a.html", "one"), ("en/b.html", "TWO"), ("d.html", "four")]),
    )
    .unwrap();
    assert_eq!(written.changed, ["/c", "/d", "/en/b"]);
    assert_eq!(written.files, ["d.html", "en/b.html"]);
    assert_eq!(written.unchanged, ["a.html", "_headers"]);
    assert!(modified(&out.join("a.html")) < modified(&out.join("en/b.html")));
    assert!(!out.join("c.html").exists());
    assert_eq!(fs::read_to_string(out.join("en/b.html")).unwrap(), "TWO");
    assert_eq!(
        fs::read_dir(root.path()).unwrap().count(),
        1,
        "nothing remains beside the site"
    );
}

#[test]
fn a_failed_build_leaves_the_last_site_and_nothing_beside_it() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("dist");
    write(&out, &site(&[("a.html", "one")])).unwrap();
    let writer = SiteWriter::open(&out).unwrap();
    writer.write(&file("a.html", "two")).unwrap();
    drop(writer);
    assert_eq!(fs::read_to_string(out.join("a.html")).unwrap(), "one");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
}

#[test]
fn the_same_site_again_writes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("dist");
    let files = site(&[("a.html", "one")]);
    write(&out, &files).unwrap();
    let before = modified(&out);
    let written = write(&out, &files).unwrap();
    assert_eq!(written.changed, [""; 0]);
    assert_eq!(written.unchanged, ["a.html", "_headers"]);
    assert_eq!(modified(&out), before);
}

#[test]
fn a_folder_that_holds_something_else_is_not_replaced() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("photos");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("holiday.jpg"), "x").unwrap();
    assert!(matches!(
        write(&out, &site(&[])),
        Err(BuildError::ForeignOutput(_))
    ));
    assert!(out.join("holiday.jpg").exists());
}

#[test]
fn changed_addresses_are_listed_for_cache_purges() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join(".site/changed-urls.txt");
    let written = Written {
        changed: vec!["/".into(), "/en".into()],
        ..Written::default()
    };
    write_changed_urls(&file, "https://a.example", &written).unwrap();
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "https://a.example/\nhttps://a.example/en\n"
    );
}

#[test]
fn an_error_of_the_list_says_that_the_new_site_is_in_place() {
    let root = tempfile::tempdir().unwrap();
    let file = root.path().join("changed-urls.txt");
    fs::create_dir(&file).unwrap();
    let written = Written {
        changed: vec!["/".into()],
        ..Written::default()
    };
    let error = write_changed_urls(&file, "https://a.example", &written).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("changed-urls.txt: "), "{message}");
    assert!(
        message.contains("the new site is in place") && message.contains("purge all caches"),
        "{message}"
    );
}

#[test]
fn a_second_build_waits_for_the_first() {
    let root = tempfile::tempdir().unwrap();
    let first = Lock::take(root.path(), || panic!("no other build runs")).unwrap();
    let path = root.path().to_owned();
    let (sender, waits) = std::sync::mpsc::channel();
    let second = std::thread::spawn(move || Lock::take(&path, move || sender.send(()).unwrap()).map(|_| ()));
    waits.recv().unwrap();
    drop(first);
    second.join().unwrap().unwrap();
}
