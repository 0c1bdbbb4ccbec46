//! The buildings of a development: the geometry of each, and the word for one of them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::{or_record, read_optional};
use building::{self, Geometry, SitePlan};
use formats::problem::{Code, Problem, ok_unless};
use model::config::{Building, Config};
use model::lang::PerLang;
use model::strings::Strings;

/// The geometry of each of these buildings that has a file of it; without any, that of the only one.
pub fn geometries(root: &Path, buildings: &[Building]) -> Result<Vec<Geometry>, Vec<Problem>> {
    if buildings.is_empty() {
        return geometry(root, "").map(Vec::from_iter);
    }
    let mut problems = files_of_none(root, buildings);
    let read = buildings
        .iter()
        .map(|building| or_record(geometry(root, &building.key), &mut problems));
    let geometries: Vec<Geometry> = read.flatten().flatten().collect();
    let mut codes: HashMap<&str, &str> = HashMap::new();
    for Geometry {
        building, levels, ..
    } in &geometries
    {
        for unit in levels.iter().flat_map(|level| &level.units) {
            if let Some(other) = codes
                .insert(&unit.code, building)
                .filter(|other| other != building)
            {
                let message = format!(
                    "`{}` is drawn here and in {}",
                    unit.code,
                    building::file(other)
                );
                let problem =
                    Problem::in_file(Code::InvalidGeometry, building::file(building), message);
                problems.push(
                    problem.hint("codes are those of one unit: remove it from one of the files"),
                );
            }
        }
    }
    ok_unless(problems, geometries)
}

/// The geometry of the building with this key, if there is a file of it; the key is empty on a site with one.
pub fn geometry(root: &Path, key: &str) -> Result<Option<Geometry>, Vec<Problem>> {
    read_optional(root, &building::file(key), |text| {
        Geometry::parse(key, text).map(Some)
    })
}

/// Where these buildings are on the site, if there is a file that says so.
pub fn site_plan(root: &Path, buildings: &[Building]) -> Result<Option<SitePlan>, Vec<Problem>> {
    let keys: Vec<&str> = buildings.iter().map(|one| one.key.as_str()).collect();
    read_optional(root, building::SITE_PLAN, |text| {
        SitePlan::parse(text, &keys).map(Some)
    })
}

/// A problem for each file of geometry that no building has.
fn files_of_none(root: &Path, buildings: &[Building]) -> Vec<Problem> {
    let listed = fs::read_dir(root.join(building::FOLDER))
        .into_iter()
        .flatten()
        .flatten();
    let names = listed.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let known: Vec<String> = buildings
        .iter()
        .map(|building| format!("{}.json", building.key))
        .collect();
    let unknown = names.filter(|name| name.ends_with(".json") && !known.contains(name));
    let mut files: Vec<String> = unknown
        .map(|name| format!("{}/{name}", building::FOLDER))
        .collect();
    files.sort();
    files.extend(
        root.join(building::FILE)
            .exists()
            .then(|| building::FILE.to_owned()),
    );
    let hint = format!(
        "rename it to one of `{}` in {}, or remove it",
        known.join("`, `"),
        building::FOLDER
    );
    let problem = |file| {
        Problem::in_file(
            Code::InvalidGeometry,
            file,
            "no building of site.yaml has this file",
        )
        .hint(&*hint)
    };
    files.into_iter().map(problem).collect()
}

/// Names the field with the building of a unit in each language, and checks the texts about buildings.
pub(super) fn name_field(
    config: &mut Config,
    strings: &PerLang<Strings>,
    problems: &mut Vec<Problem>,
) {
    let word = ("unit.building", "the word for one of them, such as `Torre`");
    let announced = (
        "selector.announced",
        "what visitors read of one that is announced, such as `Próximamente`",
    );
    let has_announced = config.buildings.iter().any(|building| building.announced);
    let needed = [word].into_iter().chain(has_announced.then_some(announced));
    let label = PerLang::from_fn(config.languages, |lang| {
        let strings = strings.get(lang);
        // A file that could not be read is a problem of its own.
        let is_read = strings.messages().next().is_some();
        for (key, meaning) in needed
            .clone()
            .filter(|(key, _)| is_read && strings.plain(key).is_none())
        {
            let message = format!("`{key}` is missing");
            let problem = Problem::in_file(Code::MissingString, &strings.file, message);
            problems.push(problem.hint(format!("`buildings` needs it: write {meaning}")));
        }
        strings
            .plain(word.0)
            .map(|text| text.to_string())
            .unwrap_or_default()
    });
    config.add_building_field(label);
}
