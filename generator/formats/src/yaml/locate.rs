//! The positions of values in a YAML or JSON text.

use std::fmt;
use std::sync::OnceLock;

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::nodes::{self, Node};
use crate::problem::Place;

/// One step of a path to a value: a key of a map or an index of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(untagged)]
pub enum Step {
    /// A key of a map.
    Key(String),
    /// An index of a list, from 0.
    Index(usize),
}

impl Step {
    /// The value to which it leads from a group.
    pub fn value_in<'a>(&self, group: &'a Value) -> Option<&'a Value> {
        match self {
            Step::Key(key) => group.get(key),
            Step::Index(index) => group.get(index),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Key(key) => key.fmt(formatter),
            Step::Index(index) => index.fmt(formatter),
        }
    }
}

/// The path that is written with dots: `levels.0.units`. In a map, a number is a key.
pub fn path(dotted: &str) -> Vec<Step> {
    let parts = dotted.split('.').filter(|part| !part.is_empty());
    let step = |part: &str| match part.parse() {
        Ok(index) => Step::Index(index),
        Err(_) => Step::Key(part.to_owned()),
    };
    parts.map(step).collect()
}

/// The position of the value at a dotted path; see [`Places::find`].
pub fn locate(text: &str, dotted: &str) -> Place {
    Places::read(text).find(&path(dotted))
}

/// The positions of many values of one text, which is read once.
pub struct Places<'a> {
    text: &'a str,
    root: Option<Node>,
}

impl<'a> Places<'a> {
    /// Reads a text. One that is not YAML has no values.
    pub fn read(text: &'a str) -> Places<'a> {
        Places {
            text,
            root: nodes::parse(text),
        }
    }

    /// The position of a value; of its key when the last step is one. If the path does not exist, that of the innermost value that does.
    pub fn find(&self, path: &[Step]) -> Place {
        find(self.text, self.root.as_ref(), path)
    }
}

/// A text with the positions of its values, which are read when the first is asked for.
#[derive(Clone, Debug, Default)]
pub struct LocatedText {
    text: String,
    root: OnceLock<Option<Node>>,
}

impl LocatedText {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The position of the value at a dotted path; see [`Places::find`].
    pub fn locate(&self, dotted: &str) -> Place {
        let root = self.root.get_or_init(|| nodes::parse(&self.text));
        find(&self.text, root.as_ref(), &path(dotted))
    }
}

impl From<&str> for LocatedText {
    fn from(text: &str) -> LocatedText {
        LocatedText {
            text: text.to_owned(),
            root: OnceLock::new(),
        }
    }
}

fn find(text: &str, root: Option<&Node>, path: &[Step]) -> Place {
    let mut node = root;
    let mut at = node.map_or(0, |root| root.at().start);
    let mut rest = path;
    while let Some(Node::Group(group)) = node
        && !rest.is_empty()
    {
        let led = group
            .parts
            .iter()
            .find_map(|part| Some((part, after(&part.step, rest)?)));
        let Some((part, after)) = led else {
            break;
        };
        rest = after;
        let is_key = rest.is_empty() && matches!(part.step, Step::Key(_));
        at = if is_key {
            part.start
        } else {
            part.value.at().start
        };
        node = Some(&part.value);
    }
    Place::of_offset(text, at)
}

/// What remains of a path behind a step of a text, if it leads there. In a map, a number is a key, and a key with dots is as many steps
/// as [`path`] makes of it.
fn after<'a>(own: &Step, steps: &'a [Step]) -> Option<&'a [Step]> {
    let Step::Key(key) = own else {
        return (steps.first()? == own).then(|| &steps[1..]);
    };
    if steps.first()?.to_string() == *key {
        return Some(&steps[1..]);
    }
    let parts = path(key);
    let leads = key.contains('.') && !parts.is_empty() && steps.starts_with(&parts);
    leads.then(|| &steps[parts.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_yaml_or_json_gives_the_position_of_its_key_or_value() {
        let text =
            "title: x\ndata:\n  items:\n    - body: one\n    - body: two\n      more: {a: 1}\n";
        assert_eq!(locate(text, "data.items"), Place { line: 3, column: 3 });
        assert_eq!(locate(text, "data.items.1"), Place { line: 5, column: 7 });
        assert_eq!(
            locate(text, "data.items.1.more"),
            Place { line: 6, column: 7 }
        );
        let places = Places::read("{\n  \"levels\": [{\"ñ\": 1, \"units\": [\n    2]}]\n}");
        let key = |name: &str| Step::Key(name.to_owned());
        let path = [key("levels"), Step::Index(0), key("units"), Step::Index(0)];
        for (length, (line, column)) in (1..).zip([(2, 3), (2, 14), (2, 23), (3, 5)]) {
            assert_eq!(
                places.find(&path[..length]),
                Place { line, column },
                "{length}"
            );
        }
        let of_platform = "uses:\n  Local: a\n  Of. 3.º: b\n  3.5: c\n  Niv.: d\n";
        for (name, line) in [("Of. 3.º", 3), ("3.5", 4), ("Niv.", 5)] {
            let place = Place { line, column: 3 };
            assert_eq!(locate(of_platform, &format!("uses.{name}")), place);
        }
        let none = places.find(&[key("levels"), Step::Index(0), key("none")]);
        assert_eq!(
            none,
            Place {
                line: 2,
                column: 14
            }
        );
    }
}
