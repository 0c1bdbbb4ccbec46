//! How documents are made: equal data gives equal bytes, only changed ones are made again, errors are reported.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use generator::outputs::values::describe;
use generator::stages::documents::typesetter::typeset;
use generator::stages::documents::{self, Job};
use model::document::Document;
use model::inventory::SimilarUnits;
use model::lang::sample::{BOTH, ES};
use model::price::{Price, Vat};
use platform::money::Money;
use platform::unit::{Status, Unit, UnitCode};
use serde_json::json;
use tempfile::TempDir;

use super::{PICTURES, SITE, path, root, site};
use crate::support::command::Ran;
use crate::support::files::{copy_folder, engine_file, write};
use crate::support::pdf::Pdf;
use crate::support::rendered::plain;
use crate::support::requests;

/// A folder with the templates and the compiler of the project, and a cache of its own.
fn project() -> TempDir {
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
fn equal_data_gives_equal_bytes_and_only_what_shows_a_change_is_made_again() {
    let mut changed = (*SITE.inventory).clone();
    let code = UnitCode::new("O-301").unwrap();
    let unit = changed
        .units
        .iter_mut()
        .find(|unit| unit.code == code)
        .unwrap();
    let price = Money(912_345_600);
    unit.price = Some(price);
    let total = plain(
        &SITE
            .config
            .money_format(ES)
            .text(Price::with_vat(price, Vat::whole(16)).total),
    );
    let [before, after] =
        [&SITE, &site(changed)].map(|site| documents::jobs(&describe(site), &PICTURES).unwrap());
    let differing = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| before.data != after.data);
    let remade: BTreeSet<&str> = differing.map(|(before, _)| before.path.as_str()).collect();
    let both = [
        Document::Brochure,
        Document::PriceList,
        Document::UnitSheet("O-301"),
    ];
    let expected: Vec<String> = BOTH
        .iter()
        .flat_map(|lang| both.map(|document| path(document, lang)))
        .collect();
    let similar = SimilarUnits::new(&SITE.inventory);
    let units = &SITE.inventory.units;
    let shows = |unit: &Unit| {
        similar
            .nearest(unit, usize::MAX)
            .iter()
            .any(|index| units[*index].code == code)
    };
    let sold: Vec<String> = units
        .iter()
        .filter(|unit| unit.status == Status::Sold && shows(unit))
        .flat_map(|unit| {
            BOTH.iter()
                .map(|lang| path(Document::UnitSheet(unit.code.address()), lang))
        })
        .collect();
    assert_eq!(
        remade,
        expected.iter().chain(&sold).map(String::as_str).collect()
    );

    let folder = project();
    let make =
        |folder: &TempDir, jobs: &[Job]| typeset(&requests::tools(folder.path()), jobs).unwrap();
    let before = some(before);
    assert!(
        make(&folder, &before) == make(&project(), &before),
        "in another folder"
    );
    let kept = cache(folder.path());
    let files = make(&folder, &some(after));
    assert_eq!(
        cache(folder.path()).difference(&kept).count(),
        expected.len(),
        "made again"
    );
    for (path, bytes) in files.iter().filter(|(path, _)| expected.contains(path)) {
        let text = plain(&Pdf::read(bytes).pages().join(" "));
        assert!(text.contains(&total.replace(" MXN", "")), "{path}");
    }
    let mut brochure = before
        .into_iter()
        .find(|job| job.template == "brochure.typ")
        .unwrap();
    brochure.pictures[0].address.push_str("-new");
    let kept = cache(folder.path());
    make(&folder, &[brochure]);
    assert_eq!(
        cache(folder.path()).difference(&kept).count(),
        1,
        "a changed picture"
    );
}

fn cache(root: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(root.join(".site/cache/documents")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_missing_package_is_reported_with_its_name() {
    let folder = project();
    fs::remove_file(folder.path().join("islands")).unwrap();
    let jobs = documents::jobs(&describe(&SITE), &PICTURES).unwrap();
    let error = typeset(&requests::tools(folder.path()), &jobs).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the package @myriaddreamin/typst-ts-node-compiler"),
        "{error}"
    );
}

#[test]
fn a_letter_that_no_font_has_does_not_stop_the_site() {
    let mut strange = (*SITE.inventory).clone();
    let unit = strange
        .units
        .iter_mut()
        .find(|unit| unit.code.address() == "O-301")
        .unwrap();
    unit.unit = "日本 ø301 \"#strong[x]".to_owned();
    let coded = strange
        .units
        .iter_mut()
        .find(|unit| unit.code.address() == "O-302")
        .unwrap();
    coded.code = UnitCode::new("日本/302").unwrap();
    let mut jobs = documents::jobs(&describe(&site(strange)), &PICTURES).unwrap();
    jobs.retain(|job| job.template == "brochure.typ");
    for (path, bytes) in &typeset(&requests::tools(project().path()), &jobs).unwrap() {
        // A letter of another font is a separate piece of text, so that spaces are not compared.
        let text = Pdf::read(bytes).pages().concat().replace(' ', "");
        assert!(text.contains("??ø301\"#strong[x]"), "{path}: {text}");
        assert!(text.contains("??/302"), "{path}: {text}");
    }
}

#[test]
fn an_address_with_hyphens_is_printed_as_it_is() {
    const LONG: &str = "informes@parque-industrial-bahia-norte-de-la-riviera.example";
    let jobs = documents::jobs(&describe(&SITE), &PICTURES).unwrap();
    let email = SITE.config.contact.email.as_str();
    let mut spanish = some(jobs);
    spanish.retain(|job| job.data["lang"] == "es");
    assert_eq!(spanish.len(), 4);
    for job in &mut spanish {
        let data = job.data.to_string().replace(email, LONG);
        job.data = data.parse().unwrap();
    }
    for (path, bytes) in &typeset(&requests::tools(project().path()), &spanish).unwrap() {
        // A line ends without a space.
        let text = Pdf::read(bytes).pages().concat().replace(' ', "");
        assert!(text.contains(LONG), "{path}: {text}");
    }
}

#[test]
fn fonts_of_the_system_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let [system, templates, out] =
        ["system", "templates", "a.pdf"].map(|name| folder.path().join(name));
    fs::create_dir_all(templates.join("fonts")).unwrap();
    let font = fs::read(engine_file("templates/documents/fonts/display.ttf")).unwrap();
    write(&system, "display.ttf", font);
    let directory = format!("<fontconfig><dir>{}</dir></fontconfig>", system.display());
    write(folder.path(), "fonts.conf", directory);
    let template = "#set document(title: [a])\n#set text(font: \"Newsreader Display\")\na";
    write(&templates, "a.typ", template);
    let jobs = json!([{ "template": "a.typ", "data": {}, "date": 0, "out": out }]);
    let mut command = Command::new("node");
    command
        .arg(engine_file("islands/tools/typeset.cjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null());
    let mut program = command
        .env("FONTCONFIG_FILE", folder.path().join("fonts.conf"))
        .spawn()
        .unwrap();
    let request = json!({ "templates": templates, "jobs": jobs });
    writeln!(program.stdin.take().unwrap(), "{request}").unwrap();
    Ran::from(program.wait_with_output().unwrap()).ends(0);
    let document = Pdf::read(&fs::read(out).unwrap());
    assert_eq!(document.count("/Type /FontDescriptor"), 1);
    assert!(!document.says("NewsreaderDisplay"));
}
