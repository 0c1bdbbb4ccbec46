//! One value for each language.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::entry::CODE_PATTERN;
use super::{Lang, Languages};

/// One value for each language of a site, as its files write it: `{es: ..., en: ...}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerLang<T>(Vec<(Lang, T)>);

impl<T> PerLang<T> {
    /// Calls `make` for each language.
    pub fn from_fn(languages: Languages, mut make: impl FnMut(Lang) -> T) -> PerLang<T> {
        PerLang(languages.iter().map(|lang| (lang, make(lang))).collect())
    }

    /// One of `values` for each language, in the order of the languages; as many as there are languages.
    pub fn from_values(languages: Languages, values: impl IntoIterator<Item = T>) -> PerLang<T> {
        PerLang(languages.iter().zip(values).collect())
    }

    /// Calls `make` for each language. `None` when it gives no value for one of them; it is called for the others too.
    pub fn try_from_fn(languages: Languages, make: impl FnMut(Lang) -> Option<T>) -> Option<PerLang<T>> {
        let values = PerLang::from_fn(languages, make).0;
        let values = values.into_iter().map(|(lang, value)| Some((lang, value?)));
        values.collect::<Option<Vec<_>>>().map(PerLang)
    }

    /// The value of one language of the site.
    pub fn get(&self, lang: Lang) -> &T {
        &self.0[self.index(lang)].1
    }

    /// The value of one language of the site, mutable.
    pub fn get_mut(&mut self, lang: Lang) -> &mut T {
        let index = self.index(lang);
        &mut self.0[index].1
    }

    /// Each language with its value, in the order of the site.
    pub fn iter(&self) -> impl Iterator<Item = (Lang, &T)> {
        self.0.iter().map(|(lang, value)| (*lang, value))
    }

    /// The values, in the order of the site.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, value)| value)
    }

    /// What `make` makes of each language and its value.
    ///
    /// # Errors
    /// The first error of `make`.
    pub fn try_map<U, E>(&self, make: impl Fn(Lang, &T) -> Result<U, E>) -> Result<PerLang<U>, E> {
        let values = self.iter().map(|(lang, value)| Ok((lang, make(lang, value)?)));
        values.collect::<Result<_, E>>().map(PerLang)
    }

    /// What `make` makes of each value.
    pub fn map<U>(self, mut make: impl FnMut(T) -> U) -> PerLang<U> {
        PerLang(
            self.0
                .into_iter()
                .map(|(lang, value)| (lang, make(value)))
                .collect(),
        )
    }

    /// Values are in the order of the languages. The second branch is for a language of another list.
    fn index(&self, lang: Lang) -> usize {
        match self.0.get(lang.0.position) {
            Some((own, _)) if *own == lang => lang.0.position,
            _ => self
                .0
                .iter()
                .position(|(own, _)| own.code() == lang.code())
                .unwrap_or_default(),
        }
    }
}

impl<T: Serialize> Serialize for PerLang<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

thread_local! {
    /// The languages of the file that this thread reads: serde passes nothing to the types that it makes.
    static READ: Cell<Option<Languages>> = const { Cell::new(None) };
}

impl Languages {
    /// Calls `read`, which deserializes values of the type [`PerLang`] with a value for each of these languages.
    pub fn reading<T>(self, read: impl FnOnce() -> T) -> T {
        let before = READ.replace(Some(self));
        let value = read();
        READ.set(before);
        value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PerLang<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerLang<T>, D::Error> {
        let languages = READ.get();
        let languages =
            languages.ok_or_else(|| de::Error::custom("the languages of the site are not known"))?;
        deserializer.deserialize_map(Values {
            languages,
            value: PhantomData,
        })
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

struct Values<T> {
    languages: Languages,
    value: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Values<T> {
    type Value = PerLang<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codes: Vec<String> = self
            .languages
            .codes()
            .map(|code| format!("{code}: ..."))
            .collect();
        write!(formatter, "a value for each language: `{{{}}}`", codes.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PerLang<T>, A::Error> {
        let mut found: Vec<(Lang, T)> = Vec::with_capacity(self.languages.count());
        while let Some(lang) = map.next_key_seed(Key(self.languages))? {
            let value = map.next_value()?;
            if found.iter().any(|(earlier, _)| *earlier == lang) {
                return Err(de::Error::duplicate_field(lang.code()));
            }
            found.push((lang, value));
        }
        found.sort_by_key(|(lang, _)| *lang);
        let mut lacking = self
            .languages
            .iter()
            .filter(|lang| found.iter().all(|(own, _)| own != lang));
        match lacking.next() {
            Some(lang) => Err(de::Error::missing_field(lang.code())),
            None => Ok(PerLang(found)),
        }
    }
}

/// The key of a value. The error about another language has the position of its key.
struct Key(Languages);

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Lang;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Lang, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key {
    type Value = Lang;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the code of a language: {}", self.0.listed())
    }

    fn visit_str<E: de::Error>(self, code: &str) -> Result<Lang, E> {
        self.0.find(code).ok_or_else(|| {
            let languages = self.0.listed();
            E::custom(format!(
                "`{code}` is not one of the site's languages: write a value for each of {languages}, or declare the language under \
                 `languages` in site.yaml"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::sample::{BOTH, EN, ES};

    fn read(text: &str) -> Result<PerLang<String>, String> {
        BOTH.reading(|| serde_yaml::from_str(text))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn each_language_has_its_value_in_any_order() {
        let value = read("{en: two, es: uno}").unwrap();
        assert_eq!((value.get(ES).as_str(), value.get(EN).as_str()), ("uno", "two"));
        assert_eq!(
            serde_json::to_string(&value).unwrap(),
            r#"{"es":"uno","en":"two"}"#
        );
    }

    #[test]
    fn a_missing_or_unknown_language_is_an_error_with_its_place() {
        assert!(read("{es: uno}").unwrap_err().starts_with("missing field `en`"));
        let unknown = read("es: uno\nen: one\nfr: un\n").unwrap_err();
        assert!(
            unknown.starts_with("`fr` is not one of the site's languages"),
            "{unknown}"
        );
        assert!(unknown.ends_with("at line 3 column 1"), "{unknown}");
    }
}
