//! Amounts on the tower's site, read from its finished pages and sheets and compared with the platform stub's answer; and
//! one price change in every output that shows prices. The expected amounts are computed here, independently of the
//! generator's code.
//!
//! Needs Node and the npm packages (`make set-up`).

mod page;

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use bytes::Bytes;
use generator::pipeline::RenderedSite;
use model::document::Document;
use model::lang::Lang;
use model::lang::sample::BOTH;
use model::payment;
use page::UnitPage;
use serde_json::Value;

use crate::support::pdf::Pdf;
use crate::support::requests;
use crate::support::torre::{self, PRODUCT, STATED, UNITS};

/// IVA in `site.yaml`.
const RATE: i64 = 16;

type Files = BTreeMap<String, Bytes>;

/// The files of a site.
fn files(site: &RenderedSite) -> Files {
    let files = site.files.iter();
    files
        .map(|file| (file.path.clone(), file.bytes.clone()))
        .collect()
}

static SITE: LazyLock<Files> = LazyLock::new(|| files(torre::site()));

fn units() -> Vec<Value> {
    STATED["Data"]["Property"].as_array().unwrap().clone()
}

fn text(files: &Files, path: &str) -> String {
    let bytes = files
        .get(path)
        .unwrap_or_else(|| panic!("the site has no {path}"));
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The text of a PDF with plain spaces.
fn words(files: &Files, document: Document, lang: Lang) -> String {
    let pages = Pdf::read(&files[&document.path(lang, PRODUCT)]).pages();
    pages.join(" ").replace('\u{a0}', " ")
}

/// `$1,234.50`, formatted independently of the generator's formatter.
fn pesos(centavos: i64) -> String {
    let mut text = (centavos / 100).to_string();
    let mut at = text.len();
    while at > 3 {
        at -= 3;
        text.insert(at, ',');
    }
    match centavos % 100 {
        0 => format!("${text}"),
        rest => format!("${text}.{rest:02}"),
    }
}

#[test]
fn every_units_page_and_sheet_tell_its_price_and_each_payment_to_the_centavo() {
    let plans = payment::parse(
        BOTH,
        &fs::read_to_string(torre::root().join(payment::FILE)).unwrap(),
    )
    .unwrap();
    assert_eq!(units().len(), UNITS);
    for lang in BOTH {
        for unit in units() {
            let code = unit["propertyCode"].as_str().unwrap();
            let net = unit["price"].as_i64().unwrap() * 100;
            let vat = net * RATE / 100;
            assert_eq!(net * RATE % 100, 0, "whole centavos");
            let html = text(&SITE, &lang.file(&format!("/inventario/{code}")));
            let page = UnitPage::read(&html);
            let sheet = words(&SITE, Document::UnitSheet(code), lang);

            assert_eq!(
                [page.net, page.vat, page.total],
                [net, vat, net + vat],
                "{lang} {code}"
            );
            for amount in [net, vat, net + vat] {
                assert!(sheet.contains(&pesos(amount)), "{lang} {code}: {amount}");
            }
            let sold = unit["status"] == "vendido";
            assert_eq!(page.offers_payments, !sold, "{lang} {code}");
            assert_eq!(page.plans.len(), plans.len(), "{lang} {code}");
            for (shown, plan) in page.plans.iter().zip(&plans) {
                let off = (net * i64::from(plan.discount.0) + 5000) / 10_000;
                let paid = net - off;
                let (sum, parts) = shown.rows.split_last().unwrap();
                let tax = (paid * RATE + 50) / 100;
                assert_eq!(sum.amounts, [paid, tax, paid + tax], "{lang} {code}");
                let mut total = [0; 3];
                // Signing, the instalments but the last, the last, delivery; without instalments only the first and the last.
                let each = parts.len().checked_sub(3).map(|_| 1);
                for (index, row) in parts.iter().enumerate() {
                    assert_eq!(row.amounts[0] + row.amounts[1], row.amounts[2], "{lang} {code}");
                    let times = match Some(index) == each {
                        true => i64::from(plan.instalments().1) - 1,
                        false => 1,
                    };
                    for (all, one) in total.iter_mut().zip(row.amounts) {
                        *all += one * times;
                    }
                }
                assert_eq!(total, sum.amounts, "{lang} {code}: the payments make the price");
                let name = plan.name.get(lang);
                assert_eq!(&shown.name, name);
                assert_eq!(sheet.contains(name), !sold, "{lang} {code}: {name}");
                for row in shown.rows.iter().filter(|_| !sold) {
                    let line = row
                        .amounts
                        .map(|amount| format!("{} MXN", pesos(amount)))
                        .join(" ");
                    assert!(sheet.contains(&line), "{lang} {code}: {line}\n{sheet}");
                }
            }
        }
    }
}

#[test]
fn one_price_change_reaches_everything_that_tells_it_in_one_build() {
    const CODE: &str = "O-305";
    const NET: i64 = 312_345_600;
    let mut changed = STATED.clone();
    let list = changed["Data"]["Property"].as_array_mut().unwrap();
    let unit = list.iter_mut().find(|unit| unit["propertyCode"] == CODE).unwrap();
    let before = unit["price"].as_i64().unwrap() * 100;
    unit["price"] = Value::from(NET / 100);
    // Sequential: two builds in one process would write the same pictures to the same folder.
    LazyLock::force(&SITE);
    let project = torre::linked();
    let files = files(&requests::make(
        project.path(),
        torre::pull_of(project.path(), &changed),
    ));
    let total = NET + NET * RATE / 100;

    for lang in BOTH {
        let path = lang.file(&format!("/inventario/{CODE}"));
        let page = UnitPage::read(&text(&files, &path));
        assert_eq!((page.net, page.total), (NET, total), "{path}");
        assert_eq!(page.plans[0].rows.last().unwrap().amounts[2], total, "{path}");
        let list = text(&files, &lang.file("/inventario"));
        assert!(list.contains(&pesos(NET)), "the list, {lang}");
        for document in [Document::UnitSheet(CODE), Document::PriceList, Document::Brochure] {
            let words = words(&files, document, lang);
            assert!(words.contains(&pesos(total)), "{document:?} {lang}");
            assert!(
                !words.contains(&pesos(before + before * RATE / 100)),
                "{document:?} {lang}"
            );
        }
        // It is the cheapest free unit, and so the example of the page for investors.
        let investors = text(&files, &lang.file("/inversionistas"));
        assert!(
            investors.contains(&pesos(total)),
            "the page for investors, {lang}"
        );
    }
    let data: Value = serde_json::from_str(&text(&files, "data/inventory.json")).unwrap();
    let listed = data["units"].as_array().unwrap();
    let unit = listed.iter().find(|unit| unit["code"] == CODE).unwrap();
    assert_eq!(unit["price"], NET);

    for lang in BOTH {
        for other in ["O-301", "L-102", "L-103"] {
            let sheet = Document::UnitSheet(other).path(lang, PRODUCT);
            assert!(files[&sheet] == SITE[&sheet], "{sheet} says nothing of {CODE}");
        }
    }
}
