//! Compares a text with the wanted values and makes the changes.

use std::ops::Range;

use saphyr_parser::ScalarStyle;
use serde_json::Value;

use super::CannotEdit;
use super::write::{self, Layout};
use crate::lines;
use crate::yaml::nodes::{Entry, Map, Node, Scalar};

/// The text with other values.
pub(super) fn change(text: &str, node: &Node, old: &Value, wanted: &Value) -> Result<String, CannotEdit> {
    let mut changes =
        Changes { text, newline: lines::end_of_line(text), edits: Vec::new(), path: Vec::new() };
    changes.node(node, old, wanted, changes.layout(0, false))?;
    changes.edits.sort_by_key(|(at, _)| (at.start, at.end));
    let (mut changed, mut end) = (String::with_capacity(text.len()), 0);
    for (at, new) in &changes.edits {
        let between = text.get(end..at.start);
        changed.push_str(between.ok_or_else(|| CannotEdit("---".to_owned()))?);
        changed.push_str(new);
        end = at.end;
    }
    changed.push_str(&text[end..]);
    Ok(changed)
}

/// The changes of a text that were found so far.
pub(super) struct Changes<'a> {
    pub(super) text: &'a str,
    pub(super) newline: &'static str,
    pub(super) edits: Vec<(Range<usize>, String)>,
    /// The keys and indexes of the value that is compared.
    pub(super) path: Vec<String>,
}

impl Changes<'_> {
    pub(super) fn cannot<T>(&self) -> Result<T, CannotEdit> {
        Err(CannotEdit(self.path.join(".")))
    }

    pub(super) fn layout(&self, indent: usize, in_flow: bool) -> Layout<'static> {
        Layout { indent, newline: self.newline, in_flow }
    }

    pub(super) fn node(
        &mut self,
        node: &Node,
        old: &Value,
        wanted: &Value,
        layout: Layout<'static>,
    ) -> Result<(), CannotEdit> {
        if is_same(old, wanted) {
            return Ok(());
        }
        match (node, old, wanted) {
            (Node::Map(map), Value::Object(old), Value::Object(wanted)) if !wanted.is_empty() => {
                self.map(map, old, wanted)
            }
            (Node::List(list), Value::Array(old), Value::Array(wanted)) if !wanted.is_empty() => {
                self.list(list, old, wanted)
            }
            (Node::Scalar(scalar), _, Value::Object(_) | Value::Array(_)) if scalar.at.is_empty() => {
                let written = write::value(wanted, layout);
                self.edits.push((scalar.at.clone(), written));
                Ok(())
            }
            (_, _, Value::Object(_) | Value::Array(_))
            | (Node::Alias(_) | Node::Map(_) | Node::List(_), ..) => self.cannot(),
            (Node::Scalar(scalar), ..) => {
                self.scalar(scalar, wanted, layout);
                Ok(())
            }
        }
    }

    fn scalar(&mut self, scalar: &Scalar, wanted: &Value, mut layout: Layout) {
        let written = &self.text[scalar.at.clone()];
        let lines = self.text[scalar.content..scalar.at.end.max(scalar.content)].lines();
        if matches!(scalar.style, ScalarStyle::Literal | ScalarStyle::Folded)
            && let Some(line) = lines.into_iter().find(|line| !line.trim().is_empty())
        {
            layout.indent = line.len() - line.trim_start_matches(' ').len();
        }
        let new = write::scalar(wanted, scalar.style, layout);
        let new = match scalar.at.is_empty() {
            true => format!(" {new}"),
            false if new.contains('\n') => lines::keep(written, &new),
            false => new,
        };
        self.edits.push((scalar.at.clone(), new));
    }

    fn map(
        &mut self,
        map: &Map,
        old: &serde_json::Map<String, Value>,
        wanted: &serde_json::Map<String, Value>,
    ) -> Result<(), CannotEdit> {
        if map.is_flow {
            let Some(last) = map.entries.last().filter(|_| old.keys().all(|key| wanted.contains_key(key)))
            else {
                return self.rewrite(map.at.clone(), &Value::Object(wanted.clone()));
            };
            self.flow(
                map.entries
                    .iter()
                    .map(|entry| (entry.key.clone(), &entry.value, &old[&entry.key], &wanted[&entry.key])),
            )?;
            let added = wanted.iter().filter(|(key, _)| !old.contains_key(*key));
            let added = added.map(|(key, value)| {
                format!(", {}: {}", write::in_flow(&Value::from(key.as_str())), write::in_flow(value))
            });
            self.edits.push((last.value.end()..last.value.end(), added.collect()));
            return Ok(());
        }
        let column = self.column(map.at.start);
        for (index, entry) in map.entries.iter().enumerate() {
            self.path.push(entry.key.clone());
            match wanted.get(&entry.key) {
                None => self.remove_entry(entry, map.entries.get(index + 1))?,
                Some(new) if is_empty(new) && !is_empty(&old[&entry.key]) => {
                    let at = entry.after_colon..entry.value.end();
                    self.edits.push((at, format!(" {new}")));
                }
                Some(new) => {
                    self.node(&entry.value, &old[&entry.key], new, self.layout(column + 2, false))?;
                }
            }
            self.path.pop();
        }
        let mut before: Option<&Entry> = None;
        for (key, value) in wanted {
            if let Some(entry) = map.entries.iter().find(|entry| entry.key == *key) {
                before = Some(entry);
                continue;
            }
            let text = write::entry(key, value, self.layout(column + 2, false));
            // Before the first key may be the dash of a list.
            let after = before.or(map.entries.first());
            let Some(after) = after else { return self.cannot() };
            self.insert_below(after.value.end(), column, &text);
        }
        Ok(())
    }

    /// The values within brackets or braces, one by one.
    pub(super) fn flow<'v>(
        &mut self,
        values: impl Iterator<Item = (String, &'v Node, &'v Value, &'v Value)>,
    ) -> Result<(), CannotEdit> {
        for (step, node, old, wanted) in values {
            self.path.push(step);
            self.node(node, old, wanted, self.layout(0, true))?;
            self.path.pop();
        }
        Ok(())
    }

    /// Replaces what is in brackets or braces by JSON, which is YAML. What has a name or repeats another value stays.
    pub(super) fn rewrite(&mut self, at: Range<usize>, wanted: &Value) -> Result<(), CannotEdit> {
        if self.text[at.clone()].contains(['&', '*', '#']) {
            return self.cannot();
        }
        self.edits.push((at, wanted.to_string()));
        Ok(())
    }

    fn remove_entry(&mut self, entry: &Entry, next: Option<&Entry>) -> Result<(), CannotEdit> {
        let at = match next {
            _ if self.is_first_on_its_line(entry.start) => {
                self.line_start(entry.start)..self.line_end(entry.value.end())
            }
            // The next key moves up, behind the dash.
            Some(next) => entry.start..next.start,
            None => return self.cannot(),
        };
        self.edits.push((at, String::new()));
        Ok(())
    }

    /// Inserts lines below the line of a place.
    pub(super) fn insert_below(&mut self, place: usize, column: usize, written: &str) {
        let at = self.line_end(place);
        let start = if self.text[..at].ends_with('\n') { "" } else { self.newline };
        let line = format!("{start}{}{written}{}", " ".repeat(column), self.newline);
        self.edits.push((at..at, line));
    }

    pub(super) fn line_start(&self, place: usize) -> usize {
        self.text[..place].rfind('\n').map_or(0, |at| at + 1)
    }

    pub(super) fn line_end(&self, place: usize) -> usize {
        self.text[place..].find('\n').map_or(self.text.len(), |at| place + at + 1)
    }

    pub(super) fn column(&self, place: usize) -> usize {
        self.text[self.line_start(place)..place].chars().count()
    }

    pub(super) fn is_first_on_its_line(&self, place: usize) -> bool {
        self.text[self.line_start(place)..place].trim().is_empty()
    }
}

/// Whether two values are the same; numbers as a browser has them, which does not know `1.0` from `1`.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let has_same = |(key, one)| other.get(key).is_some_and(|other| is_same(one, other));
            one.len() == other.len() && one.iter().all(has_same)
        }
        _ => one == other,
    }
}

/// A list or a group without anything in it.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}
