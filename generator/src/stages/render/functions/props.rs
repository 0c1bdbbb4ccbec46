//! Props of an island as JSON text.

use std::collections::BTreeMap;

use minijinja::Error;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value as Json};

use super::invalid;

/// Props by name, each as JSON text: as values, the units of a large inventory take ten times the memory.
#[derive(Default)]
pub(super) struct Props(Vec<(String, Box<RawValue>)>);

impl Props {
    /// Adds a value.
    ///
    /// # Errors
    /// It cannot be serialized.
    pub(super) fn add(&mut self, name: &str, value: &impl Serialize) -> Result<(), Error> {
        let text = to_raw_value(value).map_err(|error| invalid(error, None))?;
        self.0.push((name.to_owned(), text));
        Ok(())
    }

    /// Adds the values of an object.
    ///
    /// # Errors
    /// See [`add`](Self::add).
    pub(super) fn add_all(&mut self, values: &Json) -> Result<(), Error> {
        let mut fields = values.as_object().into_iter().flatten();
        fields.try_for_each(|(name, value)| self.add(name, value))
    }
}

impl Serialize for Props {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Shared props and those of a page, which replace them, as JSON text.
///
/// # Errors
/// See [`Props::add`].
pub(super) fn merged(shared: &Props, own: &Map<String, Json>) -> Result<String, Error> {
    let mut of_page = Props::default();
    own.iter()
        .try_for_each(|(name, value)| of_page.add(name, value))?;
    let all = shared.0.iter().chain(&of_page.0);
    let all: BTreeMap<&String, &RawValue> = all.map(|(name, value)| (name, value.as_ref())).collect();
    serde_json::to_string(&all).map_err(|error| invalid(error, None))
}
