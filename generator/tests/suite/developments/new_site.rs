//! What `site new DIR` writes: it builds and passes every check at once, and nothing in it is of another development.

use std::fmt::Debug;
use std::path::Path;
use std::str::FromStr;

use generator::pipeline::RenderedSite;
use generator::stages::load;
use generator::starter::{NewSite, Shape, UnitCount};
use model::build_error::BuildError;
use model::document::Document;
use model::lang::sample::{EN, ES};
use serde_json::Value;

use super::{checked, linked_engine};
use crate::support::command::{Ran, site_command};
use crate::support::files::{engine_file, read, read_files, read_json};
use crate::support::rendered::{attributes_of, plain, text, words};

/// Words of the development whose texts a new one gets.
const OF_ANOTHER: [&str; 6] = ["Arboleda", "ARBOLEDA", "arboleda", "Querétaro", "Office", "Oficina"];

pub(super) fn new_site() -> NewSite {
    NewSite {
        name: "Casa Jacarandas".to_owned(),
        languages: parsed(&["es", "en"]),
        uses: parsed(&["departamento", "local"]),
        levels: Some("3".parse().unwrap()),
        units: parsed(&["3", "2"]),
        shape: Shape::Bar,
        without: Vec::new(),
        time_zone: "America/Mexico_City".to_owned(),
        today: "2026-11-20".parse().unwrap(),
    }
}

/// Values as on the command line.
fn parsed<T: FromStr<Err: Debug>>(words: &[&str]) -> Vec<T> {
    words.iter().map(|word| word.parse().unwrap()).collect()
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
    for (file, bytes) in read_files(&root) {
        // Coordinates begin with two brackets, too.
        let is_name = |rest: &str| rest.starts_with(char::is_alphabetic);
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.split("[[").skip(1).any(is_name), "{file} has a name that was not filled in");
    }
    let site = checked(&root);
    assert_eq!(site.site.inventory.units.len(), 8);
    for file in &site.files {
        let text = String::from_utf8_lossy(&file.bytes);
        for word in OF_ANOTHER {
            assert!(!text.contains(word), "{}: {word}", file.path);
        }
    }
    assert_words_and_taxes(&site);

    let sources = load::load(&root).unwrap();
    let examples = load::examples(&root, &sources).unwrap();
    let listed = |file: &str| examples.iter().any(|problem| problem.file == file);
    let content = "geometry.json inventory.json amenities.json logo/icon.svg images/exterior.png images/interior.png es/index.md \
                   en/departamentos.md es/strings.json en/strings.json";
    assert!(listed("site.yaml"));
    for file in content.split(' ') {
        assert!(listed(&format!("content/{file}")), "{file} is not listed as an example");
    }
    // Numbers that are drawn, and not those of a law or of a choice.
    let is_listed =
        |value: &str| examples.iter().any(|problem| problem.message == format!("`{value}` is an example"));
    let facts: Value = serde_yaml::from_str(&read(&root, "site.yaml")).unwrap();
    for fact in facts["facts"].as_object().unwrap().keys().filter(|fact| *fact != "vat_percent") {
        assert!(is_listed(&format!("facts.{fact}")), "facts.{fact} is not listed as an example");
    }
    assert!(refusal(&new_site(), &root).contains("the folder is not empty"));
}

/// Checks what pages, documents and data call the units, and what they say of the tax, which apartments do not have.
fn assert_words_and_taxes(site: &RenderedSite) {
    for (lang, page, one, many, product) in [
        (ES, "inventario/D-201.html", "Departamento", "Departamentos", "/departamentos"),
        (EN, "en/inventory/D-201.html", "Apartment", "Apartments", "/en/apartments"),
    ] {
        let page = text(site, page);
        for part in [
            format!("<h1>{one} <span class=code>D-201</span></h1>"),
            format!("href={product}>{many}</a>"),
            format!("<span>{many}</span>"),
        ] {
            assert!(page.contains(&part), "{lang}: {part}");
        }
        let sheet = words(site, Document::UnitSheet("D-201"), lang);
        assert!(sheet.contains(one), "{lang}: {sheet}");
        assert!(!OF_ANOTHER.iter().any(|word| sheet.contains(word)), "{lang}: {sheet}");
    }
    for path in ["data/inventory.json", "data/inventory.schema.json"] {
        let data = text(site, path);
        assert!(data.contains("\"departamento\"") && !data.contains("\"oficina\""), "{path}");
    }
    assert!(text(site, "data/inventory.csv").contains(",Departamento,"));
    let product = text(site, "departamentos.html");
    assert!(product.contains("D-301") && !product.contains("\"code\":\"L-101\""));

    let shop = plain(&text(site, "inventario/L-101.html"));
    assert!(shop.contains("IVA (16 %)") && shop.contains("+ IVA"), "{shop}");
    assert!(text(site, "contacto.html").contains("más IVA donde se indica"));
    let list = words(site, Document::PriceList, ES);
    assert!(list.contains("con la tasa de 16 %"), "{list}");
}

#[test]
fn a_tower_has_basements_and_units_of_single_levels() {
    let engine = linked_engine();
    let root = engine.path().join("sites/o’alto peñón");
    let tower = NewSite {
        languages: parsed(&["en", "es"]),
        uses: parsed(&["departamento", "local", "bodega"]),
        levels: Some("-1..11".parse().unwrap()),
        units: parsed(&["2", "4", "8", "11:2"]),
        ..new_site()
    };
    tower.write(&root).unwrap();
    let site = checked(&root);
    assert_eq!(site.site.inventory.units.len(), 8 + 4 + 9 * 2 + 2);
    let levels = site.site.plans.iter().map(|plan| plan.level);
    assert!(levels.eq((-1..=11).filter(|level| *level != 0)));
    assert_eq!(site.site.plans[0].mark, "-3.30");
    assert!(text(&site, "contact.html").contains("I want to live here"));
    assert!(text(&site, "es/contacto.html").contains("Quiero vivir aquí"));
    let cheapest = site.site.cheapest(site.site.summary.all).unwrap();
    assert_ne!(cheapest.unit_use.key(), "bodega", "storage rooms have no part in \"from\" prices");
    let rows = attributes_of(&text(&site, "inventory.html"), ".inventory-table tbody a", "href");
    let is_storage = |row: &String| row.starts_with("/inventory/B-");
    assert!(rows.iter().any(is_storage) && rows.is_sorted_by_key(is_storage), "{rows:?}");
}

#[test]
fn wrong_values_are_refused_before_anything_is_written() {
    let engine = linked_engine();
    let root = engine.path().join("x");
    let languages = |codes: &[&str]| NewSite { languages: parsed(codes), ..new_site() };
    let with_units = |levels: &str, counts: &[&str]| NewSite {
        levels: Some(levels.parse().unwrap()),
        units: parsed(counts),
        ..new_site()
    };
    let with_storage =
        NewSite { uses: parsed(&["departamento", "local", "bodega"]), ..with_units("3", &["3", "2", "8"]) };
    let two_numbers = |has: u8| {
        format!(
            "`--units` has {has} and `--uses` 2: write one number of units for each use, such as `--units 8,8`"
        )
    };
    let starter = "there are starter texts for `en` and `es` only";
    for (site, message) in [
        (NewSite { uses: parsed(&["casa"]), ..new_site() }, "`--uses casa`: use one of `bodega`"),
        (
            languages(&["en", "pt"]),
            &*format!(
                "`--languages pt`: {starter}: make the project with one of them, then run `site add language pt` (docs/languages.md)"
            ),
        ),
        (languages(&["EN"]), &format!("`--languages EN`: {starter}: did you mean `en`?")),
        (languages(&["en", "en"]), "`--languages`: `en` is listed twice: write it once"),
        (languages(&["en", ""]), "`--languages`: a code is empty: write one code or more, such as `es,en`"),
        (
            NewSite { time_zone: "America/Monterey".to_owned(), ..new_site() },
            "`--time-zone`: `America/Monterey` is not a time zone: write its name",
        ),
        (with_units("1", &["3", "2"]), "`--levels 1`: write a number from 2"),
        (with_units("3", &["0", "1"]), "`--units`: write numbers from 1"),
        (with_units("3", &["2"]), &two_numbers(1)),
        (with_units("3", &["3:2"]), &two_numbers(0)),
        (
            with_units("2..5", &["3", "2"]),
            "`--levels 2..5` has no ground floor: begin with 1, or with a basement like `-1..14`",
        ),
        (with_units("3", &["3", "2", "4:1"]), "`--units`: level 4 is not one of `--levels`: correct it"),
        (
            with_units("-1..3", &["3", "2", "-1:9"]),
            "`--units`: level -1 has no use: add `bodega` to `--uses`",
        ),
        (with_units("3", &["3", "2", "3:1", "3:2"]), "`--units`: level 3 has two numbers: write one"),
        (with_storage, "`--levels 3` has no basement for `bodega`: write a range like `-1..3`"),
        (NewSite { without: parsed(&["menu"]), ..new_site() }, "`--without menu`: use one of"),
    ] {
        let refused = refusal(&site, &root);
        assert!(refused.starts_with(message), "{refused}\n{message}");
    }
    for name in ["{{site.name}} [[name]]", &"a".repeat(300), "\"", "Torre #1", "Torre: 1", "<b>", "a\tb"] {
        let message = refusal(&NewSite { name: name.to_owned(), ..new_site() }, &root);
        assert!(
            message.contains("is not a valid name: write Latin letters and digits, at most 63"),
            "{message}"
        );
    }
    assert!(!root.exists());
    std::fs::write(&root, "").unwrap();
    assert!(refusal(&new_site(), &root).ends_with("this is a file: choose the name of a new folder"));
    // A command asks for the uses later.
    let of_no_use = NewSite { uses: Vec::new(), levels: None, units: parsed(&["2", "14:2"]), ..new_site() };
    assert!(of_no_use.check(engine.path()).is_ok());
    assert!("1:x".parse::<UnitCount>().unwrap_err().starts_with("`1:x` is not a number of units: write one"));
    let outside = tempfile::tempdir().unwrap();
    assert!(refusal(&new_site(), &outside.path().join("x")).contains("set SITE_ENGINE"));
}

#[test]
fn the_examples_are_projects_as_they_are_written() {
    for (example, name, languages) in
        [("torre", "Torre Arboleda", &["es", "en"][..]), ("residencial", "Residencial Los Olivos", &["es"])]
    {
        let engine = linked_engine();
        let root = engine.path().join("sites/example");
        let site = NewSite { name: name.to_owned(), languages: parsed(languages), ..new_site() };
        site.write(&root).unwrap();
        let (example, new) = (engine_file(format!("examples/{example}")), &root);
        for file in [".gitignore", ".vscode/settings.json", "README.md"] {
            assert_eq!(read(&example, file), read(new, file), "{}: {file}", example.display());
        }
        let [known, packages] =
            [&example, new].map(|root| read_json(root, "package.json")["dependencies"].take());
        for (package, version) in packages.as_object().unwrap() {
            assert_eq!(&known[package], version, "{}: {package}", example.display());
        }
    }
}

#[test]
fn a_project_without_an_engine_is_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(engine_file("examples/residencial/site.yaml"), folder.path().join("site.yaml")).unwrap();
    let build = |engine: &Path| {
        let mut command = site_command(&["build"]);
        let built = Ran::of(command.current_dir(folder.path()).env("SITE_ENGINE", engine));
        assert_ne!(built.code, Some(0), "{built:?}");
        built
    };
    build(Path::new("")).says("run `npm install`").says("SITE_ENGINE");
    for wrong in [folder.path(), Path::new("/nowhere")] {
        build(wrong).says(&format!("SITE_ENGINE names {}, which is not an engine", wrong.display()));
    }
}

#[test]
fn commands_write_nothing_to_a_folder_without_a_project_and_a_new_one_has_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], folder: &Path| {
        let mut command = site_command(arguments);
        let starter = engine_file("starter");
        Ran::of(command.current_dir(folder).env("SITE_ENGINE", starter.parent().unwrap()))
    };
    for arguments in [&["build", "--offline"][..], &["schema"]] {
        run(arguments, folder.path()).ends(1).says("`--root` must be the folder of a project");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let root = folder.path().join("Torre Dos");
    std::fs::create_dir(&root).unwrap();
    run(&["new", "."], &root).ends(0);
    assert!(read(&root, "site.yaml").contains("name: \"Torre Dos\""));
    run(&["theme", "css"], &root).ends(0).prints("--ground");
}
