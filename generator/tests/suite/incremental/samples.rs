//! Projects to build: a small one, and one with every feature.

use std::fs;
use std::os::unix::fs::symlink;

use crate::incremental::pair::{Pair, unit, write_picture};
use crate::support::files::{copy_folder, copy_golden_site, engine_file};
use crate::support::torre;

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
        let write = |file: &str, text: &str| fs::write(root.path().join(file), text).unwrap();
        write("templates/pages/unit.html", UNIT_PAGE);
        let torre = |file: &str| fs::read_to_string(engine_file("examples/torre").join(file)).unwrap();
        write("content/geometry.json", &torre("content/geometry.json"));
        write("theme.yaml", torre("theme.yaml").split("\nlogo:").next().unwrap());
        for fonts in ["templates/fonts", "templates/documents/fonts"] {
            copy_folder(&engine_file("examples/torre").join(fonts), &root.path().join(fonts));
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
