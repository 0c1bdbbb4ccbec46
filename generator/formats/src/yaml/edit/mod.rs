//! Changes of a YAML text that keep every other byte: comments, the order of keys, quotation marks, line ends. Only what differs is
//! written, and the result is read again, so that a change which cannot be made in this way is an error.

mod change;
mod write;

use serde_json::Value;

use super::Step;
use super::nodes::{self, Node, Part};

/// A value that cannot be changed without writing the text again.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot be changed here: change it in the file")]
pub struct CannotEdit(
    /// The keys and indexes that lead to it, joined by dots.
    pub String,
);

type Result<T = ()> = std::result::Result<T, CannotEdit>;

/// The text with other values: all of them in the order of their keys, and the old ones where the text repeats one with `*name`.
pub fn edited(text: &str, wanted: &Value) -> Result<String> {
    let everything = || CannotEdit("---".to_owned());
    let node = nodes::parse(text).ok_or_else(everything)?;
    let old = serde_yaml::from_str(text).map_err(|_| everything())?;
    let changed = change::change(text, &node, &old, wanted)?;
    let read = serde_yaml::from_str(&changed)
        .ok()
        .zip(nodes::parse(&changed));
    match read {
        Some((read, node)) if is_as_wanted(&node, &read, wanted) => Ok(changed),
        _ => Err(everything()),
    }
}

/// Whether everything that is not repeated from elsewhere is as wanted.
fn is_as_wanted(node: &Node, read: &Value, wanted: &Value) -> bool {
    match node {
        Node::Alias(_) => true,
        Node::Group(group) if !group.parts.is_empty() => {
            let mut parts = group.parts.iter();
            change::length(read) == change::length(wanted)
                && parts.all(|part| {
                    let pair = part.step.value_in(read).zip(part.step.value_in(wanted));
                    pair.is_some_and(|(read, wanted)| is_as_wanted(&part.value, read, wanted))
                })
        }
        _ => change::is_same(read, wanted),
    }
}

/// The paths of the values that repeat another one (`*name`): they change with it.
pub fn repeated(text: &str) -> Vec<Vec<Step>> {
    nodes::parse(text)
        .as_ref()
        .map(repeated_in)
        .unwrap_or_default()
}

fn repeated_in(node: &Node) -> Vec<Vec<Step>> {
    match node {
        Node::Alias(_) => vec![Vec::new()],
        Node::Scalar(_) => Vec::new(),
        Node::Group(group) => {
            let paths = |part: &Part| {
                let inner = repeated_in(&part.value).into_iter();
                inner
                    .map(|path| [vec![part.step.clone()], path].concat())
                    .collect::<Vec<_>>()
            };
            group.parts.iter().flat_map(paths).collect()
        }
    }
}

/// The path of the innermost value whose key or text contains a byte offset; empty when there is none.
pub fn path_at(text: &str, offset: usize) -> Vec<Step> {
    let mut found = Vec::new();
    let mut node = nodes::parse(text);
    while let Some(Node::Group(group)) = node.take() {
        let contains = |part: &Part| (part.start..=part.value.end()).contains(&offset);
        if let Some(part) = group.parts.into_iter().find(contains) {
            found.push(part.step);
            node = Some(part.value);
        }
    }
    found
}

#[cfg(test)]
mod tests;
