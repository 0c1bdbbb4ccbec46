//! The content of each document: the values of every unit, what the law requires, the designed sheets.

use building::Furniture;
use generator::outputs::values::describe;
use generator::stages::documents;
use model::document::Document;
use model::inventory::SimilarUnits;
use model::lang::Lang;
use model::lang::sample::{BOTH, EN, ES};
use model::localized::Localized;
use model::payment::Schedule;
use model::price::{Price, Vat};
use platform::money::{Currency, Money};
use platform::unit::{Status, Unit};

use super::{FILES, PICTURES, SITE, path, text};
use crate::support::rendered::{assert_none, plain};

/// `$3,200,000 MXN`, as sheets show it.
fn shown(money: Money) -> String {
    SITE.config.money_format(EN).text(money)
}

/// The same without its currency, as columns of tables show it.
fn figure(money: Money) -> String {
    plain(&shown(money)).replace(" MXN", "")
}

/// A string without its formatting.
fn line(key: &str, lang: Lang) -> String {
    plain(&SITE.strings.get(lang).plain(key).unwrap())
}

/// What the sheet of a unit says, so that it can be used without the site; its prices are checked in `money.rs`.
fn sheet_values(unit: &Unit, lang: Lang) -> Vec<String> {
    let code = unit.code.address();
    let place = SITE
        .plans
        .iter()
        .flat_map(|plan| &plan.units)
        .find(|place| place.code == code)
        .unwrap();
    let [width, depth] = place.size;
    let size = format!("{width:.2} × {depth:.2} m");
    let values = [("unit", code), ("size", size.as_str())];
    let caption = Localized::new(&SITE, lang).filled("legal.illustrative_unit", &values);
    let mut values = vec![
        code.to_owned(),
        plain(&unit.area.to_string()),
        unit.typology.to_string(),
        size.clone(),
        plain(&caption.unwrap()),
        line(&format!("status.{}", unit.status.key()), lang),
    ];
    values.extend((unit.status != Status::Sold).then(|| line("payment.credit", lang)));
    let keys = [
        "where",
        "per_m2_basis",
        "broker",
        "broker_name",
        "broker_phone",
        "broker_email",
    ];
    values.extend(keys.map(|key| line(&format!("documents.{key}"), lang)));
    if !unit.terrace.is_zero() {
        let rates = unit
            .rates(Currency::MXN)
            .map(|rate| plain(&shown(rate.unwrap())));
        let labels = ["price.per_m2_interior", "price.per_m2_total"].map(|key| line(key, lang));
        values.extend(
            labels
                .iter()
                .zip(rates)
                .map(|(label, rate)| format!("{label} {rate}/m²")),
        );
    }
    if code.starts_with('O') {
        let word = if lang == ES { "puestos" } else { "desks" };
        let layouts = place.layouts(&[Furniture::Desks]);
        values.extend(
            layouts
                .first()
                .map(|layout| format!("{} {word}", layout.seats)),
        );
    }
    values
}

#[test]
fn every_unit_has_a_sheet_and_rows_with_its_own_values_in_both_languages() {
    for lang in BOTH.iter() {
        let list = text(Document::PriceList, lang);
        let brochure = text(Document::Brochure, lang);
        for unit in &SITE.inventory.units {
            let code = unit.code.address();
            let sheet = text(Document::UnitSheet(code), lang);
            for value in sheet_values(unit, lang) {
                assert!(sheet.contains(&value), "{lang} {code}: {value}\n{sheet}");
            }
            let net = unit.price.unwrap();
            let price = Price::with_vat(net, Vat::whole(SITE.config.facts.vat_percent));
            let (net, vat, total) = (figure(price.net), figure(price.vat), figure(price.total));
            let area = plain(&unit.area.to_string()).replace(" m²", "");
            let per_m2 = figure(unit.rates(Currency::MXN)[0].unwrap());
            let is_sold = unit.status == Status::Sold;
            // Lists have no price of what is sold.
            let prices = if is_sold {
                String::new()
            } else {
                format!("{net} {per_m2} {vat} {total}")
            };
            let row = format!("{area} {prices}");
            assert!(list.contains(&row), "{lang} {code}: {row}\n{list}");
            let parts = plain(&format!(
                "{} + {}",
                unit.interior.plain(),
                unit.terrace.plain()
            ));
            let area = if unit.terrace.is_zero() { area } else { parts };
            let price = if is_sold { "–" } else { &net };
            let status = line(&format!("status.{}", unit.status.key()), lang);
            let level_row = format!("{} {area} {price} {status}", unit.unit);
            assert!(brochure.contains(&level_row), "{lang} {code}: {level_row}");
            let row = format!("{code} {area} {net} {total}");
            assert_eq!(
                brochure.contains(&row),
                unit.status == Status::Available,
                "{lang} {code}: {row}"
            );
        }
    }
}

/// `site check` checks the data of documents against the legal profile; here the templates must print that data.
#[test]
fn documents_show_what_the_legal_profile_requires() {
    let complaints = SITE.config.legal.complaints.as_ref().unwrap();
    for lang in BOTH.iter() {
        let facts = [
            plain(&SITE.config.legal.responsible),
            plain(&complaints.phone.label),
            complaints.email.clone(),
            plain(complaints.hours.get(lang)),
            line("legal.images", lang),
        ];
        for document in [
            Document::Brochure,
            Document::PriceList,
            Document::UnitSheet("O-301"),
        ] {
            // An address is several pieces of text, so that spaces are not compared.
            let bare = |text: &str| text.replace(' ', "");
            let text = bare(&text(document, lang));
            let missing = facts.iter().find(|fact| !text.contains(&bare(fact)));
            assert_eq!(missing, None, "{lang} {document:?}: {text}");
        }
    }
}

#[test]
fn documents_are_accessible_and_embed_their_fonts() {
    assert_eq!(FILES.len(), 2 * (3 + SITE.inventory.units.len()));
    for (path, file) in FILES.iter() {
        let spanish = [
            "da-brochure.",
            "lista-de-precios",
            "aviso-de-privacidad",
            "unidades/",
        ];
        let lang = if spanish.iter().any(|part| path.contains(part)) {
            ES
        } else {
            EN
        };
        let language = format!("/Lang ({})", lang.locale());
        for mark in [&*language, "pdfuaid:part>1<", "/Marked true"] {
            assert!(file.says(mark), "{path}: {mark}");
        }
        let fonts = file.count("/Type /FontDescriptor");
        assert!(fonts >= 2, "{path}: fonts");
        assert_eq!(
            file.count("/FontFile"),
            fonts,
            "{path}: a font is not embedded"
        );
        let text = file.pages().concat();
        assert!(
            !text.contains('\u{fffd}'),
            "{path}: a glyph without a character: {text}"
        );
        assert_none(file.small_texts());
    }
}

#[test]
fn documents_have_the_designed_sheets() {
    for lang in BOTH.iter() {
        let sheets = |document| FILES[&*path(document, lang)].pages();
        let brochure = sheets(Document::Brochure);
        // Levels 2 and 3 are equal and share a sheet.
        assert_eq!(brochure.len(), 13 + SITE.plans.len() - 1, "{lang}");
        let range = if lang == ES {
            "Niveles 2 a 3"
        } else {
            "Levels 2 to 3"
        };
        assert_eq!(
            brochure
                .iter()
                .filter(|sheet| sheet.contains(range))
                .count(),
            1,
            "{lang}"
        );
        for (number, sheet) in brochure.iter().enumerate() {
            assert!(
                sheet.len() > 100 && !sheet.contains("]("),
                "{lang}: sheet {}: {sheet}",
                number + 1
            );
        }
        assert!(sheets(Document::PriceList).len() <= 2, "{lang}");
        for unit in &SITE.inventory.units {
            let code = unit.code.address();
            assert_eq!(sheets(Document::UnitSheet(code)).len(), 1, "{lang} {code}");
        }
    }
}

#[test]
fn the_sheet_of_a_sold_unit_shows_similar_units_with_their_prices() {
    let sold = SITE
        .inventory
        .units
        .iter()
        .find(|unit| unit.status == Status::Sold)
        .unwrap();
    let similar = SimilarUnits::new(&SITE.inventory).nearest(sold, usize::MAX);
    assert!(!similar.is_empty());
    for lang in BOTH.iter() {
        let sheet = text(Document::UnitSheet(sold.code.address()), lang);
        for index in &similar {
            let price = plain(&shown(SITE.inventory.units[*index].price.unwrap()));
            assert!(sheet.contains(&price), "{lang}: {price}\n{sheet}");
        }
    }
}

#[test]
fn the_privacy_notice_is_the_pages_text() {
    for (lang, parts) in [
        (
            ES,
            [
                "1. Quién es responsable de sus datos",
                "21 de marzo de 2025",
            ],
        ),
        (EN, [&*SITE.config.legal.responsible, "March 21, 2025"]),
    ] {
        let text = text(Document::PrivacyNotice, lang);
        assert!(
            parts.iter().all(|part| text.contains(part)),
            "{lang}: {text}"
        );
    }
}

#[test]
fn the_brochure_shows_its_pictures_and_marks_each_as_illustrative() {
    let jobs = documents::jobs(&describe(&SITE), &PICTURES).unwrap();
    for (lang, words) in [(ES, "Imagen ilustrativa"), (EN, "Artist’s rendering")] {
        let path = path(Document::Brochure, lang);
        let job = jobs.iter().find(|job| job.path == path).unwrap();
        let shown: Vec<&str> = job
            .pictures
            .iter()
            .map(|picture| picture.file.as_str())
            .collect();
        let expected = [
            "exterior-1280.jpg",
            "interior-640.jpg",
            "exterior-640.jpg",
            "interior-1280.jpg",
        ];
        assert_eq!(shown, expected);
        let pdf = &FILES[&*path];
        // Some are in several places.
        assert_eq!(pdf.pages().join(" ").matches(words).count(), 7, "{path}");
        assert_eq!(
            pdf.count("/DCTDecode"),
            shown.len(),
            "{path}: each file is embedded once"
        );
    }
}

#[test]
fn the_brochure_shows_what_each_payment_plan_comes_to_for_the_cheapest_available_unit() {
    let units = SITE.inventory.units.iter();
    let free = units.filter(|unit| unit.status == Status::Available);
    let cheapest = free.min_by_key(|unit| unit.price).unwrap();
    for lang in BOTH.iter() {
        let brochure = text(Document::Brochure, lang);
        for plan in &SITE.payment_plans {
            let schedule = Schedule::new(
                cheapest.price.unwrap(),
                Vat::whole(SITE.config.facts.vat_percent),
                plan,
            );
            let sum = [schedule.price.net, schedule.price.vat, schedule.price.total]
                .map(|money| plain(&shown(money)))
                .join(" ");
            assert!(brochure.contains(plan.name.get(lang)), "{lang}: {brochure}");
            assert!(brochure.contains(&sum), "{lang}: {sum}\n{brochure}");
        }
    }
}
