//! A build of what the last build was made from renders nothing; whatever decides a site is noticed.

use std::fs;
use std::path::Path;

use generator::pipeline::progress::{Silent, Stage};
use generator::pipeline::{self, Built, Request};
use generator::stages::pull::Origin;
use serde_json::json;
use tempfile::TempDir;

use super::pair::unit;
use crate::support::files::copy_golden_site;
use crate::support::requests;

/// A project with units, with a page that is not public yet, and the request to build it.
fn project() -> (TempDir, Request) {
    let root = tempfile::tempdir().unwrap();
    copy_golden_site("units", root.path());
    write_units(root.path(), 60);
    // 23:00 UTC.
    let later = "publish_at: 2026-11-20 18:00\n";
    for page in ["content/es/index.md", "content/en/index.md"] {
        let text = fs::read_to_string(root.path().join(page)).unwrap();
        let path = page.replace("index", "anuncio");
        fs::write(
            root.path().join(path),
            text.replacen("---\n", &format!("---\n{later}"), 1),
        )
        .unwrap();
    }
    let origin = Origin::File(root.path().join("units.json"));
    let request = requests::build(root.path(), requests::pull(origin));
    (root, request)
}

fn write_units(root: &Path, area: u32) {
    let mut first = unit("U-1", 1);
    first["interiorArea"] = json!(area);
    first["totalArea"] = json!(area);
    let units = [first, unit("U-2", 2)];
    let answer = json!({"date": "2026-11-20", "Data": {"Property": units}});
    fs::write(root.join("units.json"), answer.to_string()).unwrap();
}

fn build(request: &Request) -> Built {
    pipeline::build(request, &Silent).unwrap_or_else(|error| panic!("{error}: {error:?}"))
}

/// Whether a build rendered the site.
fn renders(request: &Request) -> bool {
    build(request)
        .stages
        .iter()
        .any(|(stage, _)| *stage == Stage::Render)
}

#[test]
fn the_same_inputs_are_not_rendered_again_and_reported_as_before() {
    let (root, request) = project();
    let first = build(&request);
    let second = build(&request);
    assert!(second.stages.iter().all(|(stage, _)| *stage <= Stage::Pull));
    assert_eq!(second.report, first.report);
    assert_eq!(second.report.pages, first.report.pages);
    assert_eq!(
        (second.reused, second.written.unchanged),
        (first.report.files, first.report.files)
    );
    assert!(second.written.changed.is_empty());
    assert_eq!(second.news, first.news);
    let noted = fs::read_to_string(root.path().join(".site/changed-urls.txt")).unwrap();
    assert_eq!(noted, "", "nothing is to be purged");
}

#[test]
fn whatever_decides_the_site_is_noticed() {
    let (root, request) = project();
    build(&request);
    let file = |name: &str| root.path().join(name);
    let append = |name: &str, more: &str| {
        let text = fs::read_to_string(file(name)).unwrap();
        fs::write(file(name), text + more).unwrap();
    };
    assert!(!renders(&request));
    append("content/es/index.md", "\nOtra línea.\n");
    assert!(renders(&request), "a page");
    append("site.yaml", "\n# A comment\n");
    assert!(renders(&request), "the settings");
    append("templates/pages/unit.html", "<!-- more -->");
    assert!(renders(&request), "a template");
    write_units(root.path(), 61);
    assert!(renders(&request), "a unit");
    append("dist/index.html", " ");
    assert!(renders(&request), "a file of the site was changed");
    fs::remove_file(file("dist/inventario/U-1.html")).unwrap();
    assert!(renders(&request), "a file of the site was removed");
    fs::write(file("dist/stray.txt"), "").unwrap();
    assert!(renders(&request), "a file was added to the site");
    assert!(!file("dist/stray.txt").exists());
    let elsewhere = Request {
        base_url: Some("https://other.example".to_owned()),
        ..request.clone()
    };
    assert!(renders(&elsewhere), "another base URL");
    let with_drafts = Request {
        unpublished: true,
        ..elsewhere
    };
    assert!(renders(&with_drafts), "what is not public");
    fs::remove_file(file(".site/output/site-manifest.bin")).unwrap();
    assert!(renders(&request), "nothing is known of the last build");
    assert!(!renders(&request));
}

#[test]
fn the_clock_is_noticed_when_it_decides_what_is_public() {
    let (root, request) = project();
    let at = |time: &str| {
        let mut request = request.clone();
        request.pull.now = time.parse().unwrap();
        request
    };
    let page = root.path().join("dist/anuncio.html");
    build(&at("2026-11-20T12:00:00Z"));
    assert!(!renders(&at("2026-11-20T22:59:59Z")));
    assert!(!page.exists());
    assert!(renders(&at("2026-11-20T23:00:00Z")), "a page is published now");
    assert!(page.exists());
    assert!(!renders(&at("2026-11-21T04:59:59Z")));
    assert!(renders(&at("2026-11-21T05:00:00Z")), "another day");
    assert!(renders(&at("2026-11-20T12:00:00Z")), "the clock was set back");
    assert!(!page.exists());
}
