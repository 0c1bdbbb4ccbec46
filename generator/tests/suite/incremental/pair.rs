//! Two copies of a project that get the same edits: one is built over its last output, the other from scratch each time.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use generator::cache::stored_file::STATE;
use generator::pipeline::{self, Request, Silent};
use generator::stages::pull::Origin;
use generator::stages::write::Written;
use serde_json::{Value, json};
use tempfile::TempDir;
use walkdir::{DirEntry, WalkDir};

use super::{Edit, Kind, VALUES};
use crate::support::files::{self, copy_folder, copy_golden_site, engine_file};
use crate::support::{requests, torre};

/// A template that edits may append to.
const TEMPLATE: &str = "templates/pages/unit.html";

/// A project that is built again and again (`again`), and its copy that is built from scratch each time (`anew`).
pub struct Pair {
    pub again: TempDir,
    anew: TempDir,
    pub units: Vec<Value>,
    day: u8,
    /// A text that edits may append to.
    text: &'static str,
    /// The folders that the copy forgets before each build.
    forgotten: &'static [&'static str],
}

impl Pair {
    /// Builds, and then again after the edits of each step.
    pub fn build_after(&mut self, steps: &[Vec<Edit>]) {
        self.build();
        for edits in steps {
            edits.iter().for_each(|edit| self.apply(*edit));
            self.build();
        }
    }

    fn apply(&mut self, (kind, place, number): Edit) {
        let count = self.units.len();
        let unit = &mut self.units[place % count];
        let dist = self.again.path().join("dist");
        let page = dist.join(format!(
            "inventario/{}.html",
            unit["propertyCode"].as_str().unwrap()
        ));
        match kind {
            Kind::Price => unit["price"] = (u32::from(number % 90 + 1) * 100_000).into(),
            Kind::Status => {
                unit["status"] =
                    ["disponible", "reservado", "vendido"][usize::from(number % 3)].into();
            }
            Kind::Area => {
                ["interiorArea", "totalArea"]
                    .iter()
                    .for_each(|area| unit[*area] = (number / 2 + 30).into());
            }
            Kind::Number => unit["unit"] = number.to_string().into(),
            Kind::Remove if count > 3 => drop(self.units.remove(place % count)),
            Kind::Remove => {}
            Kind::Add => {
                let code = format!("N-{place}");
                if self.units.iter().all(|unit| unit["propertyCode"] != code) {
                    self.units.push(new_unit(&code, place));
                }
            }
            Kind::Date => self.day = number % 27 + 1,
            Kind::Text => self.change(self.text, |text| format!("{text}\nLínea {number}.\n")),
            Kind::Template => self.change(TEMPLATE, |text| format!("{text}<!-- {number} -->\n")),
            Kind::Value => {
                let (file, key, new) = VALUES[place % VALUES.len()];
                self.change(file, |text| with_value(text, key, &new(number)));
            }
            Kind::Picture => {
                [&self.again, &self.anew]
                    .iter()
                    .for_each(|root| write_picture(root.path(), number));
            }
            Kind::Failure => self.fail(),
            Kind::Damage => {
                if let Ok(text) = fs::read_to_string(&page) {
                    fs::write(page, text.replace("html", "HTML")).unwrap();
                }
            }
            Kind::Lose => drop(fs::remove_file(page)),
            Kind::Stray => files::write(&dist, &format!("stray-{number}.txt"), "x"),
        }
    }

    fn change(&self, file: &str, change: impl Fn(&str) -> String) {
        for root in [&self.again, &self.anew] {
            files::change(root.path(), file, &change);
        }
    }

    /// A build of a text with a broken link; then the text is as before.
    fn fail(&self) {
        let root = self.again.path();
        let (text, before) = (files::read(root, self.text), built_files(root));
        files::write(root, self.text, format!("{text}\n[x](/no-page)\n"));
        assert!(pipeline::build(&request(root, &self.data()), &Silent, None).is_err());
        assert!(
            built_files(root) == before,
            "a failed build changes nothing"
        );
        files::write(root, self.text, text);
    }

    /// The answer of the platform.
    fn data(&self) -> String {
        json!({"date": format!("2026-11-{:02}", self.day), "Data": {"Property": self.units}})
            .to_string()
    }

    /// Builds both and compares them; returns what the build over the earlier one wrote.
    pub fn build(&self) -> Written {
        let data = self.data();
        for forgotten in self.forgotten {
            let _ = fs::remove_dir_all(self.anew.path().join(forgotten));
        }
        // What pages said at the last build is an input of the sitemap.
        let pages = Path::new(STATE).join("pages.json");
        let (known, copy) = (
            self.again.path().join(&pages),
            self.anew.path().join(&pages),
        );
        if known.exists() {
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(known, copy).unwrap();
        }
        let built = build(&request(self.again.path(), &data));
        build(&request(self.anew.path(), &data));
        let (again, anew) = (
            built_files(self.again.path()),
            built_files(self.anew.path()),
        );
        let differing: Vec<_> = again
            .keys()
            .chain(anew.keys())
            .filter(|path| again.get(*path) != anew.get(*path))
            .collect();
        assert!(differing.is_empty(), "{differing:?}");
        built
    }
}

fn new_unit(code: &str, number: usize) -> Value {
    let mut unit = torre::another_unit(code.to_owned(), number);
    unit["level"] = json!(1 + number % 4);
    unit["useType"] = json!(if number % 4 < 2 { "local" } else { "oficina" });
    unit
}

/// A build of the project at `root` with an inventory.
fn request(root: &Path, data: &str) -> Request {
    let file = root.join("units.json");
    fs::write(&file, data).unwrap();
    requests::build(root, requests::pull(Origin::File(file)))
}

fn build(request: &Request) -> Written {
    let built = pipeline::build(request, &Silent, None);
    built
        .unwrap_or_else(|error| panic!("{error}: {error:?}"))
        .written
}

/// The text with another value behind the first `key`, up to a comma, a bracket or the end of the line.
fn with_value(text: &str, key: &str, value: &str) -> String {
    let (before, rest) = text
        .split_once(key)
        .unwrap_or_else(|| panic!("no {key} in {text}"));
    let end = rest.find([',', '}', '\n']).unwrap_or(rest.len());
    format!("{before}{key}{value}{}", &rest[end..])
}

/// Writes the picture `hall`: one colour.
fn write_picture(root: &Path, colour: u8) {
    let path = root.join("content/images/hall.png");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut encoder = png::Encoder::new(fs::File::create(&path).unwrap(), 8, 6);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[colour; 8 * 6]).unwrap();
}

fn built_files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let dist = root.join("dist");
    let entries = WalkDir::new(&dist)
        .min_depth(1)
        .into_iter()
        .map(Result::unwrap);
    // Folders are compared too: no empty one may be left.
    let content = |entry: &DirEntry| fs::read(entry.path()).unwrap_or_default();
    entries
        .map(|entry| {
            (
                entry.path().strip_prefix(&dist).unwrap().to_owned(),
                content(&entry),
            )
        })
        .collect()
}

/// The page of a unit, which shows something of each of the author's files.
const UNIT_PAGE: &str = r#"{% extends "layouts/base.html" %}
{% block main %}<h1>{{ unit.title }}</h1>{{ site.name }} {{ theme.light.line }} {{ unit.area | area }} {{ unit.price | money }}
{{ unit.status_label }} {{ inventory.counts.disponible }} {{ inventory.from_price }} {{ page_with("inventory").url }}
{% for other in similar %}<a href="{{ other.url }}">{{ other.price }}</a>{% endfor %}
{% set drawing = plan(unit.level) %}{% if drawing %}{{ drawing.clear_height }} {{ level_drawing(unit.level) }}{% endif %}
{% for plan in unit.payments %}{{ plan.name }} {{ plan.discount_percent }} {{ plan.total }}{% endfor %}
{% for month in progress.months %}{{ month.label }} {{ month.title }}{% endfor %}
{% for amenity in amenities %}{{ amenity.name }}{% endfor %}
{{ picture("hall", alt="", caption=false) }}{% endblock %}
"#;

/// The base site of the golden tests with unit pages, months, payment plans, a drawn building, a theme and a picture.
pub fn sample() -> Pair {
    let make = || {
        let root = tempfile::tempdir().unwrap();
        for case in ["units", "progress", "payment-plans"] {
            copy_golden_site(case, root.path());
        }
        let torre = engine_file("examples/torre");
        files::write(root.path(), TEMPLATE, UNIT_PAGE);
        let theme = files::read(&torre, "theme.yaml");
        files::write(
            root.path(),
            "theme.yaml",
            theme.split("\nlogo:").next().unwrap(),
        );
        fs::copy(
            torre.join("content/geometry.json"),
            root.path().join("content/geometry.json"),
        )
        .unwrap();
        for fonts in ["templates/fonts", "templates/documents/fonts"] {
            copy_folder(&torre.join(fonts), &root.path().join(fonts));
        }
        write_picture(root.path(), 0);
        // The programs that make pictures, and no islands.
        fs::create_dir(root.path().join("islands")).unwrap();
        for part in ["tools", "node_modules"] {
            let part = format!("islands/{part}");
            symlink(engine_file(&part), root.path().join(part)).unwrap();
        }
        root
    };
    Pair {
        again: make(),
        anew: make(),
        units: (0..14)
            .map(|number| new_unit(&format!("U-{number}"), number))
            .collect(),
        day: 20,
        text: "content/es/index.md",
        forgotten: &["dist", ".site"],
    }
}

/// The tower's site with the sheets of units as its only documents, and with the tests' cache.
pub fn torre() -> Pair {
    let make = || {
        let root = torre::copied();
        for document in ["brochure", "prices", "privacy"] {
            fs::remove_file(
                root.path()
                    .join(format!("templates/documents/{document}.typ")),
            )
            .unwrap();
        }
        torre::link_cache(root.path());
        root
    };
    let units = torre::STATED["Data"]["Property"].as_array().unwrap();
    Pair {
        again: make(),
        anew: make(),
        // The last of the first level, and some of the second.
        units: units[2..10].to_vec(),
        day: 20,
        text: "content/es/oficinas.md",
        forgotten: &["dist"],
    }
}
