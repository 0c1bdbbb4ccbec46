//! A whole site with every feature: what the specification requires of it.

mod absent;
mod codes_as_written;
mod news;
mod pages;
mod questions;
mod settings;
mod variants;

use formats::problem::Code;
use model::lang::sample::BOTH;
use scraper::Html;

use crate::support::rendered::{
    assert_none, attributes, attributes_of, count, found_after, problems,
};
use crate::support::torre::{self, UNITS, site, text};

#[test]
fn the_finished_pages_have_no_problem() {
    assert_none(problems(site()));
}

#[test]
fn the_offline_page_loads_nothing_that_the_service_worker_does_not_keep() {
    let page = "sin-conexion.html";
    let kept = attributes_of(&text(page), "script[src]", "src").remove(0);
    let picture = text("index.html");
    let picture = attributes_of(&picture, "img[src^='/assets/']", "src").remove(0);
    let added = format!(
        "<script type=module src={kept}></script><img src={picture} alt='' width=1 height=1>\
         <site-island name=form></site-island>"
    );
    let problems = found_after(site(), page, "<footer", &format!("{added}<footer"));
    let found: Vec<&str> = problems
        .iter()
        .filter(|problem| problem.code == Code::OfflineAsset)
        .map(|problem| &*problem.message)
        .collect();
    let [island, asset] = found[..] else {
        panic!("not two problems: {found:#?}")
    };
    assert!(
        island.starts_with("the offline page has the island `form`"),
        "{island}"
    );
    let not_kept =
        format!("the offline page loads `{picture}`, which the service worker does not keep");
    assert!(asset.starts_with(&not_kept), "{asset}");
}

#[test]
fn every_route_and_anchor_of_the_specification_is_there_in_both_languages() {
    let routes = "/ /oficinas /locales-comerciales /inventario /inversionistas /avance-de-obra /contacto /contacto-oficinas \
                  /contacto-locales /gracias /brochure /aviso-de-privacidad /caracteristicas /404 /500";
    for (lang, route) in BOTH
        .iter()
        .flat_map(|lang| routes.split(' ').map(move |route| (lang, route)))
    {
        let page = text(&lang.file(route));
        assert_eq!(
            attributes_of(&page, "html", "lang"),
            [lang.locale()],
            "{lang} {route}"
        );
        let parts: &[&str] = match route {
            "/" => &["#contact", "#disponibilidad", "#amenities"],
            "/oficinas" => &["#amenities"],
            "/inversionistas" => &["#inversion"],
            "/contacto-oficinas" => &["[value=oficina][required][checked]"],
            _ => &[],
        };
        for part in parts {
            assert_eq!(count(&page, part), 1, "{lang} {route}: {part}");
        }
    }
}

#[test]
fn the_sitemap_names_the_picture_that_is_shared_with_each_page() {
    let sitemap = text("sitemap.xml");
    let base = &site().site.config.base_url;
    let listed = site()
        .site
        .pages
        .iter()
        .filter(|page| page.is_listed() && !page.is_error());
    for page in listed {
        let start = format!("<url><loc>{base}{}</loc>", page.url);
        let entry = sitemap
            .split("</url>")
            .find(|entry| entry.contains(&start))
            .expect(&page.url);
        let picture = &attributes_of(&text(&page.file), "meta[property='og:image']", "content")[0];
        let image = format!("<image:image><image:loc>{picture}</image:loc></image:image>");
        assert!(entry.contains(&image), "{}: {entry}", page.url);
    }
}

#[test]
fn the_inventory_lists_all_units_without_javascript() {
    assert_eq!(site().site.inventory.units.len(), UNITS);
    for lang in BOTH.iter() {
        let html = text(&lang.file("/inventario"));
        let links = attributes(&html, "href");
        let visible: String = Html::parse_document(&html).root_element().text().collect();
        for unit in &site().site.inventory.units {
            let link = lang.path(&format!("/inventario/{}", unit.code));
            assert!(links.contains(&link), "{lang}: {link}");
            let price = site()
                .site
                .config
                .money_format(lang)
                .text(unit.price.unwrap());
            assert!(visible.contains(&price), "{lang}: {price}");
        }
    }
}

#[test]
fn the_credential_reaches_no_file() {
    for file in &site().files {
        let bytes: &[u8] = &file.bytes;
        let is_found = |word: &str| {
            bytes
                .windows(word.len())
                .any(|window| window == word.as_bytes())
        };
        assert!(!is_found(torre::TOKEN), "{}", file.path);
        assert!(
            !is_found("PLATFORM_TOKEN") && !is_found("Bearer "),
            "{}",
            file.path
        );
    }
}

#[test]
fn a_site_without_third_parties_ships_nothing_of_them() {
    assert!(!site().site.config.tracking.is_configured());
    let headers = text("_headers");
    let policy = headers
        .lines()
        .find(|line| line.contains("Content-Security-Policy"))
        .unwrap();
    assert!(!policy.contains("https:"), "{policy}");
    for file in &site().files {
        assert!(
            !file.path.starts_with("data/consent") && !file.path.contains("editor"),
            "{}",
            file.path
        );
        let text = String::from_utf8_lossy(&file.bytes);
        let of_consent = [
            "site-consent",
            "data-consent",
            "dataLayer",
            "site-event",
            "lead_sent",
        ];
        let of_editor = ["/_dev/", "Qué quiere editar"];
        for word in of_consent.iter().chain(&of_editor) {
            assert!(!text.contains(word), "{}: {word}", file.path);
        }
    }
}
