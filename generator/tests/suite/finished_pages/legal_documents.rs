//! The legal profile on documents: what the check says of the data of one that lacks a fact.

use std::sync::LazyLock;

use generator::check;
use generator::outputs::documents::{self, Job};
use generator::outputs::pictures::Pictures;
use serde_json::{Value, json};

use crate::finished_pages::finished::Finished;
use crate::finished_pages::legal::assert_says;

/// What the check says of the documents of our own site after `change` of one document's data.
fn of_document(path: &str, change: impl Fn(&mut Value)) -> Vec<String> {
    static JOBS: LazyLock<Vec<Job>> =
        LazyLock::new(|| documents::jobs(&Finished::own().0.site, &Pictures::default()).unwrap());
    let mut jobs = JOBS.clone();
    let job = jobs.iter_mut().find(|job| job.path == path).unwrap();
    change(&mut job.data);
    let problems = check::check_documents(&Finished::own().0.site, &jobs);
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn documents_are_held_to_the_same_rules() {
    let list = "pdf/Ceibalta-lista-de-precios.pdf";
    assert_eq!(of_document(list, |_| {}).first(), None);
    let says = |problems: Vec<String>, rule: &str, what: &str| {
        assert_eq!(problems.len(), 1, "{problems:#?}");
        assert!(problems[0].starts_with("templates/documents/"), "{problems:#?}");
        assert_says(&problems[0], rule, what);
    };
    says(
        of_document(list, |data| {
            data["lists"][0]["units"][0]["total"] = json!("$1\u{a0}MXN");
        }),
        "total-price (LFPC, article 7 Bis)",
        "the total of \"L-101\", $16,193,600\u{a0}MXN, is not shown (document pdf/Ceibalta-lista-de-precios.pdf)",
    );
    says(
        of_document(list, |data| data["offer"] = json!("")),
        "offer-validity (LFPC, article 48, section I)",
        "it shows prices, and neither",
    );
    says(
        of_document("pdf/unidades/O-301.pdf", |data| data["validity"] = json!("")),
        "offer-validity (LFPC, article 48, section I)",
        "it shows prices, and neither",
    );
    // The lines of the law: the seller, where to complain, ..., the drawings.
    let without_line = |at: usize| {
        move |data: &mut Value| {
            let lines = data["legal"].as_array_mut().unwrap();
            let at = if at == usize::MAX { lines.len() - 1 } else { at };
            lines.remove(at);
        }
    };
    says(
        of_document(list, without_line(0)),
        "seller (LFPC, article 76 Bis, section III)",
        "it offers, and does not name the seller",
    );
    let unpaid = of_document("pdf/unidades/O-301.pdf", |data| data["credit"] = json!(""));
    says(
        unpaid,
        "credit-total-notice (LFPC, articles 7 Bis and 66; NOM-247-SE-2021)",
        "it shows a payment plan",
    );
    says(
        of_document("pdf/Ceibalta-brochure-en.pdf", without_line(1)),
        "complaints (LFPC, article 76 Bis, section III; NOM-247-SE-2021)",
        "it offers, and does not say where to complain",
    );
    says(
        of_document("pdf/units/O-301.pdf", without_line(usize::MAX)),
        "illustrative-image (LFPC, article 32; NOM-247-SE-2021)",
        "it shows drawings, and not that they are illustrative",
    );
    says(
        of_document(list, |data| data["date_line"] = json!("US$1,000")),
        "mxn-first (LFPC, article 34; NOM-247-SE-2021)",
        "the amount 1,000 in another currency",
    );
}

#[test]
fn a_brochure_that_lists_no_unit_and_says_from_which_price_offers() {
    let problems = of_document("pdf/Ceibalta-brochure.pdf", |data| {
        data["lists"] = json!([]);
        for level in data["levels"].as_array_mut().unwrap() {
            level["units"] = json!([]);
        }
        data["legal"].as_array_mut().unwrap().remove(0);
    });
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_says(
        &problems[0],
        "seller (LFPC, article 76 Bis, section III)",
        "it offers, and does not name the seller",
    );
}
