//! Answers in the format of the design, in other formats that are accepted, and invalid ones.

use super::*;
use crate::area::Area;
use crate::config::DecimalSign;
use crate::field_map::AmountSource;
use crate::money::{Currency, Money};
use crate::unit::{Level, Status, UnitCode, UnitUse};
use crate::unit_field::{BUILDING, DeclaredField, FieldKind};
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

fn listed(answer: &Value) -> Result<Vec<Unit>, AnswerError> {
    units(answer, &PlatformConfig::default())
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

fn declared(key: &str, name: &str, kind: FieldKind, options: &[(&str, &str)]) -> DeclaredField {
    let options = options
        .iter()
        .map(|(word, key)| ((*word).to_owned(), (*key).to_owned()))
        .collect();
    DeclaredField {
        key: key.to_owned(),
        name: name.into(),
        kind,
        options,
        measures: Vec::new(),
    }
}

/// The unit of the usual answer with another value of a field, in the project's own format.
fn unit_with(field: &str, value: &Value) -> Value {
    json!(listed(&with(field, value.clone())).unwrap()[0])
}

/// The message about the only wrong field.
fn message(field: &str, value: Value) -> String {
    match listed(&with(field, value)) {
        Err(AnswerError::Fields(errors)) if errors.len() == 1 => errors[0].to_string(),
        other => panic!("one error expected: {other:?}"),
    }
}

#[test]
fn the_default_format_is_parsed() {
    let expected = json!({"code": "O-301", "unit": "301", "level": 3, "use": "oficina", "bathrooms": 1, "interior": 62.5,
        "terrace": 8, "area": 70.5, "price": 425_000_000, "typology": "B", "status": "disponible"});
    assert_eq!(unit_with("unknown", &json!(1)), expected);
}

#[test]
fn a_detail_is_an_object_or_a_list_of_one_about_the_unit() {
    let code = UnitCode::new("O-301").unwrap();
    let detail = |property: Value| {
        let answer = json!({"Data": {"Property": property}});
        detail(&answer, &code, &PlatformConfig::default())
            .cloned()
            .map_err(|error| error.to_string())
    };
    assert_eq!(
        [detail(wire_unit()), detail(json!([wire_unit()]))],
        [Ok(wire_unit()), Ok(wire_unit())]
    );
    for (wrong, found) in [
        (json!([]), "a list"),
        (json!([wire_unit(), wire_unit()]), "a list"),
        (json!(null), "null"),
        (json!("O-301"), "a text"),
        (json!({}), "another unit"),
        (json!({"propertyCode": "O-302"}), "another unit"),
    ] {
        let hint = "instead of the unit that was asked for: write where it is as `platform.detail` in site.yaml";
        assert_eq!(
            detail(wrong),
            Err(format!("the answer has {found} at `Data.Property` {hint}"))
        );
    }
}

#[test]
fn a_field_comes_from_the_first_source_that_has_it() {
    let entry = json!({"propertyCode": "O-301", "bathrooms": null, "terraceArea": null, "price": 4_500_000, "level": " "});
    let map = PlatformConfig::default();
    let (unit, faults) = unit(&[&entry, &wire_unit()], 0, &map, NoPrice::OnRequest, None);
    let unit = unit.unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(
        (unit.price, unit.bathrooms, unit.terrace),
        (Some(Money(450_000_000)), Some(1), Area(800))
    );
    assert_eq!((unit.level, unit.typology.as_str()), (Level(3), "B"));
    let (alone, faults) = super::unit(&[&entry], 0, &map, NoPrice::Missing, None);
    assert_eq!(alone, None);
    let missing: Vec<_> = faults
        .iter()
        .map(|error| (&*error.field, &error.fault))
        .collect();
    let names = [
        "unit",
        "level",
        "use",
        "bathrooms",
        "interior",
        "area",
        "typology",
        "status",
    ];
    assert_eq!(missing, names.map(|name| (name, &Fault::Missing)));
    let entry = json!({"propertyCode": "O-301", "status": "vendido", "price": 1});
    let (known, _) = super::unit(&[&entry], 0, &map, NoPrice::Missing, Some(&unit));
    assert_eq!(
        known,
        Some(Unit {
            status: Status::Sold,
            price: Some(Money(100)),
            ..unit.clone()
        })
    );
    for volatile in ["status", "price"] {
        let mut entry = entry.clone();
        entry.as_object_mut().unwrap().remove(volatile);
        assert_eq!(
            super::unit(&[&entry], 0, &map, NoPrice::Missing, Some(&unit)).0,
            None,
            "{volatile} must be of this pull"
        );
    }
}

#[test]
fn values_are_parsed_exactly_in_many_formats() {
    for (field, key, read, written) in [
        (
            "price",
            "price",
            json!(320_000_000),
            json!(["$3,200,000 MXN", 3_200_000]),
        ),
        ("price", "price", json!(320_000_010), json!([3_200_000.1])),
        ("price", "price", json!(833_333_333), json!([8_333_333.33])),
        ("totalArea", "area", json!(45.5), json!(["45.5 m²"])),
        (
            "totalArea",
            "area",
            json!(70.5),
            json!([70.500_000_000_000_01]),
        ),
        ("terraceArea", "terrace", json!(0), json!([null, "", 0])),
        (
            "bathrooms",
            "bathrooms",
            json!(2),
            json!([2, "2", 2.0, "2.0"]),
        ),
        (
            "level",
            "level",
            json!(1),
            json!(["PB", "Planta  Baja", 1.0, "1"]),
        ),
        ("level", "level", json!(-1), json!([-1, "-1"])),
        (
            "status",
            "status",
            json!("disponible"),
            json!([" DISPONIBLE "]),
        ),
        ("useType", "use", json!("local"), json!(["Local"])),
    ] {
        for value in written.as_array().unwrap() {
            assert_eq!(unit_with(field, value)[key], read, "{field} {value}");
        }
    }
}

#[test]
fn a_price_is_on_request_where_it_is_empty_absent_or_words() {
    for value in [json!(null), json!(""), json!(" A  Consultar"), json!("POA")] {
        assert_eq!(unit_with("price", &value)["price"], Value::Null, "{value}");
    }
    let mut absent = with("price", Value::Null);
    let unit = absent["Data"]["Property"][0].as_object_mut().unwrap();
    unit.remove("price");
    assert_eq!(listed(&absent).unwrap()[0].price, None);
    let words = PlatformConfig {
        price_on_request: vec!["auf Anfrage".to_owned()],
        currency: Currency::new("EUR", 2).unwrap(),
        ..PlatformConfig::default()
    };
    let read = |value: Value| units(&with("price", value), &words);
    assert_eq!(read(json!("Auf Anfrage")).unwrap()[0].price, None);
    assert!(read(json!("a consultar")).is_err(), "others are replaced");
}

#[test]
fn a_sum_of_which_a_part_is_empty_is_not_a_price_on_request() {
    let mut sum = PlatformConfig::default();
    sum.fields.price = AmountSource::Sum(vec!["land".into(), "build".into()]);
    sum.fields.currency = Some("currency".into());
    let read = |parts: Value| {
        let mut unit = wire_unit();
        let parts = parts.as_object().unwrap().clone();
        unit.as_object_mut().unwrap().extend(parts);
        units(&json!({"Data": {"Property": [unit]}}), &sum)
    };
    let on_request = read(json!({"land": null, "build": "", "currency": ""}));
    assert_eq!(on_request.unwrap()[0].price, None);
    let error = read(json!({"land": 1, "build": null, "currency": "MXN"})).unwrap_err();
    assert_eq!(
        error.to_string(),
        "unit O-301, field price ('build' on the platform): is missing"
    );
}

#[test]
fn a_comma_begins_the_decimals_where_the_mapping_says_so() {
    let entry = |price: Value, area: &str| {
        let mut unit = wire_unit();
        (unit["price"], unit["totalArea"], unit["interiorArea"]) =
            (price, json!(area), json!(80.5));
        unit
    };
    let german = PlatformConfig {
        decimal: DecimalSign::Comma,
        ..PlatformConfig::default()
    };
    for (price, area, expected) in [
        (json!("911.000,00"), "80,5 m²", Some((91_100_000, 8050))),
        (json!("$1 234 567,5"), "1.080", Some((123_456_750, 108_000))),
        (json!(911_000.25), "80", Some((91_100_025, 8000))),
        (json!("911,000.00"), "80", None),
    ] {
        let (unit, faults) = super::unit(
            &[&entry(price.clone(), area)],
            0,
            &german,
            NoPrice::OnRequest,
            None,
        );
        let read = unit.map(|unit| (unit.price.unwrap().0, i64::from(unit.area.0)));
        assert_eq!(read, expected, "{price} {area}: {faults:?}");
    }
}

#[test]
fn an_error_names_the_unit_and_the_field() {
    let code =
        "is not a unit code (1 to 32 characters on one line, at least one a letter or digit)";
    let unmapped = r#""libre" is not a known status: map it in `platform.statuses` of site.yaml"#;
    let comma = r#""911.000,00" is not a number like 1,234.50: if a comma begins its decimals, write `decimal: comma` below `platform`"#;
    for (field, ours, value, fault) in [
        ("price", "price", json!("911.000,00"), comma),
        (
            "price",
            "price",
            json!("a lot"),
            r#""a lot" is not a number like 1,234.50"#,
        ),
        ("price", "price", json!(-5), r#""-5" is negative"#),
        (
            "price",
            "price",
            json!("10,000,000,000,000.01"),
            "\"10,000,000,000,000.01\" is too large",
        ),
        (
            "price",
            "price",
            json!(1e300),
            r#""1e+300" is not a number like 1,234.50"#,
        ),
        (
            "price",
            "price",
            json!("call us"),
            r#""call us" is not a number like 1,234.50"#,
        ),
        ("price", "price", json!([1]), "is a list"),
        (
            "price",
            "price",
            json!(0.1 + 0.2),
            r#""0.30000000000000004" has more decimals than the currency"#,
        ),
        (
            "bathrooms",
            "bathrooms",
            json!(1.5),
            r#""1.5" is not a whole number from 0 to 255"#,
        ),
        (
            "interiorArea",
            "interior",
            json!("NaN"),
            r#""NaN" is not a number like 1,234.50"#,
        ),
        (
            "level",
            "level",
            json!("70000"),
            r#""70000" is not a known level: map it in `platform.levels` of site.yaml"#,
        ),
        (
            "unit",
            "unit",
            json!("3\u{7}01"),
            r#""3\u{7}01" contains a control character"#,
        ),
        ("status", "status", json!("libre"), unmapped),
    ] {
        let expected = format!("unit O-301, field {ours} ('{field}' on the platform): {fault}");
        assert_eq!(message(field, value), expected);
    }
    for (value, label, fault) in [
        ("../", "unit ../", format!("\"../\" {code}")),
        (" ", "unit number 1 of the answer", "is missing".to_owned()),
    ] {
        let expected = format!("{label}, field code ('propertyCode' on the platform): {fault}");
        assert_eq!(message("propertyCode", json!(value)), expected);
    }
    for field in ["status", "unit"] {
        assert!(message(field, json!("x".repeat(1_000_000))).len() < 300);
    }
}

#[test]
fn all_errors_are_collected_up_to_a_limit() {
    let mut unit = wire_unit();
    unit.as_object_mut().unwrap().remove("terraceArea");
    unit["level"] = json!("azotea");
    let errors_of = |items: Value| match listed(&json!({"Data": {"Property": items}})) {
        Err(AnswerError::Fields(errors)) => errors,
        other => panic!("errors expected: {other:?}"),
    };
    let errors = errors_of(json!([unit, 7]));
    assert_eq!((&*errors[0].field, &*errors[1].field), ("level", "terrace"));
    assert_eq!(errors[1].fault, Fault::Missing);
    assert_eq!(errors[2].item, "unit number 2 of the answer");
    let more = format!("; and {} more", errors.len() - 5);
    let message = AnswerError::Fields(errors).to_string();
    assert!(message.ends_with(&more), "{message}");
    assert!((1000..1020).contains(&errors_of(json!(vec![json!({}); 20_000])).len()));
}

#[test]
fn other_formats_are_described() {
    let hint = "instead of a list of units: write where it is as `platform.list` in site.yaml";
    for (answer, found) in [
        (json!([]), "nothing"),
        (json!({"Data": null}), "nothing"),
        (json!({"Data": {}}), "nothing"),
        (json!({"Data": {"Property": {}}}), "an object"),
    ] {
        let message = format!("the answer has {found} at `Data.Property` {hint}");
        assert_eq!(listed(&answer).unwrap_err().to_string(), message);
    }
    let failed = json!({"Status": 500, "Data": {"Property": []}});
    let message = "the platform reports status 500 in the body of its answer";
    assert_eq!(listed(&failed).unwrap_err().to_string(), message);
    assert_eq!(listed(&json!({"Data": {"Property": []}})), Ok(vec![]));
}

#[test]
fn description_and_picture_of_an_amenity_are_optional() {
    let answer = json!({"Data": {"Amenities": [
        {"code": "cardio", "name": "Sala de \n cardio", "description": null},
        {"code": "relax", "name": "Relax", "description": "Un lugar", "image": "https://x.example/a.png"}]}});
    let listed = |answer: &Value| amenities(answer, &PlatformConfig::default());
    let found = listed(&answer).unwrap();
    assert_eq!(
        (found[0].name.as_str(), found[0].description.as_str()),
        ("Sala de cardio", "")
    );
    assert_eq!(found[0].image, None);
    assert_eq!(found[1].image.as_deref(), Some("https://x.example/a.png"));
    let error = listed(&json!({"Data": {"Amenities": [{"code": "a"}]}})).unwrap_err();
    assert_eq!(
        error.to_string(),
        "amenity a, field name ('name' on the platform): is missing"
    );
}

#[test]
fn mail_status_is_a_text_or_a_number() {
    for (data, status) in [
        (json!({"Status": "success"}), "success"),
        (json!({"Status": 200}), "200"),
        (json!({}), "no status"),
    ] {
        assert_eq!(mail_status(&json!({"Data": data})).as_deref(), Ok(status));
    }
}

/// Arbitrary JSON, at most three levels deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[-$,.0-9 MXNm²]{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-zA-Z]{1,12}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn arbitrary_values_and_texts_do_not_panic(value in any_json(), at in 0usize..11, text in any::<String>()) {
        let field = wire_unit().as_object().unwrap().keys().nth(at).unwrap().clone();
        if let Err(error) = listed(&with(&field, value.clone())) {
            prop_assert!(!error.to_string().chars().any(char::is_control));
        }
        let code = UnitCode::new("O-301").unwrap();
        let map = PlatformConfig::default();
        let _ = (listed(&value), amenities(&value, &map), mail_status(&value), detail(&value, &code, &map));
        if let Ok(line) = one_line(&text, 200) {
            prop_assert_eq!(one_line(&line, 200), Ok(line.clone()));
        }
    }
}

#[test]
fn fields_that_units_of_a_use_do_not_have_are_not_read() {
    let mut entry = wire_unit();
    for field in ["bathrooms", "terraceArea", "typology"] {
        entry[field] = json!("");
    }
    let office = UnitUse::new("oficina").unwrap();
    let lacked = ["bathrooms", "terrace", "typology"].map(str::to_owned);
    let map = PlatformConfig {
        without: [(office, lacked.to_vec())].into(),
        ..PlatformConfig::default()
    };
    let (read, faults) = unit(&[&entry], 0, &map, NoPrice::OnRequest, None);
    assert!(faults.is_empty(), "{faults:?}");
    let read = read.unwrap();
    assert_eq!(
        (read.bathrooms, read.terrace, &*read.typology),
        (None, Area(0), "")
    );
    let other = PlatformConfig {
        without: [(UnitUse::new("local").unwrap(), lacked.to_vec())].into(),
        ..PlatformConfig::default()
    };
    let (_, faults) = unit(&[&entry], 0, &other, NoPrice::OnRequest, None);
    let missing: Vec<_> = faults.iter().map(|error| &*error.field).collect();
    assert_eq!(missing, ["bathrooms", "typology"]);
}

#[test]
fn declared_fields_are_read_by_their_kind() {
    let map = PlatformConfig {
        declared: vec![
            declared("bedrooms", "extra.bedrooms", FieldKind::Count, &[]),
            declared("garden", "extra.garden", FieldKind::Area, &[]),
            DeclaredField {
                measures: vec!["kVA".to_owned()],
                ..declared("power", "extra.power", FieldKind::Number, &[])
            },
            declared("lift", "extra.lift", FieldKind::YesNo, &[]),
            declared(
                "view",
                "extra.view",
                FieldKind::Choice,
                &[("Vista al mar", "sea"), ("sea", "sea")],
            ),
            declared("remark", "extra.remark", FieldKind::Text, &[]),
        ],
        ..PlatformConfig::default()
    };
    let read = |extra: Value| units(&with("extra", extra), &map);
    let full = json!({"bedrooms": 65535, "power": "1,250.505 kva", "garden": "12.5 m2", "lift": "Sí", "view": " vista al MAR", "remark": "Esquina"});
    let expected = json!({"bedrooms": 65535, "power": 1250.51, "garden": 12.5, "lift": true, "view": "sea", "remark": "Esquina"});
    assert_eq!(json!(read(full).unwrap()[0].fields), expected);
    for none in [
        json!({}),
        json!(null),
        json!({"bedrooms": null, "view": " "}),
    ] {
        assert_eq!(read(none).unwrap()[0].fields, BTreeMap::new());
    }
    let hostile =
        json!({"bedrooms": -1, "garden": [1], "lift": "quizá", "view": "<b>", "remark": "a\u{0}b"});
    let AnswerError::Fields(faults) = read(hostile).unwrap_err() else {
        panic!("no errors of fields")
    };
    let named: Vec<&str> = faults.iter().map(|fault| &*fault.field).collect();
    assert_eq!(named, ["bedrooms", "garden", "lift", "view", "remark"]);
    assert!(
        faults[3]
            .to_string()
            .contains("add it to `options` of `view`"),
        "{}",
        faults[3]
    );
}

#[test]
fn each_unit_of_several_buildings_has_one_of_them() {
    let words = [
        ("T1", "norte"),
        ("Torre Norte", "norte"),
        ("norte", "norte"),
    ];
    let building = declared(BUILDING, "tower", FieldKind::Choice, &words);
    let map = PlatformConfig {
        declared: vec![building],
        ..PlatformConfig::default()
    };
    let read = |tower: Value| units(&with("tower", tower), &map);
    for word in ["t1", " torre  NORTE", "norte"] {
        assert_eq!(read(json!(word)).unwrap()[0].building(), "norte", "{word}");
    }
    for none in [json!(null), json!(" ")] {
        let error = read(none).unwrap_err().to_string();
        assert!(
            error.contains("field building ('tower' on the platform): is missing"),
            "{error}"
        );
    }
    for (wrong, quoted) in [(json!("Torre\u{0}"), "Torre\\0"), (json!(7), "7")] {
        let error = read(wrong).unwrap_err().to_string();
        let hint = "is not a known building: map it in `platform.buildings` of site.yaml";
        assert!(error.contains(&format!("\"{quoted}\" {hint}")), "{error}");
    }
    for wrong in [json!([]), json!({"a": 1}), json!(true)] {
        assert!(read(wrong).is_err());
    }
    assert_eq!(
        listed(&with("tower", json!("T1"))).unwrap()[0].building(),
        "",
        "a development with one"
    );
}

#[test]
fn texts_become_one_line() {
    for (text, line) in [
        ("  Sala \n de\tjuntas ", Ok("Sala de juntas")),
        ("\"</script>", Ok("\"</script>")),
        (" \n ", Err("is empty")),
        ("a\u{0}b", Err("contains a control character")),
        ("a\u{202e}b", Err("contains a control character")),
        ("dieciséis letras", Err("is longer than 15 characters")),
    ] {
        assert_eq!(
            one_line(text, 15).as_deref().map_err(String::as_str),
            line,
            "{text:?}"
        );
    }
}

#[test]
fn a_rent_is_read_where_the_development_has_rents() {
    let map = PlatformConfig {
        rent_currency: Currency::new("USD", 2),
        ..PlatformConfig::default()
    };
    let entry = |price: Value, rent: Value| {
        json!({"propertyCode": "N-1", "unit": "1", "level": 1, "useType": "nave", "bathrooms": 1, "interiorArea": 100,
            "terraceArea": null, "totalArea": 100, "typology": "A", "status": "disponible", "price": price, "rent": rent})
    };
    let read = |map: &PlatformConfig, price: Value, rent: Value| {
        // A list in which the price may be missing, because a detail may have it.
        let (unit, faults) = super::unit(&[&entry(price, rent)], 0, map, NoPrice::Missing, None);
        let unit = unit.map(|unit| (unit.price, unit.rent, unit.is_for_sale()));
        unit.ok_or_else(|| {
            faults
                .into_iter()
                .map(|fault| fault.field)
                .collect::<Vec<_>>()
        })
    };
    let (price, rent) = (Some(Money(200)), Some(Money(550)));
    assert_eq!(read(&map, Value::Null, json!(5.5)), Ok((None, rent, false)));
    assert_eq!(
        read(&map, json!(2), json!("US$5.50")),
        Ok((price, rent, true))
    );
    assert_eq!(
        read(&map, json!(2), json!("a consultar")),
        Ok((price, None, true))
    );
    assert_eq!(read(&map, json!(2), json!("")), Ok((price, None, true)));
    assert_eq!(
        read(&map, json!("a consultar"), Value::Null),
        Ok((None, None, true))
    );
    assert_eq!(
        read(&map, json!(2), json!("5.50 MXN")),
        Err(vec!["rent".to_owned()]),
        "another currency"
    );
    let without = PlatformConfig::default();
    assert_eq!(
        read(&without, json!(2), json!(5.5)),
        Ok((price, None, true))
    );
}
