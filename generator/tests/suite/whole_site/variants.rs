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
    let files = texts(&site, &[".html", ".md", ".csv", ".txt", ".xml", ".json"]);
    let files: Vec<_> = files.filter(|(path, _)| !is_prose(path)).collect();
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
        let pages = texts(&site, &[".html"]).filter(|(path, _)| is_in_lang(path));
        let pages = pages.map(|(_, page)| page).collect::<String>();
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
