//! The structured data of a whole site's pages against the platform's data.

use model::lang::sample::BOTH;
use serde_json::Value;

use crate::finished_pages::finished::Finished;
use crate::support::torre::{STATED, UNITS};

/// The JSON-LD of a page.
fn block(html: &str) -> Value {
    let (_, rest) = html.split_once("<script type=application/ld+json>").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn every_page_of_a_whole_site_has_the_data_of_the_platform() {
    let own = Finished::torre();
    let platform = &*STATED;
    let listed = own.0.site.pages.iter().filter(|page| page.is_listed() && !page.is_error());
    for page in listed {
        let block = block(&own.page(&page.file));
        assert!(block["@graph"].is_array() || block["@type"].is_string(), "{}", page.url);
    }
    let units = platform["Data"]["Property"].as_array().unwrap();
    assert_eq!(units.len(), UNITS);
    for (lang, unit) in BOTH.iter().flat_map(|lang| units.iter().map(move |unit| (lang, unit))) {
        let code = unit["propertyCode"].as_str().unwrap();
        let listing = block(&own.page(&lang.file(&format!("/inventario/{code}"))));
        let unit_node = &listing["mainEntity"];
        let pesos = unit["price"].as_u64().unwrap();
        // 16 % of whole pesos is whole centavos.
        let total = pesos * 116;
        assert_eq!(unit_node["sku"], code);
        let image = unit_node["image"].as_str().unwrap().strip_prefix("https://torre-arboleda.example/");
        assert!(own.0.files.iter().any(|file| Some(file.path.as_str()) == image), "{code}");
        assert_eq!(unit_node["offers"]["price"], format!("{}.{:02}", total / 100, total % 100), "{code}");
        assert_eq!(unit_node["offers"]["priceSpecification"][0]["price"], format!("{pesos}.00"), "{code}");
        assert_eq!(unit_node["floorSize"]["value"].as_f64(), unit["interiorArea"].as_f64(), "{code}");
        let availability = match unit["status"].as_str().unwrap() {
            "disponible" => "https://schema.org/InStock",
            "reservado" => "https://schema.org/Reserved",
            _ => "https://schema.org/SoldOut",
        };
        assert_eq!(unit_node["offers"]["availability"], availability, "{code}");
    }
    for lang in BOTH {
        let graph = block(&own.page(&lang.file("/inventario")));
        assert_eq!(graph["@graph"][1]["itemListElement"].as_array().unwrap().len(), UNITS);
        let page = block(&own.page(&lang.file("/inversionistas")));
        assert_eq!(page["@type"], "FAQPage");
    }
}
