//! What `site new DIR` writes: it builds and passes every check at once, and nothing in it is of another development.

use std::fs;
use std::path::Path;

use clap::{Args as _, FromArgMatches as _};
use generator::stages::load;
use generator::starter::{NewSite, UnitCount};
use model::build_error::BuildError;
use model::document::Document;
use model::lang::sample::{EN, ES};
use model::localized::Localized;
use platform::unit::Level;
use serde_json::Value;

use super::{assert_says, checked, linked_engine};
use crate::support::command::{Ran, site_command};
use crate::support::files::{edit, engine_file, read, read_files, read_json};
use crate::support::pdf::Pdf;
use crate::support::rendered::{attributes_of, text, words};
use crate::support::requests;

/// Words of the development whose texts a new one gets.
const OF_ANOTHER: [&str; 7] = [
    "Arboleda",
    "ARBOLEDA",
    "arboleda",
    "Querétaro",
    "Office",
    "Oficina",
    "\"oficina\"",
];

/// What `site new` writes with these options; those that are not given are those of a small site.
pub(super) fn new_site(options: &str) -> NewSite {
    let small = [
        ("--uses", "departamento,local"),
        ("--levels", "3"),
        ("--units", "3,2"),
    ];
    let missing: String = small
        .iter()
        .filter(|(name, _)| !options.contains(name))
        .map(|(name, value)| format!(" {name} {value}"))
        .collect();
    let words = format!("new {options}{missing}");
    let command = NewSite::augment_args(clap::Command::new("new"));
    let options =
        NewSite::from_arg_matches(&command.get_matches_from(words.split_whitespace())).unwrap();
    NewSite {
        name: "Casa Jacarandas".to_owned(),
        today: "2026-11-20".parse().unwrap(),
        ..options
    }
}

fn refusal(site: &NewSite, dir: &Path) -> String {
    match site.write(dir) {
        Err(BuildError::Usage(message)) => message,
        other => panic!("{other:?}"),
    }
}

/// As docs/developments.md says, "A use with another name".
#[test]
fn a_use_of_a_new_site_is_renamed() {
    let engine = linked_engine();
    let root = engine.path().join("sites/naves");
    new_site("--languages es").write(&root).unwrap();
    for (file, before, after) in [
        ("site.yaml", "- key: local\n", "- key: nave\n"),
        ("site.yaml", "page: /locales-comerciales", "page: /naves"),
        ("site.yaml", "local: local }", "local: nave }"),
        (
            "content/es/strings.json",
            "\"local\": \"Local comercial\"",
            "\"nave\": \"Nave\"",
        ),
        ("content/es/index.md", "/locales-comerciales", "/naves"),
    ] {
        edit(&root, file, before, after);
    }
    let [page, renamed] =
        ["locales-comerciales", "naves"].map(|name| root.join(format!("content/es/{name}.md")));
    fs::rename(page, renamed).unwrap();
    let site = checked(&root);
    let units = &site.site.inventory.units;
    assert_eq!(
        units
            .iter()
            .filter(|unit| unit.unit_use.key() == "nave")
            .count(),
        2
    );
    // The inventory still has the platform's word.
    edit(&root, "site.yaml", "local: nave }", "nave: nave }");
    let error = requests::render(&root).err().unwrap().to_string();
    let message = "content/inventory.json:2: unit L-101 has the use `local`, and `uses` of site.yaml has `departamento`, `nave`: \
                   write one of them in the file, or declare `local`";
    assert!(error.contains(message), "{error}");
}

#[test]
fn a_new_site_builds_and_has_no_problem() {
    let engine = linked_engine();
    let root = engine.path().join("sites/jacarandas");
    let files = new_site("").write(&root).unwrap();
    assert!(files.contains(&"content/es/avance-de-obra/2026-11.md".to_owned()));
    for (file, bytes) in read_files(&root) {
        // Coordinates begin with two brackets, too.
        let is_name = |rest: &str| rest.starts_with(char::is_alphabetic);
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            !text.split("[[").skip(1).any(is_name),
            "{file} has a name that was not filled in"
        );
    }
    let site = checked(&root);
    assert_eq!(site.site.inventory.units.len(), 8);
    for file in &site.files {
        let text = if file.path.ends_with(".pdf") {
            Pdf::read(&file.bytes).pages().concat().into()
        } else {
            String::from_utf8_lossy(&file.bytes)
        };
        assert_eq!(
            OF_ANOTHER.iter().find(|word| text.contains(**word)),
            None,
            "{}",
            file.path
        );
    }
    let (spanish, english, shop) = (
        "inventario/D-201.html",
        "en/inventory/D-201.html",
        "inventario/L-101.html",
    );
    assert_says(
        &site,
        &[
            (
                spanish,
                "<h1>Departamento <span class=code>D-201</span></h1>",
            ),
            (spanish, "href=/departamentos>Departamentos</a>"),
            (spanish, "<span>Departamentos</span>"),
            (english, "<h1>Apartment <span class=code>D-201</span></h1>"),
            (english, "href=/en/apartments>Apartments</a>"),
            (english, "<span>Apartments</span>"),
            ("data/inventory.json", "\"departamento\""),
            ("data/inventory.schema.json", "\"departamento\""),
            ("data/inventory.csv", ",Departamento,"),
            ("departamentos.html", "D-301"),
            // Apartments have no tax.
            (shop, "IVA (16\u{a0}%)"),
            (shop, "+ IVA"),
            ("contacto.html", "más IVA donde se indica"),
        ],
    );
    assert!(
        !text(&site, "departamentos.html").contains("\"code\":\"L-101\""),
        "a unit of another use"
    );
    for (document, lang, shown) in [
        (Document::UnitSheet("D-201"), ES, "Departamento"),
        (Document::UnitSheet("D-201"), EN, "Apartment"),
        (Document::PriceList, ES, "con la tasa de 16 %"),
    ] {
        assert!(
            words(&site, document, lang).contains(shown),
            "{document:?}: {shown}"
        );
    }

    let sources = load::load(&root).unwrap();
    let examples = load::examples(&sources);
    let listed = |file: &str| examples.iter().any(|problem| problem.file == file);
    let content = "geometry.json inventory.json amenities.json logo/icon.svg images/exterior.png images/interior.png es/index.md \
                   en/departamentos.md es/strings.json en/strings.json";
    assert!(listed("site.yaml"));
    for file in content.split(' ') {
        assert!(
            listed(&format!("content/{file}")),
            "{file} is not listed as an example"
        );
    }
    // Numbers that are drawn, and not those of a law or of a choice.
    let is_listed = |value: &str| {
        examples
            .iter()
            .any(|problem| problem.message == format!("`{value}` is an example"))
    };
    let facts: Value = serde_yaml::from_str(&read(&root, "site.yaml")).unwrap();
    for fact in facts["facts"]
        .as_object()
        .unwrap()
        .keys()
        .filter(|fact| *fact != "vat_percent")
    {
        assert!(
            is_listed(&format!("facts.{fact}")),
            "facts.{fact} is not listed as an example"
        );
    }
    assert!(refusal(&new_site(""), &root).contains("the folder is not empty"));
}

#[test]
#[ignore = "make test-rest"]
fn a_tower_has_basements_and_units_of_single_levels() {
    let engine = linked_engine();
    let root = engine.path().join("sites/o’alto peñón");
    let uses = "--languages en,es --uses departamento,local,bodega";
    let tower = new_site(&format!("{uses} --levels -1..11 --units 2,4,8,11:2"));
    NewSite {
        name: "2. Alto *Peñón*".to_owned(),
        ..tower
    }
    .write(&root)
    .unwrap();
    let site = checked(&root);
    assert_eq!(site.site.inventory.units.len(), 8 + 4 + 9 * 2 + 2);
    let levels = site.site.plans.iter().map(|plan| plan.level);
    assert!(levels.eq((-1..=11).filter(|level| *level != 0)));
    assert_eq!(site.site.plans[0].mark, "-3.30");
    assert_says(
        &site,
        &[
            ("contact.html", "I want to live here"),
            ("es/contacto.html", "Quiero vivir aquí"),
        ],
    );
    let cheapest = site.site.cheapest(site.site.summary.all).unwrap();
    assert_ne!(
        cheapest.unit_use.key(),
        "bodega",
        "storage rooms have no part in \"from\" prices"
    );
    let rows = attributes_of(
        &text(&site, "inventory.html"),
        ".inventory-table tbody a",
        "href",
    );
    let is_storage = |row: &String| row.starts_with("/inventory/B-");
    assert!(
        rows.iter().any(is_storage) && rows.is_sorted_by_key(is_storage),
        "{rows:?}"
    );
    // Equal levels share a sheet.
    let level = |number| Localized::new(&site.site, EN).level(Level(number)).unwrap();
    let brochure = words(&site, Document::Brochure, EN);
    for levels in ["Levels 2 to 11", &level(-1), &level(1)] {
        assert!(brochure.contains(levels), "{levels}: {brochure}");
    }
    assert!(words(&site, Document::UnitSheet("D-1101"), EN).contains(&level(11)));
}

#[test]
fn wrong_values_are_refused_before_anything_is_written() {
    let engine = linked_engine();
    let root = engine.path().join("x");
    for (options, message) in [
        (
            "--uses casa",
            "`--uses casa`: make the project with one of `bodega`",
        ),
        (
            "--languages en,pt",
            "`--languages pt`: there are starter texts for `en` and `es` only: make the project with one of them, then run \
             `site add language pt` (docs/languages.md)",
        ),
        (
            "--languages EN",
            "`--languages EN`: there are starter texts for `en` and `es` only: did you mean `en`?",
        ),
        (
            "--languages en,en",
            "`--languages`: `en` is listed twice: write it once",
        ),
        (
            "--languages en,",
            "`--languages`: a code is empty: write one code or more, such as `es,en`",
        ),
        (
            "--time-zone America/Monterey",
            "`--time-zone`: `America/Monterey` is not a time zone: write its name",
        ),
        ("--levels 1", "`--levels 1`: write a number from 2"),
        ("--units 0,1", "`--units`: write numbers from 1"),
        (
            "--units 2",
            "`--units` has 1 and `--uses` 2: write one number of units for each use, such as `--units 8,8`",
        ),
        (
            "--units 3:2",
            "`--units` has 0 and `--uses` 2: write one number of units for each use",
        ),
        (
            "--levels 2..5",
            "`--levels 2..5` has no ground floor: begin with 1, or with a basement like `-1..14`",
        ),
        (
            "--units 3,2,4:1",
            "`--units`: level 4 is not one of `--levels`: correct it",
        ),
        (
            "--levels -1..3 --units 3,2,-1:9",
            "`--units`: level -1 has no use: add `bodega` to `--uses`",
        ),
        (
            "--units 3,2,3:1,3:2",
            "`--units`: level 3 has two numbers: write one",
        ),
        (
            "--uses departamento,local,bodega --units 3,2,8",
            "`--levels 3` has no basement for `bodega`, which is what completes others: write a range like `-1..3`, or",
        ),
        ("--without menu", "`--without menu`: use one of"),
    ] {
        let refused = refusal(&new_site(options), &root);
        assert!(
            refused.starts_with(message),
            "{options}: {refused}\n{message}"
        );
    }
    for name in [
        "{{site.name}} [[name]]",
        &"a".repeat(300),
        "\"",
        "Torre #1",
        "A: 1",
        "<b>",
        "a\tb",
        "A™",
    ] {
        let message = refusal(
            &NewSite {
                name: name.to_owned(),
                ..new_site("")
            },
            &root,
        );
        assert!(
            message.contains("is not a valid name: write Latin letters and digits"),
            "{message}"
        );
    }
    assert!(!root.exists());
    std::fs::write(&root, "").unwrap();
    assert!(
        refusal(&new_site(""), &root).ends_with("this is a file: choose the name of a new folder")
    );
    // A command asks for the uses later.
    let of_no_use = NewSite {
        uses: Vec::new(),
        levels: None,
        ..new_site("--units 2,14:2")
    };
    assert!(of_no_use.check(engine.path()).is_ok());
    assert!(
        "1:x"
            .parse::<UnitCount>()
            .unwrap_err()
            .starts_with("`1:x` is not a number of units: write one")
    );
    let outside = tempfile::tempdir().unwrap();
    assert!(refusal(&new_site(""), &outside.path().join("x")).contains("set SITE_ENGINE"));
}

#[test]
fn the_examples_are_projects_as_they_are_written() {
    for (example, name, languages) in [
        ("torre", "Torre Arboleda", "es,en"),
        ("residencial", "Residencial Los Olivos", "es"),
        ("parque", "Parque Huizache", "es,en"),
    ] {
        let engine = linked_engine();
        let root = engine.path().join("sites/example");
        let site = NewSite {
            name: name.to_owned(),
            ..new_site(&format!("--languages {languages}"))
        };
        site.write(&root).unwrap();
        let (example, new) = (engine_file(format!("examples/{example}")), &root);
        for file in [".gitignore", ".vscode/settings.json", "README.md"] {
            assert_eq!(
                read(&example, file),
                read(new, file),
                "{}: {file}",
                example.display()
            );
        }
        let [known, packages] =
            [&example, new].map(|root| read_json(root, "package.json")["dependencies"].take());
        for (package, version) in packages.as_object().unwrap() {
            assert_eq!(&known[package], version, "{}: {package}", example.display());
        }
    }
}

#[test]
fn a_project_or_engine_that_is_missing_is_reported_and_a_new_project_has_the_name_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], folder: &Path, engine: &Path| {
        Ran::run(
            site_command(arguments)
                .current_dir(folder)
                .env("SITE_ENGINE", engine),
        )
    };
    let starter = engine_file("starter");
    let engine = starter.parent().unwrap();
    for arguments in [
        &["build", "--offline"][..],
        &["check", "--offline"],
        &["schema"],
    ] {
        let Ran { stdout, stderr, .. } = run(arguments, folder.path(), engine).ends(1);
        assert!(
            (stdout + &stderr).contains("`--root` must be the folder of a project"),
            "{arguments:?}"
        );
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let root = folder.path().join("Torre Pen\u{303}a");
    std::fs::create_dir(&root).unwrap();
    run(&["new", "."], &root, engine).ends(0);
    assert!(read(&root, "site.yaml").contains("name: \"Torre Peña\""));
    run(&["theme", "css"], &root, engine)
        .ends(0)
        .prints("--ground");

    let build = |engine: &Path| {
        let built = run(&["build"], &root, engine);
        assert_ne!(built.code, Some(0), "{built:?}");
        built
    };
    build(Path::new(""))
        .says("run `npm install`")
        .says("SITE_ENGINE");
    for wrong in [folder.path(), Path::new("/nowhere")] {
        build(wrong).says(&format!(
            "SITE_ENGINE names {}, which is not an engine",
            wrong.display()
        ));
    }
}
