//! How documents are made: the same data gives the same bytes, only documents with changed data are made again, and
//! errors are reported.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use generator::stages::documents::typesetter::typeset;
use generator::stages::documents::{self, Job};
use model::build_error::BuildError;
use model::document::Document;
use model::inventory::SimilarUnits;
use model::lang::sample::{BOTH, ES};
use model::price::{Price, Vat};
use platform::money::Money;
use platform::unit::{Status, Unit, UnitCode};
use serde_json::json;

use super::{PICTURES, SITE, inventory, path, plain, root, site};
use crate::support::files::engine_file;
use crate::support::pdf::Pdf;
use crate::support::requests;

/// A folder with the templates and the compiler of the project, and a cache of its own.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    symlink(root().join("islands"), folder.path().join("islands")).unwrap();
    let from = root().join("templates/documents");
    for part in ["", "parts", "fonts"] {
        let to = folder.path().join("templates/documents").join(part);
        fs::create_dir_all(&to).unwrap();
        for entry in fs::read_dir(from.join(part)).unwrap().map(Result::unwrap) {
            if entry.path().is_file() {
                fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
            }
        }
    }
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
    assert!(
        typeset(&requests::tools(one.path()), &jobs).unwrap()
            == typeset(&requests::tools(other.path()), &jobs).unwrap()
    );
}

#[test]
fn a_changed_price_remakes_only_the_sheets_that_show_it_the_price_lists_and_the_brochures() {
    let mut changed = inventory();
    let code = UnitCode::new("O-301").unwrap();
    let unit = changed.units.iter_mut().find(|unit| unit.code == code).unwrap();
    unit.price = Money(912_345_600);
    let total =
        plain(&SITE.config.money_format(ES).text(Price::with_vat(unit.price, Vat::whole(16)).unwrap().total));
    let (before, after) =
        (documents::jobs(&SITE, &PICTURES).unwrap(), documents::jobs(&site(changed), &PICTURES).unwrap());
    let remade: BTreeSet<&str> = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| before.data != after.data)
        .map(|(before, _)| before.path.as_str())
        .collect();
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
    let template = folder.path().join("templates/documents/privacy.typ");
    let text = fs::read_to_string(&template).unwrap();
    let line = 1 + text.lines().position(|line| line == "#flow(data.blocks)").unwrap();
    fs::write(&template, text.replace("#flow(data.blocks)", "#flow(data.blokcs)")).unwrap();
    let error = typeset(&requests::tools(folder.path()), &some(documents::jobs(&SITE, &PICTURES).unwrap()))
        .unwrap_err();
    let BuildError::Problems(problems) = error else { panic!("{error}") };
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    let place = format!("templates/documents/privacy.typ:{line}:12: ");
    assert!(told[0].starts_with(&place) && told[0].contains("blokcs"), "{told:?}");
}

#[test]
fn a_letter_that_no_font_has_does_not_stop_the_site() {
    let mut strange = inventory();
    let unit = strange.units.iter_mut().find(|unit| unit.code.as_str() == "O-301").unwrap();
    unit.unit = "日本 ø301 \"#strong[x]".to_owned();
    let jobs: Vec<Job> = some(documents::jobs(&site(strange), &PICTURES).unwrap())
        .into_iter()
        .filter(|job| matches!(job.template, "brochure.typ" | "unit.typ"))
        .collect();
    let files = typeset(&requests::tools(project().path()), &jobs).unwrap();
    for (path, bytes) in &files {
        // The title of a sheet has the code, and its plan furniture in place of the number.
        if path.ends_with("O-301.pdf") {
            continue;
        }
        // A letter of another font is a separate piece of text, so that spaces are not compared.
        let text = Pdf::read(bytes).pages().concat().replace(' ', "");
        assert!(text.contains("??ø301\"#strong[x]"), "{path}: {text}");
    }
}

#[test]
fn fonts_of_the_system_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let system = folder.path().join("system");
    let templates = folder.path().join("templates");
    fs::create_dir(&system).unwrap();
    fs::create_dir_all(templates.join("fonts")).unwrap();
    let font = engine_file("templates/documents/fonts/display.ttf");
    fs::copy(font, system.join("display.ttf")).unwrap();
    let settings = folder.path().join("fonts.conf");
    let directory = format!("<fontconfig><dir>{}</dir></fontconfig>", system.display());
    fs::write(&settings, directory).unwrap();
    let template = "#set document(title: [a])\n#set text(font: \"Newsreader Display\")\na";
    fs::write(templates.join("a.typ"), template).unwrap();
    let out = folder.path().join("a.pdf");
    let jobs = json!([{ "template": "a.typ", "data": {}, "date": 0, "out": out }]);
    let mut program = Command::new("node")
        .arg(engine_file("islands/tools/typeset.cjs"))
        .env("FONTCONFIG_FILE", settings)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let request = json!({ "templates": templates, "jobs": jobs });
    writeln!(program.stdin.take().unwrap(), "{request}").unwrap();
    assert!(program.wait().unwrap().success());
    let document = Pdf::read(&fs::read(out).unwrap());
    assert_eq!(document.count("/Type /FontDescriptor"), 1);
    assert!(!document.says("NewsreaderDisplay"));
}

#[test]
fn without_its_packages_the_error_says_what_to_do() {
    let folder = project();
    fs::remove_file(folder.path().join("islands")).unwrap();
    let error =
        typeset(&requests::tools(folder.path()), &documents::jobs(&SITE, &PICTURES).unwrap()).unwrap_err();
    assert!(error.to_string().contains("the package @myriaddreamin/typst-ts-node-compiler"), "{error}");
}

#[test]
fn a_changed_picture_remakes_only_its_document() {
    let mut brochure = documents::jobs(&SITE, &PICTURES)
        .unwrap()
        .into_iter()
        .find(|job| job.path == path(Document::Brochure, ES))
        .unwrap();
    let folder = project();
    typeset(&requests::tools(folder.path()), std::slice::from_ref(&brochure)).unwrap();
    brochure.pictures[0].address.push_str("-new");
    typeset(&requests::tools(folder.path()), &[brochure]).unwrap();
    assert_eq!(cache(folder.path()).len(), 2);
}
