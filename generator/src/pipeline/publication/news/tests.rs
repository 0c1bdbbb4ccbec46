//! The news as their readers see them.

use jiff::civil::date;
use platform::area::Area;
use platform::money::{Currency, Money};

use super::*;
use crate::stages::pull::sample::unit;
use model::lang::sample::ES;
use model::locale_formats::MoneyFormat;
use model::strings::Strings;

use platform::unit::Status::{Available, Reserved, Sold};

const SINCE: Since = Since::Publication(date(2026, 11, 20));

fn texts_with(news: &News, strings: &Strings) -> Option<NewsTexts> {
    news.texts(TeamWords {
        rents: None,
        strings,
        money: &MoneyFormat::new("es-MX", Currency::MXN),
    })
    .unwrap()
}

fn texts(news: &News) -> NewsTexts {
    let site = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/base/in");
    let file = "content/es/strings.json";
    let text = std::fs::read_to_string(format!("{site}/{file}")).unwrap();
    texts_with(news, &Strings::parse(ES, file, &text).unwrap()).unwrap()
}

fn free(codes: &[&str]) -> Vec<Unit> {
    codes
        .iter()
        .map(|code| unit(code, 1_000_000, Available))
        .collect()
}

#[test]
fn a_price_that_comes_or_goes_has_its_words() {
    let mut before = free(&["O-301", "O-305"]);
    let mut now = before.clone();
    before[0].price = None;
    now[1].price = None;
    let said = texts(&News::between(SINCE, &before, &now));
    assert_eq!(
        said.line,
        "1 precio publicado: O-301; 1 precio pasa a ser a consultar: O-305"
    );
    for row in [
        "| `O-301` | precio | Precio a consultar | $1,000,000\u{a0}MXN |\n",
        "| `O-305` | precio | $1,000,000\u{a0}MXN | Precio a consultar |\n",
    ] {
        assert!(
            said.table.contains(row),
            "{row} is missing in\n{}",
            said.table
        );
    }
}

#[test]
fn every_kind_of_change_has_its_words() {
    let mut before = free(&["O-301", "O-305", "L-12", "O-302", "O-303", "O-304", "O-309"]);
    before[5].status = Reserved;
    let mut now = before[..6].to_vec();
    for sold in &mut now[..3] {
        sold.status = Sold;
    }
    now[3].price = Some(Money(104_000_000));
    now[4].status = Reserved;
    now[5].status = Available;
    now[5].area = Area(6100);
    now.push(unit("O-401", 2_000_000, Available));
    let news = News::between(SINCE, &before, &now);
    let said = texts(&news);
    assert_eq!(
        said.line,
        "3 vendidas: O-301, O-305, L-12; 1 apartada: O-303; 1 disponible de nuevo: O-304; 1 nueva: O-401; 1 precio \
         sube 4 %: O-302; 1 retirada: O-309; 1 con cambios en otros datos: O-304"
    );
    assert_eq!((news.changed_units(), news.all_units()), (8, 8));
    assert_eq!(
        said.markdown,
        "### Cambios del inventario\n\nDesde la última publicación (datos del 20 de noviembre de 2026):\n\n\
         - 3 vendidas: `O-301`, `O-305`, `L-12`\n- 1 apartada: `O-303`\n- 1 disponible de nuevo: `O-304`\n\
         - 1 nueva: `O-401`\n- 1 precio sube 4 %: `O-302`\n- 1 retirada: `O-309`\n\
         - 1 con cambios en otros datos: `O-304`\n"
    );
    let table = &said.table;
    for row in [
        "| `O-301` | estatus | disponible | vendida |\n",
        "| `O-302` | precio | $1,000,000\u{a0}MXN | $1,040,000\u{a0}MXN (+4 %) |\n",
        "| `O-401` | nueva |  | disponible, $2,000,000\u{a0}MXN |\n",
        "| `O-309` | retirada |  |  |\n",
        "| `O-304` | otros datos |  |  |\n",
    ] {
        assert!(table.contains(row), "{row} is missing in\n{table}");
    }
    let json = news.json(Some(&said));
    let (since, first) = (&json["since"], &json["changes"][0]);
    assert_eq!(*since, json!({"kind": "publication", "date": "2026-11-20"}));
    assert_eq!(
        *first,
        json!({"code": "O-301", "kind": "status", "from": "disponible", "to": "vendido"})
    );
    assert_eq!(json["changed_units"], 8);
}

#[test]
fn percentages_are_rounded_and_summarized() {
    for (pesos, line) in [
        (&[1_005_000][..], "1 precio sube 0.5 %: A"),
        (&[999_999], "1 precio baja menos de 0.1 %: A"),
        (&[1_040_000, 1_040_000], "2 precios suben 4 %: A, B"),
        (
            &[1_020_000, 1_100_000, 900_000],
            "2 precios suben entre 2 % y 10 %: A, B; 1 precio baja 10 %: C",
        ),
    ] {
        let names = ["A", "B", "C"];
        let now = names
            .iter()
            .zip(pesos)
            .map(|(code, pesos)| unit(code, *pesos, Available));
        let news = News::between(
            SINCE,
            &free(&names[..pesos.len()]),
            &now.collect::<Vec<_>>(),
        );
        assert_eq!(texts(&news).line, line);
    }
    let news = News::between(SINCE, &[unit("A", 0, Available)], &free(&["A"]));
    assert_eq!(
        texts(&news).line,
        "1 precio sube: A",
        "no percentage of nothing"
    );
}

#[test]
fn a_unit_with_two_changes_counts_once() {
    let news = News::between(
        SINCE,
        &free(&["A", "B"]),
        &[unit("A", 5, Sold), unit("B", 1_000_000, Sold)],
    );
    assert_eq!(
        (news.changes.len(), news.changed_units(), news.all_units()),
        (3, 2, 2)
    );
}

#[test]
fn long_lists_are_shortened() {
    let all = |status| {
        (1..=600)
            .map(|number| unit(&format!("U-{number}"), 5, status))
            .collect::<Vec<_>>()
    };
    let NewsTexts { line, table, .. } = texts(&News::between(SINCE, &all(Available), &all(Sold)));
    assert!(
        line.starts_with("600 vendidas: U-1, U-2, ") && line.ends_with("U-12 y 588 más"),
        "{line}"
    );
    assert_eq!(table.lines().count(), 602, "the table lists every change");
}

#[test]
fn no_change_and_no_earlier_inventory_are_said() {
    let units = [unit("A", 5, Available), unit("B", 5, Sold)];
    let same = texts(&News::between(
        Since::Pull(date(2026, 11, 20)),
        &units,
        &units,
    ));
    assert_eq!(same.line, "sin cambios en el inventario");
    assert_eq!(
        same.markdown,
        "### Cambios del inventario\n\nDesde la consulta anterior (datos del 20 de noviembre de 2026):\n\n\
         - sin cambios en el inventario\n"
    );
    assert_eq!(News::first(&units).changed_units(), 0);
    let first = texts(&News::first(&units));
    assert_eq!(
        first.line,
        "sin publicación anterior: 2 unidades (1 disponible, 0 apartadas, 1 vendida)"
    );
    let end =
        "\n\nSin publicación anterior.\n\n- 2 unidades (1 disponible, 0 apartadas, 1 vendida)\n";
    assert!(first.markdown.ends_with(end), "{}", first.markdown);
    let without = Strings::empty(ES, "content/es/strings.json");
    assert_eq!(
        texts_with(&News::between(SINCE, &units, &units), &without),
        None
    );
}
