//! The development's numbers (specification, section 9), and facts of `site.yaml` in the author's texts: `{{facts.offices}}`,
//! `{{places.airport.km}}`, `{{site.name}}`. They are filled in before a file is parsed, so that they work in every file.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::Config;
use crate::dates::Month;
use crate::lang::{Lang, PerLang};
use crate::locale_formats::{NumberFormat, currency_name};
use crate::strings::{fill, is_fact};
use formats::escape::escape_html;
use formats::problem::{Code, Place, Problem, did_you_mean, ok_unless};

/// The numbers that pages show about the building and its surroundings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Facts {
    /// Areas on offer in square metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area_m2: Option<Range<f64>>,
    /// Value added tax (IVA), in percent.
    pub vat_percent: u8,
    /// The share of each price that has the tax, in percent; all of it when absent.
    #[schemars(default = "whole")]
    pub vat_share_percent: u8,
    /// The months that the progress page covers (S11); only a site with that page has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<Months>,
    /// Every other fact by its name: a number, a text, or a group of facts.
    #[serde(flatten)]
    pub others: BTreeMap<String, Value>,
}

/// 100 %.
fn whole() -> u8 {
    100
}

/// Read key by key, so that an error has the position of its value.
impl<'de> Deserialize<'de> for Facts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Facts, D::Error> {
        deserializer.deserialize_map(FactsVisitor)
    }
}

struct FactsVisitor;

impl<'de> Visitor<'de> for FactsVisitor {
    type Value = Facts;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map of facts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Facts, A::Error> {
        let (mut area_m2, mut vat_percent, mut vat_share_percent, mut progress) =
            (None, None, None, None);
        let mut others = BTreeMap::new();
        while let Some(key) = map.next_key::<String>()? {
            let is_repeated = match key.as_str() {
                "area_m2" => area_m2.replace(map.next_value()?).is_some(),
                "vat_percent" => vat_percent.replace(map.next_value()?).is_some(),
                "vat_share_percent" => vat_share_percent.replace(map.next_value()?).is_some(),
                "progress" => progress.replace(map.next_value()?).is_some(),
                _ => others.insert(key.clone(), map.next_value()?).is_some(),
            };
            if is_repeated {
                return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
            }
        }
        let vat_percent = vat_percent.ok_or_else(|| A::Error::missing_field("vat_percent"))?;
        let vat_share_percent = vat_share_percent.unwrap_or_else(whole);
        Ok(Facts {
            area_m2,
            vat_percent,
            vat_share_percent,
            progress,
            others,
        })
    }
}

/// A place near the development.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NearbyPlace {
    /// Its name in placeholders: `{{places.airport.km}}`.
    pub key: String,
    /// Its name for visitors.
    pub name: PerLang<String>,
    /// The distance by road in kilometres.
    pub km: u32,
}

/// A smallest and a largest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Range<T> {
    /// Smallest.
    pub min: T,
    /// Largest.
    pub max: T,
}

/// The months of the works, both ends included.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Months {
    /// First month.
    pub from: Month,
    /// The last month that the progress page shows at least.
    pub to: Month,
}

impl Months {
    /// Every month that may have an entry, oldest first.
    pub fn months(self) -> impl Iterator<Item = Month> {
        self.from
            .and_following()
            .take_while(move |month| *month <= self.to)
    }

    /// Whether a month may have an entry.
    pub fn contains(self, month: Month) -> bool {
        (self.from..=self.to).contains(&month)
    }
}

/// The texts of all facts by their names, in each language.
#[derive(Clone, Debug)]
pub struct FactTexts(PerLang<BTreeMap<String, String>>);

impl FactTexts {
    /// The facts, the places, the name and the currency of `site.yaml`. `facts.units` is the number of all declared units.
    pub fn from_config(config: &Config) -> FactTexts {
        let mut facts = serde_json::to_value(&config.facts).unwrap_or_default();
        facts["units"] = json!(config.declared_units());
        let named = |place: &NearbyPlace| {
            (
                place.key.clone(),
                json!({"name": place.name, "km": place.km}),
            )
        };
        let places = Value::Object(config.places.iter().map(named).collect());
        let currency = config.currency();
        FactTexts(PerLang::from_fn(config.languages, |lang| {
            let mut texts = BTreeMap::new();
            let numbers = &config.money_format(lang).numbers;
            let site = json!({
                "name": config.name,
                "currency": currency.code(),
                "currency_name": currency_name(lang.locale(), currency),
            });
            for (group, values) in [("facts", &facts), ("places", &places), ("site", &site)] {
                add(&mut texts, lang, numbers, group, values);
            }
            texts
        }))
    }

    /// The text of a file with its facts filled in. Problems are unknown facts, and texts that the file's format would misread.
    pub fn fill(&self, lang: Lang, file: &str, text: &str) -> Result<String, Vec<Problem>> {
        let texts = self.0.get(lang);
        let mut problems = Vec::new();
        let filled = fill(text, |offset, name| {
            let (message, hint) = match texts.get(name) {
                _ if !is_fact(name) => return None,
                Some(fact) if file.ends_with(".svg") => return Some(escape_html(fact)),
                // YAML and JSON read it the same wherever it stands.
                Some(fact)
                    if !fact.contains(['"', '\'', '\\', '\n', '#']) && !fact.contains(": ") =>
                {
                    return Some(fact.clone());
                }
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
fn add(
    texts: &mut BTreeMap<String, String>,
    lang: Lang,
    numbers: &NumberFormat,
    name: &str,
    value: &Value,
) {
    let text = match value {
        Value::Object(map) => {
            return match map.get(lang.code()) {
                Some(own) => add(texts, lang, numbers, name, own),
                None => map.iter().for_each(|(key, value)| {
                    add(texts, lang, numbers, &format!("{name}.{key}"), value);
                }),
            };
        }
        Value::String(text) => text.clone(),
        Value::Number(number) => {
            let hundredths = format!("{:.2}", number.as_f64().unwrap_or_default());
            numbers.number(hundredths.strip_suffix(".00").unwrap_or(&hundredths))
        }
        _ => return,
    };
    texts.insert(name.to_owned(), text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::EN;
    use crate::tests::torre;

    #[test]
    fn a_range_of_months_continues_in_the_next_year() {
        let months = Months {
            from: "2022-11".parse().unwrap(),
            to: "2023-01".parse().unwrap(),
        };
        let all: Vec<String> = months.months().map(|month| month.to_string()).collect();
        assert_eq!(all, ["2022-11", "2022-12", "2023-01"]);
        for text in ["2022-13", "2022-0", "22-10", "2022", "2022-1a", ""] {
            assert!(text.parse::<Month>().is_err(), "{text}");
        }
    }

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
        let filled = "30 of 34, 3.80 m, 12,500, sea, 32 km to Querétaro Airport, {{name}} {{";
        assert_eq!(fill(text).as_deref(), Ok(filled));
        let wrong = fill("a\nñ {{facts.ofices}}\n{{facts.odd}} {{facts.odd\nx}}").unwrap_err();
        insta::assert_snapshot!(wrong.join("\n"), @"
        content/en/a.md:2:3: `facts.ofices` is not a fact of site.yaml: did you mean `facts.offices`?
        content/en/a.md:3:1: the fact `facts.odd` has quotation marks, `#`, `: ` or a line break: write its text here instead of the placeholder
        content/en/a.md:3:15: a `{{` is not closed in its line: write `}}` after the name of the fact
        ");
    }
}
