//! The data of a share picture: formatted texts and the shapes of the drawing. Its design is the template.

use std::collections::BTreeMap;

use platform::money::Money;
use platform::unit::{Status, Unit, UnitUse};
use serde::Serialize;

use super::words::{Words, legible};
use model::building::PlanUnit;
use model::lang::Lang;
use model::localized::Localized;
use model::price::Price;
use model::problem::Problem;
use model::site::{Page, Site};
use model::source::PageSource;

/// The data that all cards of a language share.
#[derive(Debug, Serialize)]
pub(super) struct Sheet {
    lang: &'static str,
    /// The development's name.
    site: String,
    /// The site's address without its scheme, as people read it.
    host: String,
    /// What is for sale.
    tagline: String,
    /// Where the development is.
    place: String,
    /// `Disponibilidad al 20 de noviembre de 2026`.
    as_of: String,
    /// The legal note for a picture, and that for a plan.
    illustrative: String,
    illustrative_plan: String,
    /// `+ IVA`.
    vat_suffix: String,
    /// Summary of all units, and of the units of each use.
    all: Summary,
    by_use: BTreeMap<&'static str, Summary>,
}

/// Numbers and prices of a set of units.
#[derive(Debug, Serialize)]
pub(super) struct Summary {
    total: usize,
    free: usize,
    /// `12 disponibles de 46`.
    free_of: String,
    /// The label before the lowest price.
    from_label: String,
    /// The lowest net price of an available unit; none when no unit is available.
    from: Option<String>,
    /// The same price with its tax.
    total_from: Option<String>,
    total_label: String,
}

/// The card of a unit.
#[derive(Debug, Serialize)]
pub(super) struct UnitCard {
    code: String,
    /// The unit's number in the building.
    unit: String,
    title: String,
    r#use: &'static str,
    use_label: String,
    level: String,
    area: String,
    interior: String,
    terrace: Option<String>,
    terrace_label: String,
    typology: String,
    net: String,
    total: String,
    total_label: String,
    status: &'static str,
    status_label: String,
    /// Its shapes on the plan.
    place: Place,
    #[serde(skip)]
    pub(super) alt: String,
}

/// A unit's shapes on its level's plan, decimetres.
#[derive(Debug, Serialize)]
struct Place {
    path: String,
    terrace: Option<String>,
    door: String,
    x: i64,
    y: i64,
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

/// The card of a page of content.
#[derive(Debug, Serialize)]
pub(super) struct PageCard {
    /// The page's first heading, or its title.
    heading: String,
    /// The text above the heading, if the page has one.
    eyebrow: Option<String>,
    /// The page's template, by which a drawing can distinguish pages.
    template: String,
    path: String,
    #[serde(skip)]
    pub(super) alt: String,
}

/// The data that all cards of a language share.
///
/// # Errors
/// A string that the language lacks, or a price that is too large to add the tax.
pub(super) fn sheet(site: &Site, lang: Lang) -> Result<Sheet, Problem> {
    let words = Words(Localized::new(site, lang));
    let date = words.date(site.inventory.date)?;
    let of_use = |unit_use: UnitUse| {
        let units = site
            .inventory
            .units
            .iter()
            .filter(|unit| unit.unit_use == unit_use);
        Ok((unit_use.key(), summary(site, words, units)?))
    };
    let host = &site.config.base_url;
    Ok(Sheet {
        lang: lang.code(),
        site: site.config.name.clone(),
        host: host
            .split_once("://")
            .map_or(host.as_str(), |(_, rest)| rest)
            .to_owned(),
        tagline: words.text("site.tagline", &[])?,
        place: words.text("site.place", &[])?,
        as_of: words.text("inventory.date", &[("date", &date)])?,
        illustrative: words.text("legal.illustrative", &[])?,
        illustrative_plan: words.text("legal.illustrative_plan", &[])?,
        vat_suffix: words.text("price.vat_suffix", &[])?,
        all: summary(site, words, site.inventory.units.iter())?,
        by_use: UnitUse::ALL
            .into_iter()
            .map(of_use)
            .collect::<Result<_, Problem>>()?,
    })
}

fn summary<'a>(
    site: &Site,
    words: Words<'_>,
    units: impl Iterator<Item = &'a Unit> + Clone,
) -> Result<Summary, Problem> {
    let total = units.clone().count();
    let free = units.filter(|unit| unit.status == Status::Available);
    let lowest = free.clone().map(|unit| unit.price).min();
    let lowest = lowest.map(|net| price(site, net, "the inventory")).transpose()?;
    let free = free.count();
    Ok(Summary {
        total,
        free,
        free_of: words.count("selector.available", free, &[("total", &total.to_string())])?,
        from_label: words.text("price.from_label", &[])?,
        from: lowest.map(|price| price.net.to_string()),
        total_from: lowest.map(|price| price.total.to_string()),
        total_label: words.text("price.total", &[])?,
    })
}

fn price(site: &Site, net: Money, whose: &str) -> Result<Price, Problem> {
    let percent = site.config.facts.vat_percent;
    Price::of(net, percent).ok_or_else(|| {
        Problem::in_file(
            "inventory",
            format!("the price {net} of {whose} is too large to add the tax"),
        )
    })
}

/// The card of a unit that is on a plan.
///
/// # Errors
/// A string that the language lacks, or a price that is too large to add the tax.
pub(super) fn unit(site: &Site, lang: Lang, unit: &Unit, place: &PlanUnit) -> Result<UnitCard, Problem> {
    let words = Words(Localized::new(site, lang));
    let code = legible(unit.code.as_str());
    let price = price(site, unit.price, &code)?;
    let (net, total, area) = (
        price.net.to_string(),
        price.total.to_string(),
        unit.area.to_string(),
    );
    let (title, level) = (words.title(unit)?, words.level(unit.level)?);
    let status_label = words.text(&format!("status.{}", unit.status.key()), &[])?;
    let date = words.date(site.inventory.date)?;
    let alt = words.text(
        "share.unit_alt",
        &[
            ("title", &title),
            ("code", &code),
            ("level", &level),
            ("area", &area),
            ("status", &status_label),
            ("date", &date),
            ("total", &total),
            ("net", &net),
        ],
    )?;
    let [left, top, right, bottom] = place.extent;
    Ok(UnitCard {
        unit: legible(&unit.unit),
        title,
        r#use: unit.unit_use.key(),
        use_label: words.text(&format!("use.{}", unit.unit_use.key()), &[])?,
        level,
        area,
        interior: unit.interior.to_string(),
        terrace: (!unit.terrace.is_zero()).then(|| unit.terrace.to_string()),
        terrace_label: words.text("unit.terrace", &[])?,
        typology: legible(&unit.typology),
        net,
        total,
        total_label: words.text("price.total", &[])?,
        status: unit.status.key(),
        status_label,
        place: Place {
            path: place.path.clone(),
            terrace: place.terrace.clone(),
            door: place.door.clone(),
            x: place.x,
            y: place.y,
            left,
            top,
            right,
            bottom,
        },
        code,
        alt,
    })
}

/// The card of a page of content.
///
/// # Errors
/// A string that the language lacks.
pub(super) fn page(site: &Site, page: &Page, source: &PageSource) -> Result<PageCard, Problem> {
    let words = Words(Localized::new(site, page.lang));
    let hero = |name: &str| source.front.data["hero"][name].as_str().map(str::to_owned);
    let heading = hero("title").unwrap_or_else(|| source.front.title.clone());
    let units = &site.inventory.units;
    let free = units
        .iter()
        .filter(|unit| unit.status == Status::Available)
        .count();
    let (date, total) = (words.date(site.inventory.date)?, units.len().to_string());
    let name = site.config.name.as_str();
    let values = [
        ("heading", heading.as_str()),
        ("site", name),
        ("total", &total),
        ("date", &date),
    ];
    let alt = words.count("share.page_alt", free, &values)?;
    Ok(PageCard {
        eyebrow: hero("eyebrow"),
        template: source.front.template.clone(),
        path: page.neutral.clone(),
        heading,
        alt,
    })
}
