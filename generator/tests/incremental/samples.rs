//! Projects to build: a small one, and this repository's own.

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::pair::{Pair, unit};

fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

/// The base site of the golden tests with unit pages.
pub fn sample() -> Pair {
    let make = || {
        let root = tempfile::tempdir().unwrap();
        let sites = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
        copy(&sites.join("base/in"), root.path());
        copy(&sites.join("units/in"), root.path());
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

/// This repository's own site without its documents, and with the caches of its own builds.
pub fn own() -> Pair {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .unwrap();
    let make = || {
        let root = tempfile::tempdir().unwrap();
        for folder in ["content", "templates", "islands/src"] {
            copy(&repository.join(folder), &root.path().join(folder));
        }
        // The share pictures need the fonts that lie there.
        for entry in fs::read_dir(root.path().join("templates/documents")).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                fs::remove_file(path).unwrap();
            }
        }
        for file in ["site.yaml", "islands/package-lock.json", "islands/tsconfig.json"] {
            fs::copy(repository.join(file), root.path().join(file)).unwrap();
        }
        for (shared, place) in [
            ("islands/node_modules", "islands"),
            ("islands/tools", "islands"),
            (".site/cache", ".site"),
        ] {
            fs::create_dir_all(repository.join(shared)).unwrap();
            fs::create_dir_all(root.path().join(place)).unwrap();
            std::os::unix::fs::symlink(repository.join(shared), root.path().join(shared)).unwrap();
        }
        root
    };
    // Some stand on a plan, as those of the building do.
    let codes = ["L-101", "L-102", "L-201", "O-301", "O-302", "X-1", "X-2", "X-3"];
    let units = codes.iter().enumerate();
    Pair {
        again: make(),
        anew: make(),
        units: units.map(|(number, code)| unit(code, number)).collect(),
        day: 20,
        template: "templates/parts/footer.html",
        text: "content/es/oficinas-lujo.md",
    }
}
