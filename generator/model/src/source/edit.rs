//! Changes of a content file that keep every other byte; and the fields of its front matter, for forms.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::front_matter::{EditedContent, LINES_BEFORE_FRONT, LONGEST_DESCRIPTION};
use formats::lines;
use formats::problem::{Place, Problem};
use formats::yaml::{self, CannotEdit, Step};

impl<'a> EditedContent<'a> {
    /// The values of the front matter.
    pub fn front(&self) -> Result<Value, Problem> {
        yaml::parse(self.file, self.front_text, LINES_BEFORE_FRONT)
    }

    /// The Markdown below the front matter.
    pub fn body(&self) -> &'a str {
        self.body
    }

    /// The paths of the values that repeat another one, and change with it.
    pub fn repeated(&self) -> Vec<Vec<Step>> {
        yaml::repeated(self.front_text)
    }

    /// The text with another front matter and body, unless that needs the whole front matter again. Lines that stay keep their ends.
    pub fn with(&self, front: &Value, body: &str) -> Result<String, CannotEdit> {
        let front = yaml::edited(self.front_text, front)?;
        let before_body = self.text.len() - self.body.len();
        let head = &self.text[..before_body];
        // The fence below the front matter.
        let fence = head.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let before_front = fence - self.front_text.len();
        // Without lines of its own it gets the line ends of the front matter.
        let body = lines::keep(
            if self.body.is_empty() {
                head
            } else {
                self.body
            },
            body,
        );
        let mut text = [&head[..before_front], &front, &head[fence..]].concat();
        if !body.is_empty() && !text.ends_with('\n') {
            text.push_str(lines::end_of_line(head));
        }
        text.push_str(&body);
        Ok(text)
    }

    /// The path of the value at a place of the file: `body` for one in the Markdown.
    pub fn path_at(&self, place: Place) -> Vec<Step> {
        if place.line > self.lines_before_body {
            return vec![Step::Key("body".to_owned())];
        }
        let line = place.line.saturating_sub(LINES_BEFORE_FRONT + 1);
        let before: usize = self
            .front_text
            .split_inclusive('\n')
            .take(line)
            .map(str::len)
            .sum();
        let rest = &self.front_text[before..];
        let column = rest.char_indices().nth(place.column - 1);
        yaml::path_at(
            self.front_text,
            before + column.map_or(0, |(offset, _)| offset),
        )
    }
}

/// A field of a front matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Field {
    /// Its key.
    pub key: String,
    /// What it may have as its value.
    #[serde(flatten)]
    #[ts(flatten)]
    pub kind: EditorFieldKind,
    /// Whether the file must have it.
    pub required: bool,
    /// The largest number of characters.
    pub longest: Option<usize>,
}

/// What a field may have as its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", content = "choices", rename_all = "snake_case")]
pub enum EditorFieldKind {
    /// A text in a form that its type knows, such as a date.
    Text,
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Choice(Vec<String>),
    /// A list of texts.
    List,
    /// Any groups and lists of texts.
    Free,
}

/// The fields of a type with named fields, in its order. The field `chosen` has these words as its choices, if there are any.
pub fn fields<T: JsonSchema>(chosen: &str, words: &[String]) -> Vec<Field> {
    let inline = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = inline.into_generator().into_root_schema_for::<T>();
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |key: &str| required.is_some_and(|keys| keys.iter().any(|name| name == key));
    let properties = schema.get("properties").and_then(Value::as_object);
    let is_choice = |key: &str| key == chosen && !words.is_empty();
    let field = |(key, property): (&String, &Value)| Field {
        key: key.clone(),
        kind: if is_choice(key) {
            EditorFieldKind::Choice(words.to_vec())
        } else {
            kind(property)
        },
        required: is_required(key),
        longest: (key == "description").then_some(LONGEST_DESCRIPTION),
    };
    properties.into_iter().flatten().map(field).collect()
}

/// The kind of a value with this schema.
fn kind(property: &Value) -> EditorFieldKind {
    let words = |values: &Value, word: fn(&Value) -> Option<&str>| -> Option<Vec<String>> {
        let values = values.as_array()?.iter();
        values.map(|value| word(value).map(str::to_owned)).collect()
    };
    let choices = words(&property["enum"], Value::as_str)
        .or_else(|| words(&property["oneOf"], |choice| choice["const"].as_str()));
    match (choices, &property["type"]) {
        (Some(choices), _) => EditorFieldKind::Choice(choices),
        (_, Value::Null) => EditorFieldKind::Free,
        (_, kind) if kind == "boolean" => EditorFieldKind::Switch,
        (_, kind) if kind == "array" => EditorFieldKind::List,
        _ => EditorFieldKind::Text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{EntryFront, FrontMatter};
    use super::*;

    #[test]
    fn only_what_changes_is_written() {
        let text =
            "\u{feff}--- \r\ntitle: a # one\r\ndata: {b: c}\r\n---\r\n\r\nOne\r\n\r\nTwo\r\n";
        let content = EditedContent::parse("x.md", text).unwrap();
        assert_eq!(
            content.front().unwrap(),
            json!({"title": "a", "data": {"b": "c"}})
        );
        let body = content.body().replace("\r\n", "\n").replace("Two", "2\n3");
        let new = content.with(&json!({"title": "b", "data": {"b": "c"}}), &body);
        assert_eq!(
            new.unwrap(),
            text.replace("title: a", "title: b")
                .replace("Two", "2\r\n3")
        );
        let without_body = EditedContent::parse("x.md", "---\ntitle: a\n---").unwrap();
        let new = without_body.with(&json!({"title": "a"}), "One\n").unwrap();
        assert_eq!(new, "---\ntitle: a\n---\nOne\n");
        let without_body = EditedContent::parse("x.md", "---\r\ntitle: a\r\n---\r\n").unwrap();
        let new = without_body
            .with(&json!({"title": "a"}), "One\n\nTwo")
            .unwrap();
        assert_eq!(new, "---\r\ntitle: a\r\n---\r\nOne\r\n\r\nTwo");
    }

    #[test]
    fn a_place_leads_to_its_value() {
        let content =
            EditedContent::parse("x.md", "---\ntitle: a\ndata:\n  b: ñ x\n---\nOne\n").unwrap();
        let paths = [(2, 1), (4, 8), (6, 2), (1, 1)]
            .map(|(line, column)| json!(content.path_at(Place { line, column })).to_string());
        assert_eq!(
            paths,
            [
                r#"["title"]"#,
                r#"["data","b"]"#,
                r#"["body"]"#,
                r#"["title"]"#
            ]
        );
    }

    /// Each field with the start of its kind; `!` after the key of one that a file must have.
    fn summary<T: JsonSchema>() -> Vec<String> {
        let mark = |is_required| if is_required { "!" } else { "" };
        let fields = fields::<T>("", &[]).into_iter();
        fields
            .map(|field| format!("{}{}: {:?}", field.key, mark(field.required), field.kind))
            .collect()
    }

    #[test]
    fn the_fields_are_those_of_the_type() {
        let page = summary::<FrontMatter>();
        let lines = "title!: Text; title_full: Switch; description!: Text; theme: Choice([\"light\", \"dark\"]); \
            middleware: List; date: Text; publish_at: Text; data: Free";
        for line in lines.split("; ") {
            assert!(page.iter().any(|found| found == line), "{line}: {page:?}");
        }
        let entry = [
            "month!: Text",
            "stage!: Text",
            "title!: Text",
            "draft: Switch",
        ];
        assert_eq!(summary::<EntryFront>()[..4], entry);
    }
}
