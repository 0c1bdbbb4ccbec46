//! The documents of another building: many levels, and nothing of what a site may leave out.

use std::sync::Arc;

use building::Plan;
use generator::stages::documents::typesetter::typeset;
use generator::stages::documents::{self, Job};
use model::inventory::InventorySummary;
use model::lang::sample::BOTH;
use model::localized::Localized;
use model::site::Site;
use platform::money::Currency;
use platform::unit::{Level, Unit};

use super::{inventory, root, site};
use crate::support::pdf::Pdf;
use crate::support::requests;

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
        summary: InventorySummary::new(&units.units, Currency::MXN, |_| false, |unit| own.config.floor(unit)),
        inventory: Arc::new(units),
        ..own
    })
}

#[test]
fn a_high_building_without_optional_data_has_its_documents() {
    let site = high_building();
    let jobs: Vec<Job> = documents::jobs(&site, &Arc::default())
        .unwrap()
        .into_iter()
        .filter(|job| job.template != "unit.typ" || job.path.ends_with("-12.pdf"))
        .collect();
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
                assert!(
                    pages.iter().any(|page| page.contains("5 a 12") || page.contains("5 to 12")),
                    "{path}"
                );
                let basement = Localized::new(&site, lang_of(job)).level(Level(-1)).unwrap();
                assert!(pages.iter().any(|page| page.contains(&basement)), "{path}: {basement}");
            }
            "unit.typ" => {
                assert_eq!(pages.len(), 1, "{path}");
                assert!(pages[0].contains(&last), "{path}: {}", pages[0]);
            }
            _ => {}
        }
    }
}

fn lang_of(job: &Job) -> model::lang::Lang {
    BOTH.find(job.data["lang"].as_str().unwrap()).unwrap()
}
