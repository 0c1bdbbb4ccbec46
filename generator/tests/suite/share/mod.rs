//! Share pictures: one for each unit and language, with its data, made again only when the data that they show changed.

mod pixels;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use bytes::Bytes;
use imagesize::ImageType;
use tempfile::TempDir;

use crate::support::files::write;
use crate::support::rendered::lines;
use crate::support::torre::{self, STATED, UNITS, site_with};
use generator::node::Tools;
use generator::outputs::share::{self, HEIGHT, SharePicture, SharePictures, WIDTH};
use generator::outputs::values::describe;
use model::build_error::BuildError;
use model::lang::sample::{BOTH, EN, ES};
use model::site::{PageKind, Site};
use platform::money::Money;

/// The share pictures of a site, with their files.
#[derive(Debug)]
struct Made {
    site: Arc<Site>,
    pictures: SharePictures,
    /// The PNG of each picture, by its address.
    files: HashMap<String, Bytes>,
    /// How many were not in the store.
    new: usize,
}

impl Made {
    fn make(project: &Path, site: Arc<Site>) -> Result<Made, BuildError> {
        let tools = Tools::new(project);
        let pictures = share::draw(&tools, &describe(&site))?;
        let files = share::render(&tools, &pictures)?
            .into_iter()
            .map(|file| (file.url, file.bytes))
            .collect();
        let lookups = tools.store.lookups();
        let new = lookups
            .values()
            .filter(|lookup| lookup.starts_with("made"))
            .count();
        Ok(Made {
            site,
            pictures,
            files,
            new,
        })
    }

    /// The picture of each page, by the page's address.
    fn by_page(&self) -> BTreeMap<&str, &SharePicture> {
        let pages = self.site.pages.iter().enumerate();
        pages
            .map(|(index, page)| (page.url.as_str(), self.pictures.of_page(index).unwrap()))
            .collect()
    }

    fn png(&self, picture: &SharePicture) -> &[u8] {
        &self.files[&picture.url]
    }
}

static PROJECT: LazyLock<TempDir> = LazyLock::new(torre::copied);

/// Made once, into a cache of its own.
static MADE: LazyLock<Made> =
    LazyLock::new(|| Made::make(PROJECT.path(), site_with(PROJECT.path(), |_| {})).unwrap());

fn drawings(project: &Path, site: &Arc<Site>) -> BTreeMap<String, String> {
    let drawn = share::drawings(project, &describe(site))
        .unwrap_or_else(|error| panic!("{}", error.details()));
    drawn
        .into_iter()
        .map(|drawn| (drawn.url, drawn.svg))
        .collect()
}

/// The budget of one picture. Chat apps show larger files too, but visitors pay for the bytes.
const MAX_BYTES: usize = 66_000;

/// Pesos as the site writes them.
fn money(pesos: i64) -> String {
    MADE.site.config.money_format(ES).text(Money(pesos * 100))
}

#[test]
fn every_units_picture_states_its_data_in_both_languages() {
    let by_page = MADE.by_page();
    let drawings = drawings(PROJECT.path(), &MADE.site);
    let words = [
        (
            ES,
            ["Disponible", "Apartado", "Vendido"],
            "20 de noviembre de 2026",
            "+ IVA",
        ),
        (
            EN,
            ["Available", "Reserved", "Sold"],
            "November 20, 2026",
            "+ VAT",
        ),
    ];
    let units = STATED["Data"]["Property"].as_array().unwrap();
    assert_eq!(units.len(), UNITS);
    for unit in units {
        let code = unit["propertyCode"].as_str().unwrap();
        let net = unit["price"].as_i64().unwrap();
        let status = ["disponible", "reservado", "vendido"]
            .iter()
            .position(|word| unit["status"] == *word);
        for (lang, statuses, date, tax) in words {
            let page = lang.path(&format!("/inventario/{code}"));
            let (picture, svg) = (by_page[page.as_str()], &drawings[&page]);
            let stated = [
                format!(">{code}<"),
                format!(">{}<", statuses[status.unwrap()]),
                // The tax is 16 % and prices are whole thousands.
                format!(": {}<", money(net * 116 / 100)),
                format!(">{} {tax}<", money(net)),
                format!("{:.2}\u{a0}m²", unit["interiorArea"].as_f64().unwrap()),
                date.to_owned(),
            ];
            for text in stated {
                assert!(
                    svg.contains(&text),
                    "{code} {lang}: \"{text}\" is not in\n{svg}"
                );
            }
            for text in [code, statuses[status.unwrap()], &money(net), date] {
                assert!(
                    picture.drawn.alt.contains(text),
                    "{code} {lang}: {}",
                    picture.drawn.alt
                );
            }
        }
    }
}

#[test]
fn pages_have_their_own_picture_and_error_pages_that_of_the_home_page() {
    let by_page = MADE.by_page();
    let drawings = drawings(PROJECT.path(), &MADE.site);
    let pictures = &MADE.pictures.pictures;
    assert_eq!(
        (pictures.len(), MADE.files.len()),
        ((UNITS + 12) * 2, pictures.len())
    );
    for lang in BOTH.iter() {
        let home = by_page[lang.path("/").as_str()];
        assert!(
            home.url.starts_with(&format!("/share/{lang}/index.")),
            "{}",
            home.url
        );
        let svg = &drawings[&lang.path("/")];
        assert!(svg.contains(&money(3_200_000)) && svg.contains(&money(3_712_000)));
        for other in ["/404", "/gracias"] {
            assert_eq!(by_page[lang.path(other).as_str()].url, home.url);
        }
    }
    for picture in pictures {
        let (png, url) = (MADE.png(picture), &picture.url);
        let size = imagesize::blob_size(png).unwrap();
        let found = (
            imagesize::image_type(png).unwrap(),
            size.width as u32,
            size.height as u32,
        );
        assert_eq!(found, (ImageType::Png, WIDTH, HEIGHT), "{url}");
        assert!(png.len() < MAX_BYTES, "{url}: {} bytes", png.len());
    }
}

/// Which pages show another picture after a change of one unit.
fn changed(code: &str, change: impl Fn(&mut serde_json::Value)) -> (BTreeSet<String>, usize) {
    let before = MADE.by_page();
    let other = site_with(PROJECT.path(), |unit| {
        if unit["propertyCode"] == code {
            change(unit);
        }
    });
    let remade = Made::make(PROJECT.path(), other).unwrap();
    let after = remade.by_page();
    let differ = before
        .iter()
        .filter(|(page, picture)| after[*page].url != picture.url);
    (
        differ.map(|(page, _)| (*page).to_owned()).collect(),
        remade.new,
    )
}

#[test]
fn a_change_remakes_only_the_pictures_that_show_it() {
    let unit_pages = |code: &str| [ES, EN].map(|lang| lang.path(&format!("/inventario/{code}")));
    let (pages, rendered) = changed("O-310", |unit| unit["price"] = 9_450_000.into());
    assert_eq!(pages, BTreeSet::from(unit_pages("O-310")));
    assert_eq!(rendered, 2);
    // The cheapest free unit of all: its price is also that from which pages sell.
    let (pages, _) = changed("O-305", |unit| unit["price"] = 3_150_000.into());
    let showing = [
        "/",
        "/inventario",
        "/oficinas",
        "/contacto-oficinas",
        "/inventario/O-305",
    ];
    let others = [
        "/locales-comerciales",
        "/contacto-locales",
        "/aviso-de-privacidad",
        "/inventario/O-306",
    ];
    for page in showing.iter().chain(&others) {
        for lang in [ES, EN] {
            assert_eq!(
                pages.contains(&lang.path(page)),
                showing.contains(page),
                "{lang} {page}"
            );
        }
    }
    // A second build of the same renders nothing.
    assert_eq!(changed("O-305", |_| {}), (BTreeSet::new(), 0));
}

#[test]
fn units_without_a_plan_show_the_picture_of_the_inventory() {
    let project = torre::copied();
    torre::link_cache(project.path());
    fs::remove_file(project.path().join("content/geometry.json")).unwrap();
    let made = Made::make(project.path(), site_with(project.path(), |_| {})).unwrap();
    assert_eq!(made.files.len(), 24);
    let by_page = made.by_page();
    for page in made
        .site
        .pages
        .iter()
        .filter(|page| matches!(page.kind, PageKind::Unit(_)))
    {
        assert_eq!(
            by_page[page.url.as_str()].url,
            by_page[page.lang.path("/inventario").as_str()].url
        );
    }
}

#[test]
fn a_wrong_file_is_reported_with_its_place() {
    let project = torre::copied();
    torre::link_cache(project.path());
    let problem = || {
        let site = site_with(project.path(), |_| {});
        lines(
            Made::make(project.path(), site)
                .unwrap_err()
                .problems()
                .unwrap(),
        )
        .swap_remove(0)
    };
    let font = project.path().join("templates/documents/fonts/display.ttf");
    let whole = fs::read(&font).unwrap();
    fs::write(&font, "no font").unwrap();
    assert!(problem().contains("is not a font"), "{}", problem());
    fs::write(&font, whole).unwrap();
    for (svg, message) in [
        (
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\n{{ unit.cod }}</svg>",
            ":2:4: `unit.cod` is undefined: the error occurs in /en/inventario/L-101 and 67 more",
        ),
        ("<svg", ": the drawing is not valid SVG"),
        (
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
            "must be 1200 x 630",
        ),
    ] {
        write(project.path(), "templates/share/unit.svg", svg);
        let said = problem();
        assert!(
            said.starts_with("templates/share/unit.svg") && said.contains(message),
            "{said}"
        );
    }
}

/// How many letters the name of a unit has at most, without its first one.
const LETTERS_OF_A_UNIT: usize = 30;

#[test]
#[ignore = "make test-rest"]
fn no_text_of_the_platform_stops_a_build() {
    // Those that `platform::text` accepts.
    let is_turn = |letter| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut letters: Vec<char> = ('!'..='\u{33ff}')
        .chain('\u{1f300}'..='\u{1f5ff}')
        .collect();
    letters.retain(|letter| !letter.is_control() && !letter.is_whitespace() && !is_turn(*letter));
    let project = torre::copied();
    for letters in letters.chunks(UNITS * LETTERS_OF_A_UNIT) {
        let texts = letters
            .chunks(LETTERS_OF_A_UNIT)
            .map(|chunk| chunk.iter().collect::<String>());
        let texts = std::cell::RefCell::new(texts.collect::<Vec<_>>().into_iter().cycle());
        let mut site = site_with(project.path(), |unit| {
            let text = texts.borrow_mut().next().unwrap();
            unit["unit"] = format!("1{text}").into();
            unit["typology"] = format!("T{text}").into();
        });
        // Texts of the platform are the same in each language.
        Arc::get_mut(&mut site)
            .unwrap()
            .pages
            .retain(|page| page.lang == ES);
        assert!(drawings(project.path(), &site).len() > UNITS);
    }
    let site = site_with(project.path(), |unit| unit["unit"] = "Suíte ☂_1".into());
    let mut shown = drawings(project.path(), &site).into_values();
    assert!(
        shown.any(|svg| svg.contains("Suíte ?_1")),
        "`?` replaces what the fonts of this theme lack"
    );
}
