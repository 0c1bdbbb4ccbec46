//! Changes of a list: items that are added, removed, changed in their place or moved.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::CannotEdit;
use super::change::Changes;
use super::write::{self, Layout};
use crate::yaml::nodes::Group;

impl Changes<'_> {
    /// Compares the items. An item that was moved keeps its bytes, with the comments above it.
    pub(super) fn list(&mut self, list: &Group, old: &[Value], wanted: &[Value]) -> Result<(), CannotEdit> {
        let text = |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>();
        let (old_texts, wanted_texts) = (text(old), text(wanted));
        let mut differences = capture_diff_slices(Algorithm::Myers, &old_texts, &wanted_texts);
        differences.retain(|op| !matches!(op, DiffOp::Equal { .. }));
        let moved = moved(&differences, &old_texts, &wanted_texts);
        for op in differences {
            let (_, olds, news) = op.as_tag_tuple();
            let has_moved = moved.iter().any(|(new, old)| news.contains(new) || olds.contains(old));
            // An item does not become the one that was moved to its place.
            let pairs = match has_moved {
                true => 0,
                false => olds.len().min(news.len()),
            };
            let below = Layout { indent: self.column(list.at.start) + 2, in_flow: false };
            for (old_index, new_index) in olds.clone().zip(news.clone()).take(pairs) {
                self.path.push(old_index.to_string());
                let value = &list.parts[old_index].value;
                self.node(value, &old[old_index], &wanted[new_index], below)?;
                self.path.pop();
            }
            for index in olds.start + pairs..olds.end {
                let is_moved = moved.values().any(|old| *old == index);
                let at = self.item_lines(list, index, is_moved)?;
                self.edits.push((at, String::new()));
            }
            for (index, value) in news.clone().zip(&wanted[news]).skip(pairs) {
                let written = match moved.get(&index) {
                    Some(from) => self.text[self.item_lines(list, *from, true)?].to_owned(),
                    None => write::item(value, below),
                };
                self.insert_item(list, olds.start + pairs, written.trim_matches(['\r', '\n', ' ']))?;
            }
        }
        Ok(())
    }

    /// Inserts an item before the one with this index.
    fn insert_item(&mut self, list: &Group, index: usize, written: &str) -> Result<(), CannotEdit> {
        let column = self.column(list.at.start);
        match index.checked_sub(1) {
            Some(before) => self.insert_below(list.parts[before].value.end(), column, written),
            None if self.is_first_on_its_line(list.at.start) => {
                let at = self.line_start(list.at.start);
                let line = format!("{}{written}\n", " ".repeat(column));
                self.edits.push((at..at, line));
            }
            None => return self.cannot(),
        }
        Ok(())
    }

    /// The lines of an item; `with_comments` also those of comments above it. What is above the first item may be about
    /// the list.
    fn item_lines(
        &self,
        list: &Group,
        index: usize,
        with_comments: bool,
    ) -> Result<Range<usize>, CannotEdit> {
        let item = &list.parts[index];
        if !self.is_first_on_its_line(item.start) {
            return self.cannot();
        }
        let start = self.line_start(item.start);
        let before = match with_comments && index > 0 {
            true => &self.text[..start],
            false => "",
        };
        let is_comment = |line: &&str| line.trim_start().starts_with('#');
        let comments = before.split_inclusive('\n').rev().take_while(is_comment);
        let start = start - comments.map(str::len).sum::<usize>();
        Ok(start..self.line_end(item.value.end()))
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
