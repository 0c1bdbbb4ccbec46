//! The stage on real folders.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::*;
use model::output::OutputFile;

fn file(path: &str, text: &str) -> OutputFile {
    let url = format!("/{}", path.trim_end_matches(".html"));
    OutputFile { path: path.to_owned(), bytes: text.to_owned().into(), url, origin: String::new() }
}

/// Writes a whole site.
fn write(out: &Path, files: &[OutputFile]) -> Result<Written, BuildError> {
    let writer = SiteWriter::open(out)?;
    writer.finish(files)
}

fn site(texts: &[(&str, &str)]) -> Vec<OutputFile> {
    texts.iter().map(|(path, text)| file(path, text)).chain([file("_headers", "")]).collect()
}

fn age(path: &Path) {
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    fs::File::options().write(true).open(path).unwrap().set_modified(long_ago).unwrap();
}

fn modified(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn only_changed_files_are_new() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("dist");
    write(&out, &site(&[("a.html", "one"), ("en/b.html", "two"), ("c.html", "three")])).unwrap();
    age(&out.join("a.html"));
    age(&out.join("en/b.html"));
    let written = write(&out, &site(&[("a.html", "one"), ("en/b.html", "TWO"), ("d.html", "four")])).unwrap();
    assert_eq!(written.changed, ["/c", "/d", "/en/b"]);
    assert_eq!(written.files, ["d.html", "en/b.html"]);
    assert_eq!(written.unchanged, ["a.html", "_headers"]);
    assert!(modified(&out.join("a.html")) < modified(&out.join("en/b.html")));
    assert!(!out.join("c.html").exists());
    assert_eq!(fs::read_to_string(out.join("en/b.html")).unwrap(), "TWO");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1, "nothing remains beside the site");
    let before = modified(&out);
    let again = write(&out, &site(&[("a.html", "one"), ("en/b.html", "TWO"), ("d.html", "four")])).unwrap();
    assert_eq!((again.changed, again.unchanged.len()), (Vec::new(), 4));
    assert_eq!(modified(&out), before, "the same site again writes nothing");
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
fn a_folder_that_holds_something_else_is_not_replaced() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("photos");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("holiday.jpg"), "x").unwrap();
    assert!(matches!(write(&out, &site(&[])), Err(BuildError::NotWritten(_))));
    assert!(out.join("holiday.jpg").exists());
}

#[test]
fn changed_addresses_are_listed_for_cache_purges() {
    let root = tempfile::tempdir().unwrap();
    let list = root.path().join(".site/changed-urls.txt");
    let written = Written { changed: vec!["/".into(), "/en".into()], ..Written::default() };
    let write = || write_changed_urls(&list, "https://a.example", &written);
    write().unwrap();
    assert_eq!(fs::read_to_string(&list).unwrap(), "https://a.example/\nhttps://a.example/en\n");
    fs::remove_file(&list).unwrap();
    fs::create_dir(&list).unwrap();
    let message = write().unwrap_err().to_string();
    for part in ["changed-urls.txt: ", "the new site is in place", "purge all caches"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_second_build_waits_for_the_first() {
    let root = tempfile::tempdir().unwrap();
    let first = lock(root.path(), || panic!("no other build runs")).unwrap();
    let path = root.path().to_owned();
    let (sender, waits) = std::sync::mpsc::channel();
    let second = std::thread::spawn(move || lock(&path, move || sender.send(()).unwrap()).map(|_| ()));
    waits.recv().unwrap();
    drop(first);
    second.join().unwrap().unwrap();
}

fn folder_with(path: &Path, text: &str) {
    fs::create_dir_all(path).unwrap();
    fs::write(path.join("a"), text).unwrap();
}

#[test]
fn the_old_site_is_restored_after_a_kill_between_the_two_steps() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("dist");
    folder_with(&beside(&out, BACKUP), "old");
    folder_with(&beside(&out, STAGING), "new");
    recover(&out).unwrap();
    assert_eq!(fs::read_to_string(out.join("a")).unwrap(), "old");
    assert!(!beside(&out, BACKUP).exists() && !beside(&out, STAGING).exists());
}

#[test]
fn folders_are_exchanged() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("dist");
    folder_with(&out, "old");
    folder_with(&beside(&out, STAGING), "new");
    swap(&beside(&out, STAGING), &out).unwrap();
    assert_eq!(fs::read_to_string(out.join("a")).unwrap(), "new");
    assert!(!beside(&out, STAGING).exists());
}
