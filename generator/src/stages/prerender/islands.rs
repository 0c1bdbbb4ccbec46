//! The islands of a bundle: their names, the strings that each needs, and their HTML.
//!
//! Rendering is pure and may be called from every thread. Each thread has its own JavaScript engine, started for the
//! first island that is not in the cache.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;

use super::bundle::Bundle;
use super::cache::{self, Cache};
use super::engine;
use model::fingerprint::Fingerprint;
use model::problem::did_you_mean;

/// The registry of `islands/src/registry.ts`, ready to render.
pub struct Islands {
    bundle: String,
    source: Arc<str>,
    strings: BTreeMap<String, Vec<String>>,
    cache: Cache,
    sets: Mutex<BTreeSet<BTreeSet<String>>>,
}

/// Why an island could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IslandError {
    /// The template names an island that the registry does not have.
    #[error("there is no island `{name}` in islands/src/registry.ts")]
    Unknown {
        /// The name in the template.
        name: String,
        /// The nearest name, or all names.
        hint: Option<String>,
    },
    /// The component threw an error, or exceeded the time or memory limit.
    #[error("the island `{name}` failed: {message}")]
    Failed {
        /// The island.
        name: String,
        /// Message and stack.
        message: String,
    },
    /// The bundle itself does not run.
    #[error("cannot start the islands: {0}")]
    Start(String),
}

/// One entry of the bundle's registry.
#[derive(Deserialize)]
pub(super) struct Entry {
    pub name: String,
    strings: Vec<String>,
}

/// The registry of a bundle, in its own order.
pub(super) fn list(bundle: &str, source: &Arc<str>) -> Result<Vec<Entry>, IslandError> {
    parse(&engine::call(bundle, source, "islands", &[]).map_err(IslandError::Start)?)
}

fn parse(json: &str) -> Result<Vec<Entry>, IslandError> {
    serde_json::from_str(json).map_err(|error| IslandError::Start(error.to_string()))
}

impl Islands {
    /// Reads the registry from the bundle. `cache` is the folder `.site/cache`.
    ///
    /// # Errors
    /// [`IslandError::Start`] when the bundle does not run. An empty bundle has no islands.
    pub fn open(bundle: &Bundle, cache: &Path) -> Result<Islands, IslandError> {
        let mut islands = Islands {
            bundle: bundle.hash.clone(),
            source: Arc::clone(&bundle.prerender),
            strings: BTreeMap::new(),
            cache: Cache::open(cache, &bundle.hash),
            sets: Mutex::default(),
        };
        if !bundle.hash.is_empty() {
            let registry = islands.call(cache::key("", "registry"), "islands", &[]);
            islands.strings = parse(&registry.map_err(IslandError::Start)?)?
                .into_iter()
                .map(|entry| (entry.name, entry.strings))
                .collect();
        }
        Ok(islands)
    }

    /// The result of a function of the bundle: from the cache, or else from this thread's engine.
    fn call(&self, key: Fingerprint, function: &str, arguments: &[&str]) -> Result<Arc<str>, String> {
        if let Some(known) = self.cache.get(&key) {
            return Ok(known);
        }
        let result: Arc<str> = engine::call(&self.bundle, &self.source, function, arguments)?.into();
        self.cache.put(key, &result);
        Ok(result)
    }

    /// The groups of strings that an island needs, as the registry names them.
    ///
    /// # Errors
    /// [`IslandError::Unknown`], with the nearest name as a hint.
    pub fn string_groups(&self, name: &str) -> Result<&[String], IslandError> {
        self.strings
            .get(name)
            .map(Vec::as_slice)
            .ok_or_else(|| IslandError::Unknown {
                name: name.to_owned(),
                hint: did_you_mean(name, self.strings.keys().map(String::as_str)),
            })
    }

    /// The islands with the groups of strings that each needs, by name.
    pub fn registry(&self) -> impl Iterator<Item = (&str, &[String])> {
        let entries = self.strings.iter();
        entries.map(|(name, groups)| (name.as_str(), groups.as_slice()))
    }

    /// The HTML of an island for its props as JSON text.
    ///
    /// # Errors
    /// See [`IslandError`].
    pub fn render(&self, name: &str, props: &str) -> Result<Arc<str>, IslandError> {
        self.string_groups(name)?;
        self.call(cache::key(name, props), "render", &[name, props])
            .map_err(|message| IslandError::Failed {
                name: name.to_owned(),
                message,
            })
    }

    /// Records that one page has these islands, for [`Islands::sets_on_pages`].
    pub fn record_set(&self, names: &BTreeSet<String>) {
        let mut sets = self.sets.lock().unwrap_or_else(PoisonError::into_inner);
        if !sets.contains(names) {
            sets.insert(names.clone());
        }
    }

    /// The sets of islands on the pages rendered so far, without duplicates.
    pub fn sets_on_pages(&self) -> BTreeSet<BTreeSet<String>> {
        self.sets.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stores the rendered HTML for the next build.
    pub fn save(&self) {
        self.cache.save();
    }
}
