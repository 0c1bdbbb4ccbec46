//! The site in one language: finished texts, names, dates and addresses, for pages, documents, share pictures and feeds.

use std::borrow::Cow;

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::area::Area;
use platform::closing::Closing;
use platform::money::Money;
use platform::unit::{Level, Status, Unit, UnitUse};

use crate::config::Floor;
use crate::dates;
use crate::dates::Month;
use crate::lang::Lang;
use crate::locale_formats::{MoneyFormat, NumberFormat, currency_name};
use crate::payment::Share;
use crate::price::Vat;
use crate::site::Site;
use crate::strings::{Strings, StringsError};

/// One language's view of a site. Its methods fail when the strings lack their text, or the value of one of its placeholders.
#[derive(Clone, Copy, Debug)]
pub struct Localized<'a> {
    /// The site.
    pub site: &'a Site,
    /// The language.
    pub lang: Lang,
    /// The language's texts.
    pub strings: &'a Strings,
}

impl<'a> Localized<'a> {
    /// The view of `site` in `lang`.
    pub fn new(site: &'a Site, lang: Lang) -> Localized<'a> {
        Localized {
            site,
            lang,
            strings: site.strings.get(lang),
        }
    }

    /// A text without placeholders.
    pub fn text(&self, key: &str) -> Result<String, StringsError> {
        self.filled(key, &[])
    }

    /// A text with a value for each of its placeholders.
    pub fn filled(&self, key: &str, values: &[(&str, &str)]) -> Result<String, StringsError> {
        self.strings
            .filled(key, values)
            .map(|text| text.to_string())
    }

    /// The text of a WhatsApp message. Its last line says what it is about; the page script adds the campaign and the broker to it.
    pub fn chat_text(&self, message: &str, about: &str) -> Result<String, StringsError> {
        Ok(format!(
            "{message}\n{}",
            self.filled("messages.reference", &[("reference", about)])?
        ))
    }

    /// A text that differs without tax: that of `key`, or of `<key>_untaxed` when the rate of the tax is zero.
    pub fn taxed(
        &self,
        key: &str,
        vat_percent: u8,
        values: &[(&str, &str)],
    ) -> Result<String, StringsError> {
        self.filled(&with_tax(key, vat_percent), values)
    }

    /// The name of a level: that of `levels` in `site.yaml`, or one made of its number: `Nivel 7`, `Sótano 2`.
    pub fn level(&self, level: Level) -> Result<String, StringsError> {
        if let Some(own) = self.site.config.levels.get(&level) {
            return Ok(own.get(self.lang).clone());
        }
        let key = if level.0 < 0 {
            "level.basement"
        } else {
            "level.other"
        };
        self.filled(key, &[("level", &level.0.unsigned_abs().to_string())])
    }

    /// The name of a level with that of its building, on a site with several: `Torre Norte, Nivel 7`.
    pub fn floor(&self, floor: Floor) -> Result<String, StringsError> {
        let building = self.site.config.buildings.get(floor.building);
        if let Some(building) = building.filter(|building| !building.levels) {
            return Ok(building.label.get(self.lang).clone());
        }
        let level = self.level(floor.level)?;
        Ok(match building {
            Some(building) => format!("{}, {level}", building.label.get(self.lang)),
            None => level,
        })
    }

    /// The title of the unit whose code is spelled `unit`: `Oficina O-301`.
    pub fn unit_title(&self, unit_use: UnitUse, unit: &str) -> Result<String, StringsError> {
        let declared = self.site.config.use_of(unit_use);
        let name = declared.map_or(unit_use.key(), |declared| declared.short(self.lang));
        self.filled("unit.use_title", &[("use", name), ("unit", unit)])
    }

    /// The title of a unit with the name of its building, on a site with several: `Departamento D-301, Torre Norte`.
    pub fn unit_name(&self, unit: &Unit) -> Result<String, StringsError> {
        Ok(self.in_building(
            self.unit_title(unit.unit_use, unit.code.spelling())?,
            unit.building(),
        ))
    }

    /// A text about a unit with the name of the building with this key, on a site with several.
    pub fn in_building(&self, text: String, building: &str) -> String {
        match self.site.config.building(building) {
            Some(building) => format!("{text}, {}", building.label.get(self.lang)),
            None => text,
        }
    }

    /// How the language writes numbers.
    pub fn numbers(&self) -> &'a NumberFormat {
        &self.money_format().numbers
    }

    /// How the language writes prices.
    pub fn money_format(&self) -> &'a MoneyFormat {
        self.site.config.money_format(self.lang)
    }

    /// A price: `$3,200,000 MXN`; in both currencies where the law demands it: `$200,000 USD ($3,686,420 MXN)`.
    pub fn money(&self, amount: Money) -> String {
        self.in_both(amount, MoneyFormat::text)
    }

    /// A price as `write` writes an amount, in both currencies where the law demands it.
    pub fn in_both(&self, amount: Money, write: impl Fn(&MoneyFormat, Money) -> String) -> String {
        let config = &self.site.config;
        let own = write(self.money_format(), amount);
        if !config.shows_both_currencies() {
            return own;
        }
        let format = config.reference_format(self.lang);
        match format.zip(config.reference(amount)) {
            Some((format, reference)) => format!("{own} ({})", write(format, reference)),
            None => own,
        }
    }

    /// A price in the second currency; `None` on a site without one, or where prices are in both currencies anyway.
    pub fn reference(&self, amount: Money) -> Option<String> {
        let config = &self.site.config;
        if config.shows_both_currencies() {
            return None;
        }
        let format = config.reference_format(self.lang)?;
        Some(format.text(config.reference(amount)?))
    }

    /// The label of the tax with its rate, and the share of the price that has it: `IVA (16 %)`.
    pub fn vat_label(
        &self,
        Vat {
            percent,
            share_percent,
        }: Vat,
    ) -> Result<String, StringsError> {
        let key = if share_percent == 100 {
            "price.vat_rate"
        } else {
            "price.vat_share"
        };
        self.filled(
            key,
            &[
                ("rate", &percent.to_string()),
                ("share", &share_percent.to_string()),
            ],
        )
    }

    /// The area of a unit as `write` writes areas; with a terrace `97.20 m² interiores + 82.80 m² de terraza`.
    pub fn unit_area(
        &self,
        unit: &Unit,
        write: impl Fn(&Self, Area) -> String,
    ) -> Result<String, StringsError> {
        if unit.terrace.is_zero() {
            return Ok(write(self, unit.area));
        }
        let [interior, terrace] = [unit.interior, unit.terrace].map(|area| write(self, area));
        self.filled(
            "unit.areas",
            &[("interior", &interior), ("terrace", &terrace)],
        )
    }

    /// A percentage without its sign, which strings have: `12.5`.
    pub fn percentage(&self, share: Share) -> String {
        self.numbers().number(&share.to_string())
    }

    /// An area in square metres, without their sign: `62.50`.
    pub fn area_figure(&self, area: Area) -> String {
        self.numbers().number(&area.plain())
    }

    /// An area in square metres: `62.50 m²`.
    pub fn square_metres(&self, area: Area) -> String {
        format!("{}\u{a0}m²", self.area_figure(area))
    }

    /// The sentence about the second currency with its rate, of this string. Empty on a site without one.
    pub fn reference_note(&self, key: &str) -> Result<String, StringsError> {
        let Some(reference) = &self.site.config.reference_currency else {
            return Ok(String::new());
        };
        let (rate, date) = (
            reference.rate.text(self.numbers()),
            self.date(reference.date),
        );
        let values = [
            ("rate", &*rate),
            ("date", &date),
            ("source", reference.source.get(self.lang)),
        ];
        self.filled(key, &values)
    }

    /// The label of an amount in the second currency: `Equivalente en dólares estadounidenses`.
    pub fn reference_label(&self) -> Result<String, StringsError> {
        let Some(format) = self.site.config.reference_format(self.lang) else {
            return Ok(String::new());
        };
        let name = currency_name(self.lang.locale(), format.currency);
        self.filled("price.reference", &[("currency", &name)])
    }

    /// An area for a reader: `62.50 m²`, in American English `62.50 m² (673 sq ft)`.
    pub fn area(&self, area: Area) -> String {
        let metres = self.square_metres(area);
        if !self.lang.uses_square_feet() {
            return metres;
        }
        let feet = self.numbers().number(&area.square_feet().to_string());
        format!("{metres} ({feet}\u{a0}sq\u{a0}ft)")
    }

    /// An area outside of tables, without decimals when it is whole: `45 m²`.
    pub fn headline_area(&self, area: Area) -> String {
        let whole = self.numbers().number(area.plain().trim_end_matches(".00"));
        self.area(area).replacen(&self.area_figure(area), &whole, 1)
    }

    /// The name of a use: `Oficina`.
    pub fn unit_use<'b>(&self, unit_use: &'b UnitUse) -> &'b str
    where
        'a: 'b,
    {
        let declared = self.site.config.use_of(*unit_use);
        declared.map_or(unit_use.key(), |declared| declared.label.get(self.lang))
    }

    /// The name of the status of units that leave the market in this way: `Disponible`, `Vendido`, `Rentado`.
    pub fn status(&self, status: Status, closing: Closing) -> Result<String, StringsError> {
        let key = format!("status.{}", status.key());
        let text = self.strings.text_about(closing, &key, None, &|_| None)?;
        Ok(text.to_string())
    }

    /// The `name` or the `description` of an amenity; the platform's own when the strings have none.
    pub fn amenity_text(&self, amenity: &Amenity, field: &str, fallback: &str) -> String {
        let own = self
            .strings
            .plain(&format!("amenity.{}.{field}", amenity.code));
        own.map_or_else(|| fallback.to_owned(), |text| text.to_string())
    }

    /// A day: `20 de noviembre de 2026`.
    pub fn date(&self, date: Date) -> String {
        dates::long(self.lang, date)
    }

    /// A month, shortened: `oct 2022`.
    pub fn short_month(&self, month: Month) -> String {
        dates::medium_month(self.lang, month)
    }

    /// A month: `octubre de 2022`.
    pub fn month(&self, month: Month) -> String {
        dates::month(self.lang, month)
    }

    /// The path in this language of a page that an author wrote. Anything that is not a page of the site is returned unchanged.
    pub fn link(&self, written: &str) -> String {
        let path = self.site.routes.path(self.lang, written);
        path.as_deref().unwrap_or(written).to_owned()
    }

    /// The absolute URL of a link that an author wrote on the page with the absolute URL `page`. URLs of other sites stay.
    pub fn absolute_link(&self, page: &str, written: &str) -> String {
        let link = self.link(written);
        match link.chars().next() {
            Some('/') => self.absolute(&link),
            Some('#') => format!("{page}{link}"),
            _ => link,
        }
    }

    /// The path of the page with a template; of the home page where the site lacks it, which `check` reports for forms.
    pub fn page_with(&self, template: &str) -> String {
        let routes = &self.site.routes;
        routes
            .addresses
            .path(self.lang, routes.with_template(template).unwrap_or("/"))
    }

    /// The absolute URL of a page by its language-neutral path. `None`: the site has no such page.
    pub fn page_url(&self, neutral: &str) -> Option<String> {
        Some(self.absolute(&self.site.routes.path(self.lang, neutral)?))
    }

    /// The absolute URL of a path of the site.
    pub fn absolute(&self, path: &str) -> String {
        self.site.config.absolute(path)
    }
}

/// The key of the sentence about prices with these rates of tax: whether it is added to all of them, to some, or to none.
pub fn price_terms(rates: &[u8]) -> &'static str {
    match rates.iter().filter(|rate| **rate > 0).count() {
        0 => "legal.prices_untaxed",
        taxed if taxed == rates.len() => "legal.prices",
        _ => "legal.prices_mixed",
    }
}

/// The key of the text about a price with this rate of tax: `key`, or `<key>_untaxed` when it is zero.
pub fn with_tax(key: &str, vat_percent: u8) -> Cow<'_, str> {
    match vat_percent {
        0 => Cow::Owned(format!("{key}_untaxed")),
        _ => Cow::Borrowed(key),
    }
}
