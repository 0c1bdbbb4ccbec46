//! Kills `site build` at many moments of a build: the output is always the whole old site or the whole new one.
//! `BUILD_KILLS` sets how many builds each test kills (default 2).

use std::time::{Duration, Instant};

use super::Killer;
use crate::support::files::{Files, change_json};
use crate::support::sample_site::SampleSite;

#[test]
fn a_build_killed_at_any_moment_leaves_a_whole_site() {
    kill_often(
        "content/es/strings.json",
        "\"home\": \"Inicio\"",
        "\"home\": \"Principio\"",
    );
}

/// Few pages change, so that most files are links to those of the old site.
#[test]
fn a_build_of_few_pages_killed_at_any_moment_leaves_a_whole_site() {
    kill_often("content/inventory.json", "7000000", "8000000");
}

/// Alternates between two texts in a file, and kills most of the builds.
fn kill_often(file: &str, one: &str, other: &str) {
    let site = SampleSite::with("units");
    give_units(&site);
    build(&site);
    site.edit(file, one, other);
    let (new, _) = build(&site);
    site.edit(file, other, one);
    let (old, length) = build(&site);
    assert_ne!(old, new);
    let mut killer = Killer::new(length, "BUILD_KILLS");
    while killer.goes_on() {
        // The next build always makes the other site.
        let (from, to) = if site.files() == old {
            (one, other)
        } else {
            (other, one)
        };
        if site.read(file).contains(from) {
            site.edit(file, from, to);
        }
        killer.kill(&mut site.command(&["build", "--offline"]));
        let files = site.files();
        let (runs, count) = (killer.runs, files.len());
        assert!(
            files == old || files == new,
            "build {runs}: neither site, {count} of {} files",
            old.len()
        );
    }
    build(&site);
    let beside: Vec<_> = std::fs::read_dir(site.root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().starts_with("dist"))
        .collect();
    assert_eq!(beside, ["dist"], "the next build removes leftovers");
    killer.print("build");
}

/// Builds without a kill. Returns the files and the build's duration.
fn build(site: &SampleSite) -> (Files, Duration) {
    let started = Instant::now();
    site.build();
    (site.files(), started.elapsed())
}

/// An inventory of enough units that most of the build is comparing and writing files.
fn give_units(site: &SampleSite) {
    change_json(site.root(), "content/inventory.json", |answer| {
        let units = answer["Data"]["Property"].as_array_mut().unwrap();
        let unit = units.pop().unwrap();
        units.clear();
        for number in 0..150 {
            let mut unit = unit.clone();
            unit["propertyCode"] = format!("O-{number}").into();
            unit["unit"] = number.to_string().into();
            unit["price"] = if number == 75 { 7_000_000 } else { 5_000_000 }.into();
            units.push(unit);
        }
    });
}
