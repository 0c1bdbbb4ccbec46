//! The plan of the months of the works: what is missing, what is written, and what the page shows.

use std::fs;
use std::path::Path;

use formats::code::Code;
use generator::pipeline::progress::Silent;
use generator::pipeline::{self, RenderedSite};
use generator::stages::pull::Origin;
use model::lang::sample::BOTH;

use crate::support::files::copy_golden_site;
use crate::support::requests;

pub(super) const CODE: Code = Code::UnwrittenMonth;

/// The site with one month, in which the works go on until `works_end`, in November 2026.
fn build(root: &Path, works_end: &str) -> RenderedSite {
    let file = root.join("site.yaml");
    let text = fs::read_to_string(&file).unwrap();
    let with_end = text.replace("to: 2025-02", &format!("to: 2025-02{works_end}"));
    fs::write(&file, &with_end).unwrap();
    let request = requests::build(root, requests::pull(Origin::Offline));
    let site = pipeline::render(&request, &Silent).unwrap();
    fs::write(&file, text).unwrap();
    site
}

fn write(root: &Path, month: &str, more: &str) {
    for lang in BOTH.iter() {
        let text = format!("---\nmonth: {month}\nstage: cimentacion\ntitle: A\n{more}---\n\nB\n");
        fs::write(
            root.join(format!("content/{lang}/avance-de-obra/{month}.md")),
            text,
        )
        .unwrap();
    }
}

fn findings(site: &RenderedSite) -> Vec<String> {
    let warnings = site.warnings.iter().filter(|warning| warning.code == CODE);
    warnings.map(ToString::to_string).collect()
}

#[test]
fn a_month_that_is_over_needs_a_text() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    copy_golden_site("progress", root);
    let without_plan = build(root, "");
    assert_eq!(findings(&without_plan), [""; 0]);
    assert_eq!(without_plan.site.planned_months, []);

    write(root, "2025-04", "");
    write(root, "2025-05", "draft: true\n");
    fs::remove_file(root.join("content/en/avance-de-obra/2025-05.md")).unwrap();
    write(root, "2026-12", "publish_at: 2027-01-10\n");
    let site = build(root, ", works_end: 2027-01");
    let planned = site.site.planned_months.iter();
    let planned: Vec<String> = planned
        .map(|planned| format!("{} {}", planned.month, planned.state))
        .collect();
    assert_eq!(
        planned[..4],
        [
            "2025-01 missing",
            "2025-02 written: published",
            "2025-03 missing",
            "2025-04 written: published"
        ]
    );
    assert_eq!(
        planned[planned.len() - 4..],
        [
            "2026-10 missing",
            "2026-11 future",
            "2026-12 written: scheduled for 2027-01-10 00:00",
            "2027-01 future"
        ]
    );
    let found = findings(&site);
    assert_eq!(found.len(), 20, "{found:#?}");
    assert!(
        found[0].ends_with(
            "the month 2025-01 is over, and there is no content/es/avance-de-obra/2025-01.md and no \
             content/en/avance-de-obra/2025-01.md: write it with `site new month 2025-01`, or correct `works_end`"
        ),
        "{}",
        found[0]
    );
    let one_language = "the month 2025-05 is over, and there is no content/en/avance-de-obra/2025-05.md: ";
    assert!(found.iter().any(|line| line.contains(one_language)), "{found:#?}");
    // The page shows months beyond `to` when they have a text.
    for months in site.site.progress.values() {
        assert_eq!(months[0].month.to_string(), "2025-04");
    }

    fs::remove_file(root.join("content/es/avance-de-obra/2025-05.md")).unwrap();
    for lang in BOTH.iter() {
        fs::remove_file(root.join(format!("content/{lang}/avance-de-obra/2026-12.md"))).unwrap();
    }
    write(root, "2025-01", "");
    write(root, "2025-03", "draft: true\n");
    let complete = build(root, ", works_end: 2025-04");
    assert_eq!(findings(&complete), [""; 0]);
}
