//! A folder as a target: compressed files beside text files, modes, and what a killed run leaves.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use flate2::read::GzDecoder;
use publish::target::FolderTarget;

use crate::support::{Observed, two_sites};

fn unpack(path: &Path) -> String {
    let mut text = String::new();
    GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

#[test]
fn text_files_get_compressed_files_beside_them() {
    let (one, other) = two_sites();
    let folder = tempfile::tempdir().unwrap();
    let place = |path: &str| folder.path().join(path);
    let target = |precompressed| {
        let target = FolderTarget::new(folder.path().to_owned(), precompressed);
        Observed::over(Arc::new(target))
    };
    one.publish(&target(false)).unwrap();
    assert!(!place("index.html.gz").exists());

    // Switched on without any other change: every text file is written again.
    one.publish(&target(true)).unwrap();
    assert_eq!(unpack(&place("vieja.html.gz")), one.public()["vieja.html"]);
    let mut text = Vec::new();
    let compressed = fs::read(place("index.html.br")).unwrap();
    brotli::BrotliDecompress(&mut compressed.as_slice(), &mut text).unwrap();
    assert_eq!(text, one.public()["index.html"].as_bytes());

    other.publish(&target(true)).unwrap();
    assert_eq!(unpack(&place("index.html.gz")), other.public()["index.html"]);
    assert!(
        !place("vieja.html").exists() && !place("vieja.html.gz").exists() && !place("vieja.html.br").exists()
    );

    other.publish(&target(false)).unwrap();
    assert!(!place("index.html.gz").exists() && !place("index.html.br").exists());
    assert_eq!(fs::read_to_string(place("index.html")).unwrap(), other.public()["index.html"]);
}

#[test]
fn public_files_are_readable_for_everybody_and_private_ones_are_not() {
    let (one, _) = two_sites();
    let folder = tempfile::tempdir().unwrap();
    one.publish(&*Observed::folder(folder.path())).unwrap();
    let mode = |path: &str| fs::metadata(folder.path().join(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("assets"), mode("assets/a-1.js"), mode("index.html")), (0o755, 0o644, 0o644));
    assert_eq!((mode(".site"), mode(".site/current.json")), (0o711, 0o600));
}

#[test]
fn files_that_a_killed_run_left_half_written_are_removed() {
    let (one, other) = two_sites();
    let folder = tempfile::tempdir().unwrap();
    let target = Observed::folder(folder.path());
    one.publish(&*target).unwrap();
    let left = folder.path().join(".site/new-AbCdEf");
    fs::write(&left, "half").unwrap();
    other.publish(&*target).unwrap();
    assert!(!left.exists());
}
