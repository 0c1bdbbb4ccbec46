//! A site for tests: the texts of `examples/torre`, one unit, invented addresses.

use jiff::civil::time;
use lead_site::{FormKind, Language, LeadSite, MAX_FIELDS, VERSION, VisitHours, standard_forms};
use serde_json::{Map, Value, json};
use std::path::Path;

const COLOURS: &str = "ground raised sunken line line_strong text muted accent action on_action action_hover disponible \
    reservado vendido disponible_fill reservado_fill vendido_fill error";

pub fn sample_site() -> LeadSite {
    let (spanish, english) = (strings("es"), strings("en"));
    let options = |group: &str| -> Vec<String> {
        let names = spanish.pointer(&format!("/{}", group.replace('.', "/")));
        names
            .and_then(Value::as_object)
            .expect("a group")
            .keys()
            .cloned()
            .collect()
    };
    let colours = |ground: u8| -> Map<String, Value> {
        let names = COLOURS.split_whitespace().enumerate();
        names
            .map(|(index, name)| (name.to_owned(), json!(format!("#{ground}{index:05}"))))
            .collect()
    };
    let page = |name: &str, level: &str, prefix: &str, lang: &str, sheets: &str| {
        json!({"name": name, "level": level, "page": format!("{prefix}/inventario/O-301"),
            "sheet": format!("/pdf/{sheets}/O-301.pdf"), "picture": format!("/share/{lang}/inventario/O-301.340b5532.png")})
    };
    let unit = json!({
        "status": "reservado", "area": "70.50\u{a0}m²", "net": "$4,250,000.50\u{a0}MXN", "total": "$4,930,000.58\u{a0}MXN",
        "pages": {
            "es": page("Oficina 301", "Nivel 3", "", "es", "unidades"),
            "en": page("Office 301", "Level 3", "/en", "en", "units"),
        },
    });
    let hours = VisitHours {
        days: vec![1, 2, 3, 4, 5],
        from: time(9, 0, 0, 0),
        to: time(18, 0, 0, 0),
    };
    let site = json!({
        "version": VERSION, "date": "2026-11-20", "time_zone": "America/Panama", "phone": "+52 984 555 0162",
        "development": {"code": "TORRE-ARBOLEDA", "name": "Torre Arboleda", "zones": "Torre Arboleda",
            "email_to": "no-reply@torre.example", "email_cc": "info@torre.example"},
        "responsible": "Torre Arboleda, Av. Ejemplo 1", "notice_version": "2026-11-01", "team_language": "es",
        "theme": {"light": colours(1), "dark": colours(2), "radius": "2px"},
        "forms": standard_forms(options, Some(&hours)), "units": {"O-301": unit},
        "counts": ["home", "inventory", "unit", "contact"],
        "languages": [
            language("es", "es-MX", "Español", "", &spanish),
            language("en", "en-US", "English", "/en", &english),
        ],
    });
    serde_json::from_value(site).expect("a site")
}

fn language(code: &str, locale: &str, name: &str, prefix: &str, strings: &Value) -> Value {
    let mut flat = Map::new();
    flatten("", strings, &mut flat);
    flat.retain(|key, _| Language::shows(key));
    let thanks = |kind: FormKind| match kind {
        FormKind::Brochure => format!("{prefix}/brochure#gracias"),
        _ => format!("{prefix}/gracias"),
    };
    let kinds = FormKind::POSTED.into_iter().chain([FormKind::Mail]);
    let thanks: Map<String, Value> = kinds
        .map(|kind| (kind.as_str().to_owned(), json!(thanks(kind))))
        .collect();
    let title = |count: usize| {
        let form = if count == 1 { "one" } else { "other" };
        let title = strings["form"][format!("errors_title_{form}")].as_str();
        title
            .expect("a title")
            .replace("{{count}}", &count.to_string())
    };
    let titles: Vec<String> = (1..=MAX_FIELDS).map(title).collect();
    let home = if prefix.is_empty() { "/" } else { prefix };
    json!({"code": code, "locale": locale, "name": name, "home": home, "privacy": format!("{prefix}/aviso-de-privacidad"),
        "thanks": thanks, "notice": format!("The notice in {code}."), "errors_titles": titles, "dates": dates(code), "strings": flat})
}

/// A day of each month; tests read November's.
fn dates(code: &str) -> Vec<&'static str> {
    let text = if code == "es" {
        "{{day}} de noviembre de {{year}}"
    } else {
        "November {{day}}, {{year}}"
    };
    vec![text; 12]
}

fn strings(code: &str) -> Value {
    let file = format!("../examples/torre/content/{code}/strings.json");
    let text =
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a file of strings");
    serde_json::from_slice(&text).expect("JSON")
}

fn flatten(prefix: &str, value: &Value, into: &mut Map<String, Value>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let key = format!("{prefix}{name}");
        if value.is_object() {
            flatten(&format!("{key}."), value, into);
        } else {
            into.insert(key, value.clone());
        }
    }
}
