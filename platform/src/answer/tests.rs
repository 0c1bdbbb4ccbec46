//! Answers in the format of the design, in other formats that are accepted, and invalid ones.

use super::*;
use crate::area::Area;
use crate::money::Money;
use crate::unit::{Level, Status, UnitUse};
use serde::Deserialize as _;
use serde_json::{Value, json};

mod arbitrary;

fn read(answer: &Value) -> Json<'_> {
    Json::deserialize(answer).unwrap()
}

fn units(answer: &Value, map: &FieldMap) -> Result<Vec<Unit>, AnswerError> {
    super::units(&read(answer), map)
}

fn detail(answer: &Value, map: &FieldMap) -> Result<Unit, AnswerError> {
    super::detail(&read(answer), map)
}

fn amenities(answer: &Value, map: &FieldMap) -> Result<Vec<Amenity>, AnswerError> {
    super::amenities(&read(answer), map)
}

fn mail_status(answer: &Value) -> Result<String, AnswerError> {
    super::mail_status(&read(answer))
}

fn wire_unit() -> Value {
    json!({"propertyCode": "O-301", "unit": "301", "level": 3, "useType": "oficina", "bathrooms": 1,
        "interiorArea": 62.5, "terraceArea": 8.0, "totalArea": 70.5, "price": 4250000, "typology": "B",
        "status": "disponible", "somethingElse": {"deep": [1, 2]}})
}

fn with(field: &str, value: Value) -> Value {
    let mut unit = wire_unit();
    unit[field] = value;
    json!({"Status": 200, "Data": {"Property": [unit]}})
}

fn only_fault(answer: &Value) -> FieldError {
    match units(answer, &FieldMap::default()) {
        Err(AnswerError::Fields(faults)) if faults.len() == 1 => faults.into_iter().next().unwrap(),
        other => panic!("one fault expected: {other:?}"),
    }
}

#[test]
fn the_default_format_is_parsed() {
    let units = units(&with("unknown", json!(1)), &FieldMap::default()).unwrap();
    let unit = &units[0];
    assert_eq!(
        (unit.code.as_str(), unit.unit.as_str(), unit.typology.as_str()),
        ("O-301", "301", "B")
    );
    assert_eq!(
        (unit.level, unit.unit_use, unit.status),
        (Level(3), UnitUse::new("oficina").unwrap(), Status::Available)
    );
    assert_eq!(
        (unit.interior, unit.terrace, unit.area),
        (Area(6250), Area(800), Area(7050))
    );
    assert_eq!((unit.price, unit.bathrooms), (Money(425_000_000), 1));
}

#[test]
fn numbers_are_parsed_exactly_in_many_formats() {
    for (price, centavos) in [
        (json!("3,200,000.00"), 320_000_000),
        (json!(3_200_000), 320_000_000),
        (json!("$3,200,000 MXN"), 320_000_000),
        (json!(3_200_000.1), 320_000_010),
        (json!(4_250_000.0), 425_000_000),
        (json!(8_333_333.33), 833_333_333),
    ] {
        assert_eq!(
            units(&with("price", price), &FieldMap::default()).unwrap()[0].price,
            Money(centavos)
        );
    }
    for (area, hundredths) in [
        (json!("45 m2"), 4500),
        (json!("45.5 m²"), 4550),
        (json!(70.500_000_000_000_01), 7050),
    ] {
        assert_eq!(
            units(&with("totalArea", area), &FieldMap::default()).unwrap()[0].area,
            Area(hundredths)
        );
    }
    for none in [json!(null), json!(""), json!(0)] {
        assert_eq!(
            units(&with("terraceArea", none), &FieldMap::default()).unwrap()[0].terrace,
            Area(0)
        );
    }
    for bathrooms in [json!(2), json!("2"), json!(2.0), json!("2.0")] {
        assert_eq!(
            units(&with("bathrooms", bathrooms), &FieldMap::default()).unwrap()[0].bathrooms,
            2
        );
    }
    for level in [json!("PB"), json!("Planta baja"), json!(1.0), json!("1")] {
        assert_eq!(
            units(&with("level", level), &FieldMap::default()).unwrap()[0].level,
            Level(1)
        );
    }
}

#[test]
fn an_error_names_the_unit_and_the_field() {
    for (field, value, message) in [
        (
            "price",
            json!("a lot"),
            r#"unit O-301, field price ('price' on the platform): "a lot" is not a number"#,
        ),
        (
            "price",
            json!(-5),
            r#"unit O-301, field price ('price' on the platform): "-5" is negative"#,
        ),
        (
            "price",
            json!(1e300),
            r#"unit O-301, field price ('price' on the platform): "1e+300" is not a number"#,
        ),
        (
            "price",
            json!(null),
            "unit O-301, field price ('price' on the platform): is null",
        ),
        (
            "price",
            json!([1]),
            "unit O-301, field price ('price' on the platform): is a list",
        ),
        (
            "price",
            json!(0.1 + 0.2),
            r#"unit O-301, field price ('price' on the platform): "0.30000000000000004" has more than two decimals"#,
        ),
        (
            "bathrooms",
            json!(1.5),
            r#"unit O-301, field bathrooms ('bathrooms' on the platform): "1.5" is not a whole number from 0 to 255"#,
        ),
        (
            "interiorArea",
            json!("NaN"),
            r#"unit O-301, field interior ('interiorArea' on the platform): "NaN" is not a number"#,
        ),
        (
            "unit",
            json!("3\u{7}01"),
            r#"unit O-301, field unit ('unit' on the platform): "3\u{7}01" contains a control character"#,
        ),
        (
            "status",
            json!("libre"),
            r#"unit O-301, field status ('status' on the platform): "libre" is not a known status: map it in `platform.statuses` of site.yaml"#,
        ),
        (
            "propertyCode",
            json!("../x"),
            r#"unit ../x, field code ('propertyCode' on the platform): "../x" is not a unit code (1 to 32 letters, digits, '-' or '_', first a letter or digit)"#,
        ),
        (
            "propertyCode",
            json!(" "),
            r#"unit number 1 of the answer, field code ('propertyCode' on the platform): " " is not a unit code (1 to 32 letters, digits, '-' or '_', first a letter or digit)"#,
        ),
    ] {
        assert_eq!(only_fault(&with(field, value)).to_string(), message);
    }
}

#[test]
fn all_errors_are_collected() {
    let mut unit = wire_unit();
    unit.as_object_mut().unwrap().remove("terraceArea");
    unit["level"] = json!("azotea");
    let answer = json!({"Data": {"Property": [unit, 7]}});
    let Err(AnswerError::Fields(faults)) = units(&answer, &FieldMap::default()) else {
        panic!("faults expected")
    };
    assert_eq!((faults[0].field, faults[1].field), ("level", "terrace"));
    assert_eq!(faults[1].fault, Fault::Missing);
    assert_eq!(faults[2].item, "unit number 2 of the answer");
    let message = AnswerError::Fields(faults.clone()).to_string();
    assert!(
        message.ends_with(&format!("; and {} more", faults.len() - 5)),
        "{message}"
    );
}

#[test]
fn the_number_of_errors_is_limited() {
    let items: Vec<Value> = (0..20_000).map(|_| json!({})).collect();
    let Err(AnswerError::Fields(faults)) = units(&json!({"Data": {"Property": items}}), &FieldMap::default())
    else {
        panic!("faults expected")
    };
    assert!((1000..1020).contains(&faults.len()));
}

#[test]
fn messages_shorten_long_values() {
    let fault = only_fault(&with("status", json!("x".repeat(1_000_000))));
    assert!(fault.to_string().len() < 300);
    let fault = only_fault(&with("unit", json!("x".repeat(1_000_000))));
    assert!(fault.to_string().len() < 300);
}

#[test]
fn renamed_and_nested_fields_are_found() {
    let mut map = FieldMap::default();
    map.fields.price = "pricing.list".to_owned();
    map.statuses.insert("Apartado".to_owned(), Status::Reserved);
    let mut answer = with("pricing", json!({"list": "5,000,000"}));
    answer["Data"]["Property"][0]["status"] = json!("APARTADO");
    let units = units(&answer, &map).unwrap();
    assert_eq!(
        (units[0].price, units[0].status),
        (Money(500_000_000), Status::Reserved)
    );
}

#[test]
fn other_formats_are_described() {
    let map = FieldMap::default();
    for (answer, message) in [
        (
            json!([]),
            "the answer should have an object at Data, but has nothing there",
        ),
        (
            json!({"Data": null}),
            "the answer should have an object at Data, but has null there",
        ),
        (
            json!({"Data": {}}),
            "the answer should have a list at Data.Property, but has nothing there",
        ),
        (
            json!({"Data": {"Property": {}}}),
            "the answer should have a list at Data.Property, but has an object there",
        ),
        (
            json!({"Status": 500, "Data": {"Property": []}}),
            "the platform reports status 500 in the body of its answer",
        ),
    ] {
        assert_eq!(units(&answer, &map).unwrap_err().to_string(), message);
    }
    assert_eq!(units(&json!({"Data": {"Property": []}}), &map), Ok(vec![]));
}

#[test]
fn a_detail_answer_has_one_unit() {
    let map = FieldMap::default();
    assert_eq!(
        detail(&json!({"Data": {"Property": wire_unit()}}), &map)
            .unwrap()
            .code
            .as_str(),
        "O-301"
    );
    assert_eq!(
        detail(&json!({"Data": {"Property": [wire_unit()]}}), &map)
            .unwrap()
            .code
            .as_str(),
        "O-301"
    );
    assert!(detail(&json!({"Data": {"Property": []}}), &map).is_err());
    assert!(detail(&json!({"Data": {}}), &map).is_err());
}

#[test]
fn description_and_picture_of_an_amenity_are_optional() {
    let answer = json!({"Data": {"Amenities": [
        {"code": "cardio", "name": "Sala de \n cardio", "description": null},
        {"code": "relax", "name": "Relax", "description": "Un lugar", "image": "https://x.example/a.png"}]}});
    let found = amenities(&answer, &FieldMap::default()).unwrap();
    assert_eq!(
        (found[0].name.as_str(), found[0].description.as_str()),
        ("Sala de cardio", "")
    );
    assert_eq!(found[0].image, None);
    assert_eq!(found[1].image.as_deref(), Some("https://x.example/a.png"));
    let error = amenities(
        &json!({"Data": {"Amenities": [{"code": "a"}]}}),
        &FieldMap::default(),
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "amenity a, field name ('name' on the platform): is missing"
    );
}

#[test]
fn mail_status_is_a_text_or_a_number() {
    assert_eq!(
        mail_status(&json!({"Data": {"Status": "success"}})).as_deref(),
        Ok("success")
    );
    assert_eq!(
        mail_status(&json!({"Data": {"Status": 200}})).as_deref(),
        Ok("200")
    );
    assert!(mail_status(&json!({"Data": {}})).is_err());
}
