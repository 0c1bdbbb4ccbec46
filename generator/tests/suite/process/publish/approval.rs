//! A publication that a person must confirm.

use std::fs;

use super::places::Place;

#[test]
fn a_large_change_waits_for_the_approval_of_exactly_that_change() {
    let place = Place::folder();
    place.site.edit("site.yaml", "\npublish:\n", "\npublish:\n  approve_above: { percent: 10 }\n");
    assert_eq!(place.publish("one")["done"], true, "the first publication");
    let published = || fs::read(place.root().join(".site/published-inventory.json")).unwrap();
    let shown = |name: &str| fs::read(place.root().join(name).join("data/inventory.json")).unwrap();
    assert_eq!(published(), shown("one"));

    let publish = |more: &[&str]| place.run_publication("other", more);
    let refused = publish(&[]).ends(6).says("1 of 2 units changed since the last publication");
    assert_eq!(place.public(), place.wanted("one"), "nothing is published");
    let page = place.site.read(".site/confirm-publication.md");
    assert!(page.contains("1 precio sube 2 %: `L-101`"), "{page}");
    let digest = page.lines().find_map(|line| line.strip_prefix("    site publish --approve ")).unwrap();
    let message = refused.stderr;
    assert!(message.ends_with(&format!("confirm with `--approve {digest}`\n")), "{message}");

    publish(&["--approve", "0000000000000000"]).ends(6);
    publish(&["--approve", digest]).ends(0);
    assert!(!place.root().join(".site/confirm-publication.md").exists());
    assert_eq!(published(), shown("other"));
    publish(&[]).ends(0);
    assert_eq!(place.json(&["rollback"])["done"], true);
    assert_eq!(published(), shown("one"), "news compare with what visitors see");
}
