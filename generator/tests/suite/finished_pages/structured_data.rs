//! What pages tell machines: each rule on a page that breaks it.

use std::sync::LazyLock;

use serde_json::json;

use crate::finished_pages::finished::Finished;

static SITE: LazyLock<Finished> = LazyLock::new(|| Finished::of("structured-data", |_| {}));

const UNIT: &str = "inventario/O-301.html";

/// The problem of the unit's page, without what all such problems say.
fn problem_with(file: &str, from: &str, to: &str) -> String {
    let problems = SITE.problems_after(file, from, to);
    let [problem] = &problems[..] else {
        panic!("one problem was expected: {problems:#?}");
    };
    let (_, told) = problem.split_once("structured data: ").unwrap();
    told.to_owned()
}

#[test]
fn a_good_site_has_no_problem() {
    assert_eq!(SITE.problems(), Vec::<String>::new());
}

#[test]
fn a_page_not_listed_tells_nothing() {
    assert!(!SITE.page("oculta.html").contains("ld+json"));
    let problems = SITE.problems_after("index.html", "application/ld+json", "application/json");
    assert!(
        problems[0]
            .contains("the page tells nothing, and other pages do (page /); write {{ structured_data() }}"),
        "{problems:#?}"
    );
}

#[test]
fn what_is_not_json_of_our_vocabulary_is_found() {
    let problems = SITE.problems_after("en/preguntas.html", "\"@graph\":[", "\"@graph\":");
    assert!(
        problems[0].contains("structured data: not JSON: "),
        "{problems:#?}"
    );
    let problems = SITE.problems_after("en/preguntas.html", "https://schema.org", "http://schema.example");
    assert!(
        problems[0].contains("@context is \"http://schema.example\", and not \"https://schema.org\""),
        "{problems:#?}"
    );
}

#[test]
fn unknown_and_missing_words_are_found() {
    assert_eq!(
        problem_with(UNIT, "QuantitativeValue", "QuantitativValue"),
        "the type QuantitativValue is not known (page /inventario/O-301); did you mean \"QuantitativeValue\"?"
    );
    assert_eq!(
        problem_with(UNIT, "\"floorLevel\":\"Nivel 3\",", ""),
        "Accommodation and Product https://muestra.example/inventario/O-301#unit has no floorLevel (page /inventario/O-301)"
    );
    assert_eq!(
        problem_with(UNIT, "\"@type\":\"QuantitativeValue\",", ""),
        "something with value, unitCode has no @type (page /inventario/O-301)"
    );
    assert_eq!(
        problem_with("preguntas.html", "\"text\":\"No.", "\"text\":\"\",\"x\":\"No."),
        "Answer has no text (page /preguntas)"
    );
}

#[test]
fn addresses_that_are_not_whole_or_lead_nowhere_are_found() {
    let own = "\"sku\":\"O-301\",\"url\":\"https://muestra.example/inventario/O-301\"";
    assert_eq!(
        problem_with(UNIT, own, "\"sku\":\"O-301\",\"url\":\"/inventario/O-301\""),
        "url \"/inventario/O-301\" is no whole address of this site (page /inventario/O-301)"
    );
    assert_eq!(
        problem_with(
            UNIT,
            own,
            "\"sku\":\"O-301\",\"url\":\"https://muestra.example/inventario/X\""
        ),
        "url \"https://muestra.example/inventario/X\" leads to nothing that the site has (page /inventario/O-301)"
    );
    let problems = SITE.problems_after("index.html", "https://f.example", "f.example");
    assert!(
        problems[1].contains("sameAs \"f.example\" is no whole address"),
        "{problems:#?}"
    );
}

#[test]
fn an_offer_that_is_not_the_inventorys_is_found() {
    let page = "(page /inventario/O-301)";
    let offered = "\"price\":\"4930000.58\",\"priceCurrency\":\"MXN\",\"priceSpecification\"";
    assert_eq!(
        problem_with(UNIT, offered, &offered.replace("4930000.58", "4250000.50")),
        format!("price of Offer is \"4250000.50\", and \"4930000.58\" in the inventory {page}")
    );
    assert_eq!(
        problem_with(UNIT, offered, &offered.replace("MXN", "USD")),
        format!("priceCurrency of Offer is \"USD\", and \"MXN\" in the inventory {page}")
    );
    assert_eq!(
        problem_with(UNIT, "\"price\":\"4250000.50\"", "\"price\":\"4250000.51\""),
        format!("price of PriceSpecification is \"4250000.51\", and \"4250000.50\" in the inventory {page}")
    );
    assert_eq!(
        problem_with(UNIT, "schema.org/Reserved", "schema.org/InStock"),
        format!(
            "availability of Offer is \"https://schema.org/InStock\", \
             and \"https://schema.org/Reserved\" in the inventory {page}"
        )
    );
    assert_eq!(
        problem_with(UNIT, "\"value\":70.5", "\"value\":70"),
        format!("floorSize is 70, and 70.5 in the inventory {page}")
    );
}

#[test]
fn lists_that_do_not_lead_or_count_are_found() {
    assert_eq!(
        problem_with("inventario.html", "\"numberOfItems\":2", "\"numberOfItems\":3"),
        "ItemList https://muestra.example/inventario#list does not count its items from 1 to 2 (page /inventario)"
    );
    assert_eq!(
        problem_with(
            "inventario.html",
            "\"url\":\"https://muestra.example/inventario/O-301\"",
            "\"url\":\"https://muestra.example/inventario/L-101\""
        ),
        "ItemList https://muestra.example/inventario#list is not the inventory of 2 units (page /inventario)"
    );
    let problem = problem_with(
        UNIT,
        "\"item\":\"https://muestra.example/\"",
        "\"item\":\"https://muestra.example/en\"",
    );
    assert!(
        problem.contains("does not lead from https://muestra.example/ to"),
        "{problem}"
    );
}

#[test]
fn a_name_that_means_two_things_or_none_is_found() {
    assert_eq!(
        problem_with(
            "en.html",
            "\"legalName\":\"Muestra S.A.\"",
            "\"legalName\":\"Other\""
        ),
        "RealEstateAgent https://muestra.example/#seller is described otherwise on / (page /en)"
    );
    assert_eq!(
        problem_with(
            UNIT,
            "{\"@id\":\"https://muestra.example/#building\"}",
            "{\"@id\":\"https://muestra.example/#tower\"}"
        ),
        "https://muestra.example/#tower is named, and no page describes it (page /inventario/O-301)"
    );
}

#[test]
fn a_video_that_is_described_must_be_shown_and_allowed() {
    let video = json!({
        "@type": "VideoObject", "@id": "https://muestra.example/preguntas#video", "name": "Obra", "description": "Obra.",
        "thumbnailUrl": "https://muestra.example/robots.txt", "contentUrl": "https://muestra.example/robots.txt",
        "uploadDate": "2025-03-21",
    });
    let end = "]}</script>";
    assert_eq!(
        problem_with("preguntas.html", end, &format!(",{video}{end}")),
        "the page does not show VideoObject https://muestra.example/preguntas#video (page /preguntas); \
         show it: {% include \"parts/video.html\" %}"
    );
    let shown = format!(",{video}{end}<video src=\"/robots.txt\"></video>");
    assert_eq!(
        SITE.problems_after("preguntas.html", end, &shown),
        [
            "site.yaml: the Content-Security-Policy stops VideoObject https://muestra.example/preguntas#video \
             of page /preguntas; write csp: { media-src: [\"'self'\"] }"
        ]
    );
}
