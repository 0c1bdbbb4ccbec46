//! A page with its breadcrumbs and its questions (`data.faq.items`), the inventory as a list, and a unit with its offers. The price
//! is the total, tax included (LFPC, article 7 bis); its specifications have the net price and the total. A rent is never a price of
//! an offer, only a specification with its period.

use platform::money::Money;
use serde_json::{Value, json};

use super::{availability, id};
use crate::catalogue::Catalogue;
use formats::markdown::blocks::{Block, Run, blocks};
use model::fields::JsonLd;
use model::inventory::LISTED;
use model::site::{Page, PageKind, Site, template};

pub(super) fn web_page(
    catalogue: &Catalogue,
    page: &Page,
    title: &str,
    image: Option<&str>,
) -> Value {
    let site = &catalogue.site;
    let mut date_posted = None;
    let (kind, main_entity) = match &page.kind {
        PageKind::Unit(index) => {
            let listed = &site.inventory.units[*index];
            // A history that began later than the unit's listing does not know the day.
            date_posted = site.inventory.history.listed_on(&listed.code);
            (
                "RealEstateListing",
                Some(unit(catalogue, *index, title, image)),
            )
        }
        PageKind::Content(source) => {
            let questions = questions(site, &source.front.data);
            if site.is_news(page) {
                ("WebPage", Some(article(site, page, title, image)))
            } else if !questions.is_empty() {
                ("FAQPage", Some(Value::from(questions)))
            } else if page.has_template(template::INVENTORY) {
                ("CollectionPage", None)
            } else if page.has_template(template::CONTACT) {
                ("ContactPage", None)
            } else {
                ("WebPage", None)
            }
        }
    };
    json!({
        "@type": kind,
        "url": site.config.absolute(&page.url),
        // The page of a unit has the unit's name.
        "name": page.source().map(|_| title),
        "inLanguage": page.lang.locale(),
        "isPartOf": {"@id": id(&site.config, "website")},
        "breadcrumb": {"@type": "BreadcrumbList", "itemListElement": breadcrumbs(site, page, title)},
        "mainEntity": main_entity,
        "datePosted": date_posted,
    })
}

/// An entry of the news. Its author and publisher is the seller, which the home page describes.
fn article(site: &Site, page: &Page, title: &str, image: Option<&str>) -> Value {
    let seller = json!({"@id": id(&site.config, "seller")});
    json!({
        "@type": "NewsArticle",
        "headline": title,
        "description": page.source().map(|source| source.front.description.as_str()),
        "image": image,
        "datePublished": page.date(),
        "dateModified": page.date(),
        "author": seller,
        "publisher": seller,
    })
}

/// The home page, the pages above this one in its address, and the page itself, which has no link.
fn breadcrumbs(site: &Site, page: &Page, title: &str) -> Vec<Value> {
    // `/`, `/a` for `/a/b`: every address above it, the shortest first.
    let parents = page
        .neutral
        .match_indices('/')
        .skip(1)
        .map(|(at, _)| &page.neutral[..at]);
    let above = ["/"].into_iter().chain(parents).filter_map(|neutral| {
        let parent = site.page(page.lang, neutral)?;
        Some((name(site, parent)?, Some(site.config.absolute(&parent.url))))
    });
    let steps = above.chain([(title.to_owned(), None)]).zip(1..);
    let step = |((name, item), position)| json!({"@type": "ListItem", "position": position, "name": name, "item": item});
    steps.map(step).collect()
}

/// The name of a page in breadcrumbs: its title, or the menu's text for the home page.
fn name(site: &Site, page: &Page) -> Option<String> {
    if page.neutral == "/" {
        let name = site.strings.get(page.lang).plain("nav.home");
        return Some(name.map_or_else(|| site.config.name.clone(), |name| name.to_string()));
    }
    page.source().map(|source| source.front.title.clone())
}

/// The number of units, and the first units in the order of the table.
pub(super) fn inventory_list(site: &Site, page: &Page) -> Value {
    let units = site.inventory.units.iter().take(LISTED).enumerate();
    let items = units.map(|(index, unit)| {
        let path = site
            .routes
            .addresses
            .path(page.lang, &site.routes.unit(&unit.code));
        json!({"@type": "ListItem", "position": index + 1, "url": site.config.absolute(&path)})
    });
    json!({
        "@type": "ItemList",
        "@id": site.config.absolute(&page.url) + "#list",
        "numberOfItems": site.inventory.units.len(),
        "itemListElement": items.collect::<Value>(),
    })
}

/// The questions of a page, in its order; none when it has none. An answer is Markdown.
fn questions(site: &Site, data: &Value) -> Vec<Value> {
    let items = data.pointer("/faq/items").and_then(Value::as_array);
    let address = |written: &str| Some(site.config.absolute(written));
    let question = |item: &Value| {
        let (question, answer) = (item["question"].as_str()?, item["answer"].as_str()?);
        // A line for each paragraph, item or row.
        let mut lines = Vec::new();
        blocks(answer, &address)
            .iter()
            .for_each(|block| lines_of(block, &mut lines));
        let answer = json!({"@type": "Answer", "text": lines.join("\n")});
        Some(json!({"@type": "Question", "name": question, "acceptedAnswer": answer}))
    };
    items.into_iter().flatten().filter_map(question).collect()
}

fn lines_of(block: &Block, lines: &mut Vec<String>) {
    let line = |runs: &[Run]| runs.iter().map(|run| run.text.as_str()).collect::<String>();
    match block {
        Block::Heading { text, .. } | Block::Paragraph { text } => lines.push(line(text)),
        Block::List { items, .. } => {
            let inner = items.iter().flatten();
            inner.for_each(|block| lines_of(block, lines));
        }
        Block::Table { rows, .. } => {
            let cells = |row: &Vec<Vec<Run>>| row.iter().map(|cell| line(cell)).collect::<Vec<_>>();
            lines.extend(rows.iter().map(|row| cells(row).join(", ")));
        }
    }
}

/// The unit of areas, the square metre (UN/CEFACT).
const SQUARE_METRE: &str = "MTK";

/// What offers of a development with rents are, in the vocabulary that schema.org refers to.
const SELL: &str = "http://purl.org/goodrelations/v1#Sell";
/// The same of a rent.
pub(crate) const LEASE_OUT: &str = "http://purl.org/goodrelations/v1#LeaseOut";

/// The offers of a unit: a sale, a rent, or both.
fn offers(catalogue: &Catalogue, index: usize) -> Value {
    let sale = catalogue
        .unit(index)
        .is_for_sale()
        .then(|| sale_offer(catalogue, index));
    let offers: Vec<Value> = sale.into_iter().chain(lease(catalogue, index)).collect();
    match <[Value; 1]>::try_from(offers) {
        Ok([only]) => only,
        Err(several) => several.into(),
    }
}

/// The offer of a rent; none of a unit that is not for rent.
fn lease(catalogue: &Catalogue, index: usize) -> Option<Value> {
    let (site, unit) = (&catalogue.site, catalogue.unit(index));
    let rents = site.config.rents.as_ref()?;
    let amounts = catalogue.units[index].price.rent.as_ref()?.amounts;
    let currency = site.config.rent_currency()?;
    let specification = |amount: Money, with_tax: bool, per_m2: bool| {
        let mut specification = json!({
            "@type": "UnitPriceSpecification",
            "price": currency.plain(amount),
            "priceCurrency": currency.code(),
            "unitCode": rents.period.unit_code(),
            "valueAddedTaxIncluded": with_tax,
        });
        if per_m2 {
            specification["referenceQuantity"] =
                json!({"@type": "QuantitativeValue", "value": 1, "unitCode": SQUARE_METRE});
        }
        specification
    };
    let is_taxed = site.config.rent_vat(unit.unit_use).percent > 0;
    let mut specifications = Vec::new();
    if rents.per_m2 {
        specifications.push(specification(amounts.listed, !is_taxed, true));
    }
    if is_taxed {
        specifications.push(specification(amounts.price.net, false, false));
    }
    specifications.push(specification(amounts.price.total, true, false));
    Some(json!({
        "@type": "Offer",
        "businessFunction": LEASE_OUT,
        "availability": availability(unit.status),
        "priceSpecification": specifications,
        "validFrom": site.inventory.date,
        "seller": {"@id": id(&site.config, "seller")},
    }))
}

/// The offer of a sale, which is schema.org's default kind. A price on request is not in it.
fn sale_offer(catalogue: &Catalogue, index: usize) -> Value {
    let (site, unit) = (&catalogue.site, catalogue.unit(index));
    let view = &catalogue.units[index];
    let currency = site.config.currency();
    let price = view.price.amounts;
    let specification = |price: Money, with_tax: bool| {
        json!({
            "@type": "PriceSpecification",
            "price": currency.plain(price),
            "priceCurrency": currency.code(),
            "valueAddedTaxIncluded": with_tax,
        })
    };
    let specifications = price.map(|price| {
        let mut specifications = vec![specification(price.total, true)];
        if view.price.vat.is_some() {
            specifications.insert(0, specification(price.net, false));
        }
        specifications
    });
    json!({
        "@type": "Offer",
        "businessFunction": site.config.rents.as_ref().map(|_| SELL),
        "availability": availability(unit.status),
        "price": price.map(|price| currency.plain(price.total)),
        "priceCurrency": price.map(|_| currency.code()),
        "priceSpecification": specifications,
        "validFrom": site.inventory.date,
        "seller": {"@id": id(&site.config, "seller")},
    })
}

/// A unit, as the main entity of its page, whose address is in the page's object. An offer offers a product, and a unit is a place to work in: it is both, as in schema.org's guide for rooms.
fn unit(catalogue: &Catalogue, index: usize, title: &str, image: Option<&str>) -> Value {
    let (site, unit) = (&catalogue.site, catalogue.unit(index));
    let view = &catalogue.units[index];
    let config = &site.config;
    let level = catalogue.localized().level(unit.level);
    // The interior: a terrace is not floor of the unit, and is stated beside it.
    let floor_size = if unit.terrace.is_zero() {
        unit.area
    } else {
        unit.interior
    };
    let mut described = json!({
        "@type": ["Accommodation", "Product"],
        "name": title,
        "sku": unit.code,
        "image": image,
        "floorSize": {"@type": "QuantitativeValue", "value": floor_size, "unitCode": SQUARE_METRE},
        "floorLevel": level.unwrap_or_else(|_| unit.level.to_string()),
        "containedInPlace": config.location.as_ref().map(|_| json!({"@id": id(config, "building")})),
        "offers": offers(catalogue, index),
    });
    let mut others = Vec::new();
    for (position, field) in catalogue.table.fields.iter().enumerate() {
        let (Some(text), Ok(name)) = (view.text(position), catalogue.label(position)) else {
            continue;
        };
        match field.json_ld {
            JsonLd::Own if field.key == "terrace" => others.push(json!({
                "@type": "PropertyValue",
                "name": &**name,
                "value": unit.terrace,
                "unitCode": SQUARE_METRE,
            })),
            JsonLd::Own => {}
            JsonLd::Property(property) => described[property] = catalogue.number(index, position),
            JsonLd::Additional => others.push(json!({
                "@type": "PropertyValue",
                "name": &**name,
                "value": &*text.text,
            })),
        }
    }
    if !others.is_empty() {
        described["additionalProperty"] = others.into();
    }
    described
}
