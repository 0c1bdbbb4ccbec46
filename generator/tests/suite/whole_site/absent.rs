//! A site without each feature that a development may lack, and without all: nothing leads to what is absent.

use std::fs;
use std::path::Path;

use formats::problem::Code;
use generator::pipeline::RenderedSite;
use walkdir::WalkDir;

use crate::support::files::{change, change_json, edit, write};
use crate::support::rendered::{lines, problems};
use crate::support::requests;
use crate::support::torre::{self, configure, inventory_of};

/// The units of the site without a feature.
const UNITS: [&str; 3] = ["O-301", "O-302", "L-101"];

/// The name of the feature with a document of its own.
const BROCHURE: &str = "brochure";

/// A feature that a site may lack: its name, how it is removed, and what no file of the site may have then.
type Feature = (&'static str, fn(&Path), &'static [&'static str]);

/// The features of a group do not lead to each other: each group is absent from a site with all the others.
const GROUPS: [&[Feature]; 3] = [
    &[
        (
            "progress",
            remove_progress,
            &["avance-de-obra", ">Avance de obra<"],
        ),
        (
            "a use",
            remove_use,
            &["locales-comerciales", "contacto-locales", "\"local\""],
        ),
        (
            "people",
            remove_people,
            &[
                "rel=\"noopener me\"",
                "sameAs",
                "#map=17/",
                "talento@",
                "Grupo Arboleda",
            ],
        ),
        (
            "pictures",
            |root| {
                ["pictures:", "pictures: {"]
                    .iter()
                    .for_each(|key| remove_blocks(root, "site.yaml", key))
            },
            &["/assets/exterior-", "/assets/interior-"],
        ),
    ],
    &[
        (
            "estimate",
            remove_estimate,
            &["data-estimate", "#rendimiento"],
        ),
        (
            "characteristics",
            |root| remove_page(root, "caracteristicas"),
            &["/caracteristicas"],
        ),
        (
            "amenities",
            remove_amenities,
            &["id=\"amenities\"", "data-amenity-name", "#amenities"],
        ),
        (
            "geometry",
            remove_geometry,
            &["class=\"axo-plot\"", "class=\"cut\""],
        ),
    ],
    &[
        (
            "investors",
            |root| remove_page(root, "inversionistas"),
            &["/inversionistas", "estimate-form"],
        ),
        (
            BROCHURE,
            |root| remove_page(root, "brochure"),
            &["/brochure", "-brochure"],
        ),
        (
            "places and map",
            remove_places,
            &["class=\"map\">", "El Marqués"],
        ),
    ],
];

fn remove_progress(root: &Path) {
    remove_page(root, "avance-de-obra");
    remove_blocks(root, "site.yaml", "progress:");
    in_content("avance-de-obra")
        .iter()
        .for_each(|folder| fs::remove_dir_all(root.join(folder)).unwrap());
}

fn remove_use(root: &Path) {
    remove_page(root, "locales-comerciales");
    remove_page(root, "contacto-locales");
    remove_blocks(root, "site.yaml", "- key: local");
    edit(
        root,
        "site.yaml",
        "uses: { oficina: oficina, local: local }",
        "uses: { oficina: oficina }",
    );
    for file in in_content("strings.json") {
        change_json(root, &file, |strings| {
            strings["form"]["space_options"]
                .as_object_mut()
                .unwrap()
                .remove("local");
        });
    }
}

fn remove_people(root: &Path) {
    for key in [
        "social:",
        "developer:",
        "recruiting_email:",
        "hours: { es: \"Lunes",
        "geo: # of the showroom",
        "- { to: developer,",
    ] {
        remove_blocks(root, "site.yaml", key);
    }
    in_content("index.md")
        .iter()
        .for_each(|file| remove_blocks(root, file, "showroom:"));
}

fn remove_estimate(root: &Path) {
    for file in in_content("inversionistas.md") {
        remove_blocks(root, &file, "estimate:");
        change(root, &file, |text| text.replace("](#rendimiento)", "]"));
    }
}

fn remove_amenities(root: &Path) {
    let none = r#"{"date": "2026-11-20", "Status": 200, "Data": {"Amenities": []}}"#;
    write(root, "content/amenities.json", none);
    remove_blocks(root, "site.yaml", "amenity_icons:");
}

fn remove_geometry(root: &Path) {
    fs::remove_file(root.join("content/geometry.json")).unwrap();
}

fn remove_places(root: &Path) {
    fs::remove_file(root.join("content/map.svg")).unwrap();
    remove_blocks(root, "site.yaml", "places:");
    for placeholder in ["centro.km", "centro.name", "airport.km", "airport.name"] {
        change_texts(root, |text| {
            text.replace(&format!("{{{{places.{placeholder}}}}}"), "9")
        });
    }
}

#[test]
#[ignore = "make test-rest"]
fn a_site_without_a_feature_has_nothing_that_leads_to_it() {
    GROUPS
        .iter()
        .for_each(|group| expect_nothing_left(group, false));
}

#[test]
fn a_site_can_lack_every_feature() {
    let mut features = GROUPS.concat();
    expect_nothing_left(&features, false);
    // The brochure has texts of the other features.
    features.retain(|(name, ..)| *name != BROCHURE);
    expect_nothing_left(&features, true);
}

/// Builds the site without these features; the PDFs, which take most of the time, only with `has_documents`.
fn expect_nothing_left(features: &[Feature], has_documents: bool) {
    let project = torre::copied();
    let root = project.path();
    torre::link_cache(root);
    configure(
        root,
        &[
            ("offices: 30", "offices: 2"),
            ("commercial_units: 4", "commercial_units: 1"),
        ],
    );
    features.iter().for_each(|(_, remove, _)| remove(root));
    if !has_documents {
        for document in ["brochure", "prices", "privacy", "unit"] {
            fs::remove_file(root.join(format!("templates/documents/{document}.typ"))).unwrap();
        }
    }
    let names: Vec<&str> = features.iter().map(|(name, ..)| *name).collect();
    let codes = &UNITS[..if names.contains(&"a use") { 2 } else { 3 }];
    let site = requests::make(root, inventory_of(root, codes));
    let half = site
        .warnings
        .iter()
        .filter(|warning| warning.code == Code::IncompleteFeature);
    let problems = [problems(&site), lines(half)].concat();
    assert!(problems.is_empty(), "without {names:?}: {problems:#?}");
    for trace in features.iter().flat_map(|(.., traces)| *traces) {
        assert_eq!(
            files_with(&site, trace),
            [""; 0],
            "without {names:?}: {trace}"
        );
        assert_ne!(files_with(torre::site(), trace), [""; 0], "{trace}");
    }
}

/// The files of a site with a text in their address or content.
fn files_with<'a>(site: &'a RenderedSite, text: &str) -> Vec<&'a str> {
    let has = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok_and(|content| content.contains(text));
    let is_script = |path: &str| path.ends_with(".js") || path.ends_with(".css");
    let files = site
        .files
        .iter()
        .filter(|file| !is_script(&file.path))
        .filter(|file| file.path.contains(text) || has(&file.bytes));
    files.map(|file| file.path.as_str()).collect()
}

/// Removes a page with the links of `site.yaml` and of texts to it.
fn remove_page(root: &Path, slug: &str) {
    in_content(&format!("{slug}.md"))
        .iter()
        .for_each(|file| fs::remove_file(root.join(file)).unwrap());
    remove_blocks(root, "site.yaml", &format!("- {{ to: /{slug},"));
    let (block, link) = (format!("- page: /{slug}"), format!("](/{slug})"));
    change_texts(root, |text| {
        without_blocks(text, &block).replace(&link, "]")
    });
}

fn change_texts(root: &Path, change: impl Fn(&str) -> String) {
    for entry in WalkDir::new(root.join("content"))
        .into_iter()
        .filter_map(Result::ok)
    {
        let path = entry.path();
        if path
            .extension()
            .is_some_and(|ending| ending == "md" || ending == "json")
        {
            fs::write(path, change(&fs::read_to_string(path).unwrap())).unwrap();
        }
    }
}

fn in_content(name: &str) -> [String; 2] {
    ["es", "en"].map(|lang| format!("content/{lang}/{name}"))
}

fn remove_blocks(root: &Path, file: &str, start: &str) {
    change(root, file, |text| without_blocks(text, start));
}

/// Removes each line that begins with `start` behind its indentation, and the lines below it that are indented more.
fn without_blocks(text: &str, start: &str) -> String {
    let mut removed: Option<usize> = None;
    let is_kept = |line: &&str| {
        let indentation = line.len() - line.trim_start().len();
        removed = removed.filter(|outer| indentation > *outer);
        if line.trim_start().starts_with(start) {
            removed = removed.or(Some(indentation));
        }
        removed.is_none()
    };
    text.lines()
        .filter(is_kept)
        .flat_map(|line| [line, "\n"])
        .collect()
}
