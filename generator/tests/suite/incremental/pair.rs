//! Two copies of a project that get the same edits: one is built over its last output, the other from scratch each time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use generator::pipeline::Silent;
use generator::pipeline::{self, Request};
use generator::stages::pull::{Origin, STATE};
use generator::stages::write::Written;
use serde_json::{Value, json};
use walkdir::{DirEntry, WalkDir};

use crate::incremental::edits::{Edit, VALUES};
use crate::support::files;
use crate::support::requests;

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
            Edit::Price(unit, price) => self.units[unit % count]["price"] = json!(price * 100_000),
            Edit::Status(unit, status) => {
                self.units[unit % count]["status"] = json!(["disponible", "reservado", "vendido"][*status]);
            }
            Edit::Area(unit, area) => {
                self.units[unit % count]["interiorArea"] = json!(area);
                self.units[unit % count]["totalArea"] = json!(area);
            }
            Edit::Number(unit, number) => self.units[unit % count]["unit"] = json!(number.to_string()),
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
            Edit::Value(value, number) => {
                let (file, key, new) = VALUES[*value];
                self.change(file, |text| with_value(text, key, &new(*number)));
            }
            Edit::Picture(number) => {
                for root in [&self.again, &self.anew] {
                    write_picture(root.path(), *number);
                }
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

    fn append(&self, file: &str, more: &str) {
        self.change(file, |text| text.to_owned() + more);
    }

    fn change(&self, file: &str, change: impl Fn(&str) -> String) {
        for root in [&self.again, &self.anew] {
            files::change(root.path(), file, &change);
        }
    }

    /// A build of a text with a broken link; then the text is as before.
    fn fail(&self) {
        let path = self.again.path().join(self.text);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}\n[x](/no-page)\n")).unwrap();
        let before = built_files(self.again.path());
        let failed = pipeline::build(&request(self.again.path(), &self.data()), &Silent, None);
        assert!(failed.is_err());
        assert!(built_files(self.again.path()) == before, "a failed build changes nothing");
        fs::write(&path, text).unwrap();
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
    json!({
        "propertyCode": code, "unit": number.to_string(), "level": 1 + number % 4,
        "useType": if number % 4 < 2 { "local" } else { "oficina" }, "bathrooms": 1,
        "interiorArea": 40 + number, "terraceArea": 0, "totalArea": 40 + number, "price": 4_000_000 + number,
        "typology": "A", "status": "disponible",
    })
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
