//! A price in the words of a language: the only place that writes "price + IVA", the total, the tax, the second currency, the
//! price of a square metre, and that a price is on request. Everything that shows a price prints these texts.

use std::collections::HashMap;
use std::sync::Arc;

use platform::money::Money;
use platform::unit::{Unit, UnitUse};

use super::Text;
use super::rent::{RentView, RentWords};
use model::localized::Localized;
use model::payment::{PaymentKind, Schedule};
use model::price::Price;

/// The texts of one price. Texts of tax are there only where it has tax. Of a price on request, `net`, `listed` and `total` say so;
/// of a unit for rent only they are the rent with its period; and the others are not there.
#[derive(Clone, Debug)]
pub(crate) struct PriceView {
    /// The amounts; none on request, and of a unit for rent only.
    pub(crate) amounts: Option<Price>,
    /// Whether it is on request.
    pub(crate) is_on_request: bool,
    /// The rent of a unit that is for rent.
    pub(crate) rent: Option<RentView>,
    /// Everything that is offered in one text, for lists: the price, the rent with its name, or both.
    pub(crate) offered: Text,
    /// Before tax: `$3,200,000 MXN`; in both currencies where the law demands it.
    pub(crate) net: Text,
    /// As lists show it, with what follows a price before tax: `$3,200,000 MXN + IVA`.
    pub(crate) listed: Text,
    /// What follows the price before tax: `+ IVA`.
    pub(crate) suffix: Option<Text>,
    /// The tax.
    pub(crate) vat: Option<Text>,
    /// The label of the tax, with its rate.
    pub(crate) vat_label: Option<Text>,
    /// What the buyer pays.
    pub(crate) total: Text,
    /// The label of the total.
    pub(crate) total_label: Text,
    /// The total in the second currency, on a site with one: `$207,612 USD`.
    pub(crate) reference: Option<Text>,
    /// The price of a square metre before tax: of the area; with a terrace, of the interior and then of the area.
    pub(crate) rates: Vec<Rate>,
    /// A month's payment with its tax, on a site with a plan of several equal ones.
    pub(crate) monthly: Option<Monthly>,
}

/// A month's payment: of the first plan that has several equal ones.
#[derive(Clone, Debug)]
pub(crate) struct Monthly {
    /// The number of payments and the amount of each: `18 × $82,488.88 MXN`.
    pub(crate) text: Text,
    pub(crate) amount: Money,
}

/// The price of a square metre with its label.
#[derive(Clone, Debug)]
pub(crate) struct Rate {
    pub(crate) label: Text,
    pub(crate) text: Text,
    /// The price of a square foot, in the second currency on a site with one, where the language has square feet.
    pub(crate) per_foot: Option<Text>,
    /// The amount alone, where currency and measure are in the head of its row: `$87,901`.
    pub(crate) figure: Text,
    pub(crate) amount: Money,
}

/// The words of prices in a language.
#[derive(Debug)]
pub(crate) struct PriceWords {
    on_request: Text,
    on_request_label: Text,
    suffix: Text,
    total: Text,
    untaxed_total: Text,
    per_m2: Text,
    per_m2_interior: Text,
    per_m2_total: Text,
    about: Text,
    pub(crate) rents: Option<RentWords>,
    vat_labels: HashMap<UnitUse, Text>,
}

impl PriceWords {
    /// The words of a language. A site without units need not have them: a missing text is empty, and templates that print it by
    /// its key report it.
    pub(super) fn new(localized: Localized<'_>) -> PriceWords {
        let text = |key: &str| -> Text { localized.text(key).unwrap_or_default().into() };
        let config = &localized.site.config;
        let vat_labels = config.uses.iter().filter_map(|declared| {
            let label = localized.vat_label(config.vat(declared.key)).ok()?;
            Some((declared.key, label.into()))
        });
        PriceWords {
            on_request: text("offer.on_request"),
            on_request_label: text("unit.price"),
            suffix: text("price.vat_suffix"),
            total: text("price.total"),
            untaxed_total: text("price.total_untaxed"),
            per_m2: text("price.per_m2"),
            per_m2_interior: text("price.per_m2_interior"),
            per_m2_total: text("price.per_m2_total"),
            about: text("payment.about"),
            rents: RentWords::new(localized),
            vat_labels: vat_labels.collect(),
        }
    }
}

impl PriceWords {
    /// Whether the language has the text that follows a price before tax.
    pub(crate) fn has_suffix(&self) -> bool {
        !self.suffix.is_empty()
    }
}

impl PriceView {
    /// The price of a unit.
    pub(super) fn new(localized: Localized<'_>, words: &PriceWords, unit: &Unit) -> PriceView {
        let config = &localized.site.config;
        let vat_label = words.vat_labels.get(&unit.unit_use);
        let rent = words.rents.as_ref().and_then(|words| {
            // Of the rate on rents, which may be another than that on prices.
            let own = localized
                .vat_label(config.rent_vat(unit.unit_use))
                .ok()
                .map(Text::from);
            RentView::new(localized, words, unit, own.as_ref())
        });
        let Some(amounts) = config.price(unit) else {
            return match rent {
                Some(rent) => PriceView::only_rent(words, rent),
                None => PriceView::on_request(words),
            };
        };
        let net = Text::from(localized.money(amounts.net));
        let untaxed = PriceView {
            listed: net.clone(),
            suffix: None,
            vat: None,
            vat_label: None,
            total: net.clone(),
            total_label: words.untaxed_total.clone(),
            reference: localized.reference(amounts.total).map(Text::from),
            rates: rates(localized, words, unit),
            monthly: monthly(localized, unit),
            net,
            amounts: Some(amounts),
            is_on_request: false,
            offered: Text::default(),
            rent,
        };
        if config.vat(unit.unit_use).percent == 0 {
            return untaxed.with_offers();
        }
        let taxed = PriceView {
            listed: format!("{} {}", untaxed.net, words.suffix).into(),
            suffix: Some(words.suffix.clone()),
            vat: Some(localized.money(amounts.vat).into()),
            vat_label: vat_label.cloned(),
            total: localized.money(amounts.total).into(),
            total_label: words.total.clone(),
            ..untaxed
        };
        taxed.with_offers()
    }

    fn with_offers(self) -> PriceView {
        let offered = match &self.rent {
            Some(rent) => format!("{}; {}", self.listed, rent.named).into(),
            None => Text::clone(&self.listed),
        };
        PriceView { offered, ..self }
    }

    /// Of a unit for rent only. No text of it is that of a sale.
    fn only_rent(words: &PriceWords, rent: RentView) -> PriceView {
        let label = words.rents.as_ref().map(|words| Text::clone(&words.label));
        let nothing = PriceView::on_request(words);
        PriceView {
            is_on_request: false,
            net: Text::clone(&rent.listed),
            listed: Text::clone(&rent.listed),
            total: Text::clone(&rent.listed),
            total_label: label.unwrap_or_default(),
            offered: Text::clone(&rent.named),
            rent: Some(rent),
            ..nothing
        }
    }

    fn on_request(words: &PriceWords) -> PriceView {
        let says_so = || Text::clone(&words.on_request);
        PriceView {
            amounts: None,
            is_on_request: true,
            rent: None,
            offered: says_so(),
            net: says_so(),
            listed: says_so(),
            total: says_so(),
            total_label: Text::clone(&words.on_request_label),
            suffix: None,
            vat: None,
            vat_label: None,
            reference: None,
            rates: Vec::new(),
            monthly: None,
        }
    }

    /// An amount before tax with what follows it.
    pub(crate) fn with_suffix(&self, net: &str) -> String {
        match &self.suffix {
            Some(suffix) => format!("{net} {suffix}"),
            None => net.to_owned(),
        }
    }

    /// The price of a square metre of the interior, and of the whole area where that differs.
    pub(crate) fn rate_of(&self, is_interior: bool) -> Option<&Rate> {
        if is_interior {
            self.rates.first()
        } else {
            self.rates.get(1)
        }
    }

    /// The amount of a field that lists compare; none of the price itself, which data has.
    pub(crate) fn compared_amount(&self, key: &str) -> Option<Money> {
        match key {
            "total" => self.amounts.map(|amounts| amounts.total),
            "monthly" => self.monthly.as_ref().map(|monthly| monthly.amount),
            "per_m2_interior" => self.rate_of(true).map(|rate| rate.amount),
            "per_m2_total" => self.rate_of(false).map(|rate| rate.amount),
            _ => None,
        }
    }

    /// The price of a square metre in one text, with both bases where the unit has a terrace; none without an area.
    pub(crate) fn rates_line(&self, localized: Localized<'_>) -> Option<Text> {
        match &self.rates[..] {
            [interior, total] => {
                let values = [("interior", &*interior.text), ("total", &*total.text)];
                Some(localized.filled("price.rates", &values).ok()?.into())
            }
            rates => rates.first().map(|rate| rate.text.clone()),
        }
    }

    /// The price before tax and the total in the second currency, each as a whole text, on a site with one.
    pub(crate) fn in_reference(
        &self,
        localized: Localized<'_>,
        words: &PriceWords,
    ) -> Option<[String; 2]> {
        let net = localized.reference(self.amounts?.net)?;
        let total = self.reference.as_ref()?;
        let suffix = self.suffix.as_ref().map(|suffix| format!(" {suffix}"));
        let about = &words.about;
        Some([
            format!("{about} {net}{}", suffix.unwrap_or_default()),
            format!("{about} {total}. "),
        ])
    }
}

/// Square feet in a square metre.
const SQUARE_FEET: f64 = 10.763_910_4;

/// The price of a square foot, in whole units of the currency: `$6,606 MXN/sq ft`, `approx. $358 USD/sq ft`.
fn per_foot(localized: Localized<'_>, words: &PriceWords, per_metre: Money) -> Option<Text> {
    if !localized.lang.uses_square_feet() {
        return None;
    }
    let minor_units = localized.site.config.currency().minor_units();
    let units = per_metre.minor_units() as f64 / SQUARE_FEET / minor_units as f64;
    let amount = Money(units.round() as i64 * minor_units);
    let text = match localized.reference(amount) {
        Some(reference) => format!("{} {reference}", words.about),
        None => localized.money(amount),
    };
    Some(format!("{text}/sq\u{a0}ft").into())
}

fn monthly(localized: Localized<'_>, unit: &Unit) -> Option<Monthly> {
    let site = localized.site;
    let plan = site
        .payment_plans
        .iter()
        .find(|plan| plan.instalments().1 > 1)?;
    let count = plan.instalments().1;
    let schedule = Schedule::new(unit.price?, site.config.vat(unit.unit_use), plan);
    let mut payments = schedule.payments.iter();
    let payment = payments.find(|payment| payment.kind == PaymentKind::Each)?;
    let amount = payment.amount.total;
    Some(Monthly {
        text: format!("{count} × {}", localized.money(amount)).into(),
        amount,
    })
}

/// An amount whose currency the head of its row names; in both currencies the text says which is which.
fn rate_figure(localized: Localized<'_>, amount: Money) -> String {
    if localized.site.config.shows_both_currencies() {
        return localized.money(amount);
    }
    localized.money_format().figure(amount)
}

fn rates(localized: Localized<'_>, words: &PriceWords, unit: &Unit) -> Vec<Rate> {
    let labels = if unit.terrace.is_zero() {
        [&words.per_m2, &words.per_m2]
    } else {
        [&words.per_m2_interior, &words.per_m2_total]
    };
    let amounts = unit.rates(localized.site.config.currency());
    let rates = labels
        .into_iter()
        .zip(amounts)
        .filter_map(|(label, amount)| {
            Some(Rate {
                label: Arc::clone(label),
                text: format!("{}/m²", localized.money(amount?)).into(),
                per_foot: per_foot(localized, words, amount?),
                figure: rate_figure(localized, amount?).into(),
                amount: amount?,
            })
        });
    rates.collect()
}
