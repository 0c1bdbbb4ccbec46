//! What `site new DIR` writes: it builds and passes every check at once, and nothing in it is of another development.

use std::path::Path;

use generator::stages::load;
use generator::starter::{NewSite, Shape, UnitCount};
use model::build_error::BuildError;

use serde_json::Value;

use super::{checked, linked_engine, text, texts};
use crate::support::files::engine_file;
use crate::support::markup::attributes_of;

/// Words of the development whose texts a new one gets.
const OF_ANOTHER: [&str; 6] = ["Arboleda", "ARBOLEDA", "arboleda", "Querétaro", "Office", "Oficina"];

pub(super) fn new_site() -> NewSite {
    NewSite {
        name: "Casa Jacarandas".to_owned(),
        languages: ["es", "en"].map(str::to_owned).into(),
        uses: ["departamento", "local"].map(str::to_owned).into(),
        levels: Some("3".parse().unwrap()),
        units: units(&["3", "2"]),
        shape: Shape::Bar,
        without: Vec::new(),
        time_zone: "America/Mexico_City".to_owned(),
        today: "2026-11-20".parse().unwrap(),
    }
}

fn units(counts: &[&str]) -> Vec<UnitCount> {
    counts.iter().map(|count| count.parse().unwrap()).collect()
}

fn refusal(site: &NewSite, dir: &Path) -> String {
    match site.write(dir) {
        Err(BuildError::Usage(message)) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_new_site_builds_and_has_no_problem() {
    let engine = linked_engine();
    let root = engine.path().join("sites/jacarandas");
    let files = new_site().write(&root).unwrap();
    assert!(files.contains(&"content/es/avance-de-obra/2026-11.md".to_owned()));
    for (file, text) in texts(&root) {
        // Coordinates begin with two brackets, too.
        let is_name = |rest: &str| rest.starts_with(char::is_alphabetic);
        assert!(!text.split("[[").skip(1).any(is_name), "{file} has a name that was not filled in");
    }
    let (site, problems) = checked(&root);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert_eq!(site.site.inventory.units.len(), 8);
    for file in &site.files {
        let text = String::from_utf8_lossy(&file.bytes);
        for word in OF_ANOTHER {
            assert!(!text.contains(word), "{}: {word}", file.path);
        }
    }
    assert!(text(&site, "departamentos.html").contains("D-301"));

    let sources = load::load(&root).unwrap();
    let examples = load::examples(&root, &sources).unwrap();
    let listed = |file: &str| examples.iter().any(|problem| problem.file == file);
    for file in [
        "site.yaml",
        "content/geometry.json",
        "content/inventory.json",
        "content/amenities.json",
        "content/logo/icon.svg",
        "content/images/exterior.png",
        "content/images/interior.png",
        "content/es/index.md",
        "content/en/departamentos.md",
        "content/es/strings.json",
        "content/en/strings.json",
    ] {
        assert!(listed(file), "{file} is not listed as an example");
    }
    // Numbers that are drawn, and not those of a law or of a choice.
    let is_listed =
        |value: &str| examples.iter().any(|problem| problem.message == format!("`{value}` is an example"));
    let facts: Value =
        serde_yaml::from_str(&std::fs::read_to_string(root.join("site.yaml")).unwrap()).unwrap();
    for fact in facts["facts"].as_object().unwrap().keys().filter(|fact| *fact != "vat_percent") {
        assert!(is_listed(&format!("facts.{fact}")), "facts.{fact} is not listed as an example");
    }
    assert!(refusal(&new_site(), &root).contains("the folder is not empty"));
}

#[test]
fn a_tower_has_basements_and_units_of_single_levels() {
    let engine = linked_engine();
    let root = engine.path().join("sites/o’alto peñón");
    let tower = NewSite {
        languages: ["en", "es"].map(str::to_owned).into(),
        uses: ["departamento", "local", "bodega"].map(str::to_owned).into(),
        levels: Some("-1..11".parse().unwrap()),
        units: units(&["2", "4", "8", "11:2"]),
        ..new_site()
    };
    tower.write(&root).unwrap();
    let (site, problems) = checked(&root);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert_eq!(site.site.inventory.units.len(), 8 + 4 + 9 * 2 + 2);
    let levels: Vec<i16> = site.site.plans.iter().map(|plan| plan.level).collect();
    assert_eq!(levels, [-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(site.site.plans[0].mark, "-3.30");
    let contact = text(&site, "contact.html");
    assert!(
        contact.contains("I want to live here")
            && text(&site, "es/contacto.html").contains("Quiero vivir aquí")
    );
    let cheapest = site.site.cheapest(site.site.summary.all).unwrap();
    assert_ne!(cheapest.unit_use.key(), "bodega", "storage rooms have no part in \"from\" prices");
    let rows = attributes_of(&text(&site, "inventory.html"), ".inventory-table tbody a", "href");
    let is_storage = |row: &String| row.starts_with("/inventory/B-");
    assert!(rows.iter().any(is_storage) && rows.is_sorted_by_key(is_storage), "{rows:?}");
}

#[test]
fn wrong_values_are_refused_before_anything_is_written() {
    let engine = linked_engine();
    let root = engine.path().join("sites/x");
    let with = |change: fn(&mut NewSite)| {
        let mut site = new_site();
        change(&mut site);
        refusal(&site, &root)
    };
    assert!(
        with(|site| site.uses = vec!["casa".to_owned()]).starts_with("`--uses casa`: use one of `bodega`")
    );
    let languages = |codes: &[&str]| {
        refusal(
            &NewSite { languages: codes.iter().map(|code| (*code).to_owned()).collect(), ..new_site() },
            &root,
        )
    };
    assert_eq!(
        languages(&["en", "pt"]),
        "`--languages pt`: there are starter texts for `en` and `es` only: make the project with one of them, then run \
         `site add language pt` (docs/languages.md)"
    );
    assert_eq!(
        languages(&["EN"]),
        "`--languages EN`: there are starter texts for `en` and `es` only: did you mean `en`?"
    );
    assert_eq!(languages(&["en", "en"]), "`--languages`: `en` is listed twice: write it once");
    assert_eq!(
        languages(&["en", ""]),
        "`--languages`: a code is empty: write one code or more, such as `es,en`"
    );
    assert_eq!(
        with(|site| site.units = units(&["2"])),
        "`--units` has 1 and `--uses` 2: write one number of units for each use, such as `--units 8,8`"
    );
    assert!(
        with(|site| site.time_zone = "America/Monterey".to_owned())
            .starts_with("`--time-zone`: `America/Monterey` is not a time zone: write its name")
    );
    for name in ["{{site.name}} [[name]]", &"a".repeat(300)] {
        let message = refusal(&NewSite { name: name.to_owned(), ..new_site() }, &root);
        assert!(
            message.contains("is not a valid name: write Latin letters and digits, at most 63"),
            "{message}"
        );
    }
    let file = engine.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert!(refusal(&new_site(), &file).ends_with("this is a file: choose the name of a new folder"));
    assert!(
        with(|site| site.levels = Some("1".parse().unwrap()))
            .starts_with("`--levels 1`: write a number from 2")
    );
    assert!(with(|site| site.units = units(&["0", "1"])).starts_with("`--units`: write numbers from 1"));
    // A command asks for the uses later.
    let of_no_use = NewSite { uses: Vec::new(), levels: None, units: units(&["2", "14:2"]), ..new_site() };
    assert!(of_no_use.check(engine.path()).is_ok());
    for (levels, counts, message) in [
        (
            "2..5",
            &["3", "2"][..],
            "`--levels 2..5` has no ground floor: begin with 1, or with a basement like `-1..14`",
        ),
        ("3", &["3", "2", "4:1"], "`--units`: level 4 is not one of `--levels`: correct it"),
        ("-1..3", &["3", "2", "-1:9"], "`--units`: level -1 has no use: add `bodega` to `--uses`"),
        ("3", &["3", "2", "3:1", "3:2"], "`--units`: level 3 has two numbers: write one"),
        (
            "3",
            &["3:2"],
            "`--units` has 0 and `--uses` 2: write one number of units for each use, such as `--units 8,8`",
        ),
    ] {
        let site = NewSite { levels: Some(levels.parse().unwrap()), units: units(counts), ..new_site() };
        assert_eq!(refusal(&site, &root), message);
    }
    assert_eq!(
        with(|site| {
            site.uses.push("bodega".to_owned());
            site.units = units(&["3", "2", "8"]);
        }),
        "`--levels 3` has no basement for `bodega`: write a range like `-1..3`"
    );
    assert!("1:x".parse::<UnitCount>().unwrap_err().starts_with("`1:x` is not a number of units: write one"));
    assert!(with(|site| site.without = vec!["menu".to_owned()]).starts_with("`--without menu`: use one of"));
    assert!(with(|site| site.name = "\"".to_owned()).contains("is not a valid name"));
    let outside = tempfile::tempdir().unwrap();
    assert!(refusal(&new_site(), &outside.path().join("x")).contains("set SITE_ENGINE"));
    assert!(!root.exists());
}

#[test]
fn the_examples_are_projects_as_they_are_written() {
    for (example, name, languages) in
        [("torre", "Torre Arboleda", &["es", "en"][..]), ("residencial", "Residencial Los Olivos", &["es"])]
    {
        let engine = linked_engine();
        let root = engine.path().join("sites/example");
        let mut site = new_site();
        site.name = name.to_owned();
        site.languages = languages.iter().map(|lang| (*lang).to_owned()).collect();
        site.write(&root).unwrap();
        let (example, new) = (engine_file(format!("examples/{example}")), &root);
        for file in [".gitignore", ".vscode/settings.json", "README.md"] {
            let read = |folder: &Path| std::fs::read_to_string(folder.join(file)).unwrap();
            assert_eq!(read(&example), read(new), "{}: {file}", example.display());
        }
        let packages = |folder: &Path| -> serde_json::Map<String, Value> {
            let text = std::fs::read(folder.join("package.json")).unwrap();
            let description: Value = serde_json::from_slice(&text).unwrap();
            description["dependencies"].as_object().unwrap().clone()
        };
        let known = packages(&example);
        for (package, version) in packages(new) {
            assert_eq!(known.get(&package), Some(&version), "{}: {package}", example.display());
        }
    }
}

#[test]
fn a_project_without_an_engine_is_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(engine_file("examples/residencial/site.yaml"), folder.path().join("site.yaml")).unwrap();
    let build = |engine: &Path| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_site"));
        let built =
            command.arg("build").current_dir(folder.path()).env("SITE_ENGINE", engine).output().unwrap();
        assert!(!built.status.success(), "{built:?}");
        String::from_utf8(built.stderr).unwrap()
    };
    let without = build(Path::new(""));
    assert!(without.contains("run `npm install`") && without.contains("SITE_ENGINE"), "{without}");
    for wrong in [folder.path(), Path::new("/nowhere")] {
        let message = build(wrong);
        assert!(
            message.contains(&format!("SITE_ENGINE names {}, which is not an engine", wrong.display())),
            "{message}"
        );
    }
}
