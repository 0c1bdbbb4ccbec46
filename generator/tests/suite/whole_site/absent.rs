//! A site without each feature that a development may lack, and without all: nothing leads to what is absent.

use std::fs;
use std::path::Path;

use formats::problem::Code;
use generator::pipeline::RenderedSite;
use walkdir::WalkDir;

use crate::support::files::{change, edit, write};
use crate::support::rendered::{lines, problems};
use crate::support::requests;
use crate::support::torre::{self, configure, inventory_of};

/// The units of the site without a feature.
const UNITS: [&str; 3] = ["O-301", "O-302", "L-101"];

/// The name of the feature with a document of its own.
const BROCHURE: &str = "brochure";

/// A feature that a site may lack.
struct Feature {
    name: &'static str,
    remove: fn(&Path),
    /// What no file of the site may have then.
    traces: &'static [&'static str],
}

const FEATURES: [Feature; 10] = [
    Feature {
        name: "progress",
        remove: |root| {
            remove_page(root, "avance-de-obra");
            remove_blocks(root, "site.yaml", "progress:");
            for lang in ["es", "en"] {
                fs::remove_dir_all(root.join(format!("content/{lang}/avance-de-obra"))).unwrap();
            }
        },
        traces: &["avance-de-obra", ">Avance de obra<"],
    },
    Feature {
        name: "estimate",
        remove: |root| {
            for file in in_content("inversionistas.md") {
                remove_blocks(root, &file, "estimate:");
                change(root, &file, |text| text.replace("](#rendimiento)", "]"));
            }
        },
        traces: &["data-estimate", "#rendimiento"],
    },
    Feature {
        name: "investors",
        remove: |root| remove_page(root, "inversionistas"),
        traces: &["/inversionistas", "estimate-form"],
    },
    Feature {
        name: BROCHURE,
        remove: |root| remove_page(root, "brochure"),
        traces: &["/brochure", "-brochure"],
    },
    Feature {
        name: "characteristics",
        remove: |root| remove_page(root, "caracteristicas"),
        traces: &["/caracteristicas"],
    },
    Feature {
        name: "a use",
        remove: |root| {
            remove_page(root, "locales-comerciales");
            remove_page(root, "contacto-locales");
            remove_blocks(root, "site.yaml", "- key: local");
            edit(root, "site.yaml", "uses: { oficina: oficina, local: local }", "uses: { oficina: oficina }");
            for file in in_content("strings.json") {
                let without_comma = |text: &str| text.replace("\"Oficina\",", "\"Oficina\"");
                change(root, &file, |text| without_comma(text).replace("\"Office\",", "\"Office\""));
                remove_blocks(root, &file, "\"local\": \"");
            }
        },
        traces: &["locales-comerciales", "contacto-locales", "\"local\""],
    },
    Feature {
        name: "amenities",
        remove: |root| {
            let none = r#"{"date": "2026-11-20", "Status": 200, "Data": {"Amenities": []}}"#;
            write(root, "content/amenities.json", none);
            remove_blocks(root, "site.yaml", "amenity_icons:");
        },
        traces: &["id=\"amenities\"", "data-amenity-name", "#amenities"],
    },
    Feature {
        name: "places and map",
        remove: |root| {
            fs::remove_file(root.join("content/map.svg")).unwrap();
            remove_blocks(root, "site.yaml", "places:");
            for placeholder in ["centro.km", "centro.name", "airport.km", "airport.name"] {
                let placeholder = format!("{{{{places.{placeholder}}}}}");
                change_texts(root, |text| text.replace(&placeholder, "9"));
            }
        },
        traces: &["class=\"map\">", "El Marqués"],
    },
    Feature {
        name: "people",
        remove: |root| {
            for key in ["social:", "developer:", "recruiting_email:", "hours: { es: \"Lunes"] {
                remove_blocks(root, "site.yaml", key);
            }
            remove_blocks(root, "site.yaml", "geo: # of the showroom");
            remove_blocks(root, "site.yaml", "- { to: developer,");
            in_content("index.md").iter().for_each(|file| remove_blocks(root, file, "showroom:"));
        },
        traces: &["rel=\"noopener me\"", "sameAs", "#map=17/", "talento@", "Grupo Arboleda"],
    },
    Feature {
        name: "pictures",
        remove: |root| {
            remove_blocks(root, "site.yaml", "pictures:");
            remove_blocks(root, "site.yaml", "pictures: {");
        },
        traces: &["/assets/exterior-", "/assets/interior-"],
    },
];

/// Features that do not lead to each other: each group is absent from a site with all the others.
const GROUPS: [&[&str]; 3] = [
    &["progress", "a use", "people", "pictures"],
    &["estimate", "characteristics", "amenities"],
    &["investors", BROCHURE, "places and map"],
];

#[test]
fn a_site_without_a_feature_has_nothing_that_leads_to_it() {
    assert_eq!(GROUPS.concat().len(), FEATURES.len());
    for group in GROUPS {
        let is_absent = |feature: &&Feature| group.contains(&feature.name);
        let absent: Vec<&Feature> = FEATURES.iter().filter(is_absent).collect();
        expect_nothing_left(&absent, false);
    }
}

#[test]
fn a_site_can_lack_every_feature() {
    let all: Vec<&Feature> = FEATURES.iter().collect();
    expect_nothing_left(&all, false);
    // The brochure has texts of the other features.
    let others: Vec<&Feature> = FEATURES.iter().filter(|feature| feature.name != BROCHURE).collect();
    expect_nothing_left(&others, true);
}

/// Builds the site without these features; the PDFs, which take most of the time, only with `has_documents`.
fn expect_nothing_left(features: &[&Feature], has_documents: bool) {
    let project = torre::copied();
    let root = project.path();
    torre::link_cache(root);
    configure(root, &[("offices: 30", "offices: 2"), ("commercial_units: 4", "commercial_units: 1")]);
    for feature in features {
        (feature.remove)(root);
    }
    if !has_documents {
        for document in ["brochure", "prices", "privacy", "unit"] {
            fs::remove_file(root.join(format!("templates/documents/{document}.typ"))).unwrap();
        }
    }
    let names: Vec<&str> = features.iter().map(|feature| feature.name).collect();
    let codes = &UNITS[..if names.contains(&"a use") { 2 } else { 3 }];
    let site = requests::make(root, inventory_of(root, codes));
    let half = site.warnings.iter().filter(|warning| warning.code == Code::IncompleteFeature);
    let problems = [problems(&site), lines(half)].concat();
    assert!(problems.is_empty(), "without {names:?}: {problems:#?}");
    for trace in features.iter().flat_map(|feature| feature.traces) {
        assert_eq!(files_with(&site, trace), [""; 0], "without {names:?}: {trace}");
        assert_ne!(files_with(torre::site(), trace), [""; 0], "{trace}");
    }
}

/// The files of a site with a text in their address or content.
fn files_with<'a>(site: &'a RenderedSite, text: &str) -> Vec<&'a str> {
    let has = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok_and(|content| content.contains(text));
    let is_script = |path: &str| path.ends_with(".js") || path.ends_with(".css");
    let files = site.files.iter().filter(|file| !is_script(&file.path));
    let files = files.filter(|file| file.path.contains(text) || has(&file.bytes));
    files.map(|file| file.path.as_str()).collect()
}

/// Removes a page with the links of `site.yaml` and of texts to it.
fn remove_page(root: &Path, slug: &str) {
    in_content(&format!("{slug}.md")).iter().for_each(|file| fs::remove_file(root.join(file)).unwrap());
    remove_blocks(root, "site.yaml", &format!("- {{ to: /{slug},"));
    let (block, link) = (format!("- page: /{slug}"), format!("](/{slug})"));
    change_texts(root, |text| without_blocks(text, &block).replace(&link, "]"));
}

/// Changes the texts of both languages.
fn change_texts(root: &Path, change: impl Fn(&str) -> String) {
    for entry in WalkDir::new(root.join("content")).into_iter().filter_map(Result::ok) {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "md" || ending == "json") {
            fs::write(path, change(&fs::read_to_string(path).unwrap())).unwrap();
        }
    }
}

/// A file of each language.
fn in_content(name: &str) -> [String; 2] {
    ["es", "en"].map(|lang| format!("content/{lang}/{name}"))
}

fn remove_blocks(root: &Path, file: &str, start: &str) {
    change(root, file, |text| without_blocks(text, start));
}

/// Removes each line that begins with `start` behind its indentation, and the lines below it that are indented more.
fn without_blocks(text: &str, start: &str) -> String {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let mut removed: Option<usize> = None;
    let mut kept = String::new();
    for line in text.lines() {
        removed = removed.filter(|outer| indentation(line) > *outer);
        if line.trim_start().starts_with(start) {
            removed = removed.or(Some(indentation(line)));
        }
        if removed.is_none() {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}
