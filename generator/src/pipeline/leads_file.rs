//! `leads.json`: what the lead function has of the site, written beside it.

use std::collections::{BTreeMap, BTreeSet};

use lead_site::{
    Development, FormKind, Language, LeadSite, LeadUnit, MAX_FIELDS, UnitPage, VERSION,
    standard_forms,
};

use crate::outputs::share::SharePictures;
use crate::stages::render::functions::island_props::form::visit_hours;
use formats::problem::Bug;
use model::dates;
use model::document::Document;
use model::lang::Lang;
use model::localized::Localized;
use model::site::{PageKind, Site, template};

pub(super) fn leads_file(site: &Site, share: &SharePictures) -> Result<Vec<u8>, Bug> {
    let bug = |error: serde_json::Error| Bug(format!("leads.json: {error}"));
    let config = &site.config;
    let address = &config.showroom.address;
    let hours = config.showroom.hours.as_ref().map(visit_hours);
    let counted = site.pages.iter().filter(|_| config.counts);
    let counted: BTreeSet<String> = counted
        .map(|page| page.template_name().to_owned())
        .collect();
    let lead_site = LeadSite {
        version: VERSION,
        development: Development {
            code: config.platform.project_code.clone(),
            name: config.name.clone(),
            zones: config.platform.project_name.clone(),
            email_to: config.contact.no_reply_email.clone(),
            email_cc: config.contact.email.clone(),
        },
        date: site.inventory.date,
        time_zone: config.time_zone.name().to_owned(),
        phone: config.contact.phone.label.clone(),
        responsible: format!(
            "{}, {}, {}, {}",
            config.legal.responsible, address.street, address.locality, address.region
        ),
        notice_version: config.legal.notice_version.clone(),
        earlier_notices: BTreeMap::new(),
        theme: serde_json::to_value(&*site.theme)
            .and_then(serde_json::from_value)
            .map_err(bug)?,
        languages: config
            .languages
            .iter()
            .map(|lang| language(site, lang))
            .collect(),
        team_language: config.team_language().code().to_owned(),
        forms: standard_forms(
            |labels| options(site, config.languages.first(), labels),
            hours.as_ref(),
        ),
        units: units(site, share),
        counts: counted.into_iter().collect(),
    };
    lead_site.to_bytes().map_err(bug)
}

/// The keys of a group of strings, in their order.
fn options(site: &Site, lang: Lang, labels: &str) -> Vec<String> {
    let Some((group, name)) = labels.split_once('.') else {
        return Vec::new();
    };
    let strings = site.strings.get(lang).groups(&[group.to_owned()]);
    strings[group][name]
        .as_object()
        .into_iter()
        .flat_map(|options| options.keys().cloned())
        .collect()
}

fn language(site: &Site, lang: Lang) -> Language {
    let strings = site.strings.get(lang);
    let localized = Localized::new(site, lang);
    let brochure = site.routes.with_template(template::BROCHURE);
    let thanks = |kind: FormKind| match (kind, brochure) {
        // The section of templates/pages/brochure.html that thanks for a request.
        (FormKind::Brochure, Some(brochure)) => site
            .routes
            .addresses
            .path(lang, &format!("{brochure}#gracias")),
        _ => localized.page_with(template::THANKS),
    };
    let kinds = FormKind::POSTED.into_iter().chain([FormKind::Mail]);
    let shown = strings.messages().filter(|(key, _)| Language::shows(key));
    let notice = site
        .pages
        .iter()
        .find(|page| page.lang == lang && page.has_template(template::PRIVACY));
    let title = |count| strings.counted("form.errors_title", count, &[]).ok();
    Language {
        code: lang.code().to_owned(),
        locale: lang.locale().to_owned(),
        name: lang.name().to_owned(),
        home: lang.path("/"),
        privacy: localized.page_with(template::PRIVACY),
        thanks: kinds.map(|kind| (kind, thanks(kind))).collect(),
        notice: notice
            .and_then(|page| page.source())
            .map(|source| source.body.clone())
            .unwrap_or_default(),
        errors_titles: (1..=MAX_FIELDS)
            .map_while(title)
            .map(|title| title.to_string())
            .collect(),
        dates: dates::by_month(lang),
        strings: shown
            .map(|(key, message)| (key.to_owned(), message.source().to_owned()))
            .collect(),
    }
}

/// The units with a page, by their code.
fn units(site: &Site, share: &SharePictures) -> BTreeMap<String, LeadUnit> {
    let mut units = BTreeMap::<String, LeadUnit>::new();
    let team = Localized::new(site, site.config.team_language());
    for (index, page) in site.pages.iter().enumerate() {
        let PageKind::Unit(unit) = page.kind else {
            continue;
        };
        let unit = &site.inventory.units[unit];
        let price = site.config.price(unit);
        let localized = Localized::new(site, page.lang);
        let code = unit.code.as_str();
        let sheet = Document::UnitSheet(code);
        let shown = UnitPage {
            name: localized
                .unit_name(unit)
                .unwrap_or_else(|_| code.to_owned()),
            level: localized
                .floor(site.config.floor(unit))
                .unwrap_or_else(|_| unit.level.to_string()),
            page: page.url.clone(),
            sheet: site
                .has_document(sheet)
                .then(|| format!("/{}", sheet.path(page.lang, &site.config.product))),
            picture: share.of_page(index).map(|picture| picture.url.clone()),
        };
        let has_vat = site.config.vat(unit.unit_use).percent > 0;
        let of_unit = units.entry(code.to_owned()).or_insert_with(|| LeadUnit {
            status: unit.status.key().to_owned(),
            area: team
                .unit_area(unit, Localized::square_metres)
                .unwrap_or_else(|_| team.square_metres(unit.area)),
            net: has_vat.then(|| team.money(price.net)),
            total: team.money(price.total),
            pages: BTreeMap::new(),
        });
        of_unit.pages.insert(page.lang.code().to_owned(), shown);
    }
    units
}
