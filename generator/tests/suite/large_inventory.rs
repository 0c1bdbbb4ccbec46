//! The tower's site with more units than its geometry has: it is built, and the pages that list units stay small.

use std::collections::BTreeSet;

use formats::problem::Code;
use generator::check;
use generator::stages::pull::PullRequest;
use serde_json::{Value, json};

use crate::support::rendered::{self, attributes};
use crate::support::{requests, torre};

/// More units than the inventory page lists.
const UNITS: usize = 620;

/// How many units each of the first two levels has; every other level has twelve.
const OF_FIRST_LEVELS: usize = 130;

fn unit(index: usize) -> Value {
    let level = match index / OF_FIRST_LEVELS {
        low @ 0..2 => low + 1,
        _ => (index - 2 * OF_FIRST_LEVELS) / 12 + 3,
    };
    let mut unit = torre::another_unit(format!("X-{index}"), index);
    unit["level"] = level.into();
    unit["useType"] = if level <= 2 { "local" } else { "oficina" }.into();
    unit["status"] = if index.is_multiple_of(3) {
        "vendido"
    } else {
        "disponible"
    }
    .into();
    unit
}

#[test]
#[ignore = "make test-rest"]
fn a_long_inventory_is_built_with_short_lists_and_passes_the_check() {
    let project = torre::linked();
    let units: Vec<Value> = (0..UNITS).map(unit).collect();
    let answer = json!({"date": "2026-11-20", "Data": {"Property": units}});
    let pull = PullRequest {
        strict: true,
        ..torre::pull_of(project.path(), &answer)
    };
    let site = requests::make(project.path(), pull);
    let text = |path: &str| rendered::text(&site, path);
    for index in [0, UNITS - 1] {
        for folder in ["inventario", "en/inventario"] {
            assert!(text(&format!("{folder}/X-{index}.html")).contains(&format!("X-{index}")));
        }
    }
    let inventory = text("inventario.html");
    assert!(
        inventory.contains("620 unidades"),
        "the full number is shown"
    );
    let is_unit = |link: &&String| link.starts_with("/inventario/X-");
    let links = attributes(&inventory, "href");
    let listed = links.iter().filter(is_unit).collect::<BTreeSet<_>>().len();
    assert_eq!(listed, 500, "the remaining units are in the data file");
    let data: Value = serde_json::from_str(&text("data/inventory.json")).unwrap();
    assert_eq!(data["units"].as_array().unwrap().len(), UNITS);

    let home = text("index.html");
    // Of a level with 130 units the list shows 60 and a link to the rest, and says how many there are.
    // None of the 32 levels is left out.
    let links = attributes(&home, "href");
    assert_eq!(links.iter().filter(is_unit).count(), 2 * 60 + 30 * 12);
    assert!(
        home.contains("86 disponibles de 130"),
        "counts are those of the whole level"
    );
    assert!(links.iter().any(|link| link == "/inventario?nivel=1"));

    let problems = check::check(&site.described, &site.files);
    // The facts of the project are those of its own inventory.
    let others = problems
        .iter()
        .filter(|problem| problem.code != Code::FactContradiction);
    rendered::assert_none(others);

    // A unit without a plan has no sheet and no link to one, and a long inventory no price list.
    let paths = site.files.iter().map(|file| &file.path);
    let missing = [
        "pdf/unidades/",
        "pdf/units/",
        "lista-de-precios",
        "price-list",
    ];
    assert!(
        paths
            .clone()
            .all(|path| !missing.iter().any(|part| path.contains(part)))
    );
    assert!(paths.clone().any(|path| path.ends_with(".pdf")));
    assert!(!text("inventario/X-3.html").contains("/pdf/unidades/"));
}
