//! Texts about units that have left the market: their keys end with how, before the form of a plural.

use platform::closing::Closing;
use serde_json::Value;

/// Puts the texts about this way to leave the market in place of the general ones, and removes those about other ways.
pub(super) fn choose(tree: &mut Value, closing: Closing) {
    let Value::Object(group) = tree else {
        return;
    };
    let keys: Vec<String> = group.keys().cloned().collect();
    for key in keys {
        let Some((of, general)) = general_key(&key) else {
            continue;
        };
        let text = group.remove(&key);
        if of == closing {
            group.extend(text.map(|text| (general, text)));
        }
    }
    for value in group.values_mut() {
        choose(value, closing);
    }
}

/// The key of the text about one way to leave the market, by that of the general text.
pub(super) fn own_key(closing: Closing, general: &str) -> String {
    format!("{general}_{}", closing.key())
}

/// Of the key of a text about one way to leave the market: which one, and the key of the general text. `vendido_let_other`
/// is about `vendido_other`.
pub fn general_key(key: &str) -> Option<(Closing, String)> {
    [Closing::Let, Closing::Either]
        .into_iter()
        .find_map(|closing| {
            let (general, form) = key.rsplit_once(&format!("_{}", closing.key()))?;
            let is_own = form.is_empty() || form.starts_with('_');
            is_own.then(|| (closing, format!("{general}{form}")))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::ES;
    use crate::strings::Strings;

    #[test]
    fn texts_say_how_units_leave_the_market() {
        let text = r#"{
            "status": { "vendido": "Vendido", "vendido_let": "Rentado", "outlet": "Toma" },
            "counts_one": "vendida", "counts_let_one": "rentada",
            "counts_other": "vendidas", "counts_let_other": "rentadas"
        }"#;
        let parsed = || Strings::parse(ES, "content/es/strings.json", text).unwrap();
        let groups = ["status".to_owned()];
        for (closing, word, count, sent) in [
            (
                Closing::Sold,
                "Vendido",
                "vendidas",
                r#"{"status":{"outlet":"Toma","vendido":"Vendido"}}"#,
            ),
            (
                Closing::Let,
                "Rentado",
                "rentadas",
                r#"{"status":{"outlet":"Toma","vendido":"Rentado"}}"#,
            ),
            // Without texts of its own it has the general ones.
            (
                Closing::Either,
                "Vendido",
                "vendidas",
                r#"{"status":{"outlet":"Toma","vendido":"Vendido"}}"#,
            ),
        ] {
            let strings = parsed().about(closing);
            assert_eq!(&*strings.plain("status.vendido").unwrap(), word);
            assert_eq!(&*strings.counted("counts", 2, &[]).unwrap(), count);
            let groups = strings.groups(&groups).to_string();
            assert_eq!(
                serde_json::from_str::<Value>(&groups).unwrap(),
                serde_json::from_str::<Value>(sent).unwrap()
            );
            // A unit can differ from the development.
            let of_unit = strings.text_about(Closing::Let, "status.vendido", None, &|_| None);
            assert_eq!(&*of_unit.unwrap(), "Rentado");
        }
    }
}
