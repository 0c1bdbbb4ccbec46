//! The description of `/data/inventory.json`, as a JSON Schema beside it.

use model::site::Site;

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
    let label = |code: &String| format!("        {code}: {{ \"type\": [\"string\", \"null\"] }}");
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
        .replace("\"enum\": []", &format!("\"enum\": [{}]", uses.join(", ")))
        .into_bytes()
}
