//! Findings of a build for which there is no golden site: one without findings, and the change after which it has one.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use formats::problem::{Code, Problem};
use generator::check;
use generator::outputs::share::SharePictures;
use generator::project::licenses;
use generator::stages::documents;
use generator::stages::load;
use generator::stages::resolve;
use model::build_error::BuildError;
use model::inventory::Inventory;
use model::lang::sample::BOTH;
use model::site::Site;
use platform::area::Area;
use platform::money::Money;

use crate::support::files::{self, copy_golden_site, engine_file, read, write};
use crate::support::{requests, torre};

/// A change of a project's files that triggers a code.
pub(super) struct Case {
    pub(super) code: Code,
    /// The golden site.
    site: &'static str,
    /// A file, a text in it and the text instead; without a text, the file is new.
    edit: Option<[&'static str; 3]>,
    change: fn(&Path),
    find: fn(&Path) -> Vec<Problem>,
}

/// A change of the smallest site that its build refuses.
const fn change(code: Code, change: fn(&Path)) -> Case {
    Case { code, site: "base", edit: None, change, find: problems_of_build }
}

/// An edit of the smallest site that its build refuses.
const fn edit(code: Code, file: &'static str, from: &'static str, to: &'static str) -> Case {
    Case { edit: Some([file, from, to]), ..change(code, |_| {}) }
}

/// The settings of a project, a line of the smallest site's that others can follow, and one that they can precede.
const YAML: &str = "site.yaml";
const NAME: &str = "name: Muestra\n";
const CAPTCHA: &str = "captcha";

pub(super) const CASES: [Case; 26] = [
    edit(Code::LegalCountsNotice, YAML, NAME, "name: Muestra\ncounts: true\n"),
    edit(Code::UnknownExample, YAML, NAME, "name: Muestra\nexamples: [nada]\n"),
    edit(Code::InvalidString, "content/es/strings.json", "{", "{\"a\": 1, "),
    edit(Code::InvalidPicture, "content/images/fachada.txt", "", "x"),
    edit(Code::InvalidDrawing, "templates/icons/casa.svg", "", "x"),
    edit(Code::InvalidFont, "templates/share/page.svg", "", "<svg/>"),
    edit(Code::OverBudget, YAML, "html_css_fonts_home: 10000", "html_css_fonts_home: 1"),
    edit(Code::MissingPage, YAML, "tag_manager: \"\"", "tag_manager: GTM-AB12CD3"),
    edit(Code::UnknownPicture, YAML, CAPTCHA, "pictures: { home: plaza }\ncaptcha"),
    edit(Code::UnknownIcon, YAML, CAPTCHA, "amenity_icons: { a: cross }\ncaptcha"),
    Case {
        site: "progress",
        ..edit(Code::PhaseContradiction, YAML, NAME, "name: Muestra\nphase: presale\n")
    },
    Case {
        find: warnings_of_build,
        ..edit(Code::MissingGlyph, "content/inventory.json", "\"typology\": \"B\"", "\"typology\": \"☂\"")
    },
    Case {
        site: "usd",
        find: |root| check::contradictions(&requests::render(root).unwrap().site),
        ..edit(Code::StaleRate, YAML, "date: 2026-11-20", "date: 2020-11-20")
    },
    Case {
        find: |root| load::examples(root, &load::load(root).unwrap()).unwrap(),
        ..edit(Code::ExampleValue, YAML, NAME, "name: Muestra\nexamples: [name]\n")
    },
    change(Code::LowContrast, |root| {
        let theme = torre::source("theme.yaml");
        write(root, "theme.yaml", theme.replace("muted: \"#46564c\"", "muted: \"#96a69c\""));
    }),
    change(Code::MissingTitle, |root| {
        files::change(root, "content/es/index.md", |text| {
            let title = text.lines().find(|line| line.starts_with("title: ")).unwrap();
            text.replace(title, "title: \"\"")
        });
    }),
    change(Code::ScriptError, |root| {
        for entry in fs::read_dir(engine_file("islands/src")).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name() != "loader" {
                link(root, &format!("islands/src/{}", entry.file_name().to_string_lossy()));
            }
        }
        link(root, "islands/node_modules");
        write(root, "islands/src/loader/index.ts", "export {");
    }),
    Case {
        site: "unit-facts",
        find: missing_facts,
        ..change(Code::MissingFact, |root| {
            files::edit(root, YAML, "    parking: { es: dos cajones, en: two spaces }\n", "");
            files::edit(root, YAML, "O-301: { parking", "O-301: { condition");
        })
    },
    Case {
        site: "progress",
        find: all_warnings_of_build,
        ..change(Code::IncompleteFeature, |root| {
            for lang in BOTH.iter() {
                fs::remove_file(root.join(format!("content/{lang}/avance-de-obra.md"))).unwrap();
            }
        })
    },
    change(Code::InvalidGeometry, |root| {
        let text = fs::read_to_string(engine_file(GEOMETRY)).unwrap();
        let wrong = text.replacen("\"length\": 20", "\"length\": 10", 1);
        write(root, "content/geometry.json", wrong);
    }),
    Case { find: warnings_of_build, ..change(Code::UndrawnUnit, draw_another_building) },
    Case { find: warnings_of_build, ..change(Code::UnequalGeometry, draw_another_building) },
    Case { find: problems_with_a_price_list, ..edit(Code::PriceTooLarge, MARK, "", "") },
    Case {
        find: |root| {
            check::contradictions(&torre_site(|inventory| {
                if root.join(MARK).exists() {
                    inventory.units.pop();
                    inventory.units[0].area = Area(3000);
                }
            }))
        },
        ..edit(Code::FactContradiction, MARK, "", "")
    },
    Case {
        find: |root| problems(licenses::file_text(root, ["../templates/fonts/a.woff2"])),
        ..change(Code::MissingLicence, |root| {
            fs::remove_file(root.join("templates/fonts/a.OFL.txt")).unwrap();
        })
    },
    Case {
        find: |root| {
            let template = "templates/documents/privacy.typ";
            if !root.join(template).exists() {
                link(root, template);
            }
            let documents = ["templates/documents/fonts", "templates/documents/parts"];
            let folders = [["islands/node_modules", "islands/tools"], documents].concat();
            folders.iter().for_each(|folder| link(root, folder));
            let mut site = torre_site(|_| {});
            Arc::get_mut(&mut site).unwrap().documents = vec!["privacy.typ".to_owned()];
            let share = SharePictures::default();
            problems(documents::documents(&requests::tools(root), &site, &Arc::default(), &share))
        },
        ..edit(Code::DocumentError, "templates/documents/privacy.typ", "", "#nada()")
    },
];

/// A building with two units that no golden site has.
const GEOMETRY: &str = "generator/building/src/l-shaped.json";

fn draw_another_building(root: &Path) {
    fs::copy(engine_file(GEOMETRY), root.join("content/geometry.json")).unwrap();
}

/// Marks a project whose units are to contradict the facts, or to have a price that is too large.
const MARK: &str = "other-units";

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
    problems(requests::render(root))
}

/// Whether offices lack their parking spaces.
fn missing_facts(root: &Path) -> Vec<Problem> {
    let mut missing = check::missing_facts(&requests::render(root).unwrap().site);
    missing.retain(|problem| problem.message.contains("unit_facts.oficina.parking"));
    missing
}

/// The warnings about units and drawings: the smallest site has months and no page for them.
fn warnings_of_build(root: &Path) -> Vec<Problem> {
    let mut warnings = all_warnings_of_build(root);
    warnings.retain(|warning| warning.code != Code::IncompleteFeature);
    warnings
}

fn all_warnings_of_build(root: &Path) -> Vec<Problem> {
    let mut warnings = requests::render(root).unwrap().warnings;
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
        if root.join(MARK).exists() {
            inventory.units[0].price = Money(i64::MAX);
        }
    });
    documents::jobs(&site, &Arc::default()).err().unwrap_or_default()
}

#[test]
fn each_change_of_a_project_triggers_its_code() {
    for case in &CASES {
        let codes = |is_changed: bool| -> Vec<Code> {
            let folder = tempfile::tempdir().unwrap();
            copy_golden_site(case.site, folder.path());
            write(folder.path(), "islands/package-lock.json", "{}");
            write(folder.path(), "templates/fonts/a.woff2", "");
            write(folder.path(), "templates/fonts/a.OFL.txt", "");
            if is_changed {
                if let Some([file, from, to]) = case.edit {
                    let text = if from.is_empty() { String::new() } else { read(folder.path(), file) };
                    assert!(text.contains(from), "{file} has no {from}");
                    write(folder.path(), file, text.replacen(from, to, 1));
                }
                (case.change)(folder.path());
            }
            let found = (case.find)(folder.path());
            found.iter().map(|problem| problem.code).collect()
        };
        assert_eq!(codes(false), [], "{} without the change", case.code);
        let codes = codes(true);
        assert!(codes.contains(&case.code), "{}: {codes:?}", case.code);
    }
}
