//! Kills the real command at many moments of a build: the site is the old one or the new one, whole.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::files::Files;
use crate::support::sample_site::SampleSite;

/// Enough units for a build that takes a while, most of it in comparing and writing.
const UNITS: usize = 150;

/// How often the build is killed, at moments spread over its whole length.
const KILLS: u32 = 18;

#[test]
fn a_build_killed_at_any_moment_leaves_a_whole_site() {
    kill_often(
        "content/es/strings.json",
        "\"home\": \"Inicio\"",
        "\"home\": \"Principio\"",
    );
}

/// Few pages change, so that the next site is made of the one before the last.
#[test]
fn a_build_of_few_pages_killed_at_any_moment_leaves_a_whole_site() {
    kill_often("content/inventory.json", "7000000", "8000000");
}

/// Builds with one and the other words in a file in turn, and kills most of the builds.
fn kill_often(file: &str, one: &str, other: &str) {
    let site = SampleSite::with("units");
    std::fs::write(site.root().join("content/inventory.json"), inventory()).unwrap();
    build(&site);
    // From the third build on there is a site before the last.
    site.edit(file, one, other);
    let (new, _) = build(&site);
    site.edit(file, other, one);
    let (old, length) = build(&site);
    assert_ne!(old, new);
    let mut killed = 0;
    for kill in 0..KILLS {
        // Whatever stands there now, the other one is to come.
        let (from, to) = if site.files() == old {
            (one, other)
        } else {
            (other, one)
        };
        let text = std::fs::read_to_string(site.root().join(file)).unwrap();
        if text.contains(from) {
            site.edit(file, from, to);
        }
        let mut build = site.command(&["build", "--offline"]);
        let mut child = build.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(length * kill / KILLS);
        // It may have ended by itself: that is a moment too.
        let _ = child.kill();
        killed += u32::from(child.wait().unwrap().code().is_none());
        let files = site.files();
        assert!(
            files == old || files == new,
            "kill {kill}: neither site, {} of {} files",
            files.len(),
            old.len()
        );
    }
    assert!(
        killed > KILLS / 4,
        "only {killed} builds were killed: the test proves nothing"
    );
    build(&site);
    let beside: Vec<String> = std::fs::read_dir(site.root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("dist"))
        .collect();
    assert_eq!(beside, ["dist"], "the next build clears up");
}

/// Builds to the end; the files, and how long it took.
fn build(site: &SampleSite) -> (Files, Duration) {
    let started = Instant::now();
    let output = site.run(&["build", "--offline"]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    (site.files(), started.elapsed())
}

fn inventory() -> String {
    let units: Vec<String> = (0..UNITS)
        .map(|number| {
            let price = if number == 75 { 7_000_000 } else { 5_000_000 };
            format!(
                "{{\"propertyCode\": \"O-{number}\", \"unit\": \"{number}\", \"level\": 3, \"useType\": \"oficina\", \"bathrooms\": 1, \
                 \"interiorArea\": 60, \"terraceArea\": 0, \"totalArea\": 60, \"price\": {price}, \"typology\": \"L\", \
                 \"status\": \"disponible\"}}"
            )
        })
        .collect();
    format!(
        "{{\"date\": \"2026-11-20\", \"Status\": 200, \"Data\": {{\"Property\": [{}]}}}}",
        units.join(",")
    )
}
