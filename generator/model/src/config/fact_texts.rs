//! Facts of `site.yaml` in the author's texts: `{{facts.offices}}`, `{{places.airport.km}}`, `{{site.name}}`. They are filled in before a file
//! is parsed, so that they work in Markdown, in front matter and in strings alike.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Config;
use crate::lang::{Lang, PerLang};
use crate::locale_formats::{NumberFormat, currency_name};
use crate::strings::fill;
use formats::code::Code;
use formats::escape::escape_html;
use formats::problem::{Place, Problem, did_you_mean, ok_unless};

/// The groups of names that placeholders may begin with; any other placeholder is left to the strings.
const GROUPS: [&str; 3] = ["facts.", "places.", "site."];

/// Whether a placeholder names a fact.
pub fn is_fact(name: &str) -> bool {
    GROUPS.iter().any(|group| name.starts_with(group))
}

/// The texts of all facts by their names, in each language.
#[derive(Clone, Debug)]
pub struct FactTexts(PerLang<BTreeMap<String, String>>);

impl FactTexts {
    /// The facts, the places, the name and the currency of `site.yaml`. `facts.units` is the number of all declared units.
    pub fn from_config(config: &Config) -> FactTexts {
        let mut facts = serde_json::to_value(&config.facts).unwrap_or_default();
        facts["units"] = json!(config.declared_units());
        let places = config.places.iter();
        let places: Map<String, Value> =
            places.map(|place| (place.key.clone(), json!({"name": place.name, "km": place.km}))).collect();
        FactTexts(PerLang::from_fn(config.languages, |lang| {
            let mut texts = BTreeMap::new();
            let numbers = &config.money_format(lang).numbers;
            let currency = config.currency();
            let site = json!({
                "name": config.name,
                "currency": currency.code(),
                "currency_name": currency_name(lang.locale(), currency),
            });
            for (group, values) in
                [("facts", &facts), ("places", &Value::Object(places.clone())), ("site", &site)]
            {
                add(&mut texts, lang, numbers, group, values);
            }
            texts
        }))
    }

    /// The text of a file in a language with the fact in place of each placeholder.
    ///
    /// # Errors
    /// A problem for each placeholder that names no fact, or whose text the file's format would misread.
    pub fn fill(&self, lang: Lang, file: &str, text: &str) -> Result<String, Vec<Problem>> {
        let texts = self.0.get(lang);
        let mut problems = Vec::new();
        let filled = fill(text, |offset, name| {
            let (message, hint) = match texts.get(name) {
                _ if !is_fact(name) => return None,
                Some(fact) if file.ends_with(".svg") => return Some(escape_html(fact)),
                Some(fact) if is_plain(fact) => return Some(fact.clone()),
                Some(_) => (
                    format!("the fact `{name}` has quotation marks, `#`, `: ` or a line break"),
                    Some("write its text here instead of the placeholder".to_owned()),
                ),
                None if name.contains('\n') => (
                    "a `{{` is not closed in its line".to_owned(),
                    Some("write `}}` after the name of the fact".to_owned()),
                ),
                None => (
                    format!("`{name}` is not a fact of site.yaml"),
                    did_you_mean(name, texts.keys().map(String::as_str)),
                ),
            };
            let place = Place::of_offset(text, offset);
            problems.push(Problem::at(Code::UnknownFact, file, place, message).maybe_hint(hint));
            None
        });
        ok_unless(problems, filled)
    }
}

/// Adds the texts of a value and of the values in it. A map from languages to texts is one text.
fn add(texts: &mut BTreeMap<String, String>, lang: Lang, numbers: &NumberFormat, name: &str, value: &Value) {
    let text = match value {
        Value::Object(map) => match map.get(lang.code()) {
            Some(own) => return add(texts, lang, numbers, name, own),
            None => {
                for (key, value) in map {
                    add(texts, lang, numbers, &format!("{name}.{key}"), value);
                }
                return;
            }
        },
        Value::String(text) => text.clone(),
        Value::Number(number) => {
            let hundredths = format!("{:.2}", number.as_f64().unwrap_or_default());
            numbers.number(hundredths.strip_suffix(".00").unwrap_or(&hundredths))
        }
        _ => return,
    };
    texts.insert(name.to_owned(), text);
}

/// Whether YAML and JSON read the text the same wherever it stands.
fn is_plain(text: &str) -> bool {
    !text.contains(['"', '\'', '\\', '\n', '#']) && !text.contains(": ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::torre;
    use crate::lang::sample::EN;

    fn fill(text: &str) -> Result<String, Vec<String>> {
        let more = "\nfacts:\n  height_m: { min: 3.8, max: 4.05 }\n  people: 12500\n  view: { es: mar, en: sea }\n  odd: \"a: b\"";
        let config = Config::parse(&torre().replace("\nfacts:", more)).unwrap();
        let filled = FactTexts::from_config(&config).fill(EN, "content/en/a.md", text);
        filled.map_err(|problems| problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn facts_are_written_as_visitors_read_them() {
        let text = "{{facts.offices}} of {{ facts.units }}, {{facts.height_m.min}} m, {{facts.people}}, {{facts.view}}, \
                    {{places.airport.km}} km to {{places.airport.name}}, {{name}} {{";
        assert_eq!(
            fill(text).unwrap(),
            "30 of 34, 3.80 m, 12,500, sea, 32 km to Querétaro Airport, {{name}} {{"
        );
    }

    #[test]
    fn a_wrong_name_is_reported_where_it_is_with_the_nearest() {
        let wrong = fill("a\nñ {{facts.ofices}}\n{{facts.odd}} {{facts.odd\nx}}").unwrap_err();
        assert_eq!(
            wrong,
            [
                "content/en/a.md:2:3: `facts.ofices` is not a fact of site.yaml: did you mean `facts.offices`?",
                "content/en/a.md:3:1: the fact `facts.odd` has quotation marks, `#`, `: ` or a line break: write its text \
                 here instead of the placeholder",
                "content/en/a.md:3:15: a `{{` is not closed in its line: write `}}` after the name of the fact"
            ]
        );
    }
}
