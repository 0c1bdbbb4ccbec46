//! Parses arbitrary JSON as each answer of the platform: no error breaks a line, and every unit keeps what its types
//! promise.
#![no_main]

use platform::answer::{amenities, mail_status, units};
use platform::area::Area;
use platform::config::PlatformConfig;
use platform::unit::UnitCode;

libfuzzer_sys::fuzz_target!(|body: &[u8]| {
    let Ok(answer) = serde_json::from_slice(body) else {
        return;
    };
    let map = PlatformConfig::default();
    let listed = units(&answer, &map);
    let errors = [
        listed.as_ref().err().map(ToString::to_string),
        amenities(&answer, &map).err().map(|error| error.to_string()),
        mail_status(&answer).err().map(|error| error.to_string()),
    ];
    for error in errors.into_iter().flatten() {
        assert!(!error.contains(char::is_control), "{error:?}");
    }
    for unit in listed.into_iter().flatten() {
        assert!(UnitCode::is_address(unit.code.address()), "{unit:?}");
        assert!(unit.price.minor_units() >= 0, "{unit:?}");
        for text in [&unit.unit, &unit.typology] {
            assert!(!text.contains(char::is_control), "{unit:?}");
        }
        assert!(unit.interior.checked_add(unit.terrace).is_some(), "{unit:?}");
        assert_eq!(Area::parse(&unit.area.plain()), Ok(unit.area), "{unit:?}");
    }
});
