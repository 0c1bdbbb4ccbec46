//! The project's own files of units and amenities: what is written is read back exactly, however the platform's answers are
//! mapped.

use platform::amenity::Amenity;
use platform::answer;
use platform::area::Area;
use platform::config::PlatformConfig;
use platform::money::Money;
use platform::unit::{Level, Status, Unit, UnitCode, UnitUse};
use platform::unit_field::{DeclaredField, FieldKind, FieldValue};
use proptest::prelude::*;

/// A mapping in which every name and value means something else than in the file.
fn mapping() -> PlatformConfig {
    let field = |key: &str, name: &str, kind, options: &[(&str, &str)]| DeclaredField {
        key: key.to_owned(),
        name: name.into(),
        kind,
        options: options
            .iter()
            .map(|(word, key)| ((*word).to_owned(), (*key).to_owned()))
            .collect(),
        measures: Vec::new(),
    };
    let yaml = "
        fields: { code: unit, unit: propertyCode, interior: totalArea, area: interiorArea, price: pricing.list }
        statuses: { disponible: vendido, vendido: disponible, libre: disponible, apartado: reservado }
        levels: { '1': 2, '2': 1, torre: 9 }
        uses: { casa: departamento, local: casa }";
    PlatformConfig {
        declared: vec![
            field("bedrooms", "details.rooms", FieldKind::Count, &[]),
            field("roof", "bedrooms", FieldKind::Area, &[]),
            field("sea", "a", FieldKind::YesNo, &[]),
            field("note", "sea", FieldKind::Text, &[]),
            field(
                "view",
                "view",
                FieldKind::Choice,
                &[("b", "a"), ("a", "a"), ("a", "b"), ("b", "b")],
            ),
        ],
        ..serde_yaml::from_str(yaml).unwrap()
    }
}

fn line() -> impl Strategy<Value = String> {
    "[^\\s\\p{C}]{1,8}( [^\\s\\p{C}]{1,8}){0,2}"
}

prop_compose! {
    fn fields()(
        bedrooms in any::<Option<u8>>(), roof in any::<Option<u32>>(), sea in any::<Option<bool>>(),
        note in proptest::option::of(line()), view in proptest::option::of("[ab]"),
    ) -> Vec<(String, FieldValue)> {
        [
            ("bedrooms", bedrooms.map(|number| FieldValue::Number(Area(u32::from(number) * 100)))),
            ("roof", roof.map(|area| FieldValue::Number(Area(area)))),
            ("sea", sea.map(FieldValue::YesNo)),
            ("note", note.map(FieldValue::Text)),
            ("view", view.map(FieldValue::Text)),
        ].into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }
}

prop_compose! {
    fn unit()(
        code in "[A-Za-z0-9][A-Za-z0-9_-]{0,20}_", door in line(), level in any::<i16>(), key in "[a-z][a-z0-9-]{0,20}",
        bathrooms in any::<Option<u8>>(), areas in any::<[u32; 3]>(), price in proptest::option::of(0..=Money::MOST),
        typology in proptest::option::of(line()), status in 0..3_usize, fields in fields(),
    ) -> Unit {
        Unit {
            code: UnitCode::new(&code).unwrap(),
            unit: door,
            level: Level(level),
            unit_use: UnitUse::new(&key).unwrap(),
            bathrooms,
            interior: Area(areas[0]),
            terrace: Area(areas[1]),
            area: Area(areas[2]),
            price: price.map(Money),
            rent: None,
            typology: typology.unwrap_or_default(),
            status: Status::ALL[status],
            fields: fields.into_iter().collect(),
        }
    }
}

proptest! {
    #[test]
    fn units_are_read_back_exactly(units in proptest::collection::vec(unit(), 0..6)) {
        let file = answer::units_file(&units, &mapping(), "2026-11-20");
        let read = answer::units(&serde_json::from_str(&file).unwrap(), &mapping());
        prop_assert_eq!(read.as_ref(), Ok(&units), "{}", file);
    }

    #[test]
    fn amenities_are_read_back_exactly(
        texts in proptest::collection::vec((line(), line(), proptest::option::of(line()), proptest::option::of(line())), 0..4),
    ) {
        let amenities: Vec<Amenity> = texts.into_iter().map(|(code, name, description, image)| {
            Amenity { code, name, description: description.unwrap_or_default(), image }
        }).collect();
        let file = answer::amenities_file(&amenities, "2026-11-20");
        let map: PlatformConfig = serde_yaml::from_str("amenity_fields: { code: name, name: code }").unwrap();
        prop_assert_eq!(answer::amenities(&serde_json::from_str(&file).unwrap(), &map), Ok(amenities), "{}", file);
    }
}
