//! The description of `/data/inventory.json`, as a JSON Schema beside it.

use model::site::Site;

/// Its address on the site.
pub const PATH: &str = "data/inventory.schema.json";

/// The schema, with its absolute address on this site as `$id`.
pub(super) fn text(site: &Site) -> Vec<u8> {
    let path = format!("/{PATH}");
    let own = format!("\"$id\": \"{path}\"");
    let published = format!("\"$id\": \"{}\"", site.config.absolute(&path));
    include_str!("inventory.schema.json")
        .replace(&own, &published)
        .into_bytes()
}
