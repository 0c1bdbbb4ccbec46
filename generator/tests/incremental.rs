//! A build that keeps what did not change gives the same site, to the byte, as one that makes everything anew:
//! whatever was edited before it.
//!
//! Needs the npm packages (`make set-up`).

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use generator::pipeline::{self, Built, Progress, Request};
use generator::pull::{self, Origin};
use platform::client::Token;
use proptest::prelude::*;
use serde_json::{Value, json};
use walkdir::WalkDir;

struct Silence;

impl Progress for Silence {
    fn stage(&self, _: &str) {}
    fn note(&self, _: &str) {}
}

/// One thing that an author, the sales team or an accident does between two builds.
#[derive(Clone, Debug)]
enum Edit {
    Price(usize, u32),
    Status(usize, usize),
    Area(usize, u32),
    Remove(usize),
    Add(usize),
    Date(u8),
    Text(u8),
    Template(u8),
    /// Somebody changes a finished page by hand.
    Damage(usize),
    /// Somebody takes a finished page away.
    Lose(usize),
    /// Somebody puts a file of theirs into the finished site.
    Stray(u8),
    Nothing,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        3 => (0..40usize, 1..90u32).prop_map(|(unit, price)| Edit::Price(unit, price)),
        3 => (0..40usize, 0..3usize).prop_map(|(unit, status)| Edit::Status(unit, status)),
        2 => (0..40usize, 30..200u32).prop_map(|(unit, area)| Edit::Area(unit, area)),
        1 => (0..40usize).prop_map(Edit::Remove),
        1 => (0..40usize).prop_map(Edit::Add),
        1 => (1..28u8).prop_map(Edit::Date),
        1 => any::<u8>().prop_map(Edit::Text),
        1 => any::<u8>().prop_map(Edit::Template),
        1 => (0..40usize).prop_map(Edit::Damage),
        1 => (0..40usize).prop_map(Edit::Lose),
        1 => any::<u8>().prop_map(Edit::Stray),
        1 => Just(Edit::Nothing),
    ]
}

/// A project that is built again and again, and its twin that forgets everything before each build.
struct Pair {
    again: tempfile::TempDir,
    anew: tempfile::TempDir,
    units: Vec<Value>,
    day: u8,
    /// A template and a text that may be added to.
    template: &'static str,
    text: &'static str,
}

impl Pair {
    fn apply(&mut self, edit: &Edit) {
        let count = self.units.len();
        let dist = self.again.path().join("dist");
        let page = |unit: &Value| {
            dist.join(format!(
                "inventario/{}.html",
                unit["propertyCode"].as_str().unwrap()
            ))
        };
        match edit {
            Edit::Price(unit, price) => self.units[unit % count]["price"] = json!(price * 100_000),
            Edit::Status(unit, status) => {
                self.units[unit % count]["status"] = json!(["disponible", "reservado", "vendido"][*status]);
            }
            Edit::Area(unit, area) => {
                self.units[unit % count]["interiorArea"] = json!(area);
                self.units[unit % count]["totalArea"] = json!(area);
            }
            Edit::Remove(unit) if count > 3 => drop(self.units.remove(unit % count)),
            Edit::Remove(_) => {}
            Edit::Add(number) => {
                let code = format!("N-{number}");
                if self.units.iter().all(|unit| unit["propertyCode"] != code) {
                    self.units.push(unit(&code, *number));
                }
            }
            Edit::Date(day) => self.day = *day,
            Edit::Text(number) => self.append(self.text, &format!("\nLínea {number}.\n")),
            Edit::Template(number) => self.append(self.template, &format!("<!-- {number} -->\n")),
            Edit::Damage(unit) => {
                let page = page(&self.units[unit % count]);
                if let Ok(text) = fs::read_to_string(&page) {
                    fs::write(&page, text.replace("html", "HTML")).unwrap();
                }
            }
            Edit::Lose(unit) => drop(fs::remove_file(page(&self.units[unit % count]))),
            Edit::Stray(number) if dist.exists() => {
                fs::write(dist.join(format!("stray-{number}.txt")), "x").unwrap();
            }
            Edit::Stray(_) | Edit::Nothing => {}
        }
    }

    fn append(&self, file: &str, more: &str) {
        for root in [&self.again, &self.anew] {
            let path = root.path().join(file);
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text + more).unwrap();
        }
    }

    /// Builds both and compares them; the build that keeps what it can.
    fn build(&self) -> Built {
        let data =
            json!({"date": format!("2026-11-{:02}", self.day), "Data": {"Property": self.units}}).to_string();
        for forgotten in ["dist", ".site/output"] {
            let _ = fs::remove_dir_all(self.anew.path().join(forgotten));
        }
        let built = build(self.again.path(), &data);
        build(self.anew.path(), &data);
        let (again, anew) = (files(self.again.path()), files(self.anew.path()));
        let differing: Vec<_> = again
            .keys()
            .chain(anew.keys())
            .filter(|path| again.get(*path) != anew.get(*path))
            .collect();
        assert!(differing.is_empty(), "{differing:?}");
        built
    }
}

fn unit(code: &str, number: usize) -> Value {
    json!({
        "propertyCode": code, "unit": number.to_string(), "level": 1 + number % 4,
        "useType": if number % 4 < 2 { "local" } else { "oficina" }, "bathrooms": 1,
        "interiorArea": 40 + number, "terraceArea": 0, "totalArea": 40 + number, "price": 4_000_000 + number,
        "typology": "A", "status": "disponible",
    })
}

fn build(root: &Path, data: &str) -> Built {
    fs::write(root.join("units.json"), data).unwrap();
    let request = Request {
        root: root.to_owned(),
        out: root.join("dist"),
        pull: pull::Request {
            origin: Origin::File(root.join("units.json")),
            strict: true,
            accept: false,
            token: Token::new("unused"),
            now: "2026-11-20T12:00:00Z".parse().unwrap(),
        },
        base_url: None,
        drafts: false,
        debug_islands: false,
    };
    pipeline::build(&request, &Silence).unwrap_or_else(|error| panic!("{error}: {error:?}"))
}

fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let dist = root.join("dist");
    let entries = WalkDir::new(&dist).into_iter().map(|entry| entry.unwrap());
    entries
        .filter(|entry| entry.depth() > 0)
        .map(|entry| {
            let path = entry.path().strip_prefix(&dist).unwrap().to_owned();
            // A folder counts too: none may be left behind empty.
            (path, fs::read(entry.path()).unwrap_or_default())
        })
        .collect()
}

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
fn sample() -> Pair {
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
fn own() -> Pair {
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_edited_the_site_is_that_of_a_first_build(steps in prop::collection::vec(prop::collection::vec(edit(), 0..3), 4..9)) {
        let mut pair = sample();
        pair.build();
        for edits in steps {
            edits.iter().for_each(|edit| pair.apply(edit));
            pair.build();
        }
    }
}

#[test]
fn the_own_site_is_that_of_a_first_build_after_each_edit() {
    let mut pair = own();
    pair.build();
    let edits = [
        Edit::Price(3, 61),
        Edit::Status(5, 2),
        Edit::Remove(6),
        Edit::Add(9),
        Edit::Area(0, 77),
        Edit::Template(1),
    ];
    for edit in edits {
        pair.apply(&edit);
        pair.build();
    }
}

#[test]
fn only_what_shows_a_changed_unit_is_made_again() {
    let mut pair = sample();
    pair.build();
    let all = pair.units.len() * 2;
    assert_eq!(pair.build().made.reused, all, "nothing changed");
    // Sold units are not offered as similar, so the page before and the page after are the only others to show it.
    pair.apply(&Edit::Status(7, 2));
    pair.build();
    pair.apply(&Edit::Price(7, 55));
    assert_eq!(pair.build().made.reused, all - 3 * 2);
    pair.apply(&Edit::Template(1));
    assert_eq!(
        pair.build().made.reused,
        0,
        "all pages of units are made from the template"
    );
    fs::remove_dir_all(pair.again.path().join(".site/output")).unwrap();
    assert_eq!(pair.build().made.reused, 0, "nothing is remembered");
}
