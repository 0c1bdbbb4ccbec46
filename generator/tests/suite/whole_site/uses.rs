//! A development with other uses: apartments instead of offices. Nothing calls them offices.

use std::fs;

use generator::pipeline::RenderedSite;
use generator::stages::{load, resolve};
use model::document::Document;
use model::lang::sample::{EN, ES};
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::support::markup::count;
use crate::support::pdf::Pdf;
use crate::support::requests;
use crate::support::torre::{self, configure, inventory_of};

/// What `site.yaml` says about the apartments.
const CHANGES: [(&str, &str); 7] = [
    ("- key: oficina", "- key: departamento"),
    ("label: { es: Oficina, en: Office }", "label: { es: Departamento, en: Apartment }"),
    ("plural: { es: oficinas, en: offices }", "plural: { es: departamentos, en: apartments }"),
    ("level: { es: Nivel de oficinas, en: Office level }", "vat_percent: 0"),
    ("    form: offices\n", ""),
    ("/oficinas", "/departamentos"),
    ("uses: { oficina: oficina,", "uses: { oficina: departamento,"),
];

/// Our own project with apartments; its pages have other addresses.
fn residential() -> TempDir {
    let project = torre::copied();
    torre::link_cache(project.path());
    configure(project.path(), &CHANGES);
    configure(project.path(), &[("/contacto-oficinas", "/contacto-departamentos")]);
    let files = WalkDir::new(project.path().join("content"));
    for entry in files.into_iter().filter_map(Result::ok) {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy();
        if !(name.ends_with(".md") || name == "strings.json") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let text = text
            .replace("/oficinas", "/departamentos")
            .replace("/contacto-oficinas", "/contacto-departamentos")
            .replace("\"oficina\": \"", "\"departamento\": \"");
        let renamed = name
            .replace("contacto-oficinas", "contacto-departamentos")
            .replace("oficinas.md", "departamentos.md");
        fs::remove_file(path).unwrap();
        fs::write(path.with_file_name(renamed), text).unwrap();
    }
    project
}

fn text(site: &RenderedSite, path: &str) -> String {
    let file = site.files.iter().find(|file| file.path == path);
    let file = file.unwrap_or_else(|| panic!("the site has no {path}"));
    String::from_utf8(file.bytes.to_vec()).unwrap()
}

#[test]
fn apartments_are_called_apartments_everywhere() {
    let project = residential();
    let site = requests::make(project.path(), inventory_of(project.path(), &["O-302", "L-104"]));
    for (lang, one, many, office) in
        [(ES, "Departamento", "Departamentos", "ficina"), (EN, "Apartment", "Apartments", "ffice")]
    {
        let page = text(&site, &lang.file("/inventario/O-302"));
        let main = page.split("<main").nth(1).unwrap().split("</main>").next().unwrap();
        assert!(main.contains(&format!("<h1>{one} <span class=code>O-302</span></h1>")), "{lang}");
        assert!(main.contains(&format!("href={}>{many}</a>", lang.path("/departamentos"))), "{lang}");
        let shown = main.split("<script").next().unwrap();
        assert!(!shown.contains(office), "{lang}");
        assert!(page.contains(&format!("<span>{many}</span>")), "the menu, {lang}");
        let path = Document::UnitSheet("O-302").path(lang, torre::PRODUCT);
        let sheet = site.files.iter().find(|file| file.path == path).unwrap();
        let sheet = Pdf::read(&sheet.bytes).pages().join(" ");
        assert!(sheet.contains(one) && !sheet.contains(office), "{lang}: {sheet}");
        let contact = text(&site, &lang.file("/contacto-departamentos"));
        assert!(count(&contact, "[value=departamento][required][checked]") == 1, "{lang}");
    }
    for path in ["data/inventory.json", "data/inventory.schema.json"] {
        let data = text(&site, path);
        assert!(data.contains("\"departamento\"") && !data.contains("\"oficina\""), "{path}");
    }
    assert!(text(&site, "data/inventory.csv").contains(",Departamento,"));
    let product = text(&site, "departamentos.html");
    assert!(product.contains("O-302") && !product.contains("\"code\":\"L-104\""));
}

#[test]
fn a_use_without_its_page_or_string_is_a_problem() {
    let project = torre::copied();
    let changes = [
        ("- key: oficina", "- key: casa"),
        ("/oficinas", "/casas"),
        ("uses: { oficina: oficina,", "uses: { oficina: casa,"),
    ];
    configure(project.path(), &changes);
    let sources = load::load(project.path()).unwrap();
    let found = resolve::resolve(sources, (*torre::site().site.inventory).clone(), requests::view()).problems;
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    for expected in [
        "site.yaml:117:5: `page` of the use `casa` is `/casas`, which is not the path of a page: write content/<language>/casas.md, or correct it",
        "content/es/strings.json: the use `casa` has no string `form.space_options.casa`: forms offer every use: add it",
    ] {
        assert!(found.contains(&expected.to_owned()), "{expected}: {found:?}");
    }
}

#[test]
fn a_form_without_answers_to_who_the_visitor_is_is_a_problem() {
    let project = torre::copied();
    for lang in ["es", "en"] {
        let file = project.path().join(format!("content/{lang}/strings.json"));
        let text = fs::read_to_string(&file).unwrap();
        let mut strings: serde_json::Value = serde_json::from_str(&text).unwrap();
        strings["form"]["identity_options"] = serde_json::json!({});
        fs::write(&file, strings.to_string()).unwrap();
    }
    let sources = load::load(project.path()).unwrap();
    let found = resolve::resolve(sources, (*torre::site().site.inventory).clone(), requests::view()).problems;
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    let expected = "content/es/strings.json: `form.identity_options` has no options, and a form asks who the visitor is: \
                    add one, like `\"investor\": \"Inversionista\"`, in every language";
    assert!(found.contains(&expected.to_owned()), "{found:?}");
}
