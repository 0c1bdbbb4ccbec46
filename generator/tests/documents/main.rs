//! The PDFs of this repository's own site, read as a visitor's program reads them.
//!
//! Needs Node and the npm packages (`make set-up`).

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod pdf;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use generator::documents::typesetter::{TypesetError, typeset};
use generator::documents::{self, Document, Job};
use generator::inventory::Inventory;
use generator::lang::Lang;
use generator::load::{self, Options};
use generator::pictures::{self, Pictures};
use generator::price::Price;
use generator::pull::{self, Declared, Origin, Project};
use generator::resolve::{self, Site};
use pdf::Pdf;
use platform::client::Token;
use platform::money::Money;
use platform::unit::UnitCode;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().unwrap()
}

fn inventory() -> Inventory {
    let root = root();
    let config = load::read_config(&root).unwrap();
    let project = Project {
        root: &root,
        platform: &config.platform,
        gates: &config.gates,
        utc_offset: config.utc_offset,
        declared: Declared {
            offices: config.facts.offices,
            commercial_units: config.facts.commercial_units,
        },
    };
    let request = pull::Request {
        origin: Origin::File(root.join("content/inventory.json")),
        strict: true,
        accept: false,
        token: Token::new("unused"),
        now: "2026-11-20T12:00:00Z".parse().unwrap(),
    };
    pull::pull(&project, &request).unwrap().inventory
}

fn site(inventory: Inventory) -> Site {
    let resolution = resolve::resolve(load::load(&root(), Options::default()).unwrap(), inventory);
    assert_eq!(resolution.problems, []);
    resolution.site
}

static SITE: LazyLock<Site> = LazyLock::new(|| site(inventory()));

static PICTURES: LazyLock<Pictures> = LazyLock::new(|| pictures::make(&root()).unwrap());

/// Every document of the site by its path.
static FILES: LazyLock<BTreeMap<String, Pdf>> = LazyLock::new(|| {
    let files = documents::make(&root(), &SITE, &PICTURES).unwrap();
    files
        .into_iter()
        .map(|file| (file.path, Pdf::read(&file.bytes)))
        .collect()
});

fn path(document: Document, lang: Lang) -> String {
    document.path(lang, &SITE.config.product)
}

/// Text without the difference between spaces.
fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

fn text(document: Document, lang: Lang) -> String {
    plain(&FILES[&path(document, lang)].pages().join(" "))
}

/// `$3,200,000 MXN` without its currency, as columns show it.
fn figure(money: Money) -> String {
    plain(&money.to_string()).replace(" MXN", "")
}

#[test]
fn every_unit_has_a_sheet_and_a_row_with_its_own_values_in_both_languages() {
    for lang in Lang::ALL {
        let list = text(Document::PriceList, lang);
        let brochure = text(Document::Brochure, lang);
        let strings = SITE.strings.get(lang);
        for unit in &SITE.inventory.units {
            let code = unit.code.as_str();
            let price = Price::of(unit.price, SITE.config.facts.vat_percent).unwrap();
            let status = strings.plain(&format!("status.{}", unit.status.key())).unwrap();
            let sheet = text(Document::UnitSheet(code), lang);
            let shown = [
                code.to_owned(),
                price.net.to_string(),
                price.vat.to_string(),
                price.total.to_string(),
                unit.interior.to_string(),
                unit.area.to_string(),
                unit.typology.clone(),
                status.to_string(),
                SITE.config.legal.responsible.clone(),
            ];
            for value in shown {
                assert!(sheet.contains(&plain(&value)), "{lang} {code}: {value}\n{sheet}");
            }
            let (net, vat, total) = (figure(price.net), figure(price.vat), figure(price.total));
            let area = plain(&unit.area.to_string());
            let row = format!("{area} {net} {vat} {total} {status}");
            assert!(list.contains(&row), "{lang} {code}: {row}\n{list}");
            let row = format!("{} {area} {net} {total} {status}", unit.unit);
            assert!(brochure.contains(&row), "{lang} {code}: {row}");
        }
    }
}

/// `site check` holds the data of documents to the legal profile; the templates print what it asks for.
#[test]
fn documents_show_what_the_legal_profile_asks_for() {
    let complaints = SITE.config.legal.complaints.as_ref().unwrap();
    for lang in Lang::ALL {
        let strings = SITE.strings.get(lang);
        let line = |key: &str| plain(&strings.plain(key).unwrap());
        let documents = [
            Document::Brochure,
            Document::PriceList,
            Document::UnitSheet("O-301"),
        ];
        for document in documents {
            let text = text(document, lang);
            let facts = [
                plain(&SITE.config.legal.responsible),
                plain(complaints.phone.label()),
                complaints.email.clone(),
                plain(complaints.hours.get(lang)),
                line("legal.images"),
            ];
            for fact in facts {
                assert!(text.contains(&fact), "{lang} {document:?}: {fact}\n{text}");
            }
        }
        let sheet = text(Document::UnitSheet("O-301"), lang);
        let credit = line("payment.credit");
        assert!(sheet.contains(&credit), "{lang}: {credit}\n{sheet}");
    }
}

#[test]
fn documents_are_accessible_and_carry_their_fonts() {
    assert_eq!(FILES.len(), 2 * (3 + SITE.inventory.units.len()));
    for (path, file) in FILES.iter() {
        let spanish = [
            "ta-brochure.",
            "lista-de-precios",
            "aviso-de-privacidad",
            "unidades/",
        ];
        let is_spanish = spanish.iter().any(|part| path.contains(part));
        let locale = if is_spanish { Lang::Es } else { Lang::En }.locale();
        assert!(
            file.says(&format!("/Lang ({locale})")),
            "{path}: language {locale}"
        );
        assert!(file.says("pdfuaid:part>1<"), "{path}: PDF/UA-1");
        assert!(file.says("/Marked true"), "{path}: tagged");
        let fonts = file.count("/Type /FontDescriptor");
        assert!(fonts >= 2, "{path}: fonts");
        assert_eq!(file.count("/FontFile"), fonts, "{path}: a font is not embedded");
        let text = file.pages().concat();
        assert!(
            !text.contains('\u{fffd}'),
            "{path}: a glyph without a character: {text}"
        );
    }
}

#[test]
fn documents_have_the_sheets_that_were_designed() {
    for lang in Lang::ALL {
        let sheets = |document| FILES[&path(document, lang)].pages();
        let brochure = sheets(Document::Brochure);
        assert!(
            (8..=12).contains(&brochure.len()),
            "{lang}: {} sheets",
            brochure.len()
        );
        for (number, sheet) in brochure.iter().enumerate() {
            assert!(sheet.len() > 100, "{lang}: sheet {} is empty", number + 1);
            assert!(!sheet.contains("]("), "{lang}: Markdown on sheet {}", number + 1);
        }
        assert_eq!(sheets(Document::PriceList).len(), 2, "{lang}");
        for unit in &SITE.inventory.units {
            let code = unit.code.as_str();
            assert_eq!(sheets(Document::UnitSheet(code)).len(), 1, "{lang} {code}");
        }
    }
}

#[test]
fn the_privacy_notice_is_the_pages_text() {
    let spanish = text(Document::PrivacyNotice, Lang::Es);
    let english = text(Document::PrivacyNotice, Lang::En);
    assert!(
        spanish.contains("1. Quién es responsable de sus datos"),
        "{spanish}"
    );
    assert!(spanish.contains("21 de marzo de 2025"));
    assert!(english.contains("March 21, 2025"));
    assert!(english.contains(&SITE.config.legal.responsible));
}

/// A folder with the templates and the compiler of the project, and a cache of its own.
fn workshop() -> tempfile::TempDir {
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
    let (one, other) = (workshop(), workshop());
    assert!(typeset(one.path(), &jobs).unwrap() == typeset(other.path(), &jobs).unwrap());
}

#[test]
fn a_changed_price_remakes_its_sheet_the_lists_and_the_brochures_and_nothing_else() {
    let mut changed = inventory();
    let code: UnitCode = "O-301".parse().unwrap();
    let unit = changed.units.iter_mut().find(|unit| unit.code == code).unwrap();
    unit.price = Money(912_345_600);
    let total = plain(&Price::of(unit.price, 16).unwrap().total.to_string());
    let (before, after) = (
        documents::jobs(&SITE, &PICTURES).unwrap(),
        documents::jobs(&site(changed), &PICTURES).unwrap(),
    );
    let remade: BTreeSet<&str> = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| before.data != after.data)
        .map(|(before, _)| before.path.as_str())
        .collect();
    let both = [
        Document::Brochure,
        Document::PriceList,
        Document::UnitSheet("O-301"),
    ];
    let expected: Vec<String> = Lang::ALL
        .iter()
        .flat_map(|lang| both.map(|document| path(document, *lang)))
        .collect();
    assert_eq!(remade, expected.iter().map(String::as_str).collect());

    let folder = workshop();
    typeset(folder.path(), &some(before.clone())).unwrap();
    let kept = cache(folder.path());
    let files = typeset(folder.path(), &some(after.clone())).unwrap();
    let fresh = cache(folder.path()).difference(&kept).count();
    assert_eq!(fresh, remade.len(), "made again");
    for (path, bytes) in files.iter().filter(|(path, _)| remade.contains(path.as_str())) {
        let text = plain(&Pdf::read(bytes).pages().join(" "));
        assert!(text.contains(&total.replace(" MXN", "")), "{path}");
    }
}

#[test]
fn the_brochure_shows_its_pictures_and_calls_each_illustrative() {
    let jobs = documents::jobs(&SITE, &PICTURES).unwrap();
    for (lang, words) in [(Lang::Es, "Imagen ilustrativa"), (Lang::En, "Illustrative image")] {
        let path = path(Document::Brochure, lang);
        let job = jobs.iter().find(|job| job.path == path).unwrap();
        let shown: Vec<&str> = job.pictures.iter().map(|picture| picture.file.as_str()).collect();
        assert_eq!(
            shown,
            [
                "business-center.jpg",
                "cardio.jpg",
                "relax.jpg",
                "exterior-dusk.jpg"
            ]
        );
        let pdf = &FILES[&path];
        assert_eq!(
            pdf.pages().join(" ").matches(words).count(),
            shown.len(),
            "{path}"
        );
        assert_eq!(pdf.count("/DCTDecode"), shown.len(), "{path}");
    }
    // A picture that looks otherwise has another address, and remakes the brochure alone.
    let mut brochure = jobs
        .into_iter()
        .find(|job| job.path == path(Document::Brochure, Lang::Es))
        .unwrap();
    let folder = workshop();
    typeset(folder.path(), std::slice::from_ref(&brochure)).unwrap();
    brochure.pictures[0].address.push_str("-new");
    typeset(folder.path(), &[brochure]).unwrap();
    assert_eq!(cache(folder.path()).len(), 2);
}

fn cache(root: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(root.join(".site/cache/documents")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn an_error_in_a_template_is_told_at_its_place() {
    let folder = workshop();
    let template = folder.path().join("templates/documents/privacy.typ");
    let text = fs::read_to_string(&template).unwrap();
    let line = 1 + text
        .lines()
        .position(|line| line == "#flow(data.blocks)")
        .unwrap();
    fs::write(
        &template,
        text.replace("#flow(data.blocks)", "#flow(data.blokcs)"),
    )
    .unwrap();
    let error = typeset(folder.path(), &some(documents::jobs(&SITE, &PICTURES).unwrap())).unwrap_err();
    let TypesetError::Templates(problems) = error else {
        panic!("{error}")
    };
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    let place = format!("templates/documents/privacy.typ:{line}:12: ");
    assert!(
        told[0].starts_with(&place) && told[0].contains("blokcs"),
        "{told:?}"
    );
}

#[test]
fn a_letter_that_no_font_has_does_not_stop_the_site() {
    let mut strange = inventory();
    let unit = strange
        .units
        .iter_mut()
        .find(|unit| unit.code.as_str() == "O-301")
        .unwrap();
    unit.unit = "日本 ø301 \"#strong[x]".to_owned();
    let jobs: Vec<Job> = some(documents::jobs(&site(strange), &PICTURES).unwrap())
        .into_iter()
        .filter(|job| matches!(job.template, "brochure.typ" | "unit.typ"))
        .collect();
    let files = typeset(workshop().path(), &jobs).unwrap();
    for (path, bytes) in &files {
        // A letter of another font is a piece of its own, so that spaces say nothing here.
        let text = Pdf::read(bytes).pages().concat().replace(' ', "");
        assert!(text.contains("??ø301\"#strong[x]"), "{path}: {text}");
    }
}

#[test]
fn without_its_packages_the_reason_and_the_remedy_are_told() {
    let folder = workshop();
    fs::remove_file(folder.path().join("islands")).unwrap();
    let error = typeset(folder.path(), &documents::jobs(&SITE, &PICTURES).unwrap()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("packages of islands/ (run 'make build')"),
        "{error}"
    );
}

#[test]
fn thousands_of_units_make_no_more_documents_than_the_drawing_has_units() {
    let mut many = inventory();
    let unit = many.units[0].clone();
    many.units.extend((0..3000).map(|number| {
        let mut unit = unit.clone();
        unit.code = format!("X-{number}").parse().unwrap();
        unit
    }));
    let site = site(many);
    assert!(!documents::exists(&site, Document::PriceList));
    assert!(!documents::exists(&site, Document::UnitSheet("X-7")));
    assert_eq!(documents::jobs(&site, &PICTURES).unwrap().len(), 2 * (2 + 69));
}
