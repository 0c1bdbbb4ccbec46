//! The site in one language, as documents show it: texts, links, prices.

use jiff::civil::Date;
use platform::money::Money;
use platform::unit::Unit;
use serde_json::{Map, Value, json};

use super::typesetter::{QR, TEMPLATES};
use formats::code::Code;
use formats::markdown::blocks::{self, Block};
use formats::problem::Problem;
use model::config::{FieldPlace, Floor, UnitField};
use model::document::Document;
use model::lang::Lang;
use model::localized::Localized;
use model::site::{Page, Site};
use model::source::PageSource;
use model::strings::StringsError;

/// One language's view of the site.
#[derive(Clone, Copy)]
pub(super) struct DocumentContext<'a> {
    pub(super) localized: Localized<'a>,
    pub(super) site: &'a Site,
    pub(super) lang: Lang,
}

impl<'a> DocumentContext<'a> {
    pub(super) fn new(site: &'a Site, lang: Lang) -> DocumentContext<'a> {
        DocumentContext { localized: Localized::new(site, lang), site, lang }
    }

    /// A text with its placeholders filled.
    pub(super) fn text(&self, key: &str, values: &[(&str, &str)]) -> Result<String, Problem> {
        self.bound(self.localized.filled(key, values))
    }

    /// The title of a unit: `Oficina O-301`.
    pub(super) fn unit_title(&self, unit: &Unit) -> Result<String, Problem> {
        self.bound(self.localized.unit_title(unit.unit_use, &self.site.theme.drawn(unit.code.as_str())))
    }

    /// A text that depends on a number, which is also the value of `{{count}}`.
    pub(super) fn count(&self, key: &str, count: usize, values: &[(&str, &str)]) -> Result<String, Problem> {
        self.bound(self.localized.counted(key, count, values))
    }

    /// A text of the site with no-break spaces before units.
    pub(super) fn bound(&self, text: Result<String, StringsError>) -> Result<String, Problem> {
        Ok(blocks::bound(&text?))
    }

    /// Groups of strings, nested, for a template's own labels; `names` are separated by spaces.
    pub(super) fn groups(&self, names: &str) -> Value {
        let names: Vec<String> = names.split(' ').map(str::to_owned).collect();
        map_texts(self.localized.strings.groups(&names), &|text| Value::from(blocks::bound(&text)))
    }

    /// The date of the inventory.
    pub(super) fn date(&self) -> String {
        self.long_date(self.site.inventory.date)
    }

    /// A date in words.
    pub(super) fn long_date(&self, date: Date) -> String {
        blocks::bound(&self.localized.date(date))
    }

    /// A page whose texts a document uses.
    pub(super) fn page(
        &self,
        neutral: &str,
        document: Document,
    ) -> Result<(&'a Page, &'a PageSource), Problem> {
        let page = self.site.page(self.lang, neutral);
        page.and_then(|page| Some((page, page.source()?))).ok_or_else(|| {
            let template = format!("{TEMPLATES}/{}", document.template());
            let message = format!("this document needs the page `{neutral}` in `{}`", self.lang);
            Problem::in_file(Code::MissingPage, template, message)
                .hint("write the page, or remove the document's template")
        })
    }

    /// The page with a template, whose texts a document uses.
    pub(super) fn page_with(
        &self,
        template: &str,
        document: Document,
    ) -> Result<(&'a Page, &'a PageSource), Problem> {
        let neutral = self.site.routes.with_template(template);
        self.page(neutral.unwrap_or(template), document)
    }

    /// The name of a level of a building.
    pub(super) fn level(&self, floor: Floor) -> Result<String, Problem> {
        self.bound(self.localized.floor(floor))
    }

    /// Markdown as blocks, with absolute links: a document is read outside of the site.
    pub(super) fn blocks(&self, page: &Page, markdown: &str) -> Vec<Block> {
        let url = self.localized.absolute(&page.url);
        let address = |written: &str| Some(self.localized.absolute_link(&url, written));
        blocks::blocks(markdown, &address)
    }

    /// Data of a page. Each text is a string or, where it has Markdown formatting, a list of blocks.
    pub(super) fn prose(&self, page: &Page, data: &Value) -> Value {
        map_texts(data.clone(), &|text| match self.blocks(page, &text).as_slice() {
            [Block::Paragraph { text }] if text.iter().all(blocks::Run::is_plain) => {
                Value::from(text.iter().map(|run| run.text.as_str()).collect::<String>())
            }
            [] => Value::from(text),
            blocks => json!(blocks),
        })
    }

    /// A page of the site as a link with its QR code, which opens it from paper; null when the site does not have it.
    pub(super) fn link(&self, neutral: &str) -> Result<Value, Problem> {
        let Some(url) = self.localized.page_url(neutral) else {
            return Ok(Value::Null);
        };
        let shown = without_scheme(&url).trim_end_matches('/');
        Ok(json!({
            "shown": shown,
            QR: url,
            "alt": self.text("documents.qr_alt", &[("address", shown)])?,
            "url": url,
        }))
    }

    /// The page with a template as a link; null when the site does not have it.
    pub(super) fn link_with(&self, template: &str) -> Result<Value, Problem> {
        let neutral = self.site.routes.with_template(template);
        neutral.map_or(Ok(Value::Null), |neutral| self.link(neutral))
    }

    /// A unit as tables and sheets show it: every value is a formatted text. `vat` is null without tax.
    pub(super) fn unit(&self, unit: &Unit) -> Result<Value, Problem> {
        let price = self.site.price(unit)?;
        let taxed = self.site.config.vat_percent(unit.unit_use) > 0;
        let terrace = (!unit.terrace.is_zero()).then_some(unit.terrace);
        let own = self.fields(unit, FieldPlace::Prices)?;
        let money = self.localized.money_format();
        Ok(json!({
            "code": unit.code,
            "unit": self.site.theme.drawn(&unit.unit),
            "level": self.level(self.site.config.floor(unit))?,
            "use": blocks::bound(self.localized.unit_use(&unit.unit_use)),
            "bathrooms": self.site.summary.of_use(unit.unit_use).has_bathrooms.then_some(unit.bathrooms),
            "stated": {
                "interior": self.localized.area(unit.interior),
                "terrace": terrace.map(|area| self.localized.area(area)),
                "area": self.localized.area(unit.area),
            },
            "areas": self.bound(self.localized.unit_area(unit, Localized::area))?,
            "measures": {
                "interior": self.localized.area_figure(unit.interior),
                "terrace": terrace.map(|area| self.localized.area_figure(area)),
                "area": self.localized.area_figure(unit.area),
                "parts": self.localized.unit_area_figures(unit),
            },
            "typology": self.site.theme.drawn(&unit.typology),
            "status": unit.status,
            "net": self.localized.money(price.net),
            "vat": taxed.then(|| self.localized.money(price.vat)),
            "total": self.localized.money(price.total),
            "figures": {
                "net": money.figure(price.net),
                "vat": taxed.then(|| money.figure(price.vat)),
                "total": money.figure(price.total),
                "reference": self.reference_figure(price.total),
                "per_m2": unit.rates(money.currency)[0].map(|price| money.figure(price)),
            },
            "reference": self.localized.reference(price.total),
            "rates": self.rates(unit)?,
            "fields": own.into_iter().map(|(field, value)| (field.key.clone(), value.into())).collect::<Map<_, _>>(),
        }))
    }

    /// The prices of a square metre, each with its label.
    fn rates(&self, unit: &Unit) -> Result<Vec<[String; 2]>, Problem> {
        let rates = self.localized.rates(unit).into_iter();
        rates.map(|(key, rate)| Ok([self.text(key, &[])?, rate])).collect()
    }

    /// An amount in the second currency without what follows its number; null on a site without one.
    fn reference_figure(&self, amount: Money) -> Option<String> {
        let config = &self.site.config;
        Some(config.reference_format(self.lang)?.figure(config.reference(amount)?))
    }

    /// The fields of a unit that the development declares and that show at a place, each with its text.
    pub(super) fn fields(
        &self,
        unit: &Unit,
        place: FieldPlace,
    ) -> Result<Vec<(&UnitField, String)>, Problem> {
        let shown = self.localized.fields(unit, place);
        shown
            .map(|shown| shown.map(|(field, text)| (field, self.site.theme.drawn(&text))))
            .map(|shown| Ok(shown?))
            .collect()
    }
}

/// An address as people write it: without `https://`.
pub(super) fn without_scheme(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest)
}

/// The value with each text in it replaced.
fn map_texts(value: Value, replace: &dyn Fn(String) -> Value) -> Value {
    let inner = |inner| map_texts(inner, replace);
    match value {
        Value::String(text) => replace(text),
        Value::Array(list) => list.into_iter().map(inner).collect(),
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, inner(value))).collect(),
        other => other,
    }
}
