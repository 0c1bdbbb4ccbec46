//! The visitors' texts that the specification fixes for every development, each as a literal, on the finished pages that
//! show it.

use scraper::{Html, Selector};

use crate::support::markup::attributes;
use crate::support::torre::text;

/// A file and the texts that it shows (specification, sections 2, 3, 5 and 8). Where the specification fixes a Spanish
/// text, the English page shows its translation.
const FIXED: &[(&str, &[&str])] = &[
    ("index.html", &["$3.2 MD MXN", "+ IVA", "Planta Baja", "Nivel 2", "Nivel 3", "Penthouse"]),
    ("en.html", &["$3.2 million MXN", "+ VAT"]),
    (
        "inventario.html",
        &[
            "No hay datos",
            "Disponible",
            "Apartado",
            "Vendido",
            "+ IVA",
            "Unidad",
            "Nivel",
            "Baños",
            "Interior",
            "Terraza",
            "Área m²",
            "Precio",
            "Tipología",
        ],
    ),
    ("inversionistas.html", &["$3.2 MD MXN", "6 km"]),
    (
        "contacto.html",
        &[
            "Nombre es requerido",
            "Número requerido",
            "Tiene que ser solo números",
            "El espacio que busca es requerido",
            "Cómo se identifica es requerido",
            "Correo electrónico es requerido",
            "Correo electrónico no valido",
            "Correo envíado correctamente. Pronto nos contactaremos contigo",
            "Inténtelo más tarde",
        ],
    ),
    ("gracias.html", &["Correo envíado correctamente. Pronto nos contactaremos contigo"]),
    ("en/gracias.html", &["Your message has been sent. We will be in touch soon"]),
    ("en/contacto.html", &["Real estate agent or broker", "Company director", "Investor"]),
    (
        "brochure.html",
        &["Correo electrónico no valido", "Correo envíado correctamente. Pronto nos contactaremos contigo"],
    ),
    ("en/brochure.html", &["Broker", "Investor", "End user"]),
    ("en/404.html", &["This page could not be found"]),
    ("en/500.html", &["An error occurred"]),
];

/// The text of a page and of the data of its islands, with plain spaces.
fn shown(file: &str) -> String {
    let html = text(file);
    let page = Html::parse_document(&html);
    let mut shown: String = page.root_element().text().collect();
    for url in attributes(&html, "shared") {
        shown += &text(url.trim_start_matches('/'));
    }
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_text_that_the_specification_fixes_is_on_its_page() {
    let missing: Vec<String> = FIXED
        .iter()
        .flat_map(|(file, texts)| {
            let shown = shown(file);
            let missing = texts.iter().filter(move |text| !shown.contains(**text));
            missing.map(move |text| format!("{file}: {text}"))
        })
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// They are the same in both languages.
#[test]
fn error_pages_have_the_titles_of_the_specification() {
    let title = Selector::parse("title").unwrap();
    for (page, expected) in [("404.html", "404 Not Found"), ("500.html", "An error occurred")] {
        for file in [page.to_owned(), format!("en/{page}")] {
            let page = Html::parse_document(&text(&file));
            let found: String = page.select(&title).next().unwrap().text().collect();
            assert_eq!(found, expected, "{file}");
        }
    }
}
