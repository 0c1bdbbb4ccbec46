//! Projects to build: a small one, and one with every feature.

use std::fs;

use crate::incremental::pair::{Pair, unit};
use crate::support::files::copy_golden_site;
use crate::support::torre;

/// The base site of the golden tests with unit pages.
pub fn sample() -> Pair {
    let make = || {
        let root = tempfile::tempdir().unwrap();
        copy_golden_site("units", root.path());
        root
    };
    Pair {
        again: make(),
        anew: make(),
        units: (0..14)
            .map(|number| unit(&format!("U-{number}"), number))
            .collect(),
        day: 20,
        template: "templates/pages/unit.html",
        text: "content/es/index.md",
    }
}

/// The tower's site with the sheets of units as its only documents, and with the tests' cache.
pub fn torre() -> Pair {
    let make = || {
        let root = torre::copied();
        // The share pictures need the fonts below this folder.
        for entry in fs::read_dir(root.path().join("templates/documents")).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() && !path.ends_with("unit.typ") {
                fs::remove_file(path).unwrap();
            }
        }
        torre::link_cache(root.path());
        root
    };
    // Some of the units have a plan in the geometry.
    let codes = ["L-101", "L-102", "O-201", "O-301", "O-302", "X-1", "X-2", "X-3"];
    let units = codes.iter().enumerate().map(|(number, code)| {
        let mut unit = unit(code, number);
        // The level of its plan, whose sheets show the numbers of each other.
        if let Some(level) = code[2..3].parse::<u8>().ok().filter(|_| code.len() > 3) {
            unit["level"] = level.into();
        }
        unit
    });
    Pair {
        again: make(),
        anew: make(),
        units: units.collect(),
        day: 20,
        template: "templates/parts/footer.html",
        text: "content/es/oficinas.md",
    }
}
