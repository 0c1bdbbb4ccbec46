//! Two copies of a project that get the same edits: one is built over its last output, the other from scratch each time.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use generator::pipeline::{self, Request, Silent};
use generator::stages::pull::{Origin, STATE};
use generator::stages::write::Written;
use serde_json::{Value, json};
use walkdir::{DirEntry, WalkDir};

use crate::incremental::{Edit, VALUES};
use crate::support::files::{self, copy_folder, copy_golden_site, engine_file};
use crate::support::{requests, torre};

/// A project that is built again and again (`again`), and its copy that is built from scratch each time (`anew`).
pub struct Pair {
    pub again: tempfile::TempDir,
    pub anew: tempfile::TempDir,
    pub units: Vec<Value>,
    pub day: u8,
    /// A template and a text that edits may append to.
    pub template: &'static str,
    pub text: &'static str,
    /// The folders that the copy forgets before each build.
    pub forgotten: &'static [&'static str],
}

impl Pair {
    pub fn apply(&mut self, edit: &Edit) {
        let count = self.units.len();
        let dist = self.again.path().join("dist");
        let page =
            |unit: &Value| dist.join(format!("inventario/{}.html", unit["propertyCode"].as_str().unwrap()));
        match edit {
            Edit::Unit(unit, (names, value)) => {
                names.iter().for_each(|name| self.units[unit % count][*name] = value.clone());
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
            Edit::Text(number) => self.change(self.text, |text| format!("{text}\nLínea {number}.\n")),
            Edit::Template(number) => self.change(self.template, |text| format!("{text}<!-- {number} -->\n")),
            Edit::Value(value, number) => {
                let (file, key, new) = VALUES[*value];
                self.change(file, |text| with_value(text, key, &new(*number)));
            }
            Edit::Picture(number) => {
                [&self.again, &self.anew].iter().for_each(|root| write_picture(root.path(), *number));
            }
            Edit::Failure => self.fail(),
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
        assert!(built_files(root) == before, "a failed build changes nothing");
        files::write(root, self.text, text);
    }

    /// The answer of the platform.
    fn data(&self) -> String {
        json!({"date": format!("2026-11-{:02}", self.day), "Data": {"Property": self.units}}).to_string()
    }

    /// Builds both and compares them; returns what the build over the earlier one wrote.
    pub fn build(&self) -> Written {
        let data = self.data();
        for forgotten in self.forgotten {
            let _ = fs::remove_dir_all(self.anew.path().join(forgotten));
        }
        // What pages said at the last build is an input of the sitemap.
        let pages = Path::new(STATE).join("pages.json");
        let (known, copy) = (self.again.path().join(&pages), self.anew.path().join(&pages));
        if known.exists() {
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(known, copy).unwrap();
        }
        let built = build(&request(self.again.path(), &data));
        build(&request(self.anew.path(), &data));
        let (again, anew) = (built_files(self.again.path()), built_files(self.anew.path()));
        let differing: Vec<_> =
            again.keys().chain(anew.keys()).filter(|path| again.get(*path) != anew.get(*path)).collect();
        assert!(differing.is_empty(), "{differing:?}");
        built
    }
}

/// A new unit.
pub fn unit(code: &str, number: usize) -> Value {
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
    built.unwrap_or_else(|error| panic!("{error}: {error:?}")).written
}

/// The text with another value behind the first `key`, up to a comma, a bracket or the end of the line.
fn with_value(text: &str, key: &str, value: &str) -> String {
    let (before, rest) = text.split_once(key).unwrap_or_else(|| panic!("no {key} in {text}"));
    let end = rest.find([',', '}', '\n']).unwrap_or(rest.len());
    format!("{before}{key}{value}{}", &rest[end..])
}

/// Writes the picture `hall`: one colour.
pub fn write_picture(root: &Path, colour: u8) {
    let path = root.join("content/images/hall.png");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut encoder = png::Encoder::new(fs::File::create(&path).unwrap(), 8, 6);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[colour; 8 * 6]).unwrap();
}

fn built_files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let dist = root.join("dist");
    let entries = WalkDir::new(&dist).min_depth(1).into_iter().map(Result::unwrap);
    // Folders are compared too: no empty one may be left.
    let content = |entry: &DirEntry| fs::read(entry.path()).unwrap_or_default();
    entries.map(|entry| (entry.path().strip_prefix(&dist).unwrap().to_owned(), content(&entry))).collect()
}

/// The page of a unit, which shows something of each of the author's files.
const UNIT_PAGE: &str = r#"{% extends "layouts/base.html" %}
{% block main %}<h1>{{ unit.title }}</h1>{{ site.name }} {{ theme.light.line }} {{ unit.area | area }} {{ unit.price | money }}
{{ unit.status_label }} {{ inventory.counts.disponible }} {{ inventory.from_price }} {{ page_with("inventory").url }}
{% for other in similar %}<a href="{{ other.url }}">{{ other.price }}</a>{% endfor %}
{% set drawing = plan(unit.level) %}{% if drawing %}{{ drawing.clear_height }} {{ level_drawing(unit.level) }}{% endif %}
{% for plan in payments(unit) %}{{ plan.name }} {{ plan.discount_percent }} {{ plan.total | money }}{% endfor %}
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
        files::write(root.path(), "templates/pages/unit.html", UNIT_PAGE);
        files::write(
            root.path(),
            "theme.yaml",
            files::read(&torre, "theme.yaml").split("\nlogo:").next().unwrap(),
        );
        fs::copy(torre.join("content/geometry.json"), root.path().join("content/geometry.json")).unwrap();
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
        units: (0..14).map(|number| unit(&format!("U-{number}"), number)).collect(),
        day: 20,
        template: "templates/pages/unit.html",
        text: "content/es/index.md",
        forgotten: &["dist", ".site"],
    }
}

/// The tower's site with the sheets of units as its only documents, and with the tests' cache.
pub fn torre() -> Pair {
    let make = || {
        let root = torre::copied();
        // The share pictures need the fonts below this folder.
        for entry in fs::read_dir(root.path().join("templates/documents")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|kind| kind == "typ") && !path.ends_with("unit.typ") {
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
        forgotten: &["dist"],
    }
}
