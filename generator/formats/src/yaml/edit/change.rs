//! Compares a text with the wanted values and makes the changes.

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::ScalarStyle;
use serde_json::{Map, Value};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::write::{self, Layout};
use super::{CannotEdit, Result};
use crate::lines;
use crate::yaml::Step;
use crate::yaml::nodes::{Group, Node, Part, Scalar};

/// The text with other values.
pub(super) fn change(text: &str, node: &Node, old: &Value, wanted: &Value) -> Result<String> {
    let mut changes = Changes {
        text,
        edits: Vec::new(),
        path: Vec::new(),
    };
    changes.node(
        node,
        old,
        wanted,
        Layout {
            indent: 0,
            in_flow: false,
        },
    )?;
    changes.edits.sort_by_key(|(at, _)| (at.start, at.end));
    let (mut changed, mut end) = (String::with_capacity(text.len()), 0);
    for (at, new) in &changes.edits {
        changed.push_str(
            text.get(end..at.start)
                .ok_or_else(|| CannotEdit("---".to_owned()))?,
        );
        changed.push_str(new);
        end = at.end;
    }
    changed.push_str(&text[end..]);
    Ok(lines::keep(text, &changed))
}

struct Changes<'a> {
    text: &'a str,
    edits: Vec<(Range<usize>, String)>,
    /// The keys and indexes of the value that is compared.
    path: Vec<String>,
}

impl Changes<'_> {
    fn cannot<T>(&self) -> Result<T> {
        Err(CannotEdit(self.path.join(".")))
    }

    fn node(&mut self, node: &Node, old: &Value, wanted: &Value, layout: Layout) -> Result {
        if is_same(old, wanted) {
            return Ok(());
        }
        match (node, old, wanted) {
            (Node::Group(group), Value::Object(_), Value::Object(_))
            | (Node::Group(group), Value::Array(_), Value::Array(_))
                if group.is_flow && !is_empty(wanted) =>
            {
                self.flow(group, old, wanted)
            }
            (Node::Group(map), Value::Object(old), Value::Object(wanted)) if !wanted.is_empty() => {
                self.map(map, old, wanted)
            }
            (Node::Group(list), Value::Array(old), Value::Array(wanted)) if !wanted.is_empty() => {
                self.list(list, old, wanted)
            }
            (Node::Scalar(scalar), _, Value::Object(_) | Value::Array(_))
                if scalar.at.is_empty() =>
            {
                self.edits
                    .push((scalar.at.clone(), write::value(wanted, layout)));
                Ok(())
            }
            (_, _, Value::Object(_) | Value::Array(_)) | (Node::Alias(_) | Node::Group(_), ..) => {
                self.cannot()
            }
            (Node::Scalar(scalar), ..) => {
                self.scalar(scalar, wanted, layout);
                Ok(())
            }
        }
    }

    fn scalar(&mut self, scalar: &Scalar, wanted: &Value, mut layout: Layout) {
        let lines = self.text[scalar.content..scalar.at.end.max(scalar.content)].lines();
        if matches!(scalar.style, ScalarStyle::Literal | ScalarStyle::Folded)
            && let Some(line) = lines.into_iter().find(|line| !line.trim().is_empty())
        {
            layout.indent = line.len() - line.trim_start_matches(' ').len();
        }
        let new = write::scalar(wanted, scalar.style, layout);
        let space = if scalar.at.is_empty() { " " } else { "" };
        self.edits
            .push((scalar.at.clone(), format!("{space}{new}")));
    }

    fn map(
        &mut self,
        map: &Group,
        old: &Map<String, Value>,
        wanted: &Map<String, Value>,
    ) -> Result {
        let column = self.column(map.at.start);
        let below = Layout {
            indent: column + 2,
            in_flow: false,
        };
        for (index, part) in map.parts.iter().enumerate() {
            let Step::Key(key) = &part.step else {
                return self.cannot();
            };
            self.path.push(key.clone());
            match wanted.get(key) {
                None => self.remove_entry(part, map.parts.get(index + 1))?,
                Some(new) if is_empty(new) && !is_empty(&old[key]) => {
                    self.edits
                        .push((part.after_mark..part.value.end(), format!(" {new}")));
                }
                Some(new) => self.node(&part.value, &old[key], new, below)?,
            }
            self.path.pop();
        }
        let mut before: Option<&Part> = None;
        for (key, value) in wanted {
            let is_own = |part: &&Part| matches!(&part.step, Step::Key(own) if own == key);
            if let Some(part) = map.parts.iter().find(is_own) {
                before = Some(part);
                continue;
            }
            let text = write::entry(key, value, below);
            // Before the first key may be the dash of a list.
            let Some(after) = before.or(map.parts.first()) else {
                return self.cannot();
            };
            self.insert_below(after.value.end(), column, &text);
        }
        Ok(())
    }

    /// Changes the values within brackets or braces one by one, and adds others at the end. Where one is removed, all is written
    /// as JSON, which is YAML: what has a name or repeats another value stays.
    fn flow(&mut self, group: &Group, old: &Value, wanted: &Value) -> Result {
        let values = |part| {
            let Part { step, value, .. }: &Part = part;
            Some((step, value, step.value_in(old)?, step.value_in(wanted)?))
        };
        let all: Option<Vec<_>> = group.parts.iter().map(values).collect();
        let Some((last, all)) = group.parts.last().zip(all) else {
            if self.text[group.at.clone()].contains(['&', '*', '#']) {
                return self.cannot();
            }
            self.edits.push((group.at.clone(), wanted.to_string()));
            return Ok(());
        };
        for (step, node, old, wanted) in all {
            self.path.push(step.to_string());
            self.node(
                node,
                old,
                wanted,
                Layout {
                    indent: 0,
                    in_flow: true,
                },
            )?;
            self.path.pop();
        }
        let added: String = match wanted {
            Value::Object(map) => {
                let added = map.iter().filter(|(key, _)| old.get(key).is_none());
                let entry = |key: &String| write::in_flow(&Value::from(key.as_str()));
                added
                    .map(|(key, value)| format!(", {}: {}", entry(key), write::in_flow(value)))
                    .collect()
            }
            list => {
                let added = list
                    .as_array()
                    .into_iter()
                    .flatten()
                    .skip(group.parts.len());
                added
                    .map(|value| format!(", {}", write::in_flow(value)))
                    .collect()
            }
        };
        self.edits.push((last.value.end()..last.value.end(), added));
        Ok(())
    }

    /// Compares the items. An item that was moved keeps its bytes, with the comments above it.
    fn list(&mut self, list: &Group, old: &[Value], wanted: &[Value]) -> Result {
        let text = |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>();
        let (old_texts, wanted_texts) = (text(old), text(wanted));
        let mut differences = capture_diff_slices(Algorithm::Myers, &old_texts, &wanted_texts);
        differences.retain(|op| !matches!(op, DiffOp::Equal { .. }));
        let moved = moved(&differences, &old_texts, &wanted_texts);
        for op in differences {
            let (_, olds, news) = op.as_tag_tuple();
            let has_moved = moved
                .iter()
                .any(|(new, old)| news.contains(new) || olds.contains(old));
            // An item does not become the one that was moved to its place.
            let pairs = if has_moved {
                0
            } else {
                olds.len().min(news.len())
            };
            let below = Layout {
                indent: self.column(list.at.start) + 2,
                in_flow: false,
            };
            for (old_index, new_index) in olds.clone().zip(news.clone()).take(pairs) {
                self.path.push(old_index.to_string());
                self.node(
                    &list.parts[old_index].value,
                    &old[old_index],
                    &wanted[new_index],
                    below,
                )?;
                self.path.pop();
            }
            for index in olds.start + pairs..olds.end {
                let is_moved = moved.values().any(|old| *old == index);
                self.edits
                    .push((self.item_lines(list, index, is_moved)?, String::new()));
            }
            for (index, value) in news.clone().zip(&wanted[news]).skip(pairs) {
                let written = match moved.get(&index) {
                    Some(from) => self.text[self.item_lines(list, *from, true)?].to_owned(),
                    None => write::item(value, below),
                };
                self.insert_item(
                    list,
                    olds.start + pairs,
                    written.trim_matches(['\r', '\n', ' ']),
                )?;
            }
        }
        Ok(())
    }

    /// Inserts an item before the one with this index.
    fn insert_item(&mut self, list: &Group, index: usize, written: &str) -> Result {
        let column = self.column(list.at.start);
        match index.checked_sub(1) {
            Some(before) => self.insert_below(list.parts[before].value.end(), column, written),
            None if self.is_first_on_its_line(list.at.start) => {
                let at = self.line_start(list.at.start);
                self.edits
                    .push((at..at, format!("{}{written}\n", " ".repeat(column))));
            }
            None => return self.cannot(),
        }
        Ok(())
    }

    /// The lines of an item; `with_comments` also those of comments above it: above the first item, they may be about the list.
    fn item_lines(&self, list: &Group, index: usize, with_comments: bool) -> Result<Range<usize>> {
        let item = &list.parts[index];
        if !self.is_first_on_its_line(item.start) {
            return self.cannot();
        }
        let start = self.line_start(item.start);
        let before = if with_comments && index > 0 {
            &self.text[..start]
        } else {
            ""
        };
        let is_comment = |line: &&str| line.trim_start().starts_with('#');
        let comments = before.split_inclusive('\n').rev().take_while(is_comment);
        let start = start - comments.map(str::len).sum::<usize>();
        Ok(start..self.line_end(item.value.end()))
    }

    fn remove_entry(&mut self, entry: &Part, next: Option<&Part>) -> Result {
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
    fn insert_below(&mut self, place: usize, column: usize, written: &str) {
        let at = self.line_end(place);
        let start = if self.text[..at].ends_with('\n') {
            ""
        } else {
            "\n"
        };
        self.edits
            .push((at..at, format!("{start}{}{written}\n", " ".repeat(column))));
    }

    fn line_start(&self, place: usize) -> usize {
        self.text[..place].rfind('\n').map_or(0, |at| at + 1)
    }

    fn line_end(&self, place: usize) -> usize {
        self.text[place..]
            .find('\n')
            .map_or(self.text.len(), |at| place + at + 1)
    }

    fn column(&self, place: usize) -> usize {
        self.text[self.line_start(place)..place].chars().count()
    }

    fn is_first_on_its_line(&self, place: usize) -> bool {
        self.text[self.line_start(place)..place].trim().is_empty()
    }
}

/// The old index of each item that was moved, by its new index.
fn moved(differences: &[DiffOp], old: &[String], wanted: &[String]) -> HashMap<usize, usize> {
    let mut free: Vec<usize> = differences.iter().flat_map(DiffOp::old_range).collect();
    let mut moved = HashMap::new();
    for new in differences.iter().flat_map(DiffOp::new_range) {
        if let Some(place) = free.iter().position(|index| old[*index] == wanted[new]) {
            moved.insert(new, free.remove(place));
        }
    }
    moved
}

/// Whether two values are the same; numbers as a browser has them, which does not know `1.0` from `1`.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let has_same = |(key, one)| other.get(key).is_some_and(|other| is_same(one, other));
            one.len() == other.len() && one.iter().all(has_same)
        }
        _ => one == other,
    }
}

pub(super) fn length(value: &Value) -> Option<usize> {
    value
        .as_object()
        .map(serde_json::Map::len)
        .or_else(|| value.as_array().map(Vec::len))
}

fn is_empty(value: &Value) -> bool {
    length(value) == Some(0)
}
