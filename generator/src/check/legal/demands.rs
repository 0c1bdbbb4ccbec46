//! What the rules look for in one language: the true words and amounts, from `site.yaml`, the texts and the inventory.

use std::collections::{BTreeMap, BTreeSet};

use platform::money::Money;
use platform::unit::{Status, UnitUse};

use super::amounts::pesos;
use super::shown::plain;
use model::config::Legal;
use model::dates;
use model::lang::Lang;
use model::price::Price;
use model::site::Site;

/// The sentence that counts the units of an offer.
const LIMITED: &str = "legal.units_in_offer";

/// What must stand on the pages of a language.
pub(super) struct Demands<'a> {
    pub(super) site: &'a Site,
    pub(super) lang: Lang,
    /// The total of each net price in the inventory.
    pub(super) totals: BTreeMap<Money, Money>,
    /// Every price of a unit, net and total.
    prices: BTreeSet<Money>,
    /// Sentences that say until when, or for how many units, an offer holds. One is enough.
    pub(super) validity: Vec<String>,
}

impl<'a> Demands<'a> {
    pub(super) fn of(site: &'a Site, lang: Lang) -> Demands<'a> {
        let percent = site.config.facts.vat_percent;
        let units = site.inventory.units.iter();
        let priced = units.filter_map(|unit| Price::of(unit.price, percent));
        let totals: BTreeMap<Money, Money> = priced.map(|price| (price.net, price.total)).collect();
        let mut demands = Demands {
            site,
            lang,
            prices: totals.iter().flat_map(|(net, total)| [*net, *total]).collect(),
            totals,
            validity: Vec::new(),
        };
        demands.validity = demands.validity_sentences();
        demands
    }

    fn validity_sentences(&self) -> Vec<String> {
        let strings = self.site.strings.get(self.lang);
        let date = dates::long(strings, self.site.inventory.date).unwrap_or_default();
        let free = |wanted: &[UnitUse]| {
            let units = self.site.inventory.units.iter();
            let free = units.filter(|unit| unit.status == Status::Available);
            free.filter(|unit| wanted.contains(&unit.unit_use)).count()
        };
        let sentence = |key: &str, count: usize| {
            let value_of = |name: &str| match name {
                "date" => Some(date.clone()),
                "count" => Some(count.to_string()),
                _ => None,
            };
            let plural = i64::try_from(count).ok().filter(|_| key == LIMITED);
            let text = strings.text(key, plural, &value_of).ok()?;
            Some(plain(&text))
        };
        // An offer is of all units, or of those of one use.
        let [offices, shops] = UnitUse::ALL;
        let offers = [&[offices, shops][..], &[offices], &[shops]];
        let limited = offers.map(|wanted| sentence(LIMITED, free(wanted)));
        let dated = sentence("price.validity", 0);
        limited.into_iter().chain([dated]).flatten().collect()
    }

    pub(super) fn legal(&self) -> &'a Legal {
        &self.site.config.legal
    }

    /// A text of the language, as it stands among a page's words.
    pub(super) fn string(&self, key: &str) -> Option<String> {
        let text = self.site.strings.get(self.lang).plain(key)?;
        Some(plain(&text)).filter(|text| !text.is_empty())
    }

    /// Whether an amount is the total of a unit whose net price stands on the page: one unit's total can be what
    /// another costs before tax.
    pub(super) fn is_total(&self, amount: Money, on_page: &BTreeSet<Money>) -> bool {
        let mut nets = on_page.iter();
        nets.any(|net| self.totals.get(net) == Some(&amount))
    }

    /// Whether a text says what a unit costs.
    pub(super) fn offers(&self, text: &str) -> bool {
        pesos(text).into_iter().any(|amount| self.is_price(amount))
    }

    /// Whether an amount is the net price or the total of a unit.
    pub(super) fn is_price(&self, amount: Money) -> bool {
        self.prices.contains(&amount)
    }
}
