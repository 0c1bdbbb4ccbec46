//! One value for each language, and whether a file has one wherever the JSON Schema of its type has a [`PerLang`].

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema, schema_for};
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::declared::CODE_PATTERN;
use super::known::{self, Known};
use super::{Lang, Languages};
use formats::problem::{Code, Problem};
use formats::yaml::{self, Places, Step};

/// One value for each language of a site: `{es: ..., en: ...}`. What is read may have other languages, which [`incomplete`] reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerLang<T>(Vec<(&'static str, T)>);

impl<T> PerLang<T> {
    /// Calls `make` for each language.
    pub fn from_fn(languages: Languages, mut make: impl FnMut(Lang) -> T) -> PerLang<T> {
        PerLang(
            languages
                .iter()
                .map(|lang| (lang.code(), make(lang)))
                .collect(),
        )
    }

    /// One of `values` for each language, in the order of the languages; as many as there are languages.
    pub fn from_values(languages: Languages, values: impl IntoIterator<Item = T>) -> PerLang<T> {
        PerLang(languages.codes().zip(values).collect())
    }

    /// The value of one language of the site. Panics for a language of another site.
    pub fn get(&self, lang: Lang) -> &T {
        let found = self.0.iter().find(|(code, _)| *code == lang.code());
        &found
            .unwrap_or_else(|| panic!("no value in the language `{lang}`"))
            .1
    }

    /// The values, in the order of the site or of the file.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, value)| value)
    }

    /// What `make` makes of each value.
    pub fn map<U>(self, mut make: impl FnMut(T) -> U) -> PerLang<U> {
        PerLang(
            self.0
                .into_iter()
                .map(|(code, value)| (code, make(value)))
                .collect(),
        )
    }
}

impl<T: Serialize> Serialize for PerLang<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(code, value)| (code, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PerLang<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerLang<T>, D::Error> {
        deserializer.deserialize_map(Values(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for PerLang<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("PerLang_{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "additionalProperties": generator.subschema_for::<T>(),
            "propertyNames": {"pattern": CODE_PATTERN},
            "minProperties": 1,
        })
    }
}

struct Values<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Values<T> {
    type Value = PerLang<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value for each language: `{es: ...}`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PerLang<T>, A::Error> {
        let mut found: Vec<(&'static str, T)> = Vec::new();
        while let Some(code) = map.next_key::<&Known>()?.map(|known| known.code) {
            if found.iter().any(|(earlier, _)| *earlier == code) {
                return Err(de::Error::duplicate_field(code));
            }
            found.push((code, map.next_value()?));
        }
        Ok(PerLang(found))
    }
}

/// The key of a value. An error has the position of the key.
impl FromStr for &'static Known {
    type Err = String;

    fn from_str(code: &str) -> Result<&'static Known, String> {
        known::find(code)
            .ok_or_else(|| format!("`{code}` is not the code of a language: write one like `es`"))
    }
}

formats::read_as_text!(&'static Known, "^[a-z]{2}$");

/// A problem for each value that `text`, a YAML file of the type `T`, lacks in a language or has in another one.
pub fn incomplete<T: JsonSchema>(languages: Languages, file: &str, text: &str) -> Vec<Problem> {
    let root = schema_for!(T).to_value();
    let value: Value = yaml::parse(file, text, 0).unwrap_or_default();
    let mut problems = Vec::new();
    visit(
        &root,
        &root,
        &value,
        &mut Vec::new(),
        &mut |path, values| {
            let mut report = |code: &str, message: String, hint: String| {
                let place =
                    Places::read(text).find(&[path, &[Step::Key(code.to_owned())]].concat());
                problems.push(Problem::at(Code::InvalidValue, file, place, message).hint(hint));
            };
            for code in languages.codes().filter(|code| !values.contains_key(*code)) {
                let keys: Vec<String> = path
                    .iter()
                    .map(Step::to_string)
                    .chain([code.to_owned()])
                    .collect();
                report(
                    code,
                    format!("`{}` is missing", keys.join(".")),
                    "add it".to_owned(),
                );
            }
            for code in values.keys().filter(|code| languages.find(code).is_none()) {
                let hint = format!(
                    "write a value for each of {}, or declare the language under `languages` in site.yaml",
                    languages.listed()
                );
                report(
                    code,
                    format!("`{code}` is not one of the site's languages"),
                    hint,
                );
            }
        },
    );
    problems
}

/// Calls `found` with the path of each map from languages to values, and the map.
fn visit(
    root: &Value,
    schema: &Value,
    value: &Value,
    path: &mut Vec<Step>,
    found: &mut impl FnMut(&[Step], &Map<String, Value>),
) {
    if let Some(place) = schema["$ref"].as_str() {
        let target = root.pointer(place.trim_start_matches('#'));
        return target
            .into_iter()
            .for_each(|target| visit(root, target, value, path, found));
    }
    for schema in schema["anyOf"].as_array().into_iter().flatten() {
        visit(root, schema, value, path, found);
    }
    match value {
        Value::Object(map) => {
            if schema["propertyNames"]["pattern"] == CODE_PATTERN {
                found(path, map);
            }
            for (key, value) in map {
                let patterns = schema["patternProperties"].as_object();
                let inner = schema["properties"]
                    .get(key)
                    .or_else(|| patterns?.values().next());
                path.push(Step::Key(key.clone()));
                visit(
                    root,
                    inner.unwrap_or(&schema["additionalProperties"]),
                    value,
                    path,
                    found,
                );
                path.pop();
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                path.push(Step::Index(index));
                visit(root, &schema["items"], value, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::{EN, ES};

    #[test]
    fn each_language_has_its_value_in_any_order_and_another_key_is_an_error_with_its_place() {
        let read = |text| serde_yaml::from_str::<PerLang<String>>(text);
        let value = read("{en: two, es: uno}").unwrap();
        assert_eq!(
            (value.get(ES).as_str(), value.get(EN).as_str()),
            ("uno", "two")
        );
        assert_eq!(
            serde_json::to_string(&value).unwrap(),
            r#"{"en":"two","es":"uno"}"#
        );
        let unknown = read("es: uno\nxx: un\n").unwrap_err().to_string();
        assert!(
            unknown.starts_with("`xx` is not the code of a language"),
            "{unknown}"
        );
        assert!(unknown.ends_with("at line 2 column 1"), "{unknown}");
    }
}
