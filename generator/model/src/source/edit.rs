//! Changes of a content file that keep every other byte.

use serde_json::Value;

use super::front_matter::{LINES_BEFORE_FRONT, Split, split};
use formats::lines;
use formats::problem::{Place, Problem};
use formats::yaml::{self, CannotEdit, Step};

/// A content file as it is edited.
#[derive(Debug)]
pub struct EditedContent<'a> {
    file: &'a str,
    text: &'a str,
    parts: Split<'a>,
}

impl<'a> EditedContent<'a> {
    /// Splits the text of a file.
    ///
    /// # Errors
    /// The front matter has no start or no end.
    pub fn parse(file: &'a str, text: &'a str) -> Result<EditedContent<'a>, Problem> {
        Ok(EditedContent { file, text, parts: split(file, text)? })
    }

    /// The values of the front matter.
    ///
    /// # Errors
    /// It is not YAML.
    pub fn front(&self) -> Result<Value, Problem> {
        yaml::parse(self.file, self.parts.front, LINES_BEFORE_FRONT)
    }

    /// The Markdown below the front matter.
    pub fn body(&self) -> &'a str {
        self.parts.body
    }

    /// The paths of the values that repeat another one, and change with it.
    pub fn repeated(&self) -> Vec<Vec<Step>> {
        yaml::repeated(self.parts.front)
    }

    /// The text with another front matter and body. Lines of the body that stay keep their ends.
    ///
    /// # Errors
    /// A value that cannot be changed without writing the front matter again.
    pub fn with(&self, front: &Value, body: &str) -> Result<String, CannotEdit> {
        let front = yaml::edited(self.parts.front, front)?;
        let before_body = self.text.len() - self.parts.body.len();
        let head = &self.text[..before_body];
        // The fence below the front matter.
        let fence = head.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let before_front = fence - self.parts.front.len();
        let body = lines::keep(self.parts.body, body);
        let mut text = [&head[..before_front], &front, &head[fence..]].concat();
        if !body.is_empty() && !text.ends_with('\n') {
            text.push_str(lines::end_of_line(head));
        }
        text.push_str(&body);
        Ok(text)
    }

    /// The path of the value at a place of the file: `body` for one in the Markdown.
    pub fn path_at(&self, place: Place) -> Vec<Step> {
        if place.line > self.parts.lines_before_body {
            return vec![Step::Key("body".to_owned())];
        }
        let line = place.line.saturating_sub(LINES_BEFORE_FRONT + 1);
        let before: usize = self.parts.front.split_inclusive('\n').take(line).map(str::len).sum();
        let rest = &self.parts.front[before..];
        let column = rest.char_indices().nth(place.column - 1);
        yaml::path_at(self.parts.front, before + column.map_or(0, |(offset, _)| offset))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_changes_is_written() {
        let text = "\u{feff}--- \r\ntitle: a # one\r\ndata: {b: c}\r\n---\r\n\r\nOne\r\n\r\nTwo\r\n";
        let content = EditedContent::parse("x.md", text).unwrap();
        assert_eq!(content.front().unwrap(), json!({"title": "a", "data": {"b": "c"}}));
        let body = content.body().replace("\r\n", "\n").replace("Two", "2\n3");
        let new = content.with(&json!({"title": "b", "data": {"b": "c"}}), &body);
        assert_eq!(new.unwrap(), text.replace("title: a", "title: b").replace("Two", "2\r\n3"));
        let without_body = EditedContent::parse("x.md", "---\ntitle: a\n---").unwrap();
        let new = without_body.with(&json!({"title": "a"}), "One\n").unwrap();
        assert_eq!(new, "---\ntitle: a\n---\nOne\n");
    }

    #[test]
    fn a_place_leads_to_its_value() {
        let content = EditedContent::parse("x.md", "---\ntitle: a\ndata:\n  b: ñ x\n---\nOne\n").unwrap();
        let path = |line, column| serde_json::to_string(&content.path_at(Place { line, column })).unwrap();
        assert_eq!(path(2, 1), r#"["title"]"#);
        assert_eq!(path(4, 8), r#"["data","b"]"#);
        assert_eq!(path(6, 2), r#"["body"]"#);
        assert_eq!(path(1, 1), "[\"title\"]");
    }
}
