//! The QR codes of the documents, read back as a phone reads them.

use std::collections::BTreeMap;

use generator::outputs::values::describe;
use generator::stages::documents;
use generator::stages::documents::typesetter::typeset;
use model::lang::sample::BOTH;
use rqrr::PreparedImage;
use serde_json::Value;

use super::{PICTURES, SITE, root};
use crate::support::pdf::{Pdf, Rectangle, around};
use crate::support::requests;

const SCALE: usize = 4;

/// The text of a QR code drawn as rows of one module: `M4 4h7v1h-7z`.
fn read(svg: &str) -> String {
    let path = svg.rsplit(" d=\"").next().unwrap();
    assert!(path.starts_with("M4 4h7v1h-7z"), "the quiet zone: {path}");
    let run = |run: &str| {
        let numbers: Vec<f64> = run
            .split(|character: char| !character.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        let [x, y, width, ..] = numbers[..] else {
            panic!("{run}")
        };
        [x, y, x + width, y + 1.0]
    };
    decode(&path.split('M').skip(1).map(run).collect::<Vec<_>>())
}

/// The text of the QR code that a page draws: of its filled paths the one with most parts.
fn read_printed(pdf: &[u8]) -> String {
    let filled = Pdf::read(pdf).filled();
    decode(filled.iter().max_by_key(|parts| parts.len()).unwrap())
}

/// The text of the QR code with these runs of dark modules.
fn decode(runs: &[Rectangle]) -> String {
    const QUIET_ZONE: usize = 4;
    let [left, top, right, _] = runs.iter().copied().reduce(around).unwrap();
    let modules = |length: f64| (length / (runs[0][3] - runs[0][1])).round() as usize;
    let side = modules(right - left) + 2 * QUIET_ZONE;
    let mut dark = vec![false; side * side];
    for run in runs {
        let [x, end, y] = [run[0] - left, run[2] - left, run[1] - top].map(modules);
        dark[(y + QUIET_ZONE) * side + QUIET_ZONE..][x..end].fill(true);
    }
    let pixels = side * SCALE;
    let mut image = PreparedImage::prepare_from_greyscale(pixels, pixels, |x, y| {
        if dark[y / SCALE * side + x / SCALE] {
            0
        } else {
            255
        }
    });
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1, "{side} modules");
    grids[0].decode().unwrap().1
}

/// Every link with a QR code in a document's data.
fn codes(data: &Value) -> Vec<&Value> {
    let mut found: Vec<&Value> = match data {
        Value::Object(map) => map.values().flat_map(codes).collect(),
        Value::Array(list) => list.iter().flat_map(codes).collect(),
        _ => Vec::new(),
    };
    found.extend(data.get("qr").map(|_| data));
    found
}

#[test]
fn every_qr_code_opens_the_page_beside_it() {
    let jobs = documents::jobs(&describe(&SITE), &PICTURES).unwrap();
    let mut opened = Vec::new();
    for job in &jobs {
        let data = job.complete_data().unwrap();
        let found = codes(&data);
        let expected = match job.template {
            "brochure.typ" => 4,
            "privacy.typ" => 0,
            _ => 1,
        };
        assert_eq!(found.len(), expected, "{}", job.path);
        for link in found {
            let url = read(link["qr"].as_str().unwrap());
            assert_eq!(link["url"], url.as_str(), "{}", job.path);
            assert!(
                url.ends_with(link["shown"].as_str().unwrap()),
                "{}",
                job.path
            );
            opened.push(url);
        }
    }
    for lang in BOTH.iter() {
        for unit in &SITE.inventory.units {
            let page = lang.path(&format!("/inventario/{}", unit.code));
            let url = SITE.config.absolute(&page);
            assert!(opened.contains(&url), "no sheet has a QR code for {url}");
        }
    }
}

#[test]
fn a_printed_sign_opens_its_unit_and_names_its_place() {
    let places = ["valla".to_owned(), "caseta".to_owned()];
    for lang in BOTH.iter() {
        let jobs =
            documents::signs(&describe(&SITE), lang, &PICTURES, &[0, 1], &places, "a5").unwrap();
        let signs = BTreeMap::from_iter(typeset(&requests::tools(root()), &jobs).unwrap());
        assert_eq!(signs.len(), 4);
        for (path, sign) in &signs {
            let (place, unit) = path.strip_suffix(".pdf").unwrap().split_once('/').unwrap();
            let page = SITE
                .config
                .absolute(&lang.path(&format!("/inventario/{unit}")));
            let expected = format!("{page}?utm_source=letrero&utm_medium=qr&utm_campaign={place}");
            assert_eq!(read_printed(sign), expected);
        }
    }
}

#[test]
fn a_sheet_with_a_broker_names_it_in_its_links() {
    let broker = "Ana Pérez · 984 000 0000".parse().unwrap();
    let lang = SITE.config.languages.first();
    let job =
        &documents::broker_sheets(&describe(&SITE), lang, &PICTURES, &[0], &broker).unwrap()[0];
    assert_eq!(
        job.data["broker"],
        serde_json::json!(["Ana Pérez", "984 000 0000", ""])
    );
    let url = read(job.complete_data().unwrap()["page"]["qr"].as_str().unwrap());
    assert!(url.ends_with("?asesor=Ana%20P%C3%A9rez"), "{url}");
    assert!(
        job.data["contact"]
            .to_string()
            .contains("PDF%20%C2%B7%20Ana%20P%C3%A9rez")
    );
}
