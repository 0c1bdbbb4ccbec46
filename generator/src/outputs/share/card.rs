//! The data of a share picture, as templates/share/README.md lists them: formatted texts and the shapes of the drawing. Its
//! design is the template.

use platform::unit::Unit;
use serde_json::{Map, Value, json};

use building::PlanUnit;
use formats::problem::Problem;
use model::config::FieldPlace;
use model::inventory_summary::UnitsSummary;
use model::lang::Lang;
use model::localized::Localized;
use model::site::{Page, Site};
use model::source::PageSource;
use model::strings::StringsError;

/// The data of one picture.
pub(super) struct Card {
    pub(super) data: Value,
    /// The alternative text of the picture.
    pub(super) alt: String,
}

/// The data that all cards of a language share.
pub(super) fn sheet(site: &Site, lang: Lang) -> Result<Value, Problem> {
    let words = Localized::new(site, lang);
    let date = words.date(site.inventory.date);
    let by_use = site.config.uses.iter().map(|declared| {
        let summary = site.summary.of_use(declared.key);
        Ok((declared.key.key().to_owned(), summary_data(words, summary)?))
    });
    let url = &site.config.base_url;
    Ok(json!({
        "lang": lang.code(),
        "site": site.config.name,
        "host": url.split_once("://").map_or(url.as_str(), |(_, host)| host),
        "tagline": words.text("site.tagline")?,
        "place": words.text("site.place")?,
        "as_of": words.filled("inventory.date", &[("date", &date)])?,
        "illustrative": words.text("legal.illustrative")?,
        "illustrative_plan": words.text("legal.illustrative_plan")?,
        "all": summary_data(words, site.summary.all)?,
        "by_use": by_use.collect::<Result<Map<_, _>, Problem>>()?,
    }))
}

/// Numbers and lowest prices of a set of units; without an available unit there are no prices.
fn summary_data(words: Localized<'_>, summary: UnitsSummary) -> Result<Value, Problem> {
    let (total, free) = (summary.total(), summary.available());
    let lowest = words.site.cheapest(summary);
    let prices = lowest.map(|unit| prices(words, unit)).transpose()?;
    let mut sums = json!({
        "total": total,
        "free": free,
        "free_of": words.counted("selector.available", free, &[("total", &total.to_string())])?,
        "from_label": words.text("price.from_label")?,
        "total_from": prices.as_ref().map(|prices| &prices.total),
    });
    if let Some(prices) = prices {
        sums["net_line"] = json!(prices.net_line);
    }
    Ok(sums)
}

/// The price of a unit as pictures show it.
struct Prices {
    net: String,
    total: String,
    /// The line below the total: what the total is, with the price before tax where there is tax, or after the total in pesos
    /// where the law demands it.
    net_line: String,
}

fn prices(words: Localized<'_>, unit: &Unit) -> Result<Prices, Problem> {
    let config = &words.site.config;
    let price = words.site.price(unit)?;
    let rate = config.vat_percent(unit.unit_use);
    let [net, total] = [price.net, price.total].map(|amount| words.money_format().text(amount));
    let label = words.taxed("price.total", rate, &[])?;
    let pesos = config.reference_format(words.lang).filter(|_| config.shows_both_currencies());
    let net_line = match (pesos.zip(config.reference(price.total)), rate) {
        (Some((format, total)), _) => format!("{}. {label}", format.text(total)),
        (None, 0) => label,
        (None, _) => format!("{label} ({net} {})", words.text("price.vat_suffix")?),
    };
    Ok(Prices { net, total, net_line })
}

/// The card of a unit that is on a plan.
pub(super) fn unit(site: &Site, lang: Lang, unit: &Unit, place: &PlanUnit) -> Result<Card, Problem> {
    let words = Localized::new(site, lang);
    let drawn = |text: &str| site.theme.drawn(text);
    let code = drawn(unit.code.as_str());
    let prices = prices(words, unit)?;
    let area = words.unit_area(unit, Localized::square_metres)?;
    let title = words.unit_title(unit.unit_use, &code)?;
    let level = words.floor(site.config.floor(unit))?;
    let status = words.status(unit.status)?;
    let alt = words.taxed(
        "share.unit_alt",
        site.config.vat_percent(unit.unit_use),
        &[
            ("title", &title),
            ("level", &level),
            ("area", &area),
            ("status", &status),
            ("date", &words.date(site.inventory.date)),
            ("total", &prices.total),
            ("net", &prices.net),
        ],
    )?;
    let shown = words.fields(unit, FieldPlace::Share);
    let fields = shown.map(|shown| {
        let (field, text) = shown?;
        Ok(drawn(&format!("{} {text}", field.label.get(lang)).replace('\u{a0}', " ")))
    });
    let fields = fields.collect::<Result<Vec<_>, StringsError>>()?;
    let [left, top, right, bottom] = place.extent;
    let data = json!({
        "code": code,
        "unit": drawn(&unit.unit),
        "title": title,
        "use": unit.unit_use.key(),
        "use_label": words.unit_use(&unit.unit_use),
        "level": level,
        "area": area,
        "typology": drawn(&unit.typology),
        "fields": fields,
        "total": prices.total,
        "net_line": prices.net_line,
        "status": unit.status.key(),
        "status_label": status,
        "place": {
            "path": place.path, "terrace": place.terrace, "door": place.door, "x": place.x, "y": place.y,
            "left": left, "top": top, "right": right, "bottom": bottom,
        },
    });
    Ok(Card { data, alt })
}

/// The card of a page of content. Its heading is the page's first one, or its title.
pub(super) fn page(site: &Site, page: &Page, source: &PageSource) -> Result<Card, Problem> {
    let words = Localized::new(site, page.lang);
    let hero = &source.front.data["hero"];
    let heading = hero["title"].as_str().unwrap_or(&source.front.title);
    let units = site.summary.all;
    let mut of_page = site.config.uses.iter().filter(|declared| {
        declared.page.as_ref() == Some(&page.neutral) || declared.contact.as_ref() == Some(&page.neutral)
    });
    let of_page = of_page.next();
    let values = [
        ("heading", heading),
        ("site", &site.config.name),
        ("total", &units.total().to_string()),
        ("date", &words.date(site.inventory.date)),
    ];
    Ok(Card {
        alt: words.counted("share.page_alt", units.available(), &values)?,
        data: json!({
            "eyebrow": hero["eyebrow"].as_str(),
            "template": source.front.template,
            "path": page.neutral,
            "use": of_page.map(|declared| declared.key),
            "heading": heading,
        }),
    })
}
