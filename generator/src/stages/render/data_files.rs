//! `/data/*.json`: the data with which a page refreshes itself in the browser (S20).

use serde_json::{Map, Value, json};

use model::dates;
use model::lang::Lang;
use model::output::OutputFile;
use model::problem::Bug;
use model::site::Site;

/// Version of the data files' format: raise it when the format changes.
const VERSION: u32 = 1;

/// The origin of the data in messages.
const ORIGIN: &str = "inventory";

pub(super) fn files(site: &Site) -> Result<Vec<OutputFile>, Bug> {
    let inventory = json!({
        "version": VERSION,
        "date": site.inventory.date.to_string(),
        "date_label": per_lang(|lang| dates::long(site.strings.get(lang), site.inventory.date).ok().map(Value::from)),
        "units": site.inventory.units,
    });
    let amenities: Vec<Value> = site
        .inventory
        .amenities
        .iter()
        .map(|amenity| {
            let text = |field: &str, default: &str| {
                per_lang(|lang| {
                    let translated = site
                        .strings
                        .get(lang)
                        .plain(&format!("amenity.{}.{field}", amenity.code));
                    Some(Value::from(translated.as_deref().unwrap_or(default)))
                })
            };
            json!({
                "code": amenity.code,
                "name": text("name", &amenity.name),
                "description": text("description", &amenity.description),
                "image": amenity.image,
            })
        })
        .collect();
    Ok(vec![
        file("data/inventory.json", &inventory)?,
        file(
            "data/amenities.json",
            &json!({"version": VERSION, "amenities": amenities}),
        )?,
    ])
}

fn per_lang(value: impl Fn(Lang) -> Option<Value>) -> Value {
    let pairs = Lang::ALL
        .into_iter()
        .map(|lang| (lang.code().to_owned(), value(lang).unwrap_or(Value::Null)));
    Value::Object(pairs.collect::<Map<_, _>>())
}

fn file(path: &str, json: &Value) -> Result<OutputFile, Bug> {
    let bytes = serde_json::to_vec(json).map_err(|error| Bug(format!("{path}: {error}")))?;
    Ok(OutputFile::new(path, bytes, ORIGIN))
}
