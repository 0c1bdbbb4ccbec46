//! A site without each feature that a development may lack, and without all of them. A feature is removed by its page,
//! its part of `site.yaml` or its file; nothing leads to what is absent, and `site check` has nothing to report.

use std::fs;
use std::path::{Path, PathBuf};

use formats::problem::Code;
use generator::check;
use generator::pipeline::RenderedSite;
use walkdir::WalkDir;

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
            remove_blocks(&root.join("site.yaml"), "progress:");
            for lang in ["es", "en"] {
                fs::remove_dir_all(root.join(format!("content/{lang}/avance-de-obra"))).unwrap();
            }
        },
        traces: &["avance-de-obra", ">Avance de obra<"],
    },
    Feature {
        name: "estimate",
        remove: |root| {
            in_content(root, "inversionistas.md", |file| {
                remove_blocks(file, "estimate:");
                replace(file, "](#rendimiento)", "]");
            });
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
            let site = root.join("site.yaml");
            remove_blocks(&site, "- key: local");
            replace(&site, "uses: { oficina: oficina, local: local }", "uses: { oficina: oficina }");
            in_content(root, "strings.json", |file| {
                replace(file, "\"Oficina\",", "\"Oficina\"");
                replace(file, "\"Office\",", "\"Office\"");
                remove_blocks(file, "\"local\": \"");
            });
        },
        traces: &["locales-comerciales", "contacto-locales", "\"local\""],
    },
    Feature {
        name: "amenities",
        remove: |root| {
            let none = r#"{"date": "2026-11-20", "Status": 200, "Data": {"Amenities": []}}"#;
            fs::write(root.join("content/amenities.json"), none).unwrap();
            remove_blocks(&root.join("site.yaml"), "amenity_icons:");
        },
        traces: &["id=\"amenities\"", "data-amenity-name", "#amenities"],
    },
    Feature {
        name: "places and map",
        remove: |root| {
            fs::remove_file(root.join("content/map.svg")).unwrap();
            remove_blocks(&root.join("site.yaml"), "places:");
            for placeholder in ["centro.km", "centro.name", "airport.km", "airport.name"] {
                let placeholder = format!("{{{{places.{placeholder}}}}}");
                for file in texts(root) {
                    replace(&file, &placeholder, "9");
                }
            }
        },
        traces: &["class=\"map\">", "El Marqués"],
    },
    Feature {
        name: "people",
        remove: |root| {
            let site = root.join("site.yaml");
            for key in [
                "social:",
                "developer:",
                "recruiting_email:",
                "hours: { es: \"Lunes",
                "geo: # of the showroom",
            ] {
                remove_blocks(&site, key);
            }
            remove_blocks(&site, "- { to: developer,");
            in_content(root, "index.md", |file| remove_blocks(file, "showroom:"));
        },
        traces: &["rel=\"noopener me\"", "sameAs", "#map=17/", "talento@", "Grupo Arboleda"],
    },
    Feature {
        name: "pictures",
        remove: |root| {
            let site = root.join("site.yaml");
            remove_blocks(&site, "pictures:");
            remove_blocks(&site, "pictures: {");
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
    let problems: Vec<String> =
        check::check(&site.site, &site.files).iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "without {names:?}: {problems:#?}");
    let half: Vec<_> =
        site.warnings.iter().filter(|warning| warning.code == Code::IncompleteFeature).collect();
    assert!(half.is_empty(), "without {names:?}: {half:#?}");
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
    in_content(root, &format!("{slug}.md"), |file| fs::remove_file(file).unwrap());
    remove_blocks(&root.join("site.yaml"), &format!("- {{ to: /{slug},"));
    for file in texts(root) {
        remove_blocks(&file, &format!("- page: /{slug}"));
        let text = fs::read_to_string(&file).unwrap();
        let link = format!("](/{slug})");
        fs::write(&file, text.replace(&link, "]")).unwrap();
    }
}

/// The texts of both languages.
fn texts(root: &Path) -> impl Iterator<Item = PathBuf> {
    let files = WalkDir::new(root.join("content")).into_iter().filter_map(Result::ok);
    let files = files.map(walkdir::DirEntry::into_path);
    files.filter(|file| file.extension().is_some_and(|ending| ending == "md" || ending == "json"))
}

/// Changes a file of each language.
fn in_content(root: &Path, name: &str, change: impl Fn(&Path)) {
    for lang in ["es", "en"] {
        change(&root.join(format!("content/{lang}/{name}")));
    }
}

/// Removes each line that begins with `start` behind its indentation, and the lines below it that are indented more.
fn remove_blocks(file: &Path, start: &str) {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let mut removed: Option<usize> = None;
    let text = fs::read_to_string(file).unwrap();
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
    fs::write(file, kept).unwrap();
}

fn replace(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    fs::write(file, text.replace(from, to)).unwrap();
}
