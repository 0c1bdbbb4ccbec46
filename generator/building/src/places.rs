//! The positions of values in the geometry file.

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use formats::problem::Place;
use formats::yaml::Step;

/// The file's syntax tree. It is read once, because another inventory can differ from the drawings in hundreds of places.
pub(super) struct Places<'a> {
    text: &'a str,
    root: Option<Value<'a>>,
}

impl<'a> Places<'a> {
    /// Reads the text of a geometry file.
    pub(super) fn read(text: &'a str) -> Places<'a> {
        let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
        let root = parsed.ok().and_then(|parsed| parsed.value);
        Places { text, root }
    }

    /// The position of a value: of its key when the last step is a key, of the value itself otherwise. When the path does
    /// not exist, the position of the last step that does.
    pub(super) fn find(&self, path: &[Step]) -> Place {
        let (mut at, mut value) = (0, self.root.as_ref());
        for step in path {
            let next = match (step, value) {
                (Step::Key(name), Some(Value::Object(object))) => {
                    object.get(name).map(|entry| (entry.start(), &entry.value))
                }
                (Step::Index(index), Some(Value::Array(list))) => {
                    list.elements.get(*index).map(|item| (item.start(), item))
                }
                _ => None,
            };
            let Some((start, inner)) = next else { break };
            (at, value) = (start, Some(inner));
        }
        Place::of_offset(self.text, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_gives_the_position_of_its_key_or_value() {
        let places = Places::read("{\n  \"levels\": [{\"ñ\": 1, \"units\": [\n    2]}]\n}");
        let key = |name: &str| Step::Key(name.to_owned());
        let (levels, first, units) = (key("levels"), Step::Index(0), key("units"));
        let at = |path: &[Step]| {
            let place = places.find(path);
            (place.line, place.column)
        };
        assert_eq!(at(std::slice::from_ref(&levels)), (2, 3));
        assert_eq!(at(&[levels.clone(), first.clone()]), (2, 14));
        assert_eq!(at(&[levels.clone(), first.clone(), units.clone()]), (2, 23));
        assert_eq!(
            at(&[levels.clone(), first.clone(), units, Step::Index(0)]),
            (3, 5)
        );
        assert_eq!(at(&[levels, first, key("none")]), (2, 14));
    }
}
