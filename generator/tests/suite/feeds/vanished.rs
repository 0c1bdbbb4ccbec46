//! Units that leave the platform: their addresses redirect to the inventory until they return.

use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use generator::serve::{ServeState, router};
use http::Request;
use platform::stub::Mode;
use serde_json::json;
use tower::ServiceExt as _;

use super::{FIRST, Project, SECOND, THIRD};
use crate::support::files::change;
use crate::support::requests;

/// The answer of the development server: status and redirect target.
fn answer(project: &Project, path: &str) -> (u16, String) {
    let state = Arc::new(ServeState::new(project.dist(), false, requests::leads_in_memory()));
    let request = Request::get(path).header("host", "127.0.0.1:8080").body(Body::empty()).unwrap();
    let answered = router(Path::new("."), state, None).oneshot(request);
    let answer = tokio::runtime::Runtime::new().unwrap().block_on(answered).unwrap();
    let to = answer.headers().get("location");
    (answer.status().as_u16(), to.map(|to| to.to_str().unwrap().to_owned()).unwrap_or_default())
}

#[test]
fn a_unit_that_is_gone_redirects_until_it_returns() {
    let project = Project::start();
    let first = project.build(FIRST);
    assert!(!first.text("_redirects").contains("/inventario/"));
    assert_eq!(answer(&project, "/inventario/O-305").0, 200);

    project.put("O-305", &json!({"propertyCode": "O-905"}));
    let second = project.build(SECOND);
    for (from, to) in [
        ("/inventario/O-305", "/inventario"),
        ("/en/inventario/O-305", "/en/inventario"),
        ("/inventario/O-305.md", "/inventario.md"),
        ("/en/inventario/O-305.md", "/en/inventario.md"),
        ("/pdf/unidades/O-305.pdf", "/inventario"),
        ("/pdf/units/O-305.pdf", "/en/inventario"),
    ] {
        let line = format!("{from} {to} 301\n");
        assert!(second.text("_redirects").contains(&line), "{line}");
        assert_eq!(answer(&project, from), (301, to.to_owned()));
    }
    assert!(!second.has("inventario/O-305.html") && !second.has("inventario/O-305.md"));
    assert!(!second.text("sitemap.xml").contains("O-305"));
    assert_eq!(answer(&project, "/inventario/O-905").0, 200);
    let news = second.feed("inventario.atom").entries;
    let titles: Vec<&str> = news.iter().map(|entry| entry.title.as_str()).collect();
    assert_eq!(titles, ["Oficina O-305: ya no se ofrece", "Oficina O-905: se incorpora al inventario"]);
    assert_eq!(news[0].link, "https://muestra.example/inventario");
    assert_eq!(project.build(THIRD).text("_redirects"), second.text("_redirects"), "as long as it is gone");

    project.put("O-905", &json!({"propertyCode": "O-305"}));
    let back = project.build(THIRD);
    assert!(!back.text("_redirects").contains("O-305"));
    assert!(back.text("_redirects").contains("/inventario/O-905 /inventario 301"));
    assert_eq!(answer(&project, "/inventario/O-305").0, 200);
    let news = back.feed("inventario.atom").entries;
    assert_eq!(news[1].title, "Oficina O-305: de nuevo en el inventario");
}

#[test]
fn a_link_to_a_unit_that_is_gone_does_not_stop_the_build() {
    let project = Project::start();
    let link = "\nVea la [305](/inventario/O-305).\n";
    change(project.root(), "content/es/inventario.md", |text| text.to_owned() + link);
    assert!(project.build(FIRST).text("inventario.html").contains("href=\"/inventario/O-305\""));
    project.put("O-305", &json!({"propertyCode": "O-905"}));
    let second = project.build(SECOND);
    assert!(second.text("_redirects").contains("/inventario/O-305 /inventario 301"));
}

#[test]
fn an_inventory_that_lost_many_units_is_refused_and_redirects_nothing() {
    let project = Project::start();
    let first = project.build(FIRST);
    project.fixture.mode(Mode::Half);
    let half = project.build(SECOND);
    assert!(half.warnings.contains(&"count"), "{:?}", half.warnings);
    assert_eq!(half.files, first.files);
    project.fixture.mode(Mode::Ok);
    for number in 301..=310 {
        project.put(&format!("O-{number}"), &json!({"propertyCode": format!("X-{number}")}));
    }
    let renamed = project.build(SECOND);
    assert_eq!(renamed.warnings, ["vanished"]);
    assert_eq!(renamed.files, first.files);
}
