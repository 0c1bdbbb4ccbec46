//! The buildings of a development: the geometry of each, and the word for one of them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::{or_record, read_optional};
use building::{self, Geometry};
use formats::problem::{Code, Problem, ok_unless};
use model::config::{Building, Config};
use model::lang::PerLang;
use model::strings::Strings;

/// The geometry of each of these buildings that has a file of it; without any, that of the only one.
///
/// # Errors
/// The problems in the files, a file of no building, and a unit that is drawn in two.
pub fn geometries(root: &Path, buildings: &[Building]) -> Result<Vec<Geometry>, Vec<Problem>> {
    if buildings.is_empty() {
        return geometry(root, "").map(Vec::from_iter);
    }
    let mut problems = files_of_none(root, buildings);
    let read = buildings.iter().map(|building| or_record(geometry(root, &building.key), &mut problems));
    let geometries: Vec<Geometry> = read.flatten().flatten().collect();
    let mut codes: HashMap<&str, &str> = HashMap::new();
    for geometry in &geometries {
        for unit in geometry.levels.iter().flat_map(|level| &level.units) {
            let file = building::file(&geometry.building);
            if let Some(other) = codes.insert(&unit.code, &geometry.building)
                && other != geometry.building
            {
                let message = format!("`{}` is drawn here and in {}", unit.code, building::file(other));
                let problem = Problem::in_file(Code::InvalidGeometry, &file, message);
                problems.push(problem.hint("codes are those of one unit: remove it from one of the files"));
            }
        }
    }
    ok_unless(problems, geometries)
}

/// The geometry of the building with this key, if there is a file of it; the key is empty on a site with one.
pub fn geometry(root: &Path, key: &str) -> Result<Option<Geometry>, Vec<Problem>> {
    read_optional(root, &building::file(key), |text| Geometry::parse(key, text).map(Some))
}

/// A problem for each file of geometry that no building has.
fn files_of_none(root: &Path, buildings: &[Building]) -> Vec<Problem> {
    let listed = fs::read_dir(root.join(building::FOLDER)).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        listed.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let is_unknown = |name: &&String| {
        let key = name.strip_suffix(".json");
        key.is_some_and(|key| buildings.iter().all(|building| building.key != key))
    };
    let unknown = names.iter().filter(is_unknown).map(|name| format!("{}/{name}", building::FOLDER));
    let single = root.join(building::FILE).exists().then(|| building::FILE.to_owned());
    let problem = |file: String| {
        let keys: Vec<&str> = buildings.iter().map(|building| building.key.as_str()).collect();
        let names = keys.join(".json`, `");
        Problem::in_file(Code::InvalidGeometry, &file, "no building of site.yaml has this file")
            .hint(format!("rename it to one of `{names}.json` in {}, or remove it", building::FOLDER))
    };
    unknown.chain(single).map(problem).collect()
}

/// Names the field with the building of a unit in each language, and checks the texts about buildings.
pub(super) fn name_field(config: &mut Config, strings: &PerLang<Strings>, problems: &mut Vec<Problem>) {
    let has_announced = config.buildings.iter().any(|building| building.announced);
    let label = PerLang::from_fn(config.languages, |lang| {
        let strings = strings.get(lang);
        let mut text = |key: &str, meaning: &str| {
            let text = strings.plain(key).map(|text| text.to_string());
            text.unwrap_or_else(|| {
                let problem =
                    Problem::in_file(Code::MissingString, &strings.file, format!("`{key}` is missing"));
                problems.push(problem.hint(format!("`buildings` needs it: write {meaning}")));
                String::new()
            })
        };
        if has_announced {
            text("selector.announced", "what visitors read of one that is announced, such as `Próximamente`");
        }
        text("unit.building", "the word for one of them, such as `Torre`")
    });
    config.add_building_field(label);
}
