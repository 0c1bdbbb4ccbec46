//! Units and a site for the tests of this crate.

use platform::area::Area;
use platform::money::Money;
use platform::unit::{Level, Status, Unit, UnitCode, UnitUse};

/// An office of 60 m² on level 3.
pub(crate) fn unit(code: &str, pesos: i64, status: Status) -> Unit {
    Unit {
        code: UnitCode::new(code).unwrap(),
        unit: code.to_owned(),
        level: Level(3),
        unit_use: UnitUse::new("oficina").unwrap(),
        bathrooms: Some(1),
        interior: Area(6000),
        terrace: Area(0),
        area: Area(6000),
        rent: None,
        price: Some(Money(pesos * 100)),
        typology: "A".to_owned(),
        status,
        fields: Default::default(),
    }
}

/// The `site.yaml` of the development that the generator's tests build.
pub(crate) fn torre() -> String {
    std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/torre/site.yaml"
    ))
    .unwrap()
}
