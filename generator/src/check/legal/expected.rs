//! The texts and amounts that the rules expect in one language, from `site.yaml`, `strings.json` and the inventory.

use std::collections::{BTreeMap, BTreeSet};

use platform::money::Money;

use super::amounts::AmountReader;
use super::shown::plain;
use model::dates;
use model::lang::Lang;
use model::site::Site;

/// The texts and amounts that the rules expect.
pub(super) struct Expected<'a> {
    pub(super) site: &'a Site,
    pub(super) lang: Lang,
    /// How the language writes prices.
    pub(super) reader: AmountReader<'a>,
    /// The total with tax of each net price in the inventory.
    pub(super) totals: BTreeMap<Money, Money>,
    /// Every net price and total in the inventory.
    pub(super) prices: BTreeSet<Money>,
    /// The date of the inventory, in words.
    pub(super) date: String,
    /// Sentences that say until when, or for how many units, the prices are valid; one of them is enough.
    pub(super) validity: Vec<String>,
}

impl<'a> Expected<'a> {
    pub(super) fn from_site(site: &'a Site, lang: Lang) -> Expected<'a> {
        let units = site.inventory.units.iter();
        let mut totals: BTreeMap<Money, Money> = BTreeMap::new();
        for price in units.filter_map(|unit| site.config.price(unit)) {
            // Uses with different taxes may have the same net price; the lowest total is enough for it.
            let total = totals.entry(price.net).or_insert(price.total);
            *total = price.total.min(*total);
        }
        let date = dates::long(lang, site.inventory.date);
        Expected {
            site,
            lang,
            reader: AmountReader::new(site.config.money_format(lang), site.config.reference_format(lang)),
            prices: totals.iter().flat_map(|(net, total)| [*net, *total]).collect(),
            totals,
            validity: validity_sentences(site, lang, &date),
            date: plain(&date),
        }
    }

    /// A price as the language writes it.
    pub(super) fn money(&self, amount: Money) -> String {
        self.site.config.money_format(self.lang).text(amount)
    }

    /// The texts of `strings.json` with these keys, as a reader sees them; unknown and empty ones are left out.
    pub(super) fn strings(&self, keys: &[&str]) -> Vec<String> {
        let strings = self.site.strings.get(self.lang);
        let texts = keys.iter().filter_map(|key| strings.plain(key));
        texts.map(|text| plain(&text)).filter(|text| !text.is_empty()).collect()
    }
}

/// The date of the prices; or the number of available units, of all uses or of one use.
fn validity_sentences(site: &Site, lang: Lang, date: &str) -> Vec<String> {
    let sentence = |key: &str, count: Option<i64>| {
        let value_of = |name: &str| match name {
            "date" => Some(date.to_owned()),
            _ => count.filter(|_| name == "count").map(|count| count.to_string()),
        };
        site.strings.get(lang).text(key, count, &value_of).ok()
    };
    let by_use = site.config.uses.iter().map(|declared| site.summary.of_use(declared.key));
    let in_offer = [site.summary.all].into_iter().chain(by_use).map(|summary| {
        let count = i64::try_from(summary.available()).ok();
        sentence("legal.units_in_offer", count)
    });
    let sentences = [sentence("price.validity", None)].into_iter().chain(in_offer);
    sentences.flatten().map(|text| plain(&text)).collect()
}
