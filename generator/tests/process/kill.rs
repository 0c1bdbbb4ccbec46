//! Kills the real command at many moments of a build: the site is the old one or the new one, whole.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::sample_site::SampleSite;

/// Enough units for a build that takes a while, most of it in comparing and writing.
const UNITS: usize = 150;

/// How often the build is killed, at moments spread over its whole length.
const KILLS: u32 = 18;

#[test]
fn a_build_killed_at_any_moment_leaves_a_whole_site() {
    let site = SampleSite::with("units");
    std::fs::write(site.root().join("content/inventory.json"), inventory()).unwrap();
    let (old, _) = build(&site);
    site.edit(
        "content/es/strings.json",
        "\"home\": \"Inicio\"",
        "\"home\": \"Principio\"",
    );
    let (new, length) = build(&site);
    assert_ne!(old, new);
    let mut killed = 0;
    for kill in 0..KILLS {
        // Whatever stands there now, the other one is to come.
        let (from, to) = if site.files() == old {
            ("Inicio", "Principio")
        } else {
            ("Principio", "Inicio")
        };
        let strings = std::fs::read_to_string(site.root().join("content/es/strings.json")).unwrap();
        if strings.contains(from) {
            site.edit("content/es/strings.json", from, to);
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
fn build(site: &SampleSite) -> (BTreeMap<PathBuf, Vec<u8>>, Duration) {
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
            format!(
                "{{\"propertyCode\": \"O-{number}\", \"unit\": \"{number}\", \"level\": 3, \"useType\": \"oficina\", \"bathrooms\": 1, \
                 \"interiorArea\": 60, \"terraceArea\": 0, \"totalArea\": 60, \"price\": 5000000, \"typology\": \"L\", \
                 \"status\": \"disponible\"}}"
            )
        })
        .collect();
    format!(
        "{{\"date\": \"2026-11-20\", \"Status\": 200, \"Data\": {{\"Property\": [{}]}}}}",
        units.join(",")
    )
}
