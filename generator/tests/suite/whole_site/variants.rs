//! The tower with other settings: no tax, captions of pictures.

use model::document::Document;
use model::lang::sample::{EN, ES};

use crate::support::files::edit;
use crate::support::rendered::{text, texts, words};
use crate::support::requests;
use crate::support::torre::{self, configure, inventory_of};

/// An office and a commercial unit, both available.
const CODES: [&str; 2] = ["O-302", "L-104"];

const RATE: &str = "  vat_percent: 16 ";

/// Files whose own prose explains the tax: pages, and the general schema of the data.
const PROSE: [&str; 4] = ["inversionistas", "inventario.", "llms", "data/inventory.schema"];

/// HTML without scripts and the data of islands, which have every string of a group.
fn without_scripts(html: &str) -> String {
    let mut parts = html.split("<script");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| shown + part.split_once("</script>").map_or("", |(_, after)| after))
}

fn names_tax(text: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| word == "IVA" || word == "VAT")
}

#[test]
fn without_tax_nothing_mentions_it() {
    let project = torre::linked();
    configure(project.path(), &[(RATE, "  vat_percent: 0 ")]);
    let site = requests::make(project.path(), inventory_of(project.path(), &CODES));
    let is_prose = |path: &str| {
        let name = path.trim_start_matches("en/");
        // The texts of islands are for sites with and without tax, like their scripts.
        let is_of_island = name.starts_with("assets/");
        PROSE.iter().any(|start| name.starts_with(start)) || name.contains("privacidad") || is_of_island
    };
    let mut pages = 0;
    let endings = [".html", ".md", ".csv", ".txt", ".xml", ".json"];
    for (path, text) in texts(&site, &endings).filter(|(path, _)| !is_prose(path)) {
        assert!(!names_tax(&without_scripts(&text)), "{path}");
        pages += 1;
    }
    assert!(pages > 50, "{pages}");
    for (lang, total) in [(ES, "Precio total"), (EN, "Total price")] {
        for document in [Document::UnitSheet(CODES[0]), Document::UnitSheet(CODES[1]), Document::PriceList] {
            let words = words(&site, document, lang);
            assert!(words.contains(total) && !names_tax(&words), "{lang} {document:?}: {words}");
        }
        for code in CODES {
            let alternate = lang.file(&format!("/inventario/{code}")).replace(".html", ".md");
            assert!(text(&site, &alternate).contains(total), "{alternate}");
        }
        let investors = without_scripts(&text(&site, &lang.file("/inversionistas")));
        for gone in ["estimate-vat", "(+ IVA)", "(+ VAT)"] {
            assert!(!investors.contains(gone), "{lang}: {gone}");
        }
    }
}

#[test]
fn a_picture_has_its_own_caption_and_a_photograph_is_not_called_a_rendering() {
    let project = torre::copied();
    let root = project.path();
    torre::link_cache(root);
    let contact = "  investors_contact: exterior";
    let works = format!("{contact}\n  works: [interior, exterior]");
    configure(root, &[("photographs: []", "photographs: [exterior]"), (contact, &works)]);
    for (lang, caption) in [("es", "Una oficina del Nivel 3."), ("en", "An office on Level 3.")] {
        let after = format!(r#""interior": {{ "caption": "{caption}","#);
        edit(root, &format!("content/{lang}/strings.json"), r#""interior": {"#, &after);
    }
    let site = requests::make(root, inventory_of(root, &CODES));
    for (lang, words) in [
        (ES, "Una oficina del Nivel 3. Imagen ilustrativa"),
        (EN, "An office on Level 3. Artist’s rendering"),
    ] {
        let is_in_lang = |path: &str| (path.starts_with("en/") || path == "en.html") == (lang == EN);
        let pages = texts(&site, &[".html"]).filter(|(path, _)| is_in_lang(path));
        let pages = pages.map(|(_, page)| page).collect::<String>();
        let figures = |name: &str| -> Vec<&str> {
            let figures = pages.split("<figure").skip(1).filter_map(|part| part.split("</figure>").next());
            figures.filter(|figure| figure.contains(&format!("/{name}-"))).collect()
        };
        let page = text(&site, &lang.file("/inversionistas"));
        let (_, works) = page.split_once("<div class=\"builder-works\">").unwrap();
        assert_eq!(works.split("</section>").next().unwrap().matches("<figure").count(), 2, "{works}");
        let (interiors, exteriors) = (figures("interior"), figures("exterior"));
        assert!(!interiors.is_empty() && !exteriors.is_empty());
        assert!(interiors.iter().all(|figure| figure.contains(words)), "{interiors:#?}");
        assert!(!exteriors.iter().any(|figure| figure.contains("<figcaption")), "{exteriors:#?}");
    }
}
