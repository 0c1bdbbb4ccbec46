//! Whether a file has a value in each language of the site wherever its type has a [`PerLang`](super::PerLang). The JSON
//! Schema of the type says where that is, so that no list of such values is kept.

use formats::code::Code;
use formats::problem::Problem;
use formats::yaml::{self, Places, Step};
use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use super::Languages;
use super::declared::CODE_PATTERN;

/// A problem for each value that `text`, a YAML file of the type `T`, lacks in a language or has in another one. Nothing for a
/// text that is not YAML.
pub fn incomplete<T: JsonSchema>(languages: Languages, file: &str, text: &str) -> Vec<Problem> {
    let root = schema_for!(T).to_value();
    let value: Value = yaml::parse(file, text, 0).unwrap_or_default();
    let mut check = Check { languages, file, text, root: &root, path: Vec::new(), found: Vec::new() };
    check.visit(&root, &value);
    check.found
}

struct Check<'a> {
    languages: Languages,
    file: &'a str,
    text: &'a str,
    root: &'a Value,
    path: Vec<Step>,
    found: Vec<Problem>,
}

impl<'a> Check<'a> {
    fn visit(&mut self, schema: &'a Value, value: &Value) {
        if let Some(place) = schema["$ref"].as_str() {
            let root = self.root;
            let target = root.pointer(place.trim_start_matches('#'));
            return target.into_iter().for_each(|target| self.visit(target, value));
        }
        for schema in schema["anyOf"].as_array().into_iter().flatten() {
            self.visit(schema, value);
        }
        match value {
            Value::Object(map) => {
                if schema["propertyNames"]["pattern"] == CODE_PATTERN {
                    self.compare(&map.keys().map(String::as_str).collect::<Vec<_>>());
                }
                for (key, value) in map {
                    let patterns = schema["patternProperties"].as_object();
                    let inner = schema["properties"]
                        .get(key)
                        .or_else(|| patterns?.values().next())
                        .unwrap_or(&schema["additionalProperties"]);
                    self.enter(Step::Key(key.clone()), inner, value);
                }
            }
            Value::Array(list) => {
                for (index, value) in list.iter().enumerate() {
                    self.enter(Step::Index(index), &schema["items"], value);
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, step: Step, schema: &'a Value, value: &Value) {
        self.path.push(step);
        self.visit(schema, value);
        self.path.pop();
    }

    /// Compares the languages of a value with those of the site.
    fn compare(&mut self, codes: &[&str]) {
        let languages = self.languages;
        for code in languages.codes().filter(|code| !codes.contains(code)) {
            let keys = self.path.iter().map(Step::to_string);
            let path: Vec<String> = keys.chain([code.to_owned()]).collect();
            self.report(code, format!("`{}` is missing", path.join(".")), "add it".to_owned());
        }
        for code in codes.iter().filter(|code| languages.find(code).is_none()) {
            let hint = format!(
                "write a value for each of {}, or declare the language under `languages` in site.yaml",
                languages.listed()
            );
            self.report(code, format!("`{code}` is not one of the site's languages"), hint);
        }
    }

    fn report(&mut self, code: &str, message: String, hint: String) {
        let path = [&self.path[..], &[Step::Key(code.to_owned())]].concat();
        let place = Places::read(self.text).find(&path);
        self.found.push(Problem::at(Code::InvalidValue, self.file, place, message).hint(hint));
    }
}
