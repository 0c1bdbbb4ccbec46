//! `leads.json`: what the lead function has of the site, written beside it.

use std::collections::{BTreeMap, BTreeSet};

use lead_site::{
    Development, FormKind, Language, LeadSite, LeadUnit, MAX_FIELDS, UnitPage, VERSION,
    standard_forms,
};

use crate::outputs::questions::questions;
use crate::outputs::share::SharePictures;
use crate::outputs::values::Described;
use crate::stages::render::functions::island_props::form::visit_hours;
use formats::problem::Bug;
use model::dates;
use model::lang::Lang;
use model::localized::Localized;
use model::site::{Page, PageKind, Site, template};

pub(super) fn leads_file(described: &Described, share: &SharePictures) -> Result<Vec<u8>, Bug> {
    let bug = |error: serde_json::Error| Bug(format!("leads.json: {error}"));
    let site = &described.site;
    let config = &site.config;
    let address = &config.showroom.address;
    let hours = config.showroom.hours.as_ref().map(visit_hours);
    let mut counted = BTreeSet::new();
    if config.counts {
        let templates = site.pages.iter().map(Page::template_name);
        counted.extend(templates.map(str::to_owned));
    }
    let mut forms = standard_forms(
        |labels| options(site, config.languages.first(), labels),
        hours.as_ref(),
    );
    let own = questions(site).map_err(|error| Bug(format!("leads.json: {error}")))?;
    for (kind, questions) in own {
        if let Some(form) = forms.get_mut(&kind) {
            form.questions = questions;
        }
    }
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
        forms,
        units: units(described, share),
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
    let own = site.config.forms.values().map(|own| own.fields.len());
    let most_questions = own.max().unwrap_or_default();
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
        errors_titles: (1..=MAX_FIELDS + most_questions)
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
fn units(described: &Described, share: &SharePictures) -> BTreeMap<String, LeadUnit> {
    let site = &described.site;
    let mut units = BTreeMap::<String, LeadUnit>::new();
    let team = &described.get(site.config.team_language()).catalogue;
    for (position, page) in site.pages.iter().enumerate() {
        let PageKind::Unit(index) = page.kind else {
            continue;
        };
        let unit = &site.inventory.units[index];
        let view = &described.get(page.lang).catalogue.units[index];
        let shown = UnitPage {
            name: view.name.as_ref().unwrap_or(&view.label).to_string(),
            level: view
                .level
                .as_deref()
                .map_or_else(|| unit.level.to_string(), str::to_owned),
            page: page.url.clone(),
            sheet: view.sheet.as_deref().map(str::to_owned),
            picture: share.of_page(position).map(|picture| picture.url.clone()),
        };
        let of_unit = units.entry(view.label.to_string()).or_insert_with(|| {
            let view = &team.units[index];
            let price = &view.price;
            let area = view.areas.metres.as_deref().map(str::to_owned);
            LeadUnit {
                address: (view.code != view.label).then(|| view.code.to_string()),
                status: unit.status.key().to_owned(),
                area: area.unwrap_or_else(|| team.localized().square_metres(unit.area)),
                // Of a unit for rent only, the rent with its name and period, which is no price.
                rent: price.rent.as_ref().and_then(|rent| {
                    let is_for_sale = price.amounts.is_some();
                    is_for_sale.then(|| rent.named.to_string())
                }),
                net: price.vat.as_ref().map(|_| price.net.to_string()),
                total: match &price.rent {
                    Some(rent) if price.amounts.is_none() => rent.named.to_string(),
                    _ => price.total.to_string(),
                },
                on_request: price.amounts.is_none(),
                pages: BTreeMap::new(),
            }
        });
        of_unit.pages.insert(page.lang.code().to_owned(), shown);
    }
    units
}
