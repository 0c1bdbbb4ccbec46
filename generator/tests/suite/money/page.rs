//! The amounts on a unit's page, read from its HTML.

use scraper::{ElementRef, Html, Selector};

/// Amounts in centavos.
pub struct UnitPage {
    pub net: i64,
    pub vat: i64,
    pub total: i64,
    /// Whether a visitor sees the payment plans.
    pub offers_payments: bool,
    pub plans: Vec<Plan>,
}

pub struct Plan {
    pub name: String,
    /// The payments, followed by their sum.
    pub rows: Vec<Row>,
}

pub struct Row {
    /// Net, tax and total.
    pub amounts: [i64; 3],
}

impl UnitPage {
    pub fn read(html: &str) -> UnitPage {
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
        Plan { name: text(one(plan, "summary")), rows: all(plan, "tbody tr").map(Row::read).collect() }
    }
}

impl Row {
    fn read(row: ElementRef) -> Row {
        let amounts: Vec<i64> = all(row, "td").map(|cell| amount(&text(cell))).collect();
        Row { amounts: amounts.try_into().unwrap() }
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
