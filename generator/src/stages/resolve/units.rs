//! The pages of units, and the addresses of units that the platform no longer lists.

use std::collections::HashSet;

use building::Plan;
use formats::problem::{Code, Problem};
use model::config::Config;
use model::document::Document;
use model::inventory::Inventory;
use model::lang::PerLang;
use model::site::{Addresses, Page, PageKind, Routes, path_with_template, template};
use model::source::{Robots, ScheduleState};
use model::strings::Strings;
use model::theme::Theme;
use platform::unit::UnitCode;
use platform::unit_field::FieldValue;

/// Adds the pages of all units to those of the content, in the order of the inventory; none when there is no inventory page.
pub(super) fn add_pages(
    pages: &mut Vec<Page>,
    config: &Config,
    addresses: &Addresses,
    inventory: &Inventory,
) {
    let Some(parent) = path_with_template(&*pages, config, template::INVENTORY).map(str::to_owned) else {
        return;
    };
    for (index, unit) in inventory.units.iter().enumerate() {
        let neutral = format!("{parent}/{}", unit.code);
        pages.extend(config.languages.iter().map(|lang| Page {
            lang,
            url: addresses.path(lang, &neutral),
            file: addresses.file(lang, &neutral),
            neutral: neutral.clone(),
            template: "pages/unit.html".into(),
            robots: Robots::Index,
            no_store: false,
            state: ScheduleState::Published,
            refused: None,
            kind: PageKind::Unit(index),
        }));
    }
}

/// Every address of every unit that is gone: its pages and documents redirect, so authors' links to them are valid.
pub(super) fn gone_addresses(config: &Config, inventory: &Inventory, routes: &Routes) -> HashSet<String> {
    let addresses = |code: &UnitCode| {
        let sheet = Document::UnitSheet(code.as_str());
        let sheets = config.languages.iter().map(|lang| format!("/{}", sheet.path(lang, &config.product)));
        sheets.chain([routes.unit(code)]).collect::<Vec<_>>()
    };
    inventory.history.gone.iter().flat_map(addresses).collect()
}

/// A problem for each page that `uses` in `site.yaml` names and the site does not have, and for each use that forms offer
/// and a language has no name for.
pub(super) fn incomplete_uses(config: &Config, strings: &PerLang<Strings>, pages: &[Page]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, declared) in config.uses.iter().enumerate() {
        let key = declared.key;
        let named = [("page", &declared.page), ("contact", &declared.contact)];
        for (name, neutral) in named.into_iter().filter_map(|(name, page)| Some((name, page.as_ref()?))) {
            if !pages.iter().any(|page| page.neutral == *neutral) {
                let what =
                    format!("`{name}` of the use `{key}` is `{neutral}`, which is not the path of a page");
                let problem = config.problem(Code::MissingPage, &format!("uses.{index}.{name}"), what);
                problems.push(problem.hint(format!("write content/<language>{neutral}.md, or correct it")));
            }
        }
        for strings in strings.values() {
            let has_options = !strings.groups(&["form".to_owned()])["form"]["space_options"].is_null();
            let option = format!("form.space_options.{key}");
            if has_options && strings.plain(&option).is_none() {
                let message = format!("the use `{key}` has no string `{option}`");
                let problem = Problem::in_file(Code::MissingString, &strings.file, message);
                problems.push(problem.hint("forms offer every use: add it"));
            }
        }
    }
    problems
}

/// A warning for each unit with a text that the fonts cannot show.
pub(super) fn undrawn<'a>(theme: &'a Theme, inventory: &'a Inventory) -> impl Iterator<Item = Problem> + 'a {
    inventory.units.iter().filter_map(|unit| {
        let own = unit.fields.values().filter_map(|value| match value {
            FieldValue::Text(text) => Some(text.as_str()),
            _ => None,
        });
        let mut texts = [unit.unit.as_str(), unit.typology.as_str()].into_iter().chain(own);
        let text = texts.find(|text| theme.drawn(text) != **text)?;
        let message = format!("the unit `{}` has the text `{text}`, which has a letter that the fonts lack", unit.code);
        let problem = theme.problem(Code::MissingGlyph, "fonts", message);
        Some(problem.hint("documents and share pictures show `?`: cut the fonts with it, or change the text on the platform"))
    })
}

/// A problem for each unit of `unit_facts` in `site.yaml` that neither the inventory nor the geometry has.
pub(super) fn unknown_facts<'a>(
    config: &'a Config,
    inventory: &'a Inventory,
    plans: &'a [Plan],
) -> impl Iterator<Item = Problem> + 'a {
    let is_known = move |code: &UnitCode| {
        let listed = inventory.units.iter().map(|unit| &unit.code);
        let mut drawn = plans.iter().flat_map(|plan| &plan.units);
        listed.chain(&inventory.history.gone).any(|known| known == code)
            || drawn.any(|unit| unit.code == code.as_str())
    };
    let problem = |code: &UnitCode| {
        let message = format!("`unit_facts.units` names `{code}`, which is not a unit");
        let problem = config.problem(Code::InvalidValue, &format!("unit_facts.units.{code}"), message);
        problem.hint("write the code of a unit, as in the inventory")
    };
    let codes = config.unit_facts.units.keys();
    codes.filter(move |code| !is_known(code)).map(problem)
}
