//! Units that leave the platform: their addresses redirect to the inventory until they return.

use platform::stub::Mode;
use serde_json::json;

use super::{FIRST, Project, SECOND, THIRD};
use crate::support::files::change;

#[test]
fn a_unit_that_is_gone_redirects_until_it_returns() {
    let project = Project::start();
    let link = "\nVea la [305](/inventario/O-305).\n";
    change(project.root(), "content/es/inventario.md", |text| {
        text.to_owned() + link
    });
    let first = project.build(FIRST);
    assert!(
        first
            .text("inventario.html")
            .contains("href=\"/inventario/O-305\"")
    );
    assert!(!first.text("_redirects").contains("/inventario/"));
    assert!(first.has("inventario/O-305.html"));

    project.put("O-305", &json!({"propertyCode": "O-905"}));
    let second = project.build(SECOND);
    // The answers of hosts to each of its addresses are in `tests/hosts/urls.yaml`.
    assert!(
        second
            .text("_redirects")
            .contains("/inventario/O-305 /inventario 301\n")
    );
    assert!(!second.has("inventario/O-305.html") && !second.has("inventario/O-305.md"));
    assert!(!second.text("sitemap.xml").contains("O-305"));
    assert!(second.has("inventario/O-905.html"));
    let news = second.feed("inventario.atom").entries;
    let titles: Vec<&str> = news.iter().map(|entry| entry.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Oficina O-305: ya no se ofrece",
            "Oficina O-905: se incorpora al inventario"
        ]
    );
    assert_eq!(news[0].link, "https://muestra.example/inventario");
    let file = project.build_from_file();
    assert!(
        !file.text("_redirects").contains("O-305"),
        "units from a file have no history"
    );
    assert_eq!(file.feed("inventario.atom").entries.len(), 0);
    assert_eq!(
        project.build(THIRD).text("_redirects"),
        second.text("_redirects"),
        "as long as it is gone"
    );

    project.put("O-905", &json!({"propertyCode": "O-305"}));
    let back = project.build(THIRD);
    assert!(!back.text("_redirects").contains("O-305"));
    assert!(
        back.text("_redirects")
            .contains("/inventario/O-905 /inventario 301")
    );
    assert!(back.has("inventario/O-305.html"));
    let news = back.feed("inventario.atom").entries;
    assert_eq!(news[1].title, "Oficina O-305: de nuevo en el inventario");
}

#[test]
fn a_refused_inventory_changes_nothing() {
    let project = Project::start();
    let first = project.build(FIRST);
    project.put("O-305", &json!({"price": 29_000_000}));
    let jumped = project.build(SECOND);
    assert_eq!(
        (jumped.warnings, jumped.files == first.files),
        (vec!["price_jump"], true)
    );
    project.put("O-305", &json!({"price": 3_200_000}));
    project.fixture.mode(Mode::Half);
    let half = project.build(SECOND);
    assert!(half.warnings.contains(&"count"), "{:?}", half.warnings);
    assert_eq!(half.files, first.files);
    project.fixture.mode(Mode::Ok);
    for number in 301..=310 {
        project.put(
            &format!("O-{number}"),
            &json!({"propertyCode": format!("X-{number}")}),
        );
    }
    let renamed = project.build(SECOND);
    assert_eq!(
        (renamed.warnings, renamed.files == first.files),
        (vec!["vanished"], true)
    );
}
