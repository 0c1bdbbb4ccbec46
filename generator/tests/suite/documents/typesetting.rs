//! How documents are made: equal data gives equal bytes, only changed ones are made again, errors are reported.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use building::Plan;
use generator::stages::documents::typesetter::typeset;
use generator::stages::documents::{self, Job};
use model::document::Document;
use model::inventory::{InventorySummary, SimilarUnits};
use model::lang::Lang;
use model::lang::sample::{BOTH, ES};
use model::localized::Localized;
use model::price::{Price, Vat};
use model::site::Site;
use platform::money::Money;
use platform::unit::{Level, Status, Unit, UnitCode};
use serde_json::json;

use super::{PICTURES, SITE, inventory, path, root, site};
use crate::support::command::Ran;
use crate::support::files::{copy_folder, edit, engine_file, read, write};
use crate::support::pdf::Pdf;
use crate::support::rendered::{lines, only, plain};
use crate::support::requests;

/// A folder with the templates and the compiler of the project, and a cache of its own.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    symlink(root().join("islands"), folder.path().join("islands")).unwrap();
    let documents = "templates/documents";
    copy_folder(&root().join(documents), &folder.path().join(documents));
    folder
}

fn some(jobs: Vec<Job>) -> Vec<Job> {
    let wanted = |job: &Job| job.template != "unit.typ" || job.path.ends_with("O-301.pdf");
    jobs.into_iter().filter(wanted).collect()
}

#[test]
fn the_same_data_gives_the_same_bytes() {
    let jobs = some(documents::jobs(&SITE, &PICTURES).unwrap());
    let (one, other) = (project(), project());
    let [one, other] = [one, other].map(|project| typeset(&requests::tools(project.path()), &jobs).unwrap());
    assert!(one == other);
}

#[test]
fn a_changed_price_remakes_only_the_sheets_that_show_it_the_price_lists_and_the_brochures() {
    let mut changed = inventory();
    let code = UnitCode::new("O-301").unwrap();
    let unit = changed.units.iter_mut().find(|unit| unit.code == code).unwrap();
    unit.price = Money(912_345_600);
    let total =
        plain(&SITE.config.money_format(ES).text(Price::with_vat(unit.price, Vat::whole(16)).unwrap().total));
    let [before, after] = [&SITE, &site(changed)].map(|site| documents::jobs(site, &PICTURES).unwrap());
    let differing = before.iter().zip(&after).filter(|(before, after)| before.data != after.data);
    let remade: BTreeSet<&str> = differing.map(|(before, _)| before.path.as_str()).collect();
    let both = [Document::Brochure, Document::PriceList, Document::UnitSheet("O-301")];
    let expected: Vec<String> =
        BOTH.iter().flat_map(|lang| both.map(|document| path(document, lang))).collect();
    let similar = SimilarUnits::new(&SITE.inventory);
    let units = &SITE.inventory.units;
    let shows =
        |unit: &Unit| similar.nearest(unit, usize::MAX).iter().any(|index| units[*index].code == code);
    let sold = units.iter().filter(|unit| unit.status == Status::Sold && shows(unit));
    let sold: Vec<String> = sold
        .flat_map(|unit| BOTH.iter().map(|lang| path(Document::UnitSheet(unit.code.as_str()), lang)))
        .collect();
    assert_eq!(remade, expected.iter().chain(&sold).map(String::as_str).collect());

    let folder = project();
    typeset(&requests::tools(folder.path()), &some(before.clone())).unwrap();
    let kept = cache(folder.path());
    let files = typeset(&requests::tools(folder.path()), &some(after.clone())).unwrap();
    let fresh = cache(folder.path()).difference(&kept).count();
    assert_eq!(fresh, expected.len(), "made again");
    for (path, bytes) in files.iter().filter(|(path, _)| expected.contains(path)) {
        let text = plain(&Pdf::read(bytes).pages().join(" "));
        assert!(text.contains(&total.replace(" MXN", "")), "{path}");
    }
}

fn cache(root: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(root.join(".site/cache/documents")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn an_error_in_a_template_is_reported_with_its_position() {
    let folder = project();
    let template = "templates/documents/privacy.typ";
    edit(folder.path(), template, "#flow(data.blocks)", "#flow(data.blokcs)");
    let text = read(folder.path(), template);
    let line = 1 + text.lines().position(|line| line == "#flow(data.blokcs)").unwrap();
    let jobs = some(documents::jobs(&SITE, &PICTURES).unwrap());
    let error = typeset(&requests::tools(folder.path()), &jobs).unwrap_err();
    let problem = only(lines(error.problems().unwrap()));
    let place = format!("{template}:{line}:12: ");
    assert!(problem.starts_with(&place) && problem.contains("blokcs"), "{problem}");
}

#[test]
fn a_letter_that_no_font_has_does_not_stop_the_site() {
    let mut strange = inventory();
    let unit = strange.units.iter_mut().find(|unit| unit.code.as_str() == "O-301").unwrap();
    unit.unit = "日本 ø301 \"#strong[x]".to_owned();
    let mut jobs = some(documents::jobs(&site(strange), &PICTURES).unwrap());
    jobs.retain(|job| matches!(job.template, "brochure.typ" | "unit.typ"));
    let files = typeset(&requests::tools(project().path()), &jobs).unwrap();
    // The title of a sheet has the code, and its plan furniture in place of the number.
    for (path, bytes) in files.iter().filter(|(path, _)| !path.ends_with("O-301.pdf")) {
        // A letter of another font is a separate piece of text, so that spaces are not compared.
        let text = Pdf::read(bytes).pages().concat().replace(' ', "");
        assert!(text.contains("??ø301\"#strong[x]"), "{path}: {text}");
    }
}

#[test]
fn fonts_of_the_system_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let [system, templates, out] = ["system", "templates", "a.pdf"].map(|name| folder.path().join(name));
    fs::create_dir_all(templates.join("fonts")).unwrap();
    let font = fs::read(engine_file("templates/documents/fonts/display.ttf")).unwrap();
    write(&system, "display.ttf", font);
    let directory = format!("<fontconfig><dir>{}</dir></fontconfig>", system.display());
    write(folder.path(), "fonts.conf", directory);
    let template = "#set document(title: [a])\n#set text(font: \"Newsreader Display\")\na";
    write(&templates, "a.typ", template);
    let jobs = json!([{ "template": "a.typ", "data": {}, "date": 0, "out": out }]);
    let mut command = Command::new("node");
    command.arg(engine_file("islands/tools/typeset.cjs")).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut program = command.env("FONTCONFIG_FILE", folder.path().join("fonts.conf")).spawn().unwrap();
    let request = json!({ "templates": templates, "jobs": jobs });
    writeln!(program.stdin.take().unwrap(), "{request}").unwrap();
    Ran::from(program.wait_with_output().unwrap()).ends(0);
    let document = Pdf::read(&fs::read(out).unwrap());
    assert_eq!(document.count("/Type /FontDescriptor"), 1);
    assert!(!document.says("NewsreaderDisplay"));
}

#[test]
fn without_its_packages_the_error_says_what_to_do() {
    let folder = project();
    fs::remove_file(folder.path().join("islands")).unwrap();
    let jobs = documents::jobs(&SITE, &PICTURES).unwrap();
    let error = typeset(&requests::tools(folder.path()), &jobs).unwrap_err();
    assert!(error.to_string().contains("the package @myriaddreamin/typst-ts-node-compiler"), "{error}");
}

#[test]
fn a_changed_picture_remakes_only_its_document() {
    let mut jobs = documents::jobs(&SITE, &PICTURES).unwrap().into_iter();
    let mut brochure = jobs.find(|job| job.path == path(Document::Brochure, ES)).unwrap();
    let folder = project();
    typeset(&requests::tools(folder.path()), std::slice::from_ref(&brochure)).unwrap();
    brochure.pictures[0].address.push_str("-new");
    typeset(&requests::tools(folder.path()), &[brochure]).unwrap();
    assert_eq!(cache(folder.path()).len(), 2);
}

/// The number of levels above the ground.
const HIGHEST: i16 = 12;

/// The levels of the building: a basement, and many above the ground.
fn levels() -> impl Iterator<Item = i16> {
    std::iter::once(-1).chain(1..=HIGHEST)
}

/// A building with the same small level many times, without pictures, axonometry, amenities and payment plans.
fn high_building() -> Arc<Site> {
    let mut units = inventory();
    let own = Arc::try_unwrap(site(units.clone())).expect("nobody else has the site");
    let pattern = own.plans.last().unwrap();
    let places: Vec<&str> = pattern.units.iter().map(|unit| unit.code.as_str()).take(3).collect();
    let on_level = |code: &str, level: i16| Unit {
        code: format!("{code}-{level}").try_into().unwrap(),
        level: Level(level),
        ..units.units.iter().find(|unit| unit.code.as_str() == code).unwrap().clone()
    };
    let many = levels().flat_map(|level| places.iter().map(move |code| (code, level)));
    let many: Vec<Unit> = many.map(|(code, level)| on_level(code, level)).collect();
    let plans = levels().map(|level| {
        let mut units = pattern.units.clone();
        units.truncate(places.len());
        units.iter_mut().for_each(|unit| unit.code = format!("{}-{level}", unit.code));
        Plan { level, units, ..pattern.clone() }
    });
    let plans = plans.collect();
    units.units = many;
    units.amenities.clear();
    Arc::new(Site {
        plans,
        axonometries: Vec::new(),
        payment_plans: Vec::new(),
        summary: InventorySummary::new(&own.config, &units.units),
        inventory: Arc::new(units),
        ..own
    })
}

#[test]
fn a_high_building_without_optional_data_has_its_documents() {
    let site = high_building();
    let mut jobs = documents::jobs(&site, &Arc::default()).unwrap();
    jobs.retain(|job| job.template != "unit.typ" || job.path.ends_with("-12.pdf"));
    assert_eq!(jobs.len(), 2 * (3 + 3));
    assert!(jobs.iter().all(|job| job.pictures.is_empty()));
    for ((path, bytes), job) in typeset(&requests::tools(root()), &jobs).unwrap().iter().zip(&jobs) {
        let pages = Pdf::read(bytes).pages();
        let last = Localized::new(&site, lang_of(job)).level(Level(HIGHEST)).unwrap();
        match job.template {
            // Cover, place, two products, the types of the one with plans, building, price list, two for investors, contact; then the basement, two levels with
            // names, and the equal levels between and above these.
            "brochure.typ" => {
                assert_eq!(pages.len(), 10 + 5, "{path}: {pages:#?}");
                let shows = |words: &str| pages.iter().any(|page| page.contains(words));
                assert!(shows("5 a 12") || shows("5 to 12"), "{path}");
                let basement = Localized::new(&site, lang_of(job)).level(Level(-1)).unwrap();
                assert!(shows(&basement), "{path}: {basement}");
            }
            "unit.typ" => {
                assert_eq!(pages.len(), 1, "{path}");
                assert!(pages[0].contains(&last), "{path}: {}", pages[0]);
            }
            _ => {}
        }
    }
}

fn lang_of(job: &Job) -> Lang {
    BOTH.find(job.data["lang"].as_str().unwrap()).unwrap()
}
