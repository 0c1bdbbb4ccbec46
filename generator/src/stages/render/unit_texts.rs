//! Units with their texts in one language, as islands show them: amounts, taxes and areas are computed and written here, and
//! not in the browser.

use std::collections::BTreeMap;

use platform::area::Area;
use platform::money::Money;
use platform::unit::Unit;
use serde::Serialize;
use ts_rs::TS;

use model::lang::{Lang, PerLang};
use model::localized::Localized;
use model::site::Site;
use model::strings::StringsError;

/// The field with the [`access_key`] of a unit among the declared ones, by which the inventory filters.
pub(crate) const ACCESS_FIELD: &str = "access";

/// The text about the door of a unit as links of every language have it: `desde-la-calle`.
pub(crate) fn access_key(site: &Site, access: &PerLang<String>) -> String {
    let text = access.get(site.config.languages.first()).to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join("-")
}

/// A unit of the development as islands show it. Areas are in square metres, the price in minor units of the currency before VAT.
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
    /// The price with the tax.
    total: String,
    /// The price of a square metre before VAT, with both bases where the unit has a terrace.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    per_m2: Option<String>,
    /// The price before VAT and the total in the second currency, each as a whole text, on a site with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    reference: Option<[String; 2]>,
    /// The declared fields whose text is not that of their value.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>", optional)]
    fields: BTreeMap<String, String>,
}

/// The areas of a unit.
#[derive(Debug, Serialize, TS)]
pub(crate) struct AreaTexts {
    /// In one text; with a terrace `97.20 m² interiores + 82.80 m² de terraza`.
    area: String,
    area_total: String,
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

fn texts<'a>(site: &'a Site, lang: Lang, unit: &Unit, suffix: &str) -> UnitTexts {
    let price = site.config.price(unit);
    let has_tax = site.config.vat_percent(unit.unit_use) > 0;
    let total = price.map_or(unit.price, |price| price.total);
    let localized = Localized::new(site, lang);
    // A cell of the table breaks the price here only.
    let net = localized.money(unit.price).replace(" (", "\n(");
    let areas = |write: fn(&Localized<'a>, Area) -> String| AreaTexts {
        area: localized.unit_area(unit, write).unwrap_or_default(),
        area_total: write(&localized, unit.area),
        interior: write(&localized, unit.interior),
        terrace: (!unit.terrace.is_zero()).then(|| write(&localized, unit.terrace)),
    };
    let declared = site.config.unit_fields.iter().filter(|field| !field.shows_as_sent());
    UnitTexts {
        areas: areas(Localized::square_metres),
        full: lang.uses_square_feet().then(|| areas(Localized::area)),
        price: match has_tax {
            true => format!("{net} {suffix}"),
            false => net,
        },
        vat: price.filter(|_| has_tax).map(|price| localized.money(price.vat)),
        total: localized.money(total),
        per_m2: localized.rates_line(unit),
        reference: reference_texts(localized, unit.price, total, suffix, has_tax),
        fields: declared
            .filter_map(|field| Some((field.key.clone(), localized.field(field, field.value(unit)?).ok()?)))
            .chain(
                site.config
                    .unit_facts
                    .access(unit)
                    .map(|access| (ACCESS_FIELD.to_owned(), access_key(site, access))),
            )
            .collect(),
    }
}

/// `aprox. $230,574 USD + IVA`, and the sentence `aprox. $267,466 USD. ` about the total.
fn reference_texts(
    localized: Localized<'_>,
    net: Money,
    total: Money,
    suffix: &str,
    has_tax: bool,
) -> Option<[String; 2]> {
    let about = localized.text("payment.about").ok()?;
    let (net, total) = (localized.reference(net)?, localized.reference(total)?);
    let suffix = if has_tax { format!(" {suffix}") } else { String::new() };
    Some([format!("{about} {net}{suffix}"), format!("{about} {total}. ")])
}
