//! A rent in the words of a language: the only place that writes "al mes", the rent of a unit that follows from that of a square
//! metre, and the conditions of rents.

use platform::money::{Currency, Money};
use platform::unit::{Unit, UnitUse};

use super::Text;
use model::config::{Rent, Rents};
use model::locale_formats::{MoneyFormat, currency_name};
use model::localized::Localized;
use model::strings::StringsError;

/// The texts of the rent of a unit.
#[derive(Clone, Debug)]
pub(crate) struct RentView {
    /// The amounts.
    pub(crate) amounts: Rent,
    /// As lists show it: `$95 MXN/m² al mes + IVA`.
    pub(crate) listed: Text,
    /// The same with the rent of the unit, where that follows from its area: `… ($19,768.55 MXN al mes + IVA)`.
    pub(crate) full: Text,
    /// With its name, for sentences: `Renta: $95 MXN/m² al mes + IVA`.
    pub(crate) named: Text,
    /// What is paid for the period, tax included, with its name: `Renta mensual con IVA: $22,931.52 MXN`.
    pub(crate) total: Text,
    /// For columns whose head says the rest: of a square metre, where the platform sends those, and of the unit, before tax.
    pub(crate) figures: Vec<Text>,
    /// The heads of these columns: `Renta por m² (MXN/m² al mes + IVA)`.
    pub(crate) heads: Vec<Text>,
    /// The rent as lists show it, then what is paid for the period where that is another amount, each with its name.
    pub(crate) main: Vec<RentLine>,
    /// The other amounts, each with its name: of the unit before tax, the tax, in the second currency.
    pub(crate) parts: Vec<RentLine>,
}

/// An amount of a rent, or a condition, with its name.
#[derive(Clone, Debug)]
pub(crate) struct RentLine {
    pub(crate) label: Text,
    pub(crate) text: Text,
}

impl RentLine {
    /// Its name and its text.
    pub(crate) fn texts(&self) -> (&str, &str) {
        (&self.label, &self.text)
    }
}

/// The words of rents in a language.
#[derive(Debug)]
pub(crate) struct RentWords {
    pub(super) label: Text,
    per_m2: Text,
    of_period: Text,
    total_of_period: Text,
    reference: Text,
    about: Text,
    suffix: Text,
    /// The names of the filter by what is offered and of its options.
    pub(crate) offer: Text,
    pub(crate) for_sale: Text,
    pub(crate) for_rent: Text,
    /// Deposit and terms.
    pub(crate) conditions: Vec<RentLine>,
}

impl RentWords {
    /// The words of a site with rents. A missing text is empty, and templates that print it by its key report it.
    pub(super) fn new(localized: Localized<'_>) -> Option<RentWords> {
        let config = &localized.site.config;
        let rents = config.rents.as_ref()?;
        let text = |key: &str| -> Text { localized.text(key).unwrap_or_default().into() };
        let condition = |key: &str, texts: &Option<model::lang::PerLang<String>>| {
            let written = texts.as_ref()?.get(localized.lang);
            Some(RentLine {
                label: text(key),
                text: written.as_str().into(),
            })
        };
        let deposit = condition("rent.deposit", &rents.deposit);
        let terms = condition("rent.terms", &rents.terms);
        Some(RentWords {
            label: text("rent.label"),
            per_m2: text("rent.per_m2"),
            of_period: text(rents.label_key()),
            total_of_period: text(rents.total_label_key()),
            reference: localized.reference_label().unwrap_or_default().into(),
            about: text("payment.about"),
            suffix: text("price.vat_suffix"),
            offer: text("rent.offer"),
            for_sale: text("rent.offer_sale"),
            for_rent: text("rent.offer_rent"),
            conditions: deposit.into_iter().chain(terms).collect(),
        })
    }
}

impl RentView {
    /// The rent of a unit; none of one that is not for rent.
    pub(super) fn new(
        localized: Localized<'_>,
        words: &RentWords,
        unit: &Unit,
        vat_label: Option<&Text>,
    ) -> Option<RentView> {
        let writer = RentWriter::new(localized)?;
        let amounts = localized.site.config.rent(unit)?;
        let is_taxed = localized.site.config.rent_vat(unit.unit_use).percent > 0;
        let suffix = is_taxed.then_some(&*words.suffix);
        let listed = writer.text(writer.rents.listed_key(), amounts.listed, suffix)?;
        let of_unit = writer.text(writer.rents.unit_key(), amounts.price.net, suffix)?;
        let line = |label: &Text, text: Text| RentLine {
            label: Text::clone(label),
            text,
        };
        let currency = writer.format.currency.code().to_owned();
        let figure = |amount: Money| -> Text {
            if writer.is_in_both {
                writer.amount(amount).into()
            } else {
                writer.format.figure(amount).into()
            }
        };
        let head = |label: &Text, key: &str| -> Option<Text> {
            let what = writer
                .localized
                .filled(key, &[("amount", &currency)])
                .ok()?;
            let suffix = suffix.map_or_else(String::new, |suffix| format!(" {suffix}"));
            Some(format!("{label} ({what}{suffix})").into())
        };
        let mut figures = Vec::new();
        let mut heads = Vec::new();
        let mut main = Vec::new();
        let mut parts = Vec::new();
        let mut full = Text::clone(&listed);
        if writer.rents.per_m2 {
            figures.push(figure(amounts.listed));
            heads.push(head(&words.per_m2, writer.rents.listed_key())?);
            main.push(line(&words.per_m2, Text::clone(&listed)));
            let plain = writer.plain(writer.rents.unit_key(), amounts.price.net, suffix)?;
            let other = writer.other(amounts.price.net);
            let other =
                other.map_or_else(String::new, |other| format!(", {} {other}", words.about));
            let rate = writer.plain(writer.rents.listed_key(), amounts.listed, suffix)?;
            full = format!("{rate} ({plain}{other})").into();
        }
        figures.push(figure(amounts.price.net));
        heads.push(head(&words.of_period, writer.rents.unit_key())?);
        let of_period = line(&words.of_period, of_unit);
        // It is neither what lists show nor what is paid.
        if writer.rents.per_m2 && is_taxed {
            parts.push(of_period);
        } else {
            main.push(of_period);
        }
        let paid = writer.amount(amounts.price.total);
        let mut label = &words.of_period;
        if is_taxed {
            label = &words.total_of_period;
            if let Some(vat_label) = vat_label {
                parts.push(line(vat_label, writer.amount(amounts.price.vat).into()));
            }
            main.push(line(label, paid.as_str().into()));
        }
        let total = format!("{label}: {paid}").into();
        if let Some(second) = writer.second(amounts.price.total) {
            let text = format!("{} {second}", words.about);
            parts.push(line(&words.reference, text.into()));
        }
        Some(RentView {
            named: format!("{}: {listed}", words.label).into(),
            amounts,
            listed,
            full,
            total,
            figures,
            heads,
            main,
            parts,
        })
    }

    /// All amounts, each with its name.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &RentLine> {
        self.main.iter().chain(&self.parts)
    }
}

/// The text of a rent as the platform sends rents, of a unit of a use; none on a site without rents.
pub(crate) fn rent_text(localized: Localized<'_>, unit_use: UnitUse, rent: Money) -> Option<Text> {
    let writer = RentWriter::new(localized)?;
    let is_taxed = localized.site.config.rent_vat(unit_use).percent > 0;
    let taxed = localized.text("price.vat_suffix").unwrap_or_default();
    let suffix = is_taxed.then_some(&*taxed);
    writer.text(writer.rents.listed_key(), rent, suffix)
}

/// The sentence about amounts in the second currency; where rents have another currency than prices, it says both.
pub(crate) fn reference_note(localized: Localized<'_>) -> Result<String, StringsError> {
    let note = localized.reference_note("price.reference_note")?;
    Ok(match currency_note(localized) {
        Some(rents) => format!("{note} {rents}"),
        None => note,
    })
}

/// The sentence about amounts in the second currency where only rents are shown; none on a site without rents.
pub(crate) fn rent_reference_note(localized: Localized<'_>) -> Option<String> {
    let note = localized.reference_note("rent.reference_note").ok()?;
    let currency = name_rent_currency(localized)?;
    Some(format!("{note} {currency}"))
}

/// The sentence that says in which currency rents are, where prices have another one; none elsewhere.
pub(crate) fn currency_note(localized: Localized<'_>) -> Option<String> {
    if !localized.site.config.has_foreign_rents() {
        return None;
    }
    name_rent_currency(localized)
}

/// The sentence that says in which currency rents are; none on a site without rents.
fn name_rent_currency(localized: Localized<'_>) -> Option<String> {
    let currency = localized.site.config.rent_currency()?;
    let name = currency_name(localized.lang.locale(), currency);
    let note = localized.filled("rent.currency_note", &[("currency", &name)]);
    note.ok()
}

/// Writes amounts of rents in a language.
struct RentWriter<'a> {
    localized: Localized<'a>,
    rents: &'a Rents,
    format: &'a MoneyFormat,
    /// Whether each rent is also in the other currency: rents in another currency than prices, or prices that the law demands in both.
    is_in_both: bool,
}

impl<'a> RentWriter<'a> {
    fn new(localized: Localized<'a>) -> Option<RentWriter<'a>> {
        let config = &localized.site.config;
        Some(RentWriter {
            localized,
            rents: config.rents.as_ref()?,
            format: config.rent_format(localized.lang)?,
            is_in_both: config.has_foreign_rents() || config.shows_both_currencies(),
        })
    }

    /// An amount in the other currency.
    fn converted(&self, amount: Money) -> Option<String> {
        let config = &self.localized.site.config;
        let (currency, converted): (Currency, Money) = config.rent_reference(amount)?;
        let own = config.money_format(self.localized.lang);
        let format = if own.currency == currency {
            own
        } else {
            config.reference_format(self.localized.lang)?
        };
        Some(format.text(converted))
    }

    /// An amount in the other currency, where each rent is also in that one.
    fn other(&self, amount: Money) -> Option<String> {
        if self.is_in_both {
            self.converted(amount)
        } else {
            None
        }
    }

    /// An amount in the second currency, on a site whose amounts are in one.
    fn second(&self, amount: Money) -> Option<String> {
        if self.is_in_both {
            None
        } else {
            self.converted(amount)
        }
    }

    /// An amount, in both currencies where each rent is.
    fn amount(&self, amount: Money) -> String {
        let own = self.format.text(amount);
        match self.other(amount) {
            Some(other) => format!("{own} ({other})"),
            None => own,
        }
    }

    /// An amount with its period and what follows an amount before tax.
    fn plain(&self, key: &str, amount: Money, suffix: Option<&str>) -> Option<String> {
        let own = self.format.text(amount);
        let text = self.localized.filled(key, &[("amount", &own)]).ok()?;
        Some(match suffix {
            Some(suffix) => format!("{text} {suffix}"),
            None => text,
        })
    }

    /// The same, in both currencies where each rent is.
    fn text(&self, key: &str, amount: Money, suffix: Option<&str>) -> Option<Text> {
        let text = self.plain(key, amount, suffix)?;
        Some(match self.other(amount) {
            Some(other) => format!("{text} ({other})").into(),
            None => text.into(),
        })
    }
}
