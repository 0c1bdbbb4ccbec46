//! Amounts on the tower's pages and sheets, compared with the platform's answer; computed here, without the generator.

use model::document::Document;
use model::lang::sample::BOTH;
use model::payment;
use scraper::{ElementRef, Html, Selector};
use serde_json::Value;

use crate::support::rendered::words;
use crate::support::torre::{self, STATED, UNITS};

/// IVA in `site.yaml`.
const RATE: i64 = 16;

fn units() -> Vec<Value> {
    STATED["Data"]["Property"].as_array().unwrap().clone()
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
    let plans = payment::parse(BOTH, &torre::source(payment::FILE)).unwrap();
    assert_eq!(units().len(), UNITS);
    for lang in BOTH.iter() {
        for unit in units() {
            let code = unit["propertyCode"].as_str().unwrap();
            let net = unit["price"].as_i64().unwrap() * 100;
            let vat = net * RATE / 100;
            assert_eq!(net * RATE % 100, 0, "whole centavos");
            let html = torre::text(&lang.file(&format!("/inventario/{code}")));
            let page = UnitPage::read(&html);
            let sheet = words(torre::site(), Document::UnitSheet(code), lang);

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
                assert_eq!(*sum, [paid, tax, paid + tax], "{lang} {code}");
                let mut total = [0; 3];
                // Signing, the instalments but the last, the last, delivery; without instalments only the first and the last.
                let each = parts.len().checked_sub(3).map(|_| 1);
                for (index, row) in parts.iter().enumerate() {
                    assert_eq!(row[0] + row[1], row[2], "{lang} {code}");
                    let times = if Some(index) == each { i64::from(plan.instalments().1) - 1 } else { 1 };
                    for (all, one) in total.iter_mut().zip(row) {
                        *all += one * times;
                    }
                }
                assert_eq!(total, *sum, "{lang} {code}: the payments make the price");
                let name = plan.name.get(lang);
                assert!(shown.name.starts_with(name.as_str()), "{}", shown.name);
                assert_eq!(sheet.contains(name), !sold, "{lang} {code}: {name}");
                for row in shown.rows.iter().filter(|_| !sold) {
                    let line = row.map(|amount| format!("{} MXN", pesos(amount))).join(" ");
                    assert!(sheet.contains(&line), "{lang} {code}: {line}\n{sheet}");
                }
            }
        }
    }
}

/// The amounts on a unit's page in centavos, read from its HTML.
struct UnitPage {
    net: i64,
    vat: i64,
    total: i64,
    /// Whether a visitor sees the payment plans.
    offers_payments: bool,
    plans: Vec<Plan>,
}

struct Plan {
    name: String,
    /// The payments, followed by their sum: net, tax and total of each.
    rows: Vec<[i64; 3]>,
}

impl UnitPage {
    fn read(html: &str) -> UnitPage {
        let page = Html::parse_document(html);
        let root = page.root_element();
        // The price before tax with what follows it, the total, the tax.
        let amounts = all(root, ".unit-price .sum dd").map(text);
        let amounts: Vec<i64> =
            amounts.take(3).map(|text| amount(text.split(" + ").next().unwrap())).collect();
        let payments = one(root, "#pagos");
        UnitPage {
            net: amounts[0],
            vat: amounts[2],
            total: amounts[1],
            offers_payments: payments.attr("hidden").is_none(),
            plans: all(payments, "details:not(:has(details))").map(Plan::read).collect(),
        }
    }
}

impl Plan {
    fn read(plan: ElementRef) -> Plan {
        let amounts = |row| all(row, "td").map(|cell| amount(&text(cell))).collect::<Vec<i64>>();
        let rows = all(plan, "tbody tr").map(|row| amounts(row).try_into().unwrap());
        Plan { name: text(one(plan, "summary")), rows: rows.collect() }
    }
}

fn all<'a>(within: ElementRef<'a>, selector: &str) -> impl Iterator<Item = ElementRef<'a>> + use<'a> {
    let found: Vec<ElementRef> = within.select(&Selector::parse(selector).unwrap()).collect();
    found.into_iter()
}

fn one<'a>(within: ElementRef<'a>, selector: &str) -> ElementRef<'a> {
    let found: Vec<ElementRef> = all(within, selector).collect();
    assert_eq!(found.len(), 1, "{selector}");
    found[0]
}

fn text(element: ElementRef) -> String {
    element.text().collect::<String>().trim().to_owned()
}

/// `$1,234.50 MXN` in centavos.
fn amount(text: &str) -> i64 {
    let number = text.strip_prefix('$').and_then(|rest| rest.strip_suffix("\u{a0}MXN"));
    let number = number.unwrap_or_else(|| panic!("\"{text}\" is not an amount")).replace(',', "");
    let (pesos, rest) = number.split_once('.').unwrap_or((&number, "00"));
    assert_eq!(rest.len(), 2, "{text}");
    pesos.parse::<i64>().unwrap() * 100 + rest.parse::<i64>().unwrap()
}
