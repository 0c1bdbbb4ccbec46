//! Changes of a YAML text that keep every other byte: comments, the order of keys, quotation marks, line ends.
//!
//! The text is compared with the wanted values, and only what differs is written. The result is read again before it is
//! returned, so that a change which cannot be made in this way is an error and never a damaged file.

mod change;
mod list;
mod write;

use serde_json::Value;

use super::Step;
use super::nodes::{self, Node};

/// A value that cannot be changed without writing the text again.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot be changed here: change it in the file")]
pub struct CannotEdit(
    /// The keys and indexes that lead to it, joined by dots.
    pub String,
);

/// The text with other values. `wanted` has all values, in the order of their keys; where the text repeats a value with
/// `*name`, it has the old one.
///
/// # Errors
/// A value that cannot be changed.
pub fn edited(text: &str, wanted: &Value) -> Result<String, CannotEdit> {
    let everything = || CannotEdit("---".to_owned());
    let node = nodes::parse(text).ok_or_else(everything)?;
    let old = serde_yaml::from_str(text).map_err(|_| everything())?;
    let changed = change::change(text, &node, &old, wanted)?;
    let read = serde_yaml::from_str(&changed).ok().zip(nodes::parse(&changed));
    match read {
        Some((read, node)) if is_as_wanted(&node, &read, wanted) => Ok(changed),
        _ => Err(everything()),
    }
}

/// Whether everything that is not repeated from elsewhere is as wanted.
fn is_as_wanted(node: &Node, read: &Value, wanted: &Value) -> bool {
    match (node, read, wanted) {
        (Node::Alias(_), ..) => true,
        (Node::Map(map), Value::Object(read), Value::Object(wanted)) => {
            read.len() == wanted.len()
                && map.entries.iter().all(|entry| {
                    let pair = read.get(&entry.key).zip(wanted.get(&entry.key));
                    pair.is_some_and(|(read, wanted)| is_as_wanted(&entry.value, read, wanted))
                })
        }
        (Node::List(list), Value::Array(read), Value::Array(wanted)) => {
            let mut all = list.items.iter().zip(read.iter().zip(wanted));
            read.len() == wanted.len()
                && all.all(|(item, (read, wanted))| is_as_wanted(&item.value, read, wanted))
        }
        _ => change::is_same(read, wanted),
    }
}

/// The paths of the values that repeat another one (`*name`): they change with it.
pub fn repeated(text: &str) -> Vec<Vec<Step>> {
    let mut found = Vec::new();
    if let Some(node) = nodes::parse(text) {
        find_repeated(&node, &mut Vec::new(), &mut found);
    }
    found
}

fn find_repeated(node: &Node, path: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    let mut inner = |step: Step, value: &Node| {
        path.push(step);
        find_repeated(value, path, found);
        path.pop();
    };
    match node {
        Node::Alias(_) => found.push(path.clone()),
        Node::Map(map) => {
            map.entries.iter().for_each(|entry| inner(Step::Key(entry.key.clone()), &entry.value));
        }
        Node::List(list) => {
            list.items.iter().enumerate().for_each(|(index, item)| inner(Step::Index(index), &item.value));
        }
        Node::Scalar(_) => {}
    }
}

/// The path of the innermost value whose key or text contains a byte offset; empty when there is none.
pub fn path_at(text: &str, offset: usize) -> Vec<Step> {
    let mut found = Vec::new();
    let mut node = nodes::parse(text);
    while let Some(outer) = node.take() {
        let contains = |start: usize, value: &Node| (start..=value.end()).contains(&offset);
        node = match outer {
            Node::Map(map) => {
                let mut entries = map.entries.into_iter();
                let entry = entries.find(|entry| contains(entry.start, &entry.value));
                entry.map(|entry| {
                    found.push(Step::Key(entry.key));
                    entry.value
                })
            }
            Node::List(list) => {
                let mut items = list.items.into_iter().enumerate();
                let item = items.find(|(_, item)| contains(item.start, &item.value));
                item.map(|(index, item)| {
                    found.push(Step::Index(index));
                    item.value
                })
            }
            Node::Scalar(_) | Node::Alias(_) => None,
        };
    }
    found
}

#[cfg(test)]
mod tests;
