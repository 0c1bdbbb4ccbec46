//! The tower with other settings and units: no tax, prices on request, captions of pictures, a level with units of two uses.

use model::document::Document;
use model::lang::sample::{EN, ES};

use crate::support::files::{change_json, edit};
use crate::support::rendered::{assert_none, attributes_of, count, problems, text, texts, words};
use crate::support::requests;
use crate::support::torre::{self, configure, inventory_of};

/// An office and a commercial unit, both available.
const CODES: [&str; 2] = ["O-302", "L-104"];

/// Files whose own prose explains the tax: pages, the general schema of the data, and the texts of islands.
const PROSE: [&str; 5] = [
    "inversionistas",
    "inventario.",
    "llms",
    "data/inventory.schema",
    "assets/",
];

/// HTML without scripts and the data of islands, which have every string of a group.
fn without_scripts(html: &str) -> String {
    let mut parts = html.split("<script");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| {
        shown + part.split_once("</script>").map_or("", |(_, after)| after)
    })
}

fn names_tax(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric())
        .any(|word| word == "IVA" || word == "VAT")
}

#[test]
fn without_tax_nothing_mentions_it() {
    let project = torre::linked();
    configure(
        project.path(),
        &[("  vat_percent: 16 ", "  vat_percent: 0 ")],
    );
    let site = requests::make(project.path(), inventory_of(project.path(), &CODES));
    let is_prose = |path: &str| {
        let name = path.trim_start_matches("en/");
        PROSE.iter().any(|start| name.starts_with(start)) || name.contains("privacidad")
    };
    let files: Vec<_> = texts(&site, &[".html", ".md", ".csv", ".txt", ".xml", ".json"])
        .filter(|(path, _)| !is_prose(path))
        .collect();
    let naming = files
        .iter()
        .filter(|(_, text)| names_tax(&without_scripts(text)));
    assert_eq!(naming.map(|(path, _)| *path).collect::<Vec<_>>(), [""; 0]);
    assert!(files.len() > 50, "{}", files.len());
    for (lang, total) in [(ES, "Precio total"), (EN, "Total price")] {
        for document in [
            Document::UnitSheet(CODES[0]),
            Document::UnitSheet(CODES[1]),
            Document::PriceList,
        ] {
            let words = words(&site, document, lang);
            assert!(
                words.contains(total) && !names_tax(&words),
                "{lang} {document:?}: {words}"
            );
        }
        for code in CODES {
            let alternate = lang
                .file(&format!("/inventario/{code}"))
                .replace(".html", ".md");
            assert!(text(&site, &alternate).contains(total), "{alternate}");
        }
        let investors = without_scripts(&text(&site, &lang.file("/inversionistas")));
        for gone in ["estimate-vat", "(+ IVA)", "(+ VAT)"] {
            assert!(!investors.contains(gone), "{lang}: {gone}");
        }
    }
}

#[test]
fn a_price_on_request_is_said_everywhere_and_asked_for() {
    let [priced, on_request] = CODES;
    let project = torre::linked();
    let pull = inventory_of(project.path(), &CODES);
    change_json(project.path(), "units.json", |answer| {
        let units = answer["Data"]["Property"].as_array_mut().unwrap();
        let unit = units
            .iter_mut()
            .find(|unit| unit["propertyCode"] == on_request);
        unit.unwrap()["price"] = "A consultar".into();
    });
    let site = requests::make(project.path(), pull);
    // The facts count the units of the whole tower.
    let problems = problems(&site).into_iter();
    assert_none(problems.filter(|problem| !problem.contains("`facts.")));
    for (lang, says_so, asks) in [
        (ES, "Precio a consultar", "Preguntar por el precio"),
        (EN, "Price on request", "Ask for the price"),
    ] {
        let page = text(&site, &lang.file(&format!("/inventario/{on_request}")));
        assert!(page.contains(says_so) && page.contains(asks), "{lang}");
        assert_eq!(count(&page, ".unit-price [data-price]"), 0, "{lang}");
        let offers = page.split("\"@type\":\"Offer\"").nth(1).unwrap();
        let offer = offers.split("\"seller\"").next().unwrap();
        assert!(
            offer.contains("InStock") && !offer.contains("price"),
            "{lang}: {offer}"
        );
        let alternate = lang.file(&format!("/inventario/{on_request}"));
        let alternate = text(&site, &alternate.replace(".html", ".md"));
        assert!(alternate.contains(says_so) && alternate.contains(asks));
        for list in ["/inventario", "/locales-comerciales", "/inversionistas"] {
            assert!(
                text(&site, &lang.file(list)).contains(says_so),
                "{lang} {list}"
            );
        }
        for document in [Document::UnitSheet(on_request), Document::PriceList] {
            let words = words(&site, document, lang);
            assert!(words.contains(says_so), "{lang} {document:?}: {words}");
        }
        let csv = if lang == ES {
            "inventory"
        } else {
            "inventory.en"
        };
        let csv = text(&site, &format!("data/{csv}.csv"));
        let row = csv.lines().find(|row| row.starts_with(on_request)).unwrap();
        assert!(row.contains(",,,"), "{row}");
        let home = text(&site, &lang.file("/"));
        let from = attributes_of(&home, ".title-block-price [data-price]", "data-price");
        assert_eq!(from, ["net"], "that of {priced}: {lang}");
    }
    assert!(text(&site, "data/listings.csv").contains(",,Local"));
    let data: serde_json::Value =
        serde_json::from_str(&text(&site, "data/inventory.json")).unwrap();
    let units = data["units"].as_array().unwrap();
    let unit = units.iter().find(|unit| unit["code"] == on_request);
    assert_eq!(unit.unwrap()["price"], serde_json::Value::Null);
}

#[test]
fn a_heading_above_facts_of_the_building_that_nobody_asks_for_is_left_out() {
    let headings = [
        ("caracteristicas.md", "## Datos del edificio\n"),
        ("caracteristicas.md", "## Situación legal\n"),
        ("caracteristicas.html", "id=\"building-title\""),
    ];
    for (path, heading) in headings {
        assert!(torre::text(path).contains(heading), "{path}: {heading}");
    }
    let project = torre::linked();
    let without = "building_facts:\n  without: [address, air_conditioning, electrical_load, floor_load, water, land_title, permit, \
                   condominium, works, architect, builder, notary, bank]\nlevels:\n";
    configure(project.path(), &[("levels:\n", without)]);
    let site = requests::make(project.path(), inventory_of(project.path(), &CODES));
    for (path, heading) in headings {
        assert!(!text(&site, path).contains(heading), "{path}: {heading}");
    }
}

#[test]
fn numbers_of_units_are_shown_and_what_a_use_lacks_is_not() {
    let [office, shop] = CODES;
    let project = torre::linked();
    let fields = r#"unit_fields:
  - { key: power, kind: number, measure: { es: kVA, en: kVA }, label: { es: Potencia, en: Power } }
  - { key: clear_height, kind: number, measure: { es: m, en: m }, label: { es: Altura propia, en: Own height } }

levels:
"#;
    configure(
        project.path(),
        &[
            ("levels:\n", fields),
            (
                "  - key: oficina\n",
                "  - key: oficina\n    without: [bathrooms, delivery]\n",
            ),
            (
                "  - key: local\n",
                "  - key: local\n    without: [bathrooms]\n",
            ),
        ],
    );
    let pull = inventory_of(project.path(), &CODES);
    change_json(project.path(), "units.json", |answer| {
        for unit in answer["Data"]["Property"].as_array_mut().unwrap() {
            let is_office = unit["propertyCode"] == office;
            unit["bathrooms"] = 2.into();
            unit["power"] = is_office.then_some("1,250.5 kVA").into();
            unit["clear_height"] = 8.into();
        }
    });
    let site = requests::make(project.path(), pull);
    // The facts count the units of the whole tower.
    let problems = problems(&site).into_iter();
    assert_none(problems.filter(|problem| !problem.contains("`facts.")));
    let page = text(&site, &format!("inventario/{office}.html"));
    let shown = without_scripts(&page);
    assert!(shown.contains("1,250.5\u{a0}kVA") && shown.contains("8\u{a0}m"));
    for absent in ["Baños", "Altura libre"] {
        assert!(!shown.contains(absent), "{absent}");
    }
    assert!(!page.contains("numberOfBathroomsTotal"));
    assert!(page.contains("\"Potencia\""), "in the structured data");
    let asked = attributes_of(&page, ".unit-facts dd a", "href");
    assert!(!asked.is_empty() && asked.iter().all(|link| !link.contains("Entrega")));
    let other = text(&site, &format!("inventario/{shop}.html"));
    assert!(!without_scripts(&other).contains("Potencia") && other.contains("Altura propia"));

    let list = without_scripts(&text(&site, "inventario.html"));
    assert!(!list.contains("Baños"), "a column that no unit fills");
    assert!(
        list.contains("Potencia (kVA), mín."),
        "a filter with bounds"
    );
    let csv = text(&site, "data/inventory.csv");
    let row = csv.lines().find(|row| row.starts_with(office)).unwrap();
    assert!(row.contains(",1250.5,"), "{row}");
}

#[test]
fn a_picture_has_its_own_caption_and_a_photograph_is_not_called_a_rendering() {
    let project = torre::copied();
    let root = project.path();
    torre::link_cache(root);
    let contact = "  investors_contact: exterior";
    let works = format!("{contact}\n  works: [interior, exterior]");
    configure(
        root,
        &[
            ("photographs: []", "photographs: [exterior]"),
            (contact, &works),
        ],
    );
    for (lang, caption) in [
        ("es", "Una oficina del Nivel 3."),
        ("en", "An office on Level 3."),
    ] {
        let after = format!(r#""interior": {{ "caption": "{caption}","#);
        edit(
            root,
            &format!("content/{lang}/strings.json"),
            r#""interior": {"#,
            &after,
        );
    }
    let site = requests::make(root, inventory_of(root, &CODES));
    for (lang, words) in [
        (ES, "Una oficina del Nivel 3. Imagen ilustrativa"),
        (EN, "An office on Level 3. Artist’s rendering"),
    ] {
        let is_in_lang =
            |path: &str| (path.starts_with("en/") || path == "en.html") == (lang == EN);
        let pages = texts(&site, &[".html"])
            .filter(|(path, _)| is_in_lang(path))
            .map(|(_, page)| page)
            .collect::<String>();
        let figures = |name: &str| -> Vec<&str> {
            let figures = pages
                .split("<figure")
                .skip(1)
                .filter_map(|part| part.split("</figure>").next());
            figures
                .filter(|figure| figure.contains(&format!("/{name}-")))
                .collect()
        };
        let page = text(&site, &lang.file("/inversionistas"));
        let (_, works) = page.split_once("<div class=\"builder-works\">").unwrap();
        assert_eq!(
            works
                .split("</section>")
                .next()
                .unwrap()
                .matches("<figure")
                .count(),
            2,
            "{works}"
        );
        let (interiors, exteriors) = (figures("interior"), figures("exterior"));
        assert!(!interiors.is_empty() && !exteriors.is_empty());
        assert!(
            interiors.iter().all(|figure| figure.contains(words)),
            "{interiors:#?}"
        );
        assert!(
            !exteriors
                .iter()
                .any(|figure| figure.contains("<figcaption")),
            "{exteriors:#?}"
        );
    }
}

#[test]
fn the_page_about_a_use_has_only_its_units_of_a_level() {
    let project = torre::linked();
    let pull = inventory_of(project.path(), &CODES);
    change_json(project.path(), "units.json", |answer| {
        answer["Data"]["Property"][0]["level"] = 3.into()
    });
    let site = requests::make(project.path(), pull);
    for (page, own, other) in [
        ("/oficinas", CODES[0], CODES[1]),
        ("/locales-comerciales", CODES[1], CODES[0]),
    ] {
        let page = text(&site, &ES.file(page));
        let listed = |code: &str| count(&page, &format!(".selector-list [data-code={code}]"));
        assert_eq!(
            [count(&page, ".level-name"), listed(own), listed(other)],
            [1, 1, 0],
            "{own}"
        );
    }
    assert!(text(&site, &ES.file("/inversionistas")).contains(">Oficinas, Locales comerciales<"));
}

/// In dollars for a square metre and a month, as an industrial park rents; prices stay in pesos.
const RENTS: &str = "rents:
  period: month
  per_m2: true
  currency: USD
  deposit: { es: Dos meses de renta, en: Two months' rent }
  terms: { es: Plazo mínimo de tres años, en: Minimum term of three years }
reference_currency:
  rate: 1 USD = 20 MXN
  date: 2026-11-20
  source: { es: Banco de México, en: Banco de México }

uses:
";

/// The offers of the page of a unit in JSON-LD.
fn offers(page: &str) -> Vec<serde_json::Value> {
    let block = page
        .split("application/ld+json>")
        .nth(1)
        .unwrap()
        .split("</script>")
        .next()
        .unwrap();
    let data: serde_json::Value = serde_json::from_str(block).unwrap();
    let offers = data.pointer("/mainEntity/offers").unwrap();
    match offers {
        serde_json::Value::Array(several) => several.clone(),
        only => vec![only.clone()],
    }
}

#[test]
fn a_rent_is_never_offered_as_a_price() {
    let [both, only_rent, only_sale] = ["L-104", "O-302", "O-305"];
    let project = torre::linked();
    configure(project.path(), &[("uses:\n", RENTS)]);
    let pull = inventory_of(project.path(), &[both, only_rent, only_sale]);
    change_json(project.path(), "units.json", |answer| {
        for unit in answer["Data"]["Property"].as_array_mut().unwrap() {
            let code = unit["propertyCode"].as_str().unwrap().to_owned();
            unit["status"] = "disponible".into();
            unit["terraceArea"] = 0.into();
            for area in ["totalArea", "interiorArea"] {
                unit[area] = 100.into();
            }
            if code == both {
                unit["rent"] = "US$20.00".into();
            }
            if code == only_rent {
                unit["price"] = serde_json::Value::Null;
                unit["rent"] = 12.5.into();
            }
        }
    });
    let site = requests::make(project.path(), pull);
    // The facts count the units of the whole tower.
    let found = problems(&site).into_iter();
    assert_none(found.filter(|problem| !problem.contains("`facts.")));
    let month = ["$1,250\u{a0}USD", "$25,000\u{a0}MXN"];
    for (lang, total, on_request, period, paid, currency) in [
        (
            ES,
            "Precio total",
            "a consultar",
            "/m² al mes + IVA",
            "Renta mensual con IVA",
            "Las rentas son en dólares",
        ),
        (
            EN,
            "Total price",
            "on request",
            "/m² per month + VAT",
            "Monthly rent with VAT",
            "Rents are in US dollars",
        ),
    ] {
        let path = |code: &str| lang.file(&format!("/inventario/{code}"));
        let page = text(&site, &path(only_rent));
        let main = page
            .split("unit-price")
            .nth(1)
            .unwrap()
            .split("</dl>")
            .next()
            .unwrap();
        for shown in [
            month[0],
            month[1],
            period,
            paid,
            "$12.50\u{a0}USD",
            "$1,450\u{a0}USD",
        ] {
            assert!(main.contains(shown), "{lang} {shown}: {main}");
        }
        assert!(
            !main.contains(total) && !main.contains(on_request),
            "{main}"
        );
        let note = page
            .split("class=\"note\"")
            .nth(1)
            .unwrap()
            .split("</p>")
            .next()
            .unwrap();
        assert!(note.contains(currency), "{note}");
        let kinds = attributes_of(&page, ".unit-price [data-price]", "data-price");
        assert!(kinds.iter().all(|kind| kind == "rent"), "{kinds:?}");
        assert_eq!(count(&page, "#pagos"), 0, "payment plans are of sales");
        let large = |page: &str| [".sum-total", ".is-paid"].map(|class| count(page, class));
        assert_eq!(large(&page), [2, 1], "the rent, and what is paid for it");
        let page_of_both = text(&site, &path(both));
        let kinds = attributes_of(&page_of_both, ".unit-price [data-price]", "data-price");
        for kind in ["net", "total", "rent"] {
            assert!(kinds.iter().any(|own| own == kind), "{kinds:?}");
        }
        assert_eq!(count(&page_of_both, "#pagos"), 1);
        assert_eq!(large(&page_of_both), [4, 2]);
        let page_of_sale = text(&site, &path(only_sale));
        assert_eq!(count(&page_of_sale, ".unit-price [data-price=rent]"), 0);

        let [lease] = &offers(&page)[..] else {
            panic!("one offer")
        };
        assert_eq!(
            lease["businessFunction"],
            "http://purl.org/goodrelations/v1#LeaseOut"
        );
        assert!(lease["price"].is_null());
        let parts = lease["priceSpecification"].as_array().unwrap();
        let prices: Vec<_> = parts
            .iter()
            .map(|part| part["price"].as_str().unwrap())
            .collect();
        assert_eq!(prices, ["12.50", "1250.00", "1450.00"]);
        assert!(
            parts
                .iter()
                .all(|part| part["unitCode"] == "MON" && part["priceCurrency"] == "USD")
        );
        assert_eq!(parts[0]["referenceQuantity"]["unitCode"], "MTK");
        let functions = |page: &str| {
            let offers = offers(page).into_iter();
            let ends = offers.map(|offer| {
                let function = offer["businessFunction"].as_str().unwrap();
                function.split('#').nth(1).unwrap().to_owned()
            });
            ends.collect::<Vec<_>>()
        };
        assert_eq!(functions(&page_of_both), ["Sell", "LeaseOut"]);
        assert_eq!(functions(&page_of_sale), ["Sell"]);

        let alternate = text(&site, &path(only_rent).replace(".html", ".md"));
        assert!(
            alternate.contains(paid) && !alternate.contains(total),
            "{alternate}"
        );
        let data = text(&site, &format!("data/units-{lang}.json"));
        let data: serde_json::Value = serde_json::from_str(&data).unwrap();
        let units = data["units"].as_array().unwrap();
        let unit = units.iter().find(|unit| unit["code"] == only_rent).unwrap();
        let shown = &unit["text"];
        assert_eq!(shown["amounts"], serde_json::json!({}), "of sales only");
        assert!(shown["fields"]["price"].is_null() && shown["fields"]["monthly"].is_null());
        assert_eq!(shown["rent"][0][1][0], paid);
        let home = text(&site, &lang.file("/"));
        let from = attributes_of(&home, ".title-block-price [data-price]", "data-price");
        assert_eq!(from, ["net", "rent"], "each kind has its own lowest");
        let lowest = home.split("title-block-price").nth(1).unwrap();
        assert!(lowest.contains("3.2"), "that of {only_sale}: {lowest}");
        for list in ["/oficinas", "/inversionistas", "/inventario"] {
            let list = text(&site, &lang.file(list));
            assert!(
                list.contains("12.50") && !list.contains(on_request),
                "{lang}"
            );
        }
        let sheet = words(&site, Document::UnitSheet(only_rent), lang);
        for shown in [
            period,
            paid,
            "$12.50",
            if lang == ES {
                "Dos meses"
            } else {
                "Two months"
            },
        ] {
            assert!(sheet.contains(shown), "{lang} {shown}: {sheet}");
        }
        assert!(
            !sheet.contains(total) && !sheet.contains(on_request),
            "{sheet}"
        );
        for document in [
            Document::UnitSheet(both),
            Document::PriceList,
            Document::Brochure,
        ] {
            let words = words(&site, document, lang);
            assert!(words.contains(period), "{lang} {document:?}: {words}");
        }
        let csv = if lang == ES {
            "inventory"
        } else {
            "inventory.en"
        };
        let csv = text(&site, &format!("data/{csv}.csv"));
        let row = csv.lines().find(|row| row.starts_with(only_rent)).unwrap();
        assert!(row.contains(",,,,12.50,1250,1450,"), "{row}");
    }
    let listings = text(&site, "data/listings.csv");
    let row = listings
        .lines()
        .find(|row| row.starts_with("O302"))
        .unwrap();
    assert!(
        row.contains("12.50") && row.contains(",,"),
        "no price: {row}"
    );
    let data: serde_json::Value =
        serde_json::from_str(&text(&site, "data/inventory.json")).unwrap();
    assert_eq!(data["rents"]["period"], "month");
    let units = data["units"].as_array().unwrap();
    let unit = units.iter().find(|unit| unit["code"] == only_rent).unwrap();
    assert_eq!(
        (&unit["rent"], &unit["price"]),
        (&1_250.into(), &serde_json::Value::Null)
    );
}
