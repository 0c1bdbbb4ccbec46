//! "Alto Peñón", two equal towers with homes and shops, made with commands only: English first, a basement, own plans with a
//! typical floor, another platform in dollars, documents, and a third language.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::process::command::{stderr, stdout};

/// A plan in decimetres: a corridor, and units of this width and a depth of 9 m on both sides of it.
fn plan(codes: &[&str], width: usize) -> String {
    let mut shapes = String::new();
    let half = codes.len().div_ceil(2);
    for (index, code) in codes.iter().enumerate() {
        let (x, y) = (index % half * width, if index < half { 114 } else { 0 });
        // Writing to a String cannot fail.
        let _ = writeln!(shapes, "<rect id=\"{code}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"90\"/>");
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<line id=\"scale-10\" x2=\"100\"/>\n<path id=\"outline\" d=\"M0 0H{0}V204H0Z\"/>\n\
         <rect id=\"corridor\" y=\"90\" width=\"{0}\" height=\"24\"/>\n<rect id=\"Furniture\" width=\"9\" height=\"9\"/>\n{shapes}</svg>\n",
        width * half
    )
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
    for name in ["PLATFORM_URL", "PLATFORM_TOKEN", "RUST_LOG", "CI"] {
        command.env_remove(name);
    }
    command.current_dir(folder).env("SITE_ENGINE", engine).args(arguments).output().unwrap()
}

#[test]
fn a_tower_is_made_with_commands_only() {
    let folder = tempfile::tempdir().unwrap();
    let [root, plans] = ["Alto Peñón d'Or", "plans"].map(|name| folder.path().join(name));
    let project = root.to_str().unwrap();
    let options = "--languages en,es --uses departamento,local --levels -1..11 --units 2,2,11:1 --time-zone America/Monterrey";
    let mut new = vec!["new", project, "--name", "Alto Peñón"];
    new.extend(options.split(' '));
    let made = run(folder.path(), &new);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    assert!(stderr(&made).contains(r"site serve --root '"), "the path is quoted: {}", stderr(&made));

    fs::create_dir(&plans).unwrap();
    for (file, codes, width) in [
        ("base.svg", &[][..], 240),
        ("ground.svg", &["L-101", "L-102"], 240),
        ("typical.svg", &["D-*01", "D-*02"], 240),
        ("top.svg", &["D-1101"], 240),
    ] {
        let text = if codes.is_empty() { plan(&["services"], width) } else { plan(codes, width) };
        fs::write(plans.join(file), text).unwrap();
    }
    let import = [
        "geometry",
        "import",
        "--root",
        project,
        "-1=base.svg",
        "1=ground.svg",
        "2-10=typical.svg",
        "11=top.svg",
    ];
    let imported = run(&plans, &import);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    assert_eq!(stdout(&imported), "content/geometry.json: 12 levels, 21 units\n");
    assert!(stderr(&imported).contains("`Furniture` is ignored"), "{}", stderr(&imported));
    let geometry = fs::read_to_string(root.join("content/geometry.json")).unwrap();
    for part in ["\"level\": -1, \"elevation\": -3.3", "\"D-1002\"", "\"level\": 11, \"elevation\": 33.9"] {
        assert!(geometry.contains(part), "{part}: {geometry}");
    }
    assert!(!geometry.contains("\"plot\": []"), "the plot of the file before remains");

    // Confirmed levels are not lost by the plan of another.
    let confirmed = geometry.replace("\"example\": true", "\"example\": false");
    fs::write(root.join("content/geometry.json"), &confirmed).unwrap();
    let alone = run(&plans, &["geometry", "import", "--root", project, "-1=base.svg"]);
    assert_eq!(alone.status.code(), Some(1), "{}", stderr(&alone));
    let message = "content/geometry.json: the plans do not draw level 1, 2, 3, 4, ";
    assert!(stderr(&alone).contains(message), "{}", stderr(&alone));
    assert_eq!(fs::read_to_string(root.join("content/geometry.json")).unwrap(), confirmed);
    fs::write(root.join("content/geometry.json"), &geometry).unwrap();

    // The same tower again.
    fs::create_dir(root.join("content/geometry")).unwrap();
    fs::rename(root.join("content/geometry.json"), root.join("content/geometry/a.json")).unwrap();
    for file in ["ground.svg", "typical.svg", "top.svg"] {
        let text = fs::read_to_string(plans.join(file)).unwrap();
        fs::write(plans.join(file), text.replace("id=\"L-", "id=\"LB-").replace("id=\"D-", "id=\"DB-"))
            .unwrap();
    }
    for (lang, word) in [("en", "Tower"), ("es", "Torre")] {
        let strings = root.join(format!("content/{lang}/strings.json"));
        let mut texts: Value = serde_json::from_slice(&fs::read(&strings).unwrap()).unwrap();
        texts["unit"]["building"] = json!(word);
        fs::write(strings, texts.to_string()).unwrap();
    }

    // A platform with other names, prices in dollars that are sums, and a further language.
    let inventory: Value =
        serde_json::from_slice(&fs::read(root.join("content/inventory.json")).unwrap()).unwrap();
    let units = inventory["Data"]["Property"].as_array().unwrap();
    let renamed = units.iter().flat_map(|unit| ["a", "b"].map(|tower| (tower, unit))).map(|(tower, unit)| {
        let dollars = unit["price"].as_u64().unwrap() / 20;
        let mut sent = unit.clone();
        let code = sent["propertyCode"].take().as_str().unwrap().to_owned();
        sent["id"] = json!(if tower == "a" { code } else { code.replace('-', "B-") });
        sent["tower"] = json!(tower);
        sent["price"] = json!({"land": dollars / 4, "building": dollars - dollars / 4, "currency": "USD"});
        sent
    });
    let answer = json!({"ok": true, "data": {"units": renamed.collect::<Vec<_>>()}});
    fs::write(root.join("units.json"), answer.to_string()).unwrap();
    let config = fs::read_to_string(root.join("site.yaml")).unwrap();
    let (before, after) = config.split_once("platform:\n  url: \"\"").unwrap();
    let after = after.split_once('\n').unwrap().1.replace("  base_path: /v2/api\n", "");
    let prices = after.split_once("  price: {").unwrap().1.split_once('}').unwrap().0;
    let config = format!(
        "{}buildings:\n  - {{ key: a, label: {{ en: Tower A, es: Torre A }} }}\n  - {{ key: b, label: {{ en: Tower B, es: Torre B }} }}\n\
         currency: USD\nreference_currency: {{ rate: 1 USD = 20 MXN, date: 2026-11-20, source: {{ es: DOF, en: Gazette }} }}\n\
         platform:\n  file: units.json\n  list: data.units\n  details: never\n  amenities: null\n  \
         fields: {{ code: id, price: [price.land, price.building], currency: price.currency, building: tower }}\n{}",
        before
            .replace("  - platform.url\n", "")
            .replace("apartments: 19", "apartments: 38")
            .replace("commercial_units: 2", "commercial_units: 4"),
        after.replace(prices, " min: 10000, max: 5000000 ")
    );
    fs::write(root.join("site.yaml"), config).unwrap();
    let second = [&import[..4], &["--building", "b"], &import[4..]].concat();
    let imported = run(&plans, &second);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    let pulled = run(folder.path(), &["pull", "--save", "--root", project]);
    assert_eq!(pulled.status.code(), Some(0), "{}", stderr(&pulled));
    let saved = fs::read_to_string(root.join("content/inventory.json")).unwrap();
    assert!(saved.contains("\"mapped\": true") && saved.matches("propertyCode").count() == 42, "{saved}");
    let config = fs::read_to_string(root.join("site.yaml")).unwrap();
    assert!(!config.contains("  - content/inventory.json"), "no longer an example: {config}");
    let added = run(folder.path(), &["add", "language", "pt", "--root", project]);
    assert_eq!(added.status.code(), Some(0), "{}", stderr(&added));
    for file in stdout(&added).lines().filter(|file| file.ends_with(".md")) {
        let text = fs::read_to_string(root.join(file)).unwrap();
        let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("draft: true"));
        fs::write(root.join(file), lines.collect::<String>()).unwrap();
    }
    check(folder.path(), project);
    let built = run(folder.path(), &["build", "--offline", "--root", project]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    for file in
        ["Alto-penon-brochure.pdf", "Alto-penon-brochure-pt.pdf", "units/D-201.pdf", "units-pt/DB-1101.pdf"]
    {
        assert!(root.join("dist/pdf").join(file).is_file(), "{file}");
    }
}

/// Checks the project. Prices and areas of the example are not those of the drawn units.
fn check(folder: &Path, project: &str) {
    let checked = run(folder, &["check", "--offline", "--root", project]);
    assert_eq!(checked.status.code(), Some(0), "{}{}", stdout(&checked), stderr(&checked));
    let lines = [stdout(&checked), stderr(&checked)].concat();
    for line in lines.lines().filter(|line| line.contains(" [")) {
        assert!(line.contains("[unequal-geometry]") || line.contains("[untranslated]"), "{line}");
    }
}
