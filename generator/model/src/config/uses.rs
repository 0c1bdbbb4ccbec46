//! The `uses:` section of `site.yaml`: what the units of the development are, with the tax on each.

use std::collections::BTreeSet;

use platform::money::Money;
use platform::unit::{Unit, UnitUse};
use serde::{Deserialize, Serialize};

use super::Config;
use crate::payment::{PaymentPlan, Schedule};
use crate::price::Price;

/// A use of units.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// The use.
    pub key: UnitUse,
    /// Value added tax (IVA) on units of this use, in percent; `facts.vat_percent` when absent.
    #[serde(default)]
    pub vat_percent: Option<u8>,
}

/// The uses of a `site.yaml` without `uses:`.
pub(super) fn default_uses() -> Vec<Use> {
    UnitUse::ALL
        .map(|key| Use {
            key,
            vat_percent: None,
        })
        .into()
}

/// Which units of a development have tax on their price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taxed {
    /// Every use has a rate above zero.
    All,
    /// Some uses have a rate of zero.
    Some,
    /// The rate is zero for every use.
    None,
}

impl Taxed {
    /// Of prices with these rates, in percent.
    pub fn of(rates: &[u8]) -> Taxed {
        let is_taxed = |rate: &u8| *rate > 0;
        match (rates.iter().all(is_taxed), rates.iter().any(is_taxed)) {
            (_, false) => Taxed::None,
            (true, _) => Taxed::All,
            _ => Taxed::Some,
        }
    }
}

impl Config {
    /// Value added tax on units of a use, in percent.
    pub fn vat_percent(&self, unit_use: UnitUse) -> u8 {
        let declared = self.uses.iter().find(|declared| declared.key == unit_use);
        declared
            .and_then(|declared| declared.vat_percent)
            .unwrap_or(self.facts.vat_percent)
    }

    /// The distinct rates of all uses, in percent, ascending.
    pub fn vat_rates(&self) -> Vec<u8> {
        let rates = self.uses.iter().map(|declared| self.vat_percent(declared.key));
        rates.collect::<BTreeSet<u8>>().into_iter().collect()
    }

    /// The highest rate of all uses, in percent; zero when no price has tax.
    pub fn highest_vat_percent(&self) -> u8 {
        self.vat_rates().last().copied().unwrap_or_default()
    }

    /// The price of a unit with the tax of its use. `None` when it is too large to add the tax.
    pub fn price(&self, unit: &Unit) -> Option<Price> {
        self.price_of(unit.unit_use, unit.price)
    }

    /// A net price of a use with its tax. `None` when it is too large to add the tax.
    pub fn price_of(&self, unit_use: UnitUse, net: Money) -> Option<Price> {
        Price::of(net, self.vat_percent(unit_use))
    }

    /// The payments of a plan for a unit. `None` when its price is too large.
    pub fn schedule(&self, unit: &Unit, plan: &PaymentPlan) -> Option<Schedule> {
        Schedule::of(unit.price, self.vat_percent(unit.unit_use), plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::own;

    fn with_rates(office: u8, shop: u8) -> Config {
        let mut config = Config::parse(&own()).unwrap();
        for (declared, rate) in config.uses.iter_mut().zip([office, shop]) {
            declared.vat_percent = Some(rate);
        }
        config
    }

    #[test]
    fn a_use_without_a_rate_has_that_of_the_facts() {
        let config = Config::parse(&own()).unwrap();
        assert_eq!((config.vat_rates(), config.highest_vat_percent()), (vec![16], 16));
    }

    #[test]
    fn each_use_has_its_own_rate() {
        let mixed = with_rates(0, 8);
        assert_eq!(
            mixed.price_of(UnitUse::Office, Money(100)).unwrap().total,
            Money(100)
        );
        assert_eq!(
            mixed.price_of(UnitUse::CommercialUnit, Money(100)).unwrap().total,
            Money(108)
        );
        assert_eq!(mixed.vat_rates(), [0, 8]);
        let free = with_rates(0, 0);
        assert_eq!((free.vat_rates(), free.highest_vat_percent()), (vec![0], 0));
        let all = [with_rates(16, 16), mixed, free].map(|config| Taxed::of(&config.vat_rates()));
        assert_eq!(all, [Taxed::All, Taxed::Some, Taxed::None]);
    }
}
