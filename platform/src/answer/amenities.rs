//! Parses one amenity.

use super::item::Item;
use super::{FieldError, one_line, values};
use crate::amenity::Amenity;
use crate::config::PlatformConfig;
use serde_json::Value;

const MAX_DESCRIPTION: usize = 1000;

/// An amenity, or the errors of all its fields. `at` is its place in the answer, from 0.
pub(super) fn amenity(
    value: &Value,
    at: usize,
    map: &PlatformConfig,
) -> Result<Amenity, Vec<FieldError>> {
    let names = &map.amenity_fields;
    let description = |value: &Value| values::parsed(value, |text| one_line(text, MAX_DESCRIPTION));
    let mut item = Item {
        sources: &[value],
        noun: "amenity",
        code: &names.code,
        at,
        faults: Vec::new(),
    };
    let code = item.field("code", &names.code, values::name);
    let name = item.field("name", &names.name, values::name);
    let text = item.optional("description", &names.description, description);
    let image = item.optional("image", &names.image, description);
    let complete = || {
        Some(Amenity {
            code: code?,
            name: name?,
            description: text?.unwrap_or_default(),
            image: image?,
        })
    };
    complete().ok_or(item.faults)
}
