//! "Alto Peñón", made with commands only: two towers, own plans, another platform in dollars, documents, three languages.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::command::{Ran, site_command};
use crate::support::files::{change, change_json, engine_file, read, read_json, write};

/// The width of a unit, in decimetres.
const WIDTH: usize = 240;

/// A plan in decimetres: a corridor, and units with a depth of 9 m on both sides of it.
fn plan(codes: &[&str]) -> String {
    let half = codes.len().div_ceil(2);
    let shape = |(index, code): (usize, &&str)| {
        let (x, y) = (index % half * WIDTH, if index < half { 114 } else { 0 });
        format!("<rect id=\"{code}\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"90\"/>\n")
    };
    let shapes: String = codes.iter().enumerate().map(shape).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<line id=\"scale-10\" x2=\"100\"/>\n<path id=\"outline\" d=\"M0 0H{0}V204H0Z\"/>\n\
         <rect id=\"corridor\" y=\"90\" width=\"{0}\" height=\"24\"/>\n<rect id=\"Furniture\" width=\"9\" height=\"9\"/>\n{shapes}</svg>\n",
        WIDTH * half
    )
}

fn run(folder: &Path, arguments: &[&str]) -> Ran {
    Ran::run(
        site_command(arguments)
            .current_dir(folder)
            .env("SITE_ENGINE", engine_file(".")),
    )
}

#[test]
#[ignore = "make test-rest"]
fn a_tower_is_made_with_commands_only() {
    let folder = tempfile::tempdir().unwrap();
    let [root, plans] = ["Alto Peñón d'Or", "plans"].map(|name| folder.path().join(name));
    let project = root.to_str().unwrap();
    let options = "--languages en,es --uses departamento,local --levels -1..11 --units 2,2,11:1 --time-zone America/Monterrey";
    let mut new = vec!["new", project, "--name", "Alto Peñón"];
    new.extend(options.split(' '));
    // The path is quoted.
    run(folder.path(), &new)
        .ends(0)
        .says(r"site serve --root '");

    for (file, codes) in [
        ("base.svg", &["services"][..]),
        ("ground.svg", &["L-101", "L-102"]),
        ("typical.svg", &["D-*01", "D-*02"]),
        ("top.svg", &["D-1101"]),
    ] {
        write(&plans, file, plan(codes));
    }
    let import = |more: &[&str]| {
        run(
            &plans,
            &[&["geometry", "import", "--root", project], more].concat(),
        )
    };
    let files = [
        "-1=base.svg",
        "1=ground.svg",
        "2-10=typical.svg",
        "11=top.svg",
    ];
    let imported = import(&files).ends(0).says("`Furniture` is ignored");
    assert_eq!(
        imported.stdout,
        "content/geometry.json: 12 levels, 21 units\n"
    );
    let geometry = read(&root, "content/geometry.json");
    for part in [
        "\"level\": -1, \"elevation\": -3.3",
        "\"D-1002\"",
        "\"level\": 11, \"elevation\": 33.9",
    ] {
        assert!(geometry.contains(part), "{part}: {geometry}");
    }
    assert!(
        !geometry.contains("\"plot\": []"),
        "the plot of the file before remains"
    );

    // Confirmed levels are not lost by the plan of another.
    let confirmed = geometry.replace("\"example\": true", "\"example\": false");
    write(&root, "content/geometry.json", &confirmed);
    import(&files[..1])
        .ends(1)
        .says("content/geometry.json: the plans do not draw level 1, 2, 3, 4, ");
    assert_eq!(read(&root, "content/geometry.json"), confirmed);

    // The same tower again.
    fs::remove_file(root.join("content/geometry.json")).unwrap();
    write(&root, "content/geometry/a.json", &geometry);
    for file in ["ground.svg", "typical.svg", "top.svg"] {
        change(&plans, file, |text| {
            text.replace("id=\"L-", "id=\"LB-")
                .replace("id=\"D-", "id=\"DB-")
        });
    }
    for (lang, word) in [("en", "Tower"), ("es", "Torre")] {
        let strings = format!("content/{lang}/strings.json");
        change_json(&root, &strings, |texts| {
            texts["unit"]["building"] = json!(word)
        });
    }

    // A platform with other names, prices in dollars that are sums, and a further language.
    let inventory = read_json(&root, "content/inventory.json");
    let units = inventory["Data"]["Property"].as_array().unwrap();
    let renamed = units
        .iter()
        .flat_map(|unit| ["a", "b"].map(|tower| (tower, unit)))
        .map(|(tower, unit)| {
            let dollars = unit["price"].as_u64().unwrap() / 20;
            let mut sent = unit.clone();
            let code = sent["propertyCode"].take().as_str().unwrap().to_owned();
            sent["id"] = json!(if tower == "a" {
                code
            } else {
                code.replace('-', "B-")
            });
            sent["tower"] = json!(tower);
            sent["price"] =
                json!({"land": dollars / 4, "building": dollars - dollars / 4, "currency": "USD"});
            sent
        });
    let answer = json!({"ok": true, "data": {"units": renamed.collect::<Vec<_>>()}});
    write(&root, "units.json", answer.to_string());
    let config = read(&root, "site.yaml");
    let (before, after) = config.split_once("platform:\n  url: \"\"").unwrap();
    let after = after
        .split_once('\n')
        .unwrap()
        .1
        .replace("  base_path: /v2/api\n", "");
    let prices = after
        .split_once("  price: {")
        .unwrap()
        .1
        .split_once('}')
        .unwrap()
        .0;
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
    write(&root, "site.yaml", config);
    import(&[&["--building", "b"], &files[..]].concat()).ends(0);
    let site = |arguments: &[&str]| {
        run(folder.path(), &[arguments, &["--root", project]].concat()).ends(0)
    };
    site(&["pull", "--save"]);
    let saved = read(&root, "content/inventory.json");
    assert!(
        saved.contains("\"mapped\": true") && saved.matches("propertyCode").count() == 42,
        "{saved}"
    );
    let config = read(&root, "site.yaml");
    assert!(
        !config.contains("  - content/inventory.json"),
        "no longer an example: {config}"
    );
    let added = site(&["add", "language", "pt"]).stdout;
    for file in added.lines().filter(|file| file.ends_with(".md")) {
        change(&root, file, |text| {
            text.split_inclusive('\n')
                .filter(|line| !line.starts_with("draft: true"))
                .collect()
        });
    }
    // Prices and areas of the example are not those of the drawn units.
    let checked = site(&["check", "--offline"]);
    for line in [checked.stdout, checked.stderr]
        .concat()
        .lines()
        .filter(|line| line.contains(" ["))
    {
        assert!(
            line.contains("[unequal-geometry]") || line.contains("[untranslated]"),
            "{line}"
        );
    }
    site(&["build", "--offline"]);
    for file in [
        "Alto-penon-brochure.pdf",
        "Alto-penon-brochure-pt.pdf",
        "units/D-201.pdf",
        "units-pt/DB-1101.pdf",
    ] {
        assert!(root.join("dist/pdf").join(file).is_file(), "{file}");
    }
}
