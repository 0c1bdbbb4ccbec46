//! Amounts on the tower's site, read from its finished pages and sheets and compared with the platform stub's answer. The
//! expected amounts are computed here, independently of the generator's code.
//!
//! Needs Node and the npm packages (`make set-up`).

mod page;

use std::fs;

use model::document::Document;
use model::lang::Lang;
use model::lang::sample::BOTH;
use model::payment;
use page::UnitPage;
use serde_json::Value;

use crate::support::pdf::Pdf;
use crate::support::torre::{self, PRODUCT, STATED, UNITS};

/// IVA in `site.yaml`.
const RATE: i64 = 16;

fn units() -> Vec<Value> {
    STATED["Data"]["Property"].as_array().unwrap().clone()
}

/// The text of a PDF with plain spaces.
fn words(document: Document, lang: Lang) -> String {
    let path = document.path(lang, PRODUCT);
    let file = torre::site().files.iter().find(|file| file.path == path).unwrap();
    let pages = Pdf::read(&file.bytes).pages();
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
    let plans =
        payment::parse(BOTH, &fs::read_to_string(torre::root().join(payment::FILE)).unwrap()).unwrap();
    assert_eq!(units().len(), UNITS);
    for lang in BOTH {
        for unit in units() {
            let code = unit["propertyCode"].as_str().unwrap();
            let net = unit["price"].as_i64().unwrap() * 100;
            let vat = net * RATE / 100;
            assert_eq!(net * RATE % 100, 0, "whole centavos");
            let html = torre::text(&lang.file(&format!("/inventario/{code}")));
            let page = UnitPage::read(&html);
            let sheet = words(Document::UnitSheet(code), lang);

            assert_eq!([page.net, page.vat, page.total], [net, vat, net + vat], "{lang} {code}");
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
                assert!(shown.name.starts_with(name.as_str()), "{}", shown.name);
                assert_eq!(sheet.contains(name), !sold, "{lang} {code}: {name}");
                for row in shown.rows.iter().filter(|_| !sold) {
                    let line = row.amounts.map(|amount| format!("{} MXN", pesos(amount))).join(" ");
                    assert!(sheet.contains(&line), "{lang} {code}: {line}\n{sheet}");
                }
            }
        }
    }
}
