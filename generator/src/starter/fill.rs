//! Fills in the files of `starter/`: `[[name]]` is a value; the lines from `[[for use]]` to `[[end]]` are written once for
//! each use; those from `[[if flag]]` to `[[end]]` only with the flag.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// Values by their names in brackets.
pub(super) type Names = BTreeMap<String, String>;

/// What the files of a language may name.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// Values of the development.
    pub(super) plain: Names,
    /// Values of each use, `use.key` and others.
    pub(super) uses: Vec<Names>,
    /// The flags that are set.
    pub(super) flags: BTreeSet<String>,
}

impl Values {
    /// The text of a file.
    pub(super) fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let command = line
                .trim()
                .strip_prefix("[[")
                .and_then(|rest| rest.strip_suffix("]]"));
            let (every, flag) = match command {
                Some("for use") => (true, None),
                Some(command) if command.starts_with("if ") => (false, command.strip_prefix("if ")),
                _ => {
                    self.add(&mut filled, line, None);
                    continue;
                }
            };
            let block: Vec<&str> = lines
                .by_ref()
                .take_while(|line| line.trim() != "[[end]]")
                .collect();
            let each: Vec<Option<&Names>> = match every {
                true => self.uses.iter().map(Some).collect(),
                false => flag
                    .filter(|flag| self.flags.contains(*flag))
                    .map(|_| None)
                    .into_iter()
                    .collect(),
            };
            for names in each {
                block.iter().for_each(|line| self.add(&mut filled, line, names));
            }
        }
        filled
    }

    /// The text of the file about a use.
    pub(super) fn fill_use(&self, text: &str, names: &Names) -> String {
        let mut filled = String::with_capacity(text.len());
        text.lines()
            .for_each(|line| self.add(&mut filled, line, Some(names)));
        filled
    }

    /// A value of JSON with its texts filled in; an entry whose key names a use is written once for each use.
    pub(super) fn fill_json(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(text, None)),
            Value::Object(entries) => {
                let mut filled = Map::new();
                for (key, value) in entries {
                    match value {
                        Value::String(text) if key.contains("[[use.") => {
                            for names in &self.uses {
                                let text = self.text(text, Some(names));
                                filled.insert(self.text(key, Some(names)), Value::String(text));
                            }
                        }
                        value => {
                            filled.insert(key.clone(), self.fill_json(value));
                        }
                    }
                }
                Value::Object(filled)
            }
            other => other.clone(),
        }
    }

    fn add(&self, filled: &mut String, line: &str, names: Option<&Names>) {
        filled.push_str(&self.text(line, names));
        filled.push('\n');
    }

    /// A text with the value in place of each name; an unknown name stays as it is.
    fn text(&self, text: &str, names: Option<&Names>) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("[[") {
            filled.push_str(before);
            let found = after.split_once("]]").and_then(|(name, behind)| {
                let value = names.and_then(|names| names.get(name));
                Some((value.or_else(|| self.plain.get(name))?, behind))
            });
            rest = match found {
                Some((value, behind)) => {
                    filled.push_str(value);
                    behind
                }
                None => {
                    filled.push_str("[[");
                    after
                }
            };
        }
        filled.push_str(rest);
        filled
    }
}

/// Replaces values of nested objects by those at dotted paths; `null` removes.
pub(super) fn replace(target: &mut Value, changes: &Value) {
    for (path, value) in changes.as_object().into_iter().flatten() {
        let (groups, last) = path.rsplit_once('.').unwrap_or(("", path));
        let mut place = &mut *target;
        for group in groups.split('.').filter(|group| !group.is_empty()) {
            place = &mut place[group];
        }
        match (place.as_object_mut(), value) {
            (Some(entries), Value::Null) => drop(entries.shift_remove(last)),
            (Some(entries), value) => drop(entries.insert(last.to_owned(), value.clone())),
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_blocks_and_flags_are_filled_in() {
        let names = |key: &str| Names::from([("use.key".to_owned(), key.to_owned())]);
        let values = Values {
            plain: Names::from([("name".to_owned(), "Torre".to_owned())]),
            uses: vec![names("a"), names("b")],
            flags: ["homes".to_owned()].into(),
        };
        let text = "[[name]] [[other]]\n[[for use]]\n  - [[use.key]] {{x}}\n[[end]]\n[[if homes]]\n1\n[[end]]\n[[if shops]]\n2\n[[end]]\n";
        assert_eq!(
            values.fill(text),
            "Torre [[other]]\n  - a {{x}}\n  - b {{x}}\n1\n"
        );
        let mut strings = json!({"form": {"options": {"x": "X"}}, "map": {"sea": "S"}});
        let changes = json!({"form.options": {"[[use.key]]": "[[use.key]]!"}, "map": null});
        replace(&mut strings, &values.fill_json(&changes));
        assert_eq!(strings, json!({"form": {"options": {"a": "a!", "b": "b!"}}}));
    }
}
