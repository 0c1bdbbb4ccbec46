//! What visitors filter by and the platform does not send: values from plans and from `site.yaml`.

use std::collections::BTreeMap;

use model::fields::Datum;
use platform::unit_field::FieldValue;

/// The values of a field, by the indices of the units that have one.
#[derive(Debug, Default)]
pub(crate) struct FilterValues {
    values: BTreeMap<usize, FieldValue>,
    /// Of a choice: key and label of each option, in the order of the units.
    pub(crate) options: Vec<(String, String)>,
}

impl FilterValues {
    /// Reads the values of units in their order.
    pub(super) fn new<'a>(all: impl Iterator<Item = Option<Datum<'a>>>) -> FilterValues {
        let mut read = FilterValues::default();
        for (index, value) in all.enumerate() {
            let value = match value {
                Some(Datum::Number(number, _)) => FieldValue::Number(number),
                Some(Datum::Choice(key, label)) => read.choice(vec![(key.into(), label.into())]),
                Some(Datum::Choices(options)) => read.choice(options),
                _ => continue,
            };
            read.values.insert(index, value);
        }
        read
    }

    /// A value of several options has their keys with `|` between.
    fn choice(&mut self, options: Vec<(String, String)>) -> FieldValue {
        let keys: Vec<&str> = options.iter().map(|(key, _)| &**key).collect();
        let value = FieldValue::Text(keys.join("|"));
        for option in options {
            if !self.options.contains(&option) {
                self.options.push(option);
            }
        }
        value
    }

    /// Whether two units differ in it.
    pub(super) fn differ(&self) -> bool {
        let mut values = self.values.values();
        let first = values.next();
        values.any(|value| Some(value) != first)
    }

    /// The value of the unit with an index.
    pub(crate) fn of(&self, index: usize) -> Option<&FieldValue> {
        self.values.get(&index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::area::Area;

    fn sides(keys: &[&str]) -> Option<Datum<'static>> {
        let option = |key: &&str| ((*key).to_owned(), key.to_uppercase());
        Some(Datum::Choices(keys.iter().map(option).collect()))
    }

    #[test]
    fn a_unit_may_have_several_options_or_none() {
        let corner = sides(&["street", "flank"]);
        let values = FilterValues::new([corner, None, sides(&["back"])].into_iter());
        let text = |text: &str| FieldValue::Text(text.to_owned());
        assert_eq!(values.of(0), Some(&text("street|flank")));
        assert_eq!(values.of(1), None);
        let keys: Vec<&str> = values.options.iter().map(|(key, _)| &**key).collect();
        assert_eq!(keys, ["street", "flank", "back"]);
        assert!(values.differ());
    }

    #[test]
    fn nobody_filters_by_what_all_units_have() {
        let metres = |metres: u32| Some(Datum::Number(Area(metres * 100), Some("m")));
        let differ =
            |values: [Option<Datum<'_>>; 3]| FilterValues::new(values.into_iter()).differ();
        assert!(differ([metres(12), None, metres(13)]));
        assert!(!differ([metres(12), None, metres(12)]));
        assert!(!differ([None, None, None]));
    }
}
