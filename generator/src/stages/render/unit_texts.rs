//! Units with their texts in one language, as islands show them: amounts, taxes and areas are computed and written here, and
//! not in the browser.

use std::collections::BTreeMap;

use platform::area::price_per_square_metre_text;
use platform::unit::Unit;
use serde::Serialize;
use ts_rs::TS;

use model::lang::Lang;
use model::localized::Localized;
use model::site::Site;
use model::strings::StringsError;

/// A unit of the development as islands show it. Areas are in square metres, the price in centavos before VAT.
#[derive(Debug, Serialize, TS)]
#[ts(rename = "Unit")]
pub(crate) struct ShownUnit<'a> {
    #[serde(flatten)]
    #[ts(flatten)]
    unit: &'a Unit,
    text: UnitTexts,
}

/// The texts of a unit, as visitors read them.
#[derive(Debug, Serialize, TS)]
pub(crate) struct UnitTexts {
    #[serde(flatten)]
    #[ts(flatten)]
    areas: AreaTexts,
    /// The areas in square feet too, in languages whose readers think in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    full: Option<AreaTexts>,
    /// The price before VAT, with "+ IVA" where it has tax.
    price: String,
    /// The tax, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    vat: Option<String>,
    /// What the buyer pays.
    total: String,
    /// The price of a square metre before VAT.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    per_m2: Option<String>,
    /// The total in dollars, on a site with an exchange rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    usd: Option<String>,
    /// The declared fields whose text is not that of their value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>", optional)]
    fields: BTreeMap<String, String>,
}

/// The areas of a unit.
#[derive(Debug, Serialize, TS)]
pub(crate) struct AreaTexts {
    area: String,
    interior: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    terrace: Option<String>,
}

/// Units with their texts.
///
/// # Errors
/// The site lacks the string that follows a price before VAT.
pub(crate) fn with_texts<'a>(
    site: &'a Site,
    lang: Lang,
    units: impl IntoIterator<Item = &'a Unit>,
) -> Result<Vec<ShownUnit<'a>>, StringsError> {
    let localized = Localized::new(site, lang);
    let suffix = localized.text("price.vat_suffix")?;
    let shown = |unit| ShownUnit { unit, text: texts(site, lang, unit, &suffix) };
    Ok(units.into_iter().map(shown).collect())
}

fn texts(site: &Site, lang: Lang, unit: &Unit, suffix: &str) -> UnitTexts {
    let price = site.config.price(unit);
    let has_tax = site.config.vat_percent(unit.unit_use) > 0;
    let total = price.map_or(unit.price, |price| price.total);
    let usd = site.config.usd.as_ref();
    let areas = |written: &dyn Fn(platform::area::Area) -> String| AreaTexts {
        area: written(unit.area),
        interior: written(unit.interior),
        terrace: (!unit.terrace.is_zero()).then(|| written(unit.terrace)),
    };
    let localized = Localized::new(site, lang);
    let declared = site.config.unit_fields.iter().filter(|field| !field.shows_as_sent());
    UnitTexts {
        areas: areas(&|area| area.to_string()),
        full: lang.uses_square_feet().then(|| areas(&|area| localized.area(area))),
        price: match has_tax {
            true => format!("{} {suffix}", unit.price),
            false => unit.price.to_string(),
        },
        vat: price.filter(|_| has_tax).map(|price| price.vat.to_string()),
        total: total.to_string(),
        per_m2: price_per_square_metre_text(unit.price, unit.area),
        usd: usd.and_then(|usd| Some(usd.rate.dollars(total)?.to_string())),
        fields: declared
            .filter_map(|field| Some((field.key.clone(), localized.field(field, field.value(unit)?).ok()?)))
            .collect(),
    }
}
