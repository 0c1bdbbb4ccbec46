//! What the published page of a unit says about it, so that the notice shows what the visitor saw. The page is the only
//! published file with all of it: structured data (schema.org), share picture, link to the PDF sheet.

use crate::site_page;
use jiff::civil::Date;
use model::lang::Lang;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use platform::area::Area;
use platform::money::Money;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

/// Timeout of the request. On Lambda, little of the two seconds within the visitor's request may be lost.
const TIMEOUT: Duration = Duration::from_millis(800);
/// Most bytes of a page that are read; a unit's page has about 20 KB.
const MAX_PAGE: usize = 512 * 1024;
/// Characters that a unit's code is encoded for; valid codes have none of them.
const CODE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_');
/// In the start tag of the structured data.
const DATA_START: &str = "application/ld+json";
const DATA_END: &str = "</script>";

/// Result of looking up a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UnitLookup {
    /// The site has a page of the unit.
    Listed(Box<UnitFacts>),
    /// The site has no page of the unit.
    NotListed,
    /// The page could not be fetched in time, or not be read.
    Unreachable,
}

/// What the page of a unit says about it, in the page's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnitFacts {
    /// Its name, like `Oficina 301`.
    pub name: String,
    /// Its level, like `Nivel 3`.
    pub level: String,
    /// Its total area.
    pub area: Area,
    /// `disponible`, `reservado` or `vendido`, as the strings `status.*`.
    pub status: &'static str,
    /// Its price before VAT.
    pub net: Money,
    /// Its price with VAT.
    pub total: Money,
    /// The day of price and status.
    pub date: Date,
    /// URL of the share picture, which shows the plan.
    pub picture: Option<String>,
    /// URL of the PDF sheet.
    pub sheet: Option<String>,
}

#[derive(Deserialize)]
struct Product {
    name: String,
    image: Option<String>,
    #[serde(rename = "floorSize")]
    size: Size,
    #[serde(rename = "floorLevel")]
    level: String,
    offers: Offer,
}

#[derive(Deserialize)]
struct Size {
    value: Area,
}

#[derive(Deserialize)]
struct Offer {
    availability: String,
    #[serde(rename = "priceSpecification")]
    prices: Vec<OfferPrice>,
    #[serde(rename = "validFrom")]
    date: Date,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfferPrice {
    price: String,
    value_added_tax_included: bool,
}

/// The pages of units on the published site.
pub(super) struct UnitPages {
    /// Follows no redirect: the page of a unit that is no longer listed redirects to the inventory.
    http: reqwest::Client,
    site_url: String,
}

impl UnitPages {
    /// The pages of the site at `site_url`. `http` must not follow redirects.
    pub(super) fn new(http: reqwest::Client, site_url: String) -> Self {
        Self { http, site_url }
    }

    /// URL of the page of a unit.
    pub(super) fn url(&self, lang: Lang, code: &str) -> String {
        let code = utf8_percent_encode(code, CODE);
        let path = lang.path(&format!("{}/{code}", site_page::INVENTORY));
        format!("{}{path}", self.site_url)
    }

    /// Looks up a unit, within [`TIMEOUT`].
    pub(super) async fn look_up(&self, lang: Lang, code: &str) -> UnitLookup {
        match self.fetch(&self.url(lang, code)).await {
            Ok(Some(page)) => facts(&page, code, &self.site_url).map_or(UnitLookup::Unreachable, |facts| {
                UnitLookup::Listed(Box::new(facts))
            }),
            Ok(None) => UnitLookup::NotListed,
            Err(error) => {
                tracing::warn!(error = %error.without_url(), "the page of a unit cannot be fetched for a notice");
                UnitLookup::Unreachable
            }
        }
    }

    /// The first [`MAX_PAGE`] bytes of a page; `None` when the site has no such page.
    async fn fetch(&self, url: &str) -> reqwest::Result<Option<String>> {
        let response = self.http.get(url).timeout(TIMEOUT).send().await?;
        if response.status().is_redirection() || matches!(response.status().as_u16(), 404 | 410) {
            return Ok(None);
        }
        let mut response = response.error_for_status()?;
        let mut page = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            page.extend_from_slice(&chunk);
            if page.len() > MAX_PAGE {
                break;
            }
        }
        Ok(Some(String::from_utf8_lossy(&page).into_owned()))
    }
}

/// Reads the page of a unit. URLs of other sites are ignored, so that no other site learns when the mail is read.
fn facts(page: &str, code: &str, site_url: &str) -> Option<UnitFacts> {
    let (_, data) = page.split_once(DATA_START)?;
    let (_, data) = data.split_once('>')?;
    let (data, _) = data.split_once(DATA_END)?;
    let mut data: Value = serde_json::from_str(data).ok()?;
    let product = Product::deserialize(described(&mut data, code)?.take()).ok()?;
    let offer = product.offers;
    let price = |with_tax: bool| {
        let same = |price: &&OfferPrice| price.value_added_tax_included == with_tax;
        Money::parse(&offer.prices.iter().find(same)?.price).ok()
    };
    let own = format!("{site_url}/");
    Some(UnitFacts {
        name: product.name,
        level: product.level,
        area: product.size.value,
        status: status(&offer.availability)?,
        net: price(false)?,
        total: price(true)?,
        date: offer.date,
        picture: product.image.filter(|url| url.starts_with(&own)),
        sheet: sheet(page, code).map(|path| format!("{site_url}{path}")),
    })
}

/// The object of the unit among all that the page describes.
fn described<'a>(data: &'a mut Value, code: &str) -> Option<&'a mut Value> {
    if data["sku"] == code {
        return Some(data);
    }
    match data {
        Value::Array(list) => list.iter_mut().find_map(|value| described(value, code)),
        Value::Object(properties) => properties.values_mut().find_map(|value| described(value, code)),
        _ => None,
    }
}

/// Our word for the availability that the page states.
fn status(availability: &str) -> Option<&'static str> {
    match availability.rsplit('/').next()? {
        "InStock" => Some("disponible"),
        "Reserved" => Some("reservado"),
        "SoldOut" => Some("vendido"),
        _ => None,
    }
}

/// The path of the PDF sheet to which the page links.
fn sheet<'a>(page: &'a str, code: &str) -> Option<&'a str> {
    let name = format!("/{code}.pdf");
    let at = page.find(&name)?;
    // The address may be without quotes.
    let start = page[..at].rfind(['"', '='])? + 1;
    let end = at + name.len();
    page.get(start..end).filter(|path| path.starts_with("/pdf/"))
}

#[cfg(test)]
mod tests {
    use super::{UnitFacts, facts};
    use platform::area::Area;
    use platform::money::Money;

    const SITE: &str = "https://muestra.example";
    /// A page as `site build` writes it.
    const PAGE: &str =
        include_str!("../../../generator/tests/sites/structured-data/out/inventario/O-301.html");

    fn with_picture(url: &str) -> String {
        PAGE.replace("\"floorSize\"", &format!("\"image\":\"{url}\",\"floorSize\""))
    }

    #[test]
    fn a_page_that_the_site_builds_is_read() {
        let expected = UnitFacts {
            name: "Oficina 301".to_owned(),
            level: "Nivel 3".to_owned(),
            area: Area(7050),
            status: "reservado",
            net: Money(425_000_050),
            total: Money(493_000_058),
            date: jiff::civil::date(2026, 11, 20),
            picture: None,
            sheet: None,
        };
        assert_eq!(facts(PAGE, "O-301", SITE), Some(expected.clone()));
        let page = with_picture("https://muestra.example/share/a.png")
            + "<a href=\"/pdf/unidades/O-301.pdf\" download>";
        let with_files = UnitFacts {
            picture: Some("https://muestra.example/share/a.png".to_owned()),
            sheet: Some("https://muestra.example/pdf/unidades/O-301.pdf".to_owned()),
            ..expected
        };
        assert_eq!(facts(&page, "O-301", SITE), Some(with_files));
    }

    #[test]
    fn a_page_of_another_shape_gives_nothing() {
        for page in [
            "",
            "<script type=\"application/ld+json\">{}</script>",
            PAGE.split("floorSize").next().unwrap_or_default(),
        ] {
            assert_eq!(facts(page, "O-301", SITE), None);
        }
        assert_eq!(facts(PAGE, "O-302", SITE), None);
        assert_eq!(facts(&PAGE.replace("Reserved", "Unknown"), "O-301", SITE), None);
    }

    #[test]
    fn files_of_other_sites_are_ignored() {
        for url in [
            "https://muestra.example.evil.test/a.png",
            "http://muestra.example/a.png",
            "javascript:x",
        ] {
            let page = with_picture(url) + "<a href=\"https://evil.test/O-301.pdf\">";
            let read = facts(&page, "O-301", SITE).expect("a readable page");
            assert_eq!((read.picture, read.sheet), (None, None), "{url}");
        }
    }
}
