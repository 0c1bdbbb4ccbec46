//! The description of `/data/inventory.json`, as a JSON Schema beside it.

use model::config::UnitField;
use model::site::Site;
use platform::unit_field::FieldKind;
use serde_json::{Map, Value, json};

/// Its address on the site.
pub const PATH: &str = "data/inventory.schema.json";

/// The page of a unit, as the schema describes it.
const PAGE: &str = "/inventario/<code>";

/// The schema, with its absolute address on this site as `$id`, and the uses and languages of this site.
pub(super) fn schema_file(site: &Site) -> Vec<u8> {
    let path = format!("/{PATH}");
    let own = format!("\"$id\": \"{path}\"");
    let published = format!("\"$id\": \"{}\"", site.config.absolute(&path));
    let uses: Vec<String> = site.config.uses.iter().map(|declared| format!("\"{}\"", declared.key)).collect();
    let languages = site.config.languages;
    let codes: Vec<String> = languages.codes().map(|code| format!("\"{code}\"")).collect();
    let label = |code: &String| format!("        {code}: {{ \"type\": \"string\" }}");
    let labels: Vec<String> = codes.iter().map(label).collect();
    let in_others = languages
        .others(languages.first())
        .map(|lang| format!(", in {} {}{PAGE}", lang.name(), lang.prefix()));
    let pages = format!("{PAGE}{}.", in_others.collect::<String>());
    include_str!("inventory.schema.json")
        .replace(&own, &published)
        .replace(&format!("{PAGE}."), &pages)
        .replace("\"required\": []", &format!("\"required\": [{}]", codes.join(", ")))
        .replace("\"properties\": {}", &format!("\"properties\": {{\n{}\n      }}", labels.join(",\n")))
        .replace("\"const\": \"MXN\"", &format!("\"const\": \"{}\"", site.config.currency()))
        .replace("\"fields\": {}", &format!("\"fields\": {}", fields(site)))
        .replace("\"enum\": []", &format!("\"enum\": [{}]", uses.join(", ")))
        .into_bytes()
}

/// The schema of the fields that the development declares.
fn fields(site: &Site) -> Value {
    let one = |field: &UnitField| {
        let kind = match field.kind {
            FieldKind::Count => json!({"type": "integer", "minimum": 0, "maximum": 255}),
            FieldKind::Area => json!({"$ref": "#/$defs/area"}),
            FieldKind::YesNo => json!({"type": "boolean"}),
            FieldKind::Text => json!({"type": "string", "minLength": 1}),
            FieldKind::Choice => {
                json!({"enum": field.options.iter().map(|option| &option.key).collect::<Vec<_>>()})
            }
        };
        (field.key.clone(), kind)
    };
    let properties: Map<String, Value> = site.config.unit_fields.iter().map(one).collect();
    json!({"description": "What this development says of its units.", "type": "object", "additionalProperties": false, "properties": properties})
}
