//! The finished pages: shared style sheets and props, formats for machines, and the texts that the specification fixes.

use std::collections::{BTreeMap, BTreeSet};

use model::lang::sample::BOTH;
use scraper::Html;

use crate::support::rendered::{attributes, attributes_of, texts};
use crate::support::torre::{UNITS, site, text};

/// Each style sheet under `/assets/` with the classes that it styles.
fn style_sheets() -> BTreeMap<String, BTreeSet<String>> {
    let sheets = texts(site(), &[".css"]).map(|(path, css)| {
        let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let names = css
            .split('.')
            .skip(1)
            .filter_map(|rest| rest.split(ends).next());
        let starts_well = |name: &&str| name.starts_with(|c: char| c.is_ascii_lowercase());
        (
            format!("/{path}"),
            names.filter(starts_well).map(str::to_owned).collect(),
        )
    });
    sheets.collect()
}

#[test]
fn each_page_links_the_styles_of_all_its_parts() {
    let sheets = style_sheets();
    assert!(sheets.len() > 8, "{:?}", sheets.keys());
    let mut missing = BTreeSet::new();
    // All unit pages have the same parts, so one is checked.
    let is_one_of_many = |path: &str| path.contains("inventario/") && !path.ends_with("O-301.html");
    for (path, html) in texts(site(), &[".html"]).filter(|(path, _)| !is_one_of_many(path)) {
        let links = attributes_of(&html, "[rel=stylesheet]", "href");
        assert_eq!(links.len(), 2, "{path}: {links:?}");
        let classes = attributes(&html, "class");
        for class in classes
            .iter()
            .flat_map(|classes| classes.split_whitespace())
        {
            let is_linked = links.iter().any(|link| sheets[link].contains(class));
            let elsewhere = sheets.iter().find(|(_, classes)| classes.contains(class));
            if let (false, Some((sheet, _))) = (is_linked, elsewhere) {
                missing.insert(format!("{path}: .{class} is in {sheet}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    // The weight of the home page includes its style sheets.
    assert!(
        site().home.styles > site().bundle.sizes.entry("site.css"),
        "{}",
        site().home
    );
    let size = |path: &String| {
        site()
            .bundle
            .sizes
            .style_sheet(path.trim_start_matches("/assets/"))
    };
    assert!(
        site().home.styles < sheets.keys().map(size).sum::<u64>(),
        "{}",
        site().home
    );
}

#[test]
fn every_file_of_shared_props_is_there_and_some_page_uses_it() {
    let used: BTreeSet<String> = texts(site(), &[".html"])
        .flat_map(|(_, html)| attributes(&html, "shared"))
        .collect();
    let props = texts(site(), &[".json"]).filter(|(path, _)| path.starts_with("assets/"));
    assert_eq!(used, props.map(|(path, _)| format!("/{path}")).collect());
    assert!(!used.is_empty());
}

#[test]
fn every_listed_page_links_its_markdown_alternate() {
    let (site, mut listed) = (&site().site, 0);
    for page in site
        .pages
        .iter()
        .filter(|page| page.is_listed() && !page.is_error())
    {
        let alternate = generator::outputs::markdown_alternate::url(site, page)
            .unwrap_or_else(|| panic!("{} has no alternate", page.url));
        let markdown = text(alternate.trim_start_matches('/'));
        assert!(markdown.starts_with("# "), "{alternate}");
        // No HTML, no relative URL, no missing value.
        for wrong in ["</", "](/", "<a ", "{{", "undefined", "\n\n\n"] {
            assert!(!markdown.contains(wrong), "{alternate}: {wrong}");
        }
        let announced = attributes_of(&text(&page.file), "[type='text/markdown']", "href");
        assert_eq!(
            announced.contains(&alternate),
            page.neutral != "/",
            "{}",
            page.url
        );
        listed += 1;
    }
    assert!(listed > 2 * UNITS);
    for page in site.pages.iter().filter(|page| !page.is_listed()) {
        assert_eq!(
            generator::outputs::markdown_alternate::url(site, page),
            None,
            "{}",
            page.url
        );
    }
    for lang in BOTH.iter() {
        for route in ["/inventario", "/avance-de-obra", "/inventario/O-301"] {
            let feed = if route == "/avance-de-obra" {
                route
            } else {
                "/inventario"
            };
            let announced = attributes_of(
                &text(&lang.file(route)),
                "[type='application/atom+xml']",
                "href",
            );
            assert_eq!(
                announced,
                [format!("{}.atom", lang.path(feed))],
                "{lang} {route}"
            );
            text(&format!("{}.atom", lang.path(feed).trim_start_matches('/')));
        }
        assert!(text("llms.txt").contains(&format!("{}.md): ", lang.path("/inventario"))));
    }
}

#[test]
fn every_url_for_machines_exists() {
    let base = &site().site.config.base_url;
    let urls: std::collections::HashSet<&str> =
        site().files.iter().map(|file| file.url.as_str()).collect();
    let ours = |path: &str| {
        [".md", ".atom", ".csv", "llms.txt"]
            .iter()
            .any(|ending| path.ends_with(ending))
    };
    let mut answered = 0;
    for file in site().files.iter().filter(|file| ours(&file.path)) {
        let text = String::from_utf8_lossy(&file.bytes);
        for (at, _) in text.match_indices(base.as_str()) {
            let rest = &text[at + base.len()..];
            let end = rest.find(|next: char| next.is_whitespace() || "\"<>)&,".contains(next));
            let path = rest[..end.unwrap_or(rest.len())]
                .split(['#', '?'])
                .next()
                .unwrap_or_default();
            assert!(urls.contains(path), "{} names {path}", file.path);
            answered += 1;
        }
    }
    assert!(answered > 500, "{answered}");
}

/// So that no page can take the place of a generated file.
#[test]
fn every_folder_of_generated_files_is_reserved() {
    let is_of_page = |path: &str| {
        [".html", ".md", ".atom"]
            .iter()
            .any(|ending| path.ends_with(ending))
    };
    let paths = site().files.iter().map(|file| &file.path);
    let generated: Vec<&String> = paths
        .filter(|path| path.contains('/') && !is_of_page(path))
        .collect();
    assert!(generated.len() > UNITS);
    for path in generated {
        assert!(
            generator::outputs::reserved_for(&format!("/{path}")).is_some(),
            "{path}"
        );
    }
}

/// A file and the texts that it shows (specification, sections 2, 3, 5 and 8); the English page shows the translation.
const FIXED: &[(&str, &str)] = &[
    (
        "index.html",
        "$3.2 MD MXN|+ IVA|Planta Baja|Nivel 2|Nivel 3|Penthouse",
    ),
    ("en.html", "$3.2 million MXN|+ VAT"),
    (
        "inventario.html",
        "No hay datos|Disponible|Apartado|Vendido|+ IVA|Unidad|Nivel|Baños|Interior|Terraza|Área m²|Precio|Tipología",
    ),
    ("inversionistas.html", "$3.2 MD MXN|6 km"),
    (
        "contacto.html",
        "Nombre es requerido|Número requerido|Tiene que ser solo números|El espacio que busca es requerido|Cómo se identifica es requerido|Correo electrónico es requerido|Correo electrónico no válido|Recibimos su mensaje. Pronto nos pondremos en contacto con usted|Inténtelo más tarde",
    ),
    (
        "gracias.html",
        "Recibimos su mensaje. Pronto nos pondremos en contacto con usted",
    ),
    (
        "en/gracias.html",
        "Your message has been sent. We will be in touch soon",
    ),
    (
        "en/contacto.html",
        "Real estate agent or broker|Company director|Investor",
    ),
    (
        "brochure.html",
        "Correo electrónico no válido|Recibimos su mensaje. Pronto nos pondremos en contacto con usted",
    ),
    ("en/brochure.html", "Broker|Investor|End user"),
    ("en/404.html", "This page could not be found"),
    ("en/500.html", "An error occurred"),
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
    for (file, texts) in FIXED {
        let shown = shown(file);
        let missing: Vec<&str> = texts
            .split('|')
            .filter(|text| !shown.contains(text))
            .collect();
        assert_eq!(missing, [""; 0], "{file}");
    }
}

#[test]
fn error_pages_have_titles_in_their_language() {
    for (file, expected) in [
        ("404.html", "Página no encontrada"),
        ("500.html", "Ocurrió un error"),
        ("en/404.html", "404 Not Found"),
        ("en/500.html", "An error occurred"),
    ] {
        assert!(
            text(file).contains(&format!("<title>{expected}</title>")),
            "{file}"
        );
    }
}
