//! The legal profile: each rule on a document whose data lacks what the rule requires.

use std::sync::{Arc, LazyLock};

use generator::check;
use generator::stages::documents::{self, Job};
use serde_json::{Value, json};

use crate::finished_pages::finished::Finished;
use crate::finished_pages::legal::assert_reports;

/// The tower's documents.
static JOBS: LazyLock<Vec<Job>> =
    LazyLock::new(|| documents::jobs(&Finished::torre().0.site, &Arc::default()).unwrap());

fn problems(jobs: &[Job]) -> Vec<String> {
    let problems = check::check_documents(&Finished::torre().0.site, jobs);
    problems.iter().map(ToString::to_string).collect()
}

/// The problems of one of the documents after a change of its data.
fn problems_after(path: &str, change: impl Fn(&mut Value)) -> Vec<String> {
    let mut job = JOBS.iter().find(|job| job.path == path).unwrap().clone();
    change(&mut job.data);
    problems(&[job])
}

#[test]
fn documents_are_checked_against_the_rules() {
    let list = "pdf/Torre-Arboleda-lista-de-precios.pdf";
    assert_eq!(problems(&JOBS), Vec::<String>::new());
    let reports = |problems: Vec<String>, rule: &str, what: &str| {
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert!(problems[0].starts_with("templates/documents/"), "{problems:#?}");
        assert_reports(&problems[0], rule, what);
    };
    reports(
        problems_after(list, |data| {
            data["lists"][0]["units"][0]["total"] = json!("$1\u{a0}MXN");
        }),
        "total-price (LFPC, article 7 Bis)",
        "the total of L-101, `$10,115,200\u{a0}MXN`, is not shown (document pdf/Torre-Arboleda-lista-de-precios.pdf)",
    );
    reports(
        problems_after(list, |data| {
            data["offer"] = json!("");
            data["validity"] = json!("");
        }),
        "offer-validity (LFPC, article 48, section I)",
        "is missing: `price.validity` or `legal.units_in_offer`",
    );
    reports(
        problems_after("pdf/unidades/O-301.pdf", |data| data["validity"] = json!("")),
        "offer-validity (LFPC, article 48, section I)",
        "is missing: `price.validity` or `legal.units_in_offer`",
    );
    // The order of the lines: the seller, the channel for complaints, ..., the notice about drawings.
    let without_line = |at: usize| {
        move |data: &mut Value| {
            let lines = data["legal"].as_array_mut().unwrap();
            let at = if at == usize::MAX { lines.len() - 1 } else { at };
            lines.remove(at);
        }
    };
    reports(
        problems_after(list, without_line(0)),
        "seller (LFPC, article 76 Bis, section III)",
        "`Arboleda Inmobiliaria, S.A. de C.V.` is missing: the seller's legal name",
    );
    let without_notice = problems_after("pdf/unidades/O-301.pdf", |data| data["credit"] = json!(""));
    reports(
        without_notice,
        "credit-total-notice (LFPC, articles 7 Bis and 66; NOM-247-SE-2021)",
        "is missing: the notice `payment.credit`",
    );
    reports(
        problems_after("pdf/Torre-Arboleda-brochure-en.pdf", without_line(1)),
        "complaints (LFPC, article 76 Bis, section III; NOM-247-SE-2021)",
        "is missing: phone, e-mail address and hours",
    );
    reports(
        problems_after("pdf/units/O-301.pdf", without_line(usize::MAX)),
        "illustrative-image (LFPC, article 32; NOM-247-SE-2021)",
        "is missing: the notice `legal.images`",
    );
    reports(
        problems_after(list, |data| data["date_line"] = json!("US$1,000")),
        "mxn-first (LFPC, article 34; NOM-247-SE-2021)",
        "the amount `1,000` in another currency",
    );
}

#[test]
fn a_brochure_with_a_lowest_price_and_no_units_must_name_the_seller() {
    let problems = problems_after("pdf/Torre-Arboleda-brochure.pdf", |data| {
        data["lists"] = json!([]);
        for level in data["levels"].as_array_mut().unwrap() {
            level["units"] = json!([]);
        }
        data["legal"].as_array_mut().unwrap().remove(0);
    });
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_reports(
        &problems[0],
        "seller (LFPC, article 76 Bis, section III)",
        "`Arboleda Inmobiliaria, S.A. de C.V.` is missing: the seller's legal name",
    );
}
