//! One described thing in a block of JSON-LD.

use serde_json::{Map, Value};

/// One described thing.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) properties: &'a Map<String, Value>,
}

/// Every described thing of a block, the outer ones first.
pub(super) fn all(block: &Value) -> Vec<Node<'_>> {
    let mut nodes = Vec::new();
    collect(block, &mut nodes);
    nodes
}

fn collect<'a>(value: &'a Value, nodes: &mut Vec<Node<'a>>) {
    match value {
        Value::Array(list) => list.iter().for_each(|inner| collect(inner, nodes)),
        Value::Object(properties) => {
            let is_frame = properties.contains_key("@context") && !properties.contains_key("@type");
            let node = Node { properties };
            if !is_frame && !node.is_reference() {
                nodes.push(node);
            }
            properties.values().for_each(|inner| collect(inner, nodes));
        }
        _ => {}
    }
}

impl<'a> Node<'a> {
    /// Whether it only names a thing that is described elsewhere.
    fn is_reference(&self) -> bool {
        self.properties.len() == 1 && self.properties.contains_key("@id")
    }

    pub(super) fn id(&self) -> Option<&'a str> {
        self.text("@id")
    }

    /// Its types: one, or a list.
    pub(super) fn types(&self) -> Vec<&'a str> {
        match self.properties.get("@type") {
            Some(Value::String(kind)) => vec![kind.as_str()],
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn is(&self, kind: &str) -> bool {
        self.types().contains(&kind)
    }

    pub(super) fn text(&self, property: &str) -> Option<&'a str> {
        self.properties.get(property).and_then(Value::as_str)
    }

    /// The things in a list.
    pub(super) fn list(&self, property: &str) -> Vec<Node<'a>> {
        let list = self.properties.get(property).and_then(Value::as_array);
        let things = list.into_iter().flatten().filter_map(Value::as_object);
        things.map(|properties| Node { properties }).collect()
    }

    /// Its name for people: its type, and its `@id` where it has one.
    pub(super) fn label(&self) -> String {
        let kind = self.types().join(" and ");
        match self.id() {
            Some(id) => format!("{kind} {id}"),
            None => kind,
        }
    }
}
