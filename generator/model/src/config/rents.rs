//! The `rents:` section of `site.yaml`: what the rents of units are, and the rent of a unit for its whole period, with the tax.

use platform::area::Area;
use platform::money::{Currency, Money};
use platform::unit::{Unit, UnitUse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Config;
use crate::lang::{Lang, PerLang};
use crate::locale_formats::{MoneyFormat, PriceCurrency};
use crate::price::{Price, Vat};

/// The key of the filter by what is offered, which is not a field of units.
pub const OFFER_FIELD: &str = "offer";

/// The keys that a site with rents needs itself, and no declared field can have.
pub(super) const OWN_KEYS: [&str; 2] = ["rent", OFFER_FIELD];

/// What the rents are that the platform sends.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rents {
    /// The period of a rent.
    pub period: RentPeriod,
    /// Whether a rent is that of a square metre; the one of the unit is then computed from its area.
    #[serde(default)]
    pub per_m2: bool,
    /// Their currency: a code of ISO 4217, that of prices when absent.
    #[serde(default, skip_serializing)]
    pub(super) currency: Option<PriceCurrency>,
    /// Value added tax (IVA) on rents, in percent; that on prices of the use when absent.
    pub vat_percent: Option<u8>,
    /// The deposit, in words.
    pub deposit: Option<PerLang<String>>,
    /// Further conditions, in words: the shortest term, yearly increases.
    pub terms: Option<PerLang<String>>,
}

/// The period of a rent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RentPeriod {
    /// A month.
    Month,
    /// A year.
    Year,
}

impl RentPeriod {
    /// Its name in `site.yaml` and in the keys of strings.
    pub const fn key(self) -> &'static str {
        match self {
            RentPeriod::Month => "month",
            RentPeriod::Year => "year",
        }
    }

    /// Its code of UN/CEFACT.
    pub const fn unit_code(self) -> &'static str {
        match self {
            RentPeriod::Month => "MON",
            RentPeriod::Year => "ANN",
        }
    }
}

impl Rents {
    /// The key of the text of a rent as the platform sends it, whose amount is `{{amount}}`.
    pub const fn listed_key(&self) -> &'static str {
        match (self.period, self.per_m2) {
            (RentPeriod::Month, false) => "rent.per_month",
            (RentPeriod::Month, true) => "rent.per_m2_month",
            (RentPeriod::Year, false) => "rent.per_year",
            (RentPeriod::Year, true) => "rent.per_m2_year",
        }
    }

    /// The key of the text of the rent of a unit.
    pub const fn unit_key(&self) -> &'static str {
        match self.period {
            RentPeriod::Month => "rent.per_month",
            RentPeriod::Year => "rent.per_year",
        }
    }

    /// The key of the name of the rent of a unit with its tax.
    pub const fn total_label_key(&self) -> &'static str {
        match self.period {
            RentPeriod::Month => "rent.total_of_month",
            RentPeriod::Year => "rent.total_of_year",
        }
    }

    /// The key of the name of the rent of a unit for a period.
    pub const fn label_key(&self) -> &'static str {
        match self.period {
            RentPeriod::Month => "rent.of_month",
            RentPeriod::Year => "rent.of_year",
        }
    }
}

/// The rent of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rent {
    /// Before tax, as the platform sends it: of the unit, or of a square metre.
    pub listed: Money,
    /// Of the unit for the period, with its tax.
    pub price: Price,
}

impl Config {
    /// The currency of rents, on a site with rents.
    pub fn rent_currency(&self) -> Option<Currency> {
        let rents = self.rents.as_ref()?;
        let own = rents.currency.map(|currency| currency.0);
        Some(own.unwrap_or_else(|| self.currency()))
    }

    /// Whether rents are in another currency than prices.
    pub fn has_foreign_rents(&self) -> bool {
        self.rent_currency()
            .is_some_and(|currency| currency != self.currency())
    }

    /// How a language writes rents, on a site with rents.
    pub fn rent_format(&self, lang: Lang) -> Option<&MoneyFormat> {
        if self.has_foreign_rents() {
            self.reference_format(lang)
        } else {
            self.rents.as_ref().map(|_| self.money_format(lang))
        }
    }

    /// The tax on the rent of a unit of a use. Land has a share of a price, and none of a rent.
    pub fn rent_vat(&self, unit_use: UnitUse) -> Vat {
        let own = self.rents.as_ref().and_then(|rents| rents.vat_percent);
        Vat::whole(own.unwrap_or_else(|| self.vat(unit_use).percent))
    }

    /// The rent of a unit with the tax of its use; none of a unit that is not for rent, or where the amount is too large.
    pub fn rent(&self, unit: &Unit) -> Option<Rent> {
        let rents = self.rents.as_ref()?;
        let listed = unit.rent?;
        let net = if rents.per_m2 {
            times(listed, unit.area)?
        } else {
            listed
        };
        Some(Rent {
            listed,
            price: Price::with_vat(net, self.rent_vat(unit.unit_use)),
        })
    }

    /// An amount of a rent in the other currency: that of prices where rents have another one, or else the second currency. In whole
    /// units, as prices are; to the minor unit below a thousand of them, as the rent of a square metre is.
    pub fn rent_reference(&self, amount: Money) -> Option<(Currency, Money)> {
        let own = self.rent_currency()?;
        let rate = &self.reference_currency.as_ref()?.rate;
        let currency = rate.reference_of(own)?;
        let exact = rate.convert(amount, own)?;
        let whole = currency.minor_units();
        if exact.minor_units() < 1000 * whole {
            return Some((currency, exact));
        }
        Some((currency, exact.rounded_to(whole)?))
    }

    /// What is wrong with `rents`: the path of the value below it, what is wrong and what to do.
    pub(super) fn rent_problems(&self) -> Vec<(&'static str, String)> {
        let Some(rents) = &self.rents else {
            return Vec::new();
        };
        let mut problems = Vec::new();
        if rents.vat_percent.is_some_and(|percent| percent > 100) {
            let message = "the percentage is out of bounds: write a number from 0 to 100";
            problems.push(("vat_percent", message.to_owned()));
        }
        if let Some(PriceCurrency(currency)) = rents.currency
            && currency != self.currency()
        {
            let (rents, prices) = (currency.code(), self.currency());
            let rate = self.reference_currency.as_ref().map(|second| &second.rate);
            if rate.and_then(|rate| rate.reference_of(prices)) != Some(currency) {
                let message = format!(
                    "rents are in {rents} and prices in {prices}, and there is no rate between them: write one in \
                     `reference_currency`, or remove `currency`",
                    prices = prices.code()
                );
                problems.push(("currency", message));
            }
        }
        problems
    }
}

/// An amount of a square metre for an area, rounded half up to the minor unit; none where it is too large.
fn times(amount: Money, area: Area) -> Option<Money> {
    let hundredths = i128::from(amount.minor_units()) * i128::from(area.hundredths());
    let rounded = i64::try_from((hundredths + 50) / 100).ok()?;
    rounded.try_into().ok()
}

#[cfg(test)]
mod tests {
    use platform::unit::Status;

    use super::*;
    use crate::lang::sample::ES;
    use crate::tests::{torre, unit};

    const RENTS: &str = "\nrents: { period: month, per_m2: true }\n";

    fn parse(rents: &str) -> Result<Config, Vec<formats::problem::Problem>> {
        Config::parse(&(torre() + rents))
    }

    #[test]
    fn the_rent_of_a_unit_is_that_of_its_area_with_the_tax() {
        let config = parse(RENTS).unwrap();
        let mut unit = unit("A", 4_000_000, Status::Available);
        assert_eq!(config.rent(&unit), None);
        unit.area = Area(20_809);
        unit.rent = Some(Money(9_500));
        let rent = config.rent(&unit).unwrap();
        assert_eq!(rent.listed, Money(9_500));
        let Price { net, vat, total } = rent.price;
        assert_eq!(
            [net, vat, total],
            [Money(1_976_855), Money(316_297), Money(2_293_152)]
        );
        let whole = parse("\nrents: { period: year, vat_percent: 0 }\n").unwrap();
        let rent = whole.rent(&unit).unwrap();
        assert_eq!(
            (rent.price.net, rent.price.total),
            (Money(9_500), Money(9_500))
        );
        unit.rent = Some(Money(Money::MOST));
        assert_eq!(config.rent(&unit), None, "too large");
        assert_eq!(Config::parse(&torre()).unwrap().rent(&unit), None);
    }

    #[test]
    fn rents_may_be_in_the_second_currency() {
        let rate = "\nreference_currency: { rate: 1 USD = 20 MXN, date: 2026-11-20, source: { es: Banco, en: Bank } }\n";
        let dollars = "\nrents: { period: month, per_m2: true, currency: USD }\n";
        let text = torre();
        let has_reference = text.contains("\nreference_currency:");
        let parsed = if has_reference {
            Config::parse(&(text + dollars))
        } else {
            Config::parse(&(text + rate + dollars))
        };
        let config = parsed.unwrap();
        assert!(config.has_foreign_rents());
        let format = config.rent_format(ES).unwrap();
        assert_eq!(format.text(Money(550)), "$5.50\u{a0}USD");
        let (currency, pesos) = config.rent_reference(Money(550)).unwrap();
        assert_eq!(currency, Currency::MXN);
        assert!(pesos > Money(550));
    }

    #[test]
    fn a_converted_rent_of_a_unit_is_in_whole_units() {
        let rents = "\nrents: { period: month, per_m2: true, currency: USD }\n";
        let rate = "\nreference_currency: { rate: 1 USD = 18.4321 MXN, date: 2026-11-20, source: { es: Banco, en: Bank } }\n";
        let config = Config::parse(&(torre() + rate + rents)).unwrap();
        let pesos = |dollars: i64| config.rent_reference(Money(dollars)).unwrap().1;
        assert_eq!(pesos(550), Money(10_138), "of a square metre");
        assert_eq!(pesos(1_320_000), Money(24_330_400), "of a unit");
    }
}
