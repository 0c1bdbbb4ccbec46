//! Prices without tax, and with a tax of their own for each use: nothing mentions a tax that there is none of.

use generator::pipeline::RenderedSite;
use model::document::Document;
use model::lang::Lang;
use model::lang::sample::{EN, ES};

use crate::support::pdf::Pdf;
use crate::support::torre::{PRODUCT, configured};

/// An office and a commercial unit, both available.
const CODES: [&str; 2] = ["O-302", "L-104"];

/// The line of `site.yaml` that every site here changes.
const RATE: &str = "  vat_percent: 16 ";

/// Files whose own prose explains the tax: pages, and the general schema of the data.
const PROSE: [&str; 4] = ["inversionistas", "inventario.", "llms", "data/inventory.schema"];

fn text(site: &RenderedSite, path: &str) -> String {
    let file = site.files.iter().find(|file| file.path == path);
    let file = file.unwrap_or_else(|| panic!("the site has no {path}"));
    String::from_utf8(file.bytes.to_vec()).unwrap()
}

/// HTML without scripts and the data of islands, which have every string of a group.
fn without_scripts(html: &str) -> String {
    let mut parts = html.split("<script");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| shown + part.split_once("</script>").map_or("", |(_, after)| after))
}

fn document(site: &RenderedSite, document: Document, lang: Lang) -> String {
    let path = document.path(lang, PRODUCT);
    let file = site.files.iter().find(|file| file.path == path).unwrap();
    Pdf::read(&file.bytes).pages().join(" ").replace('\u{a0}', " ")
}

/// Whether a text names the tax.
fn names_tax(text: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| word == "IVA" || word == "VAT")
}

#[test]
fn without_tax_nothing_mentions_it() {
    let site = configured(&[(RATE, "  vat_percent: 0 ")], &CODES);
    let is_text = |path: &str| {
        [".html", ".md", ".csv", ".txt", ".xml", ".json"].iter().any(|ending| path.ends_with(ending))
    };
    let is_prose = |path: &str| {
        let name = path.trim_start_matches("en/");
        // The texts of islands are for sites with and without tax, like their scripts.
        let is_of_island = name.starts_with("assets/");
        PROSE.iter().any(|start| name.starts_with(start)) || name.contains("privacidad") || is_of_island
    };
    let mut pages = 0;
    for file in site.files.iter().filter(|file| is_text(&file.path) && !is_prose(&file.path)) {
        let shown = without_scripts(&text(&site, &file.path));
        assert!(!names_tax(&shown), "{}", file.path);
        pages += 1;
    }
    assert!(pages > 50, "{pages}");
    for (lang, total) in [(ES, "Precio total"), (EN, "Total price")] {
        for code in CODES {
            let sheet = document(&site, Document::UnitSheet(code), lang);
            assert!(sheet.contains(total) && !names_tax(&sheet), "{lang} {code}: {sheet}");
            let alternate = lang.file(&format!("/inventario/{code}")).replace(".html", ".md");
            assert!(text(&site, &alternate).contains(total), "{alternate}");
        }
        let list = document(&site, Document::PriceList, lang);
        assert!(list.contains(total) && !names_tax(&list), "{lang}: {list}");
        let investors = without_scripts(&text(&site, &lang.file("/inversionistas")));
        for gone in ["estimate-vat", "(+ IVA)", "(+ VAT)"] {
            assert!(!investors.contains(gone), "{lang}: {gone}");
        }
    }
}

#[test]
fn each_use_has_its_own_tax() {
    let changes =
        [(RATE, "  vat_percent: 0 "), ("    form: units\n", "    form: units\n    vat_percent: 8\n")];
    let site = configured(&changes, &CODES);
    let page = |code: &str| {
        let html = without_scripts(&text(&site, &format!("inventario/{code}.html")));
        html.split("</main>").next().unwrap_or_default().to_owned()
    };
    // Among the similar units of an office there are only offices.
    assert!(!names_tax(&page("O-302")));
    let shop = page("L-104");
    for part in ["IVA (8 %)", "+ IVA"] {
        assert!(shop.replace('\u{a0}', " ").contains(part), "{part}");
    }
    let footer = text(&site, "contacto.html");
    assert!(footer.contains("más IVA donde se indica"));
    let list = document(&site, Document::PriceList, ES);
    assert!(list.contains("con la tasa de 8 %"), "{list}");
}
