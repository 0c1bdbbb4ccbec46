//! The `uses:` section of `site.yaml`: what the units of the development are; and their prices, with the tax and in two currencies.

use std::collections::BTreeSet;

use building::Furniture;
use platform::area::Area;
use platform::money::{Currency, Money};
use platform::unit::{Unit, UnitUse};
use platform::unit_field::BUILDING;
use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, IntoDeserializer, SeqAccess};
use serde::{Deserialize, Serialize};

use super::{Config, Range};
use crate::lang::{Lang, PerLang};
use crate::locale_formats::MoneyFormat;
use crate::price::{Price, Vat};
use formats::yaml::{self, Forms};

/// A use of units.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// The key, which units have.
    pub key: UnitUse,
    /// One unit: `Oficina`.
    pub label: PerLang<String>,
    /// Several units, within a sentence: `oficinas`.
    pub plural: PerLang<String>,
    /// One unit, before its number; the label when absent.
    pub short: Option<PerLang<String>>,
    /// The line below the name in the menu.
    pub note: Option<PerLang<String>>,
    /// What the brochure calls a level of these units; the plural as a title when absent.
    pub level: Option<PerLang<String>>,
    /// The name of the fact that declares the number of units.
    pub count: Option<String>,
    /// The page about these units, without a language.
    pub page: Option<String>,
    /// The page with the form for these units, without a language; the general one when absent.
    pub contact: Option<String>,
    /// The form on the pages of this use, as leads name it; the general one when absent.
    pub form: Option<String>,
    /// The furniture that plans of these units suggest, the first one before visitors choose another; none when absent.
    #[serde(default)]
    pub furniture: FurnitureKinds,
    /// Pictures of these units.
    #[serde(default)]
    pub pictures: UsePictures,
    /// Whether these units only complete others, like storage rooms: they come last in the inventory, and do not count in
    /// "from" prices and in ranges of areas.
    #[serde(default)]
    pub secondary: bool,
    /// The keys of fields and of facts that its units do not have: they are neither shown nor to be confirmed.
    #[serde(default)]
    pub without: Vec<String>,
    /// Value added tax (IVA) on units of this use, in percent; `facts.vat_percent` when absent.
    pub vat_percent: Option<u8>,
    /// The share of each price of this use that has the tax, in percent; `facts.vat_share_percent` when absent.
    pub vat_share_percent: Option<u8>,
    /// Bounds of plausible units of this use, where they are not those of `gates`.
    #[serde(default)]
    pub gates: UseGates,
}

/// Kinds of furniture, written as one or as a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(with = "WrittenFurniture")]
pub struct FurnitureKinds(Vec<Furniture>);

/// The two ways to write them, for the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum WrittenFurniture {
    One(Furniture),
    Several(Vec<Furniture>),
}

impl<'de> Forms<'de> for FurnitureKinds {
    const EXPECTED: &'static str = "a kind of furniture or a list of kinds";

    fn of_text<E: Error>(kind: &str) -> Result<FurnitureKinds, E> {
        Furniture::deserialize(kind.into_deserializer()).map(|kind| FurnitureKinds(vec![kind]))
    }

    fn of_list<A: SeqAccess<'de>>(kinds: A) -> Result<FurnitureKinds, A::Error> {
        let kinds: Vec<Furniture> = Vec::deserialize(SeqAccessDeserializer::new(kinds))?;
        let is_repeated = (1..kinds.len()).any(|at| kinds[..at].contains(&kinds[at]));
        if is_repeated {
            return Err(A::Error::custom(
                "a kind is written twice: remove one of both",
            ));
        }
        Ok(FurnitureKinds(kinds))
    }
}

impl<'de> Deserialize<'de> for FurnitureKinds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FurnitureKinds, D::Error> {
        yaml::from_forms(deserializer)
    }
}

/// Bounds of plausible units of a use; those of `gates` where absent.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UseGates {
    /// Prices in whole units of the currency.
    pub price: Option<Range<u32>>,
    /// Areas in whole square metres.
    pub area_m2: Option<Range<u32>>,
}

/// The names of pictures that stand beside the units of a use; none where absent.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UsePictures {
    /// Of the inside: on sheets, and beside the form on a unit's page.
    pub interior: Option<String>,
    /// At the top of the page about these units.
    pub page: Option<String>,
    /// Beside the form of that page.
    pub contact: Option<String>,
    /// The small one in the brochure.
    pub brochure: Option<String>,
}

impl Use {
    /// Whether its units do not have a field.
    pub fn lacks(&self, key: &str) -> bool {
        self.without.iter().any(|lacked| lacked == key)
    }

    /// Takes the values of the fields that its units do not have, which a platform may send all the same, from one of them.
    pub fn take_lacked(&self, unit: &mut Unit) {
        for key in &self.without {
            match key.as_str() {
                "bathrooms" => unit.bathrooms = None,
                "terrace" => unit.terrace = Area(0),
                "typology" => unit.typology.clear(),
                // Each unit is in a building: this one is only not shown.
                BUILDING => {}
                declared => {
                    unit.fields.remove(declared);
                }
            }
        }
    }

    /// One unit before its number, in a language.
    pub fn short(&self, lang: Lang) -> &str {
        self.short.as_ref().unwrap_or(&self.label).get(lang)
    }

    /// Several units as a title: the plural with a capital letter.
    pub fn heading(&self, lang: Lang) -> String {
        let mut letters = self.plural.get(lang).chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.collect::<String>() + letters.as_str()
    }

    /// A level of these units.
    pub fn level(&self, lang: Lang) -> String {
        self.level
            .as_ref()
            .map_or_else(|| self.heading(lang), |level| level.get(lang).clone())
    }

    /// The form on the pages of this use.
    pub fn form(&self) -> &str {
        self.form.as_deref().unwrap_or("contact")
    }
}

impl Config {
    /// The declaration of a use.
    pub fn use_of(&self, unit_use: UnitUse) -> Option<&Use> {
        self.uses.iter().find(|declared| declared.key == unit_use)
    }

    /// The kinds of furniture that plans of a unit suggest. Some of them suggest a use of the unit: these only where `unit_facts`
    /// say for what its use is permitted, and nothing else for the unit itself.
    pub fn furniture(&self, unit: &Unit) -> Vec<Furniture> {
        let declared = self.use_of(unit.unit_use).into_iter();
        let kinds = declared.flat_map(|declared| &declared.furniture.0).copied();
        let has_permission = self.unit_facts.has_permitted_uses_of_its_kind(unit);
        kinds
            .filter(|kind| has_permission || !kind.needs_permission())
            .collect()
    }

    /// The declarations of the uses that these units have, in the order of the site.
    pub fn uses_of<'a>(&self, units: impl Iterator<Item = &'a Unit>) -> Vec<&Use> {
        let keys: BTreeSet<UnitUse> = units.map(|unit| unit.unit_use).collect();
        self.uses
            .iter()
            .filter(|declared| keys.contains(&declared.key))
            .collect()
    }

    /// The position of a use in the order of the site; one that is not declared is last.
    pub fn rank(&self, unit_use: UnitUse) -> usize {
        self.uses
            .iter()
            .position(|declared| declared.key == unit_use)
            .unwrap_or(self.uses.len())
    }

    /// Whether the units of a use only complete others.
    pub fn is_secondary(&self, unit_use: UnitUse) -> bool {
        self.use_of(unit_use)
            .is_some_and(|declared| declared.secondary)
    }

    /// The declared number of units of each use that has one, in the order of the site.
    pub fn declared(&self) -> Vec<(UnitUse, u32)> {
        self.uses
            .iter()
            .filter_map(|declared| Some((declared.key, self.count_of(declared)?)))
            .collect()
    }

    /// The declared number of all units.
    pub fn declared_units(&self) -> u32 {
        self.declared().iter().map(|(_, count)| count).sum()
    }

    /// The declared number of units of a use.
    pub fn count_of(&self, declared: &Use) -> Option<u32> {
        let fact = self.facts.others.get(declared.count.as_ref()?)?;
        fact.as_u64().and_then(|count| u32::try_from(count).ok())
    }

    /// Value added tax on the price of a unit of a use.
    pub fn vat(&self, unit_use: UnitUse) -> Vat {
        let own = self.use_of(unit_use);
        let percent = own
            .and_then(|own| own.vat_percent)
            .unwrap_or(self.facts.vat_percent);
        let share = own.and_then(|own| own.vat_share_percent);
        Vat {
            percent,
            share_percent: share.unwrap_or(self.facts.vat_share_percent),
        }
    }

    /// The distinct rates of all uses, in percent, ascending.
    pub fn vat_rates(&self) -> Vec<u8> {
        let rates: BTreeSet<u8> = self
            .uses
            .iter()
            .map(|declared| self.vat(declared.key).percent)
            .collect();
        rates.into_iter().collect()
    }

    /// The distinct shares of prices that have tax, in percent, ascending.
    pub fn vat_shares(&self) -> Vec<u8> {
        let taxed = self
            .uses
            .iter()
            .map(|declared| self.vat(declared.key))
            .filter(|vat| vat.percent > 0);
        taxed
            .map(|vat| vat.share_percent)
            .collect::<BTreeSet<u8>>()
            .into_iter()
            .collect()
    }

    /// The highest rate of all uses, in percent; zero when no price has tax.
    pub fn highest_vat_percent(&self) -> u8 {
        self.vat_rates().last().copied().unwrap_or_default()
    }

    /// The price of a unit with the tax of its use; none where it is on request.
    pub fn price(&self, unit: &Unit) -> Option<Price> {
        Some(self.price_of(unit.unit_use, unit.price?))
    }

    /// A net price of a use with its tax.
    pub fn price_of(&self, unit_use: UnitUse, net: Money) -> Price {
        Price::with_vat(net, self.vat(unit_use))
    }

    /// How a language writes prices, and numbers.
    pub fn money_format(&self, lang: Lang) -> &MoneyFormat {
        &self.money_formats(lang).0
    }

    /// How a language writes amounts in the second currency.
    pub fn reference_format(&self, lang: Lang) -> Option<&MoneyFormat> {
        self.money_formats(lang).1.as_ref()
    }

    fn money_formats(&self, lang: Lang) -> &(MoneyFormat, Option<MoneyFormat>) {
        let formats = self.money_formats.get_or_init(|| {
            PerLang::from_fn(self.languages, |lang| {
                let format = |currency| MoneyFormat::new(lang.locale(), currency);
                let reference = self.reference_currency.as_ref();
                let reference =
                    reference.and_then(|reference| reference.rate.reference_of(self.currency()));
                (format(self.currency()), reference.map(format))
            })
        });
        formats.get(lang)
    }

    /// An amount in the second currency, rounded to whole units; `None` on a site without one.
    pub fn reference(&self, amount: Money) -> Option<Money> {
        let rate = &self.reference_currency.as_ref()?.rate;
        let unit = rate.reference_of(self.currency())?.minor_units();
        rate.convert(amount, self.currency())?.rounded_to(unit)
    }

    /// Whether each price is shown in the second currency too, as the legal profile demands of prices that are not in pesos.
    pub fn shows_both_currencies(&self) -> bool {
        self.legal.profile.is_some() && self.currency() != Currency::MXN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::{EN, ES};
    use crate::localized::price_terms;
    use crate::tests::{torre, unit};
    use platform::unit::Status;

    fn key(text: &str) -> UnitUse {
        UnitUse::new(text).unwrap()
    }

    #[test]
    fn a_use_has_names_and_a_declared_number() {
        let config = Config::parse(&torre()).unwrap();
        let shop = config.use_of(key("local")).unwrap();
        assert_eq!(shop.heading(ES), "Locales comerciales");
        assert_eq!(
            (shop.short(ES), shop.short(EN)),
            ("Local", "Commercial unit")
        );
        assert_eq!(config.declared(), [(key("oficina"), 30), (key("local"), 4)]);
        assert_eq!(
            (config.rank(key("local")), config.rank(key("casa"))),
            (1, 2)
        );
        assert_eq!(
            (config.vat_rates(), config.highest_vat_percent()),
            (vec![16], 16),
            "those of the facts"
        );
    }

    #[test]
    fn furniture_that_suggests_a_use_needs_the_fact_that_permits_it() {
        let mut shop = unit("L-101", 1_000_000, Status::Available);
        shop.unit_use = key("local");
        let kinds = |written: &str, facts: &str| {
            let written =
                torre().replacen("furniture: shelves", &format!("furniture: {written}"), 1);
            let config = Config::parse(&format!("{written}\nunit_facts:\n{facts}")).unwrap();
            config.furniture(&shop)
        };
        let (tables, shelves) = (Furniture::Tables, Furniture::Shelves);
        let permitted = "permitted_uses: { es: Alimentos, en: Food }";
        let of_use = format!("  {}: {{ {permitted} }}", shop.unit_use.key());
        let of_unit = format!("{of_use}\n  units: {{ L-101: {{ {permitted} }} }}");
        assert_eq!(kinds("shelves", "  units: {}"), [shelves]);
        assert_eq!(kinds("[tables, shelves]", "  units: {}"), [shelves]);
        assert_eq!(kinds("[tables, shelves]", &of_use), [tables, shelves]);
        assert_eq!(
            kinds("[tables, shelves]", &of_unit),
            [shelves],
            "its own fact may be another"
        );
    }

    fn with_rates(office: u8, shop: u8) -> Config {
        let mut config = Config::parse(&torre()).unwrap();
        for (declared, rate) in config.uses.iter_mut().zip([office, shop]) {
            declared.vat_percent = Some(rate);
        }
        config
    }

    #[test]
    fn a_use_may_have_a_share_and_a_rate_of_its_own() {
        let mut config = with_rates(16, 16);
        config.uses[1].vat_share_percent = Some(60);
        assert_eq!(config.vat_shares(), [60, 100]);
        assert_eq!(
            config.price_of(key("oficina"), Money(10_000)).vat,
            Money(1_600)
        );
        assert_eq!(config.price_of(key("local"), Money(10_000)).vat, Money(960));
        config.uses[1].vat_percent = Some(0);
        assert_eq!(config.vat_shares(), [100]);
        let mixed = with_rates(0, 8);
        assert_eq!(mixed.price_of(key("oficina"), Money(100)).total, Money(100));
        assert_eq!(mixed.price_of(key("local"), Money(100)).total, Money(108));
        assert_eq!(mixed.vat_rates(), [0, 8]);
        let free = with_rates(0, 0);
        assert_eq!((free.vat_rates(), free.highest_vat_percent()), (vec![0], 0));
        let terms =
            [with_rates(16, 16), mixed, free].map(|config| price_terms(&config.vat_rates()));
        assert_eq!(
            terms,
            ["legal.prices", "legal.prices_mixed", "legal.prices_untaxed"]
        );
    }
}
