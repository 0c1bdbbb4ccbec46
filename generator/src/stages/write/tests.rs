use std::fs;

use super::*;

#[test]
fn without_a_list_of_changed_addresses_all_caches_must_be_purged() {
    let root = tempfile::tempdir().unwrap();
    let list = root.path().join("changed-urls.txt");
    fs::create_dir(&list).unwrap();
    let message = write_changed_urls(&list, "https://a.example", &Written::default())
        .unwrap_err()
        .to_string();
    for part in [
        "changed-urls.txt: ",
        "the new site is in place",
        "purge all caches",
    ] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn the_old_site_is_restored_after_a_kill_between_the_two_steps() {
    let root = tempfile::tempdir().unwrap();
    let out = root.path().join("dist");
    for (name, text) in [(BACKUP, "old"), (STAGING, "new")] {
        fs::create_dir(sibling_path(&out, name)).unwrap();
        fs::write(sibling_path(&out, name).join("a"), text).unwrap();
    }
    recover(&out).unwrap();
    assert_eq!(fs::read_to_string(out.join("a")).unwrap(), "old");
    assert!(!sibling_path(&out, BACKUP).exists() && !sibling_path(&out, STAGING).exists());
}
