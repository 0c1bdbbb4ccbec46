//! A site for tests: the texts of `examples/torre`, one unit, invented addresses.

use lead_site::{Development, Language, LeadSite, Theme, Unit, UnitPage, VERSION, standard_forms};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The colours of a ground.
const COLOURS: [&str; 18] = [
    "ground",
    "raised",
    "sunken",
    "line",
    "line_strong",
    "text",
    "muted",
    "accent",
    "action",
    "on_action",
    "action_hover",
    "disponible",
    "reservado",
    "vendido",
    "disponible_fill",
    "reservado_fill",
    "vendido_fill",
    "error",
];

/// The site.
pub fn sample_site() -> LeadSite {
    let spanish = strings("es");
    let options = |group: &str| -> Vec<String> {
        let names = spanish.pointer(&format!("/{}", group.replace('.', "/")));
        names
            .and_then(Value::as_object)
            .expect("a group")
            .keys()
            .cloned()
            .collect()
    };
    let colours = |ground: u8| -> BTreeMap<String, String> {
        let names = COLOURS.iter().enumerate();
        names
            .map(|(index, name)| ((*name).to_owned(), format!("#{ground}{index:05}")))
            .collect()
    };
    LeadSite {
        version: VERSION,
        development: Development {
            code: "TORRE-ARBOLEDA".to_owned(),
            name: "Torre Arboleda".to_owned(),
            zones: "Torre Arboleda".to_owned(),
            email_to: "no-reply@torre.example".to_owned(),
            email_cc: "info@torre.example".to_owned(),
        },
        date: jiff::civil::date(2026, 11, 20),
        time_zone: "America/Panama".to_owned(),
        phone: "+52 984 555 0162".to_owned(),
        responsible: "Torre Arboleda, Av. Ejemplo 1".to_owned(),
        notice_version: "2026-11-01".to_owned(),
        theme: Theme {
            light: colours(1),
            dark: colours(2),
            radius: "2px".to_owned(),
        },
        forms: standard_forms(options),
        units: [("O-301".to_owned(), unit())].into(),
        languages: vec![
            language("es", "es-MX", "Español", "", &spanish),
            language("en", "en-US", "English", "/en", &strings("en")),
        ],
    }
}

fn unit() -> Unit {
    let page = |prefix: &str, name: &str, level: &str, lang: &str| UnitPage {
        name: name.to_owned(),
        level: level.to_owned(),
        page: format!("{prefix}/inventario/O-301"),
        sheet: Some(format!(
            "/pdf/{}/O-301.pdf",
            if lang == "es" { "unidades" } else { "units" }
        )),
        picture: Some(format!("/share/{lang}/inventario/O-301.340b5532.png")),
    };
    Unit {
        status: "reservado".to_owned(),
        area: "70.50\u{a0}m²".to_owned(),
        net: Some("$4,250,000.50\u{a0}MXN".to_owned()),
        total: "$4,930,000.58\u{a0}MXN".to_owned(),
        pages: [
            ("es".to_owned(), page("", "Oficina 301", "Nivel 3", "es")),
            ("en".to_owned(), page("/en", "Office 301", "Level 3", "en")),
        ]
        .into(),
    }
}

fn language(code: &str, locale: &str, name: &str, prefix: &str, strings: &Value) -> Language {
    let mut flat = BTreeMap::new();
    flatten("", strings, &mut flat);
    flat.retain(|key, _| Language::shows(key));
    let thanks = |kind: &str| match kind {
        "brochure" => format!("{prefix}/brochure#gracias"),
        _ => format!("{prefix}/gracias"),
    };
    let kinds = lead_site::FormKind::POSTED
        .into_iter()
        .chain([lead_site::FormKind::Mail]);
    let title = |count: usize| {
        let form = if count == 1 { "one" } else { "other" };
        let title = strings["form"][format!("errors_title_{form}")]
            .as_str()
            .expect("a title");
        title.replace("{{count}}", &count.to_string())
    };
    Language {
        code: code.to_owned(),
        locale: locale.to_owned(),
        name: name.to_owned(),
        home: if prefix.is_empty() {
            "/".to_owned()
        } else {
            prefix.to_owned()
        },
        privacy: format!("{prefix}/aviso-de-privacidad"),
        thanks: kinds.map(|kind| (kind, thanks(kind.as_str()))).collect(),
        notice: format!("The notice in {code}."),
        errors_titles: (1..=lead_site::MAX_FIELDS).map(title).collect(),
        strings: flat,
    }
}

fn strings(code: &str) -> Value {
    let file = format!("../examples/torre/content/{code}/strings.json");
    let text = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("a file of strings");
    serde_json::from_slice(&text).expect("JSON")
}

fn flatten(prefix: &str, value: &Value, into: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(group) => {
            for (name, value) in group {
                let key = if prefix.is_empty() {
                    name.clone()
                } else {
                    format!("{prefix}.{name}")
                };
                flatten(&key, value, into);
            }
        }
        text => {
            into.insert(prefix.to_owned(), text.as_str().expect("a text").to_owned());
        }
    }
}
