//! Findings of a build for which there is no golden site: a golden site without findings, and the change after which it
//! has one.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use formats::problem::{Code, Problem};
use generator::check;
use generator::outputs::share::SharePictures;
use generator::pipeline;
use generator::pipeline::Silent;
use generator::project::licenses;
use generator::stages::documents;
use generator::stages::load;
use generator::stages::pull::Origin;
use generator::stages::resolve;
use model::build_error::BuildError;
use model::inventory::Inventory;
use model::lang::sample::BOTH;
use model::site::Site;
use platform::area::Area;
use platform::money::Money;

use crate::support::files::{copy_golden_site, engine_file};
use crate::support::{requests, torre};

/// A change of a project's files that triggers a code.
pub(super) struct Case {
    pub(super) code: Code,
    /// The golden site.
    site: &'static str,
    change: fn(&Path),
    find: fn(&Path) -> Vec<Problem>,
}

const fn build(code: Code, site: &'static str, change: fn(&Path)) -> Case {
    Case { code, site, change, find: problems_of_build }
}

pub(super) const CASES: [Case; 26] = [
    build(Code::LegalCountsNotice, "base", |root| {
        add_setting(root, "counts: true");
    }),
    build(Code::LowContrast, "base", |root| {
        fs::copy(torre::root().join("theme.yaml"), root.join("theme.yaml")).unwrap();
        edit(root, "theme.yaml", "muted: \"#46564c\"", "muted: \"#96a69c\"");
    }),
    build(Code::UnknownExample, "base", |root| {
        add_setting(root, "examples: [nada]");
    }),
    build(Code::InvalidString, "base", |root| {
        edit(root, "content/es/strings.json", "{", "{\"a\": 1, ");
    }),
    build(Code::MissingTitle, "base", |root| {
        let file = root.join("content/es/index.md");
        let text = fs::read_to_string(&file).unwrap();
        let title = text.lines().find(|line| line.starts_with("title: ")).unwrap();
        fs::write(&file, text.replace(title, "title: \"\"")).unwrap();
    }),
    build(Code::PhaseContradiction, "progress", |root| {
        add_setting(root, "phase: presale");
    }),
    build(Code::ScriptError, "base", |root| {
        for entry in fs::read_dir(engine_file("islands/src")).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name() != "loader" {
                link(root, &format!("islands/src/{}", entry.file_name().to_string_lossy()));
            }
        }
        link(root, "islands/node_modules");
        write(root, "islands/src/loader/index.ts", "export {");
    }),
    build(Code::InvalidPicture, "base", |root| {
        write(root, "content/images/fachada.txt", "x");
    }),
    build(Code::InvalidDrawing, "base", |root| {
        write(root, "templates/icons/casa.svg", "x");
    }),
    build(Code::InvalidFont, "base", |root| {
        write(root, "templates/share/page.svg", "<svg/>");
    }),
    Case {
        code: Code::MissingGlyph,
        site: "base",
        change: |root| {
            edit(root, "content/inventory.json", "\"typology\": \"B\"", "\"typology\": \"☂\"");
        },
        find: warnings_of_build,
    },
    build(Code::OverBudget, "base", |root| {
        edit(root, "site.yaml", "html_css_fonts_home: 10000", "html_css_fonts_home: 1");
    }),
    Case {
        code: Code::ExampleValue,
        site: "base",
        change: |root| {
            add_setting(root, "examples: [name]");
        },
        find: |root| {
            let sources = load::load(root).unwrap();
            load::examples(root, &sources).unwrap()
        },
    },
    Case {
        code: Code::MissingFact,
        site: "unit-facts",
        change: |root| {
            edit(root, "site.yaml", "    parking: { es: dos cajones, en: two spaces }\n", "");
            edit(root, "site.yaml", "O-301: { parking", "O-301: { condition");
        },
        find: missing_facts,
    },
    Case {
        code: Code::StaleRate,
        site: "usd",
        change: |root| edit(root, "site.yaml", "date: 2026-11-20", "date: 2020-11-20"),
        find: |root| check::contradictions(&rendered(root)),
    },
    build(Code::MissingPage, "base", |root| {
        edit(root, "site.yaml", "tag_manager: \"\"", "tag_manager: GTM-AB12CD3");
    }),
    build(Code::UnknownPicture, "base", |root| {
        edit(root, "site.yaml", "captcha", "pictures: { home: plaza }\ncaptcha");
    }),
    build(Code::UnknownIcon, "base", |root| {
        edit(root, "site.yaml", "captcha", "amenity_icons: { a: cross }\ncaptcha");
    }),
    Case {
        code: Code::IncompleteFeature,
        site: "progress",
        change: |root| {
            for lang in BOTH {
                fs::remove_file(root.join(format!("content/{lang}/avance-de-obra.md"))).unwrap();
            }
        },
        find: all_warnings_of_build,
    },
    Case {
        code: Code::PriceTooLarge,
        site: "base",
        change: |root| write(root, HUGE_PRICE, ""),
        find: problems_with_a_price_list,
    },
    build(Code::InvalidGeometry, "base", |root| {
        let text = fs::read_to_string(engine_file(GEOMETRY)).unwrap();
        let wrong = text.replacen("\"length\": 20", "\"length\": 10", 1);
        write(root, "content/geometry.json", &wrong);
    }),
    Case { code: Code::UndrawnUnit, site: "base", change: draw_another_building, find: warnings_of_build },
    Case {
        code: Code::UnequalGeometry,
        site: "base",
        change: draw_another_building,
        find: warnings_of_build,
    },
    Case {
        code: Code::FactContradiction,
        site: "base",
        change: |root| write(root, OTHER_UNITS, ""),
        find: |root| {
            check::contradictions(&torre_site(|inventory| {
                if root.join(OTHER_UNITS).exists() {
                    inventory.units.pop();
                    inventory.units[0].area = Area(3000);
                }
            }))
        },
    },
    Case {
        code: Code::MissingLicence,
        site: "base",
        change: |root| fs::remove_file(root.join("templates/fonts/a.OFL.txt")).unwrap(),
        find: |root| problems(licenses::file_text(root, ["../templates/fonts/a.woff2"])),
    },
    Case {
        code: Code::DocumentError,
        site: "base",
        change: |root| write(root, "templates/documents/privacy.typ", "#nada()"),
        find: |root| {
            let template = "templates/documents/privacy.typ";
            if !root.join(template).exists() {
                link(root, template);
            }
            let folders = [
                "islands/node_modules",
                "islands/tools",
                "templates/documents/fonts",
                "templates/documents/parts",
            ];
            folders.iter().for_each(|folder| link(root, folder));
            let mut site = torre_site(|_| {});
            Arc::get_mut(&mut site).unwrap().documents = vec!["privacy.typ".to_owned()];
            let share = SharePictures::default();
            problems(documents::documents(&requests::tools(root), &site, &Arc::default(), &share))
        },
    },
];

/// A building with two units that no golden site has.
const GEOMETRY: &str = "generator/building/src/l-shaped.json";

fn draw_another_building(root: &Path) {
    fs::copy(engine_file(GEOMETRY), root.join("content/geometry.json")).unwrap();
}
/// Marks a project whose units are to contradict the facts.
const OTHER_UNITS: &str = "other-units";

/// Marks a project whose units are to have a price that is too large.
const HUGE_PRICE: &str = "huge-price";

fn edit(root: &Path, file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(root.join(file)).unwrap();
    assert!(text.contains(from), "{file} has no {from}");
    fs::write(root.join(file), text.replacen(from, to, 1)).unwrap();
}

/// Adds a line to the smallest site's `site.yaml`.
fn add_setting(root: &Path, line: &str) {
    edit(root, "site.yaml", "name: Muestra\n", &format!("name: Muestra\n{line}\n"));
}

fn write(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A link to a file or folder of the repository.
fn link(root: &Path, path: &str) {
    let target = root.join(path);
    fs::create_dir_all(target.parent().unwrap()).unwrap();
    symlink(engine_file(path), target).unwrap();
}

fn problems<T>(result: Result<T, BuildError>) -> Vec<Problem> {
    match result {
        Ok(_) => Vec::new(),
        Err(BuildError::Problems(problems)) => problems,
        Err(other) => panic!("{other}"),
    }
}

fn problems_of_build(root: &Path) -> Vec<Problem> {
    let request = requests::build(root, requests::pull(Origin::Offline));
    problems(pipeline::render(&request, &Silent))
}

/// Whether offices lack their parking spaces.
fn missing_facts(root: &Path) -> Vec<Problem> {
    let mut missing = check::missing_facts(&rendered(root));
    missing.retain(|problem| problem.message.contains("unit_facts.oficina.parking"));
    missing
}

fn rendered(root: &Path) -> Arc<Site> {
    let request = requests::build(root, requests::pull(Origin::Offline));
    pipeline::render(&request, &Silent).unwrap().site
}

/// The warnings about units and drawings: the smallest site has months and no page for them.
fn warnings_of_build(root: &Path) -> Vec<Problem> {
    let mut warnings = all_warnings_of_build(root);
    warnings.retain(|warning| warning.code != Code::IncompleteFeature);
    warnings
}

fn all_warnings_of_build(root: &Path) -> Vec<Problem> {
    let request = requests::build(root, requests::pull(Origin::Offline));
    let mut warnings = pipeline::render(&request, &Silent).unwrap().warnings;
    // The smallest site has an amenity in one language.
    warnings.retain(|warning| warning.code != Code::Untranslated);
    warnings
}

/// The tower's site with a changed inventory.
fn torre_site(change: impl FnOnce(&mut Inventory)) -> Arc<Site> {
    let mut inventory = torre::site().site.inventory.as_ref().clone();
    change(&mut inventory);
    let sources = load::load(torre::root()).unwrap();
    Arc::new(resolve::resolve(sources, inventory, requests::view()).site)
}

/// The problems of the data of the tower's documents; with the marker file, one price is the highest number.
fn problems_with_a_price_list(root: &Path) -> Vec<Problem> {
    let site = torre_site(|inventory| {
        if root.join(HUGE_PRICE).exists() {
            inventory.units[0].price = Money(i64::MAX);
        }
    });
    documents::jobs(&site, &Arc::default()).err().unwrap_or_default()
}

#[test]
fn each_change_of_a_project_triggers_its_code() {
    for case in &CASES {
        let codes_after = |change: fn(&Path)| -> Vec<Code> {
            let folder = tempfile::tempdir().unwrap();
            copy_golden_site(case.site, folder.path());
            for (file, text) in [
                ("islands/package-lock.json", "{}"),
                ("templates/fonts/a.woff2", ""),
                ("templates/fonts/a.OFL.txt", ""),
            ] {
                write(folder.path(), file, text);
            }
            change(folder.path());
            let found = (case.find)(folder.path());
            found.iter().map(|problem| problem.code).collect()
        };
        assert_eq!(codes_after(|_| {}), [], "{} without the change", case.code);
        let codes = codes_after(case.change);
        assert!(codes.contains(&case.code), "{}: {codes:?}", case.code);
    }
}
