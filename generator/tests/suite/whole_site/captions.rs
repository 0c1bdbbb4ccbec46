//! The captions of pictures: their own texts beside their alternative texts, and who made them.

use std::fs;

use crate::support::requests;
use crate::support::torre::{configure, copied, inventory_of, link_cache};

const NO_PHOTOGRAPHS: &str = "photographs: []";

#[test]
fn a_picture_has_its_own_caption_and_a_photograph_is_not_called_a_rendering() {
    let project = copied();
    link_cache(project.path());
    let root = project.path();
    let works = "  investors_contact: exterior\n  works: [interior, exterior]";
    configure(root, &[(NO_PHOTOGRAPHS, "photographs: [exterior]"), ("  investors_contact: exterior", works)]);
    for (lang, caption) in [("es", "Una oficina del Nivel 3."), ("en", "An office on Level 3.")] {
        let file = root.join(format!("content/{lang}/strings.json"));
        let text = fs::read_to_string(&file).unwrap();
        let before = r#""interior": {"#;
        assert_eq!(text.matches(before).count(), 1);
        let after = format!(r#""interior": {{ "caption": "{caption}","#);
        fs::write(&file, text.replace(before, &after)).unwrap();
    }
    let site = requests::make(root, inventory_of(root, &["O-302", "L-104"]));
    let figures = |name: &str, lang: &str| -> Vec<String> {
        let pages = site.files.iter().filter(|file| {
            let is_english = file.path.starts_with("en/") || file.path == "en.html";
            file.path.ends_with(".html") && is_english == (lang == "en")
        });
        let shown = pages.flat_map(|file| {
            let page = String::from_utf8(file.bytes.to_vec()).unwrap();
            let figures = page.split("<figure").skip(1);
            figures
                .filter_map(|part| part.split_once("</figure>").map(|(figure, _)| figure.to_owned()))
                .collect::<Vec<_>>()
        });
        shown.filter(|figure| figure.contains(&format!("/{name}-"))).collect()
    };
    for (lang, words) in [
        ("es", "Una oficina del Nivel 3. Imagen ilustrativa"),
        ("en", "An office on Level 3. Artist’s rendering"),
    ] {
        let interiors = figures("interior", lang);
        let investors = if lang == "en" { "en/inversionistas.html" } else { "inversionistas.html" };
        let page = site.files.iter().find(|file| file.path == investors).unwrap();
        let page = String::from_utf8(page.bytes.to_vec()).unwrap();
        let (_, works) = page.split_once("<div class=\"builder-works\">").unwrap();
        assert_eq!(works.split("</section>").next().unwrap().matches("<figure").count(), 2, "{works}");
        assert!(!interiors.is_empty());
        assert!(interiors.iter().all(|figure| figure.contains(words)), "{interiors:#?}");
        let exteriors = figures("exterior", lang);
        assert!(!exteriors.is_empty());
        assert!(!exteriors.iter().any(|figure| figure.contains("<figcaption")), "{exteriors:#?}");
    }
}
