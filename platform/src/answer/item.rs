//! Finds the fields of one object of an answer, and collects what is wrong with them.

use super::values::{is_empty, scalar_text};
use super::{Fault, FieldError};
use crate::decimal;
use crate::field_map::FieldSource;
use serde_json::Value;

/// One object of an answer, or several about the same unit, with the errors found so far.
pub(super) struct Item<'a> {
    pub(super) sources: &'a [&'a Value],
    pub(super) noun: &'static str,
    pub(super) code: &'a FieldSource,
    /// Its place in the answer, from 0.
    pub(super) at: usize,
    pub(super) faults: Vec<FieldError>,
}

impl Item<'_> {
    /// What a message calls it: by its code, or by its place.
    fn label(&self) -> String {
        let noun = self.noun;
        match find_source(self.sources, self.code).map(scalar_text) {
            Some(Ok(code)) if !code.trim().is_empty() => {
                let escaped: String = code
                    .trim()
                    .chars()
                    .take(40)
                    .flat_map(char::escape_debug)
                    .collect();
                format!("{noun} {escaped}")
            }
            _ => format!("{noun} number {} of the answer", self.at + 1),
        }
    }

    /// Parses a required field. An empty value that `read` refuses counts as missing.
    pub(super) fn field<T>(
        &mut self,
        field: &str,
        wire: &FieldSource,
        read: impl Fn(&Value) -> Result<T, Fault>,
    ) -> Option<T> {
        self.sum(field, std::slice::from_ref(wire), read, |_, _| None)
    }

    /// Parses a required amount: the sum of all that `wires` name.
    pub(super) fn sum<T>(
        &mut self,
        field: &str,
        wires: &[FieldSource],
        read: impl Fn(&Value) -> Result<T, Fault>,
        add: fn(T, T) -> Option<T>,
    ) -> Option<T> {
        let sources = self.sources;
        let sum = wires.iter().try_fold(None, |sum: Option<T>, wire| {
            let found = find_source(sources, wire).ok_or(Fault::Missing);
            let part = found.and_then(|value| {
                read(value).map_err(|fault| {
                    if is_empty(value) {
                        Fault::Missing
                    } else {
                        fault
                    }
                })
            });
            let too_large = || Fault::Invalid(format!("makes a sum that {}", decimal::TOO_LARGE));
            let added = part.and_then(|part| match sum {
                None => Ok(part),
                Some(before) => add(before, part).ok_or_else(too_large),
            });
            added.map(Some).map_err(|fault| (wire, fault))
        });
        match sum {
            Ok(Some(sum)) => return Some(sum),
            Ok(None) => self.report(field, &FieldSource::Name(String::new()), Fault::Missing),
            Err((wire, fault)) => self.report(field, wire, fault),
        }
        None
    }

    /// Parses a field whose value the key `section` of `platform` maps.
    pub(super) fn mapped<T>(
        &mut self,
        field: &str,
        wire: &FieldSource,
        section: &str,
        find: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        self.field(field, wire, |value| {
            let text = scalar_text(value)?;
            find(&text).ok_or_else(|| Fault::unmapped(&text, field, section))
        })
    }

    /// Parses a field that may be missing, null or empty. `None` only when it is invalid.
    pub(super) fn optional<T>(
        &mut self,
        field: &str,
        wire: &FieldSource,
        read: impl FnOnce(&Value) -> Result<T, Fault>,
    ) -> Option<Option<T>> {
        match find_source(self.sources, wire).filter(|value| !is_empty(value)) {
            None => Some(None),
            Some(value) => read(value)
                .map(Some)
                .map_err(|fault| self.report(field, wire, fault))
                .ok(),
        }
    }

    /// Adds what is wrong with a field.
    pub(super) fn report(&mut self, field: &str, wire: &FieldSource, fault: Fault) {
        let error = FieldError {
            at: self.at,
            item: self.label(),
            field: field.to_owned(),
            wire: wire.to_string(),
            fault,
        };
        self.faults.push(error);
    }
}

/// A constant, or the value at a path of the first object that has one that is not empty, or else of the first that has any.
pub(super) fn find_source<'a>(objects: &[&'a Value], source: &'a FieldSource) -> Option<&'a Value> {
    let path = match source {
        FieldSource::Constant { value } => return Some(value),
        FieldSource::Name(path) => path,
    };
    let mut found = objects.iter().filter_map(|object| find(object, path));
    found
        .clone()
        .find(|value| !is_empty(value))
        .or_else(|| found.next())
}

/// The value at `path`, where `.` is the value itself. A field whose name contains the dots takes precedence over nested objects.
pub(crate) fn find<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    let step = |value: &'a Value, name: &str| match value {
        Value::Array(items) => items.get(name.parse::<usize>().ok()?),
        value => value.get(name),
    };
    match path {
        "." => Some(value),
        path => value
            .get(path)
            .or_else(|| path.split('.').try_fold(value, step)),
    }
}
