//! Amounts on the tower's pages and sheets, compared with the platform's answer; computed here, without the generator.

use model::document::Document;
use model::lang::sample::BOTH;
use model::payment;
use scraper::{ElementRef, Html, Selector};

use crate::support::rendered::words;
use crate::support::torre::{self, STATED, UNITS};

/// IVA in `site.yaml`.
const RATE: i64 = 16;

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
    let units = STATED["Data"]["Property"].as_array().unwrap();
    assert_eq!(units.len(), UNITS);
    for lang in BOTH.iter() {
        for unit in units {
            let code = unit["propertyCode"].as_str().unwrap();
            let net = unit["price"].as_i64().unwrap() * 100;
            let vat = net * RATE / 100;
            assert_eq!(net * RATE % 100, 0, "whole centavos");
            let page =
                Html::parse_document(&torre::text(&lang.file(&format!("/inventario/{code}"))));
            let page = page.root_element();
            let sheet = words(torre::site(), Document::UnitSheet(code), lang);

            // The price before tax with what follows it, the total, the tax.
            let price = all(page, ".unit-price .sum dd")
                .take(3)
                .map(text)
                .map(|text| amount(text.split(" + ").next().unwrap()));
            assert_eq!(
                price.collect::<Vec<_>>(),
                [net, net + vat, vat],
                "{lang} {code}"
            );
            for amount in [net, vat, net + vat] {
                assert!(sheet.contains(&pesos(amount)), "{lang} {code}: {amount}");
            }
            let sold = unit["status"] == "vendido";
            let payments = one(page, "#pagos");
            assert_eq!(payments.attr("hidden").is_some(), sold, "{lang} {code}");
            let shown: Vec<ElementRef> = all(payments, "details:not(:has(details))").collect();
            assert_eq!(shown.len(), plans.plans.len(), "{lang} {code}");
            for (shown, plan) in shown.into_iter().zip(&plans.plans) {
                // The payments, followed by their sum: net, tax and total of each.
                let row = |row| {
                    all(row, "td")
                        .map(|cell| amount(&text(cell)))
                        .collect::<Vec<i64>>()
                };
                let rows: Vec<[i64; 3]> = all(shown, "tbody tr")
                    .map(|tr| row(tr).try_into().unwrap())
                    .collect();
                let off = (net * i64::from(plan.discount.0) + 5000) / 10_000;
                let paid = net - off;
                let (sum, parts) = rows.split_last().unwrap();
                let tax = (paid * RATE + 50) / 100;
                assert_eq!(*sum, [paid, tax, paid + tax], "{lang} {code}");
                let mut total = [0; 3];
                // Signing, the instalments, delivery; without instalments only the first and the last.
                let count = i64::from(plan.instalments().1);
                for (index, row) in parts.iter().enumerate() {
                    assert_eq!(row[0] + row[1], row[2], "{lang} {code}");
                    let times = if count > 0 && index == 1 { count } else { 1 };
                    for (all, one) in total.iter_mut().zip(row) {
                        *all += one * times;
                    }
                }
                // The last instalment has the centavos that equal ones leave over.
                let words = text(one(shown, "tbody"));
                let more = words
                    .split(' ')
                    .map(|word| word.trim_end_matches(['m', 'á', 's']))
                    .filter(|word| word.starts_with("$0."))
                    .map(|word| amount(&format!("{word}\u{a0}MXN")));
                let left: Vec<i64> = sum
                    .iter()
                    .zip(total)
                    .map(|(sum, total)| sum - total)
                    .collect();
                assert_eq!(
                    more.sum::<i64>(),
                    left[2],
                    "{lang} {code}: the payments make the price"
                );
                assert!(
                    (0..count.max(1)).contains(&left[0]) && (0..count.max(1)).contains(&left[1])
                );
                let name = plan.name.get(lang);
                let shown = text(one(shown, "summary"));
                assert!(shown.starts_with(name.as_str()), "{shown}");
                assert_eq!(sheet.contains(name), !sold, "{lang} {code}: {name}");
                if sold {
                    continue;
                }
                for row in &rows {
                    let line = row.map(|amount| format!("{} MXN", pesos(amount))).join(" ");
                    assert!(sheet.contains(&line), "{lang} {code}: {line}\n{sheet}");
                }
            }
        }
    }
}

fn all<'a>(
    within: ElementRef<'a>,
    selector: &str,
) -> impl Iterator<Item = ElementRef<'a>> + use<'a> {
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
    let number = text
        .strip_prefix('$')
        .and_then(|rest| rest.strip_suffix("\u{a0}MXN"))
        .unwrap_or_else(|| panic!("\"{text}\" is not an amount"))
        .replace(',', "");
    let (pesos, rest) = number.split_once('.').unwrap_or((&number, "00"));
    assert_eq!(rest.len(), 2, "{text}");
    pesos.parse::<i64>().unwrap() * 100 + rest.parse::<i64>().unwrap()
}
