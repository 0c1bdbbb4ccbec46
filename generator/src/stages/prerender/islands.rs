//! The islands of a bundle: their names, the strings that each needs, and their HTML.
//!
//! Rendering is pure and may be called from every thread. The first island that is not in the store starts an engine.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use serde::Deserialize;

use super::bundle::Bundle;
use super::engine::Engines;
use crate::cache::fingerprint::executable_time;
use crate::cache::store::{Key, Kind};
use crate::node::Tools;
use formats::problem::did_you_mean;

/// How many results of one build are stored at most: a site whose pages have each its own HTML of an island would fill the
/// disk with what takes half a millisecond.
const MOST_STORED: usize = 500;

/// The HTML of islands in the store.
const HTML: Kind = Kind { name: "islands", unused_kept: 1000 };

/// The registry of `islands/src/registry.ts`, ready to render.
pub struct Islands {
    bundle: String,
    engines: Engines,
    strings: BTreeMap<String, Vec<String>>,
    tools: Arc<Tools>,
    /// How many results of this build are in the store.
    stored: AtomicUsize,
    sets: Mutex<BTreeSet<BTreeSet<String>>>,
}

/// One entry of the bundle's registry.
#[derive(Deserialize)]
pub(super) struct RegistryEntry {
    pub name: String,
    strings: Vec<String>,
}

/// The registry of a prerender script, in its own order.
///
/// # Errors
/// The script does not run.
pub(super) fn registry(script: &Arc<str>) -> Result<Vec<RegistryEntry>, String> {
    parse(Engines::new(script).call("islands", &[]))
}

fn parse(registry: Result<String, String>) -> Result<Vec<RegistryEntry>, String> {
    let parsed = registry.and_then(|json| serde_json::from_str(&json).map_err(|error| error.to_string()));
    parsed.map_err(|error| format!("cannot start the islands: {error}"))
}

impl Islands {
    /// Reads the registry from the bundle.
    ///
    /// # Errors
    /// The bundle does not run. An empty bundle has no islands.
    pub fn open(bundle: &Bundle, tools: &Arc<Tools>) -> Result<Islands, String> {
        let mut islands = Islands {
            bundle: bundle.hash.clone(),
            engines: Engines::new(&bundle.prerender),
            strings: BTreeMap::new(),
            tools: Arc::clone(tools),
            stored: AtomicUsize::new(0),
            sets: Mutex::default(),
        };
        if !bundle.hash.is_empty() {
            let registry = islands.call("islands/src/registry.ts", "islands", &[]);
            islands.strings = parse(registry)?.into_iter().map(|entry| (entry.name, entry.strings)).collect();
        }
        Ok(islands)
    }

    /// The result of a function of the bundle: from the store, or else from an engine. `name` is its name in the store.
    fn call(&self, name: &str, function: &str, arguments: &[&str]) -> Result<String, String> {
        let key = Key::default()
            .with("bundle", &self.bundle)
            // Plural forms are those of this program.
            .with("program", executable_time().to_le_bytes())
            .with_value("call", &(function, arguments));
        if let Some(stored) = self.tools.store.get(HTML, name, &key) {
            return Ok(stored);
        }
        let made = self.engines.call(function, arguments)?;
        if self.stored.fetch_add(1, Ordering::Relaxed) < MOST_STORED {
            self.tools.store.put(HTML, &key, &made);
        }
        Ok(made)
    }

    /// The groups of strings that an island needs, as the registry names them.
    ///
    /// # Errors
    /// There is no such island; with the nearest name as a hint.
    pub fn string_groups(&self, name: &str) -> Result<&[String], String> {
        self.strings.get(name).map(Vec::as_slice).ok_or_else(|| {
            let hint = did_you_mean(name, self.strings.keys().map(String::as_str));
            let hint = hint.unwrap_or_else(|| "correct the name".to_owned());
            format!("there is no island `{name}` in islands/src/registry.ts: {hint}")
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
    /// There is no such island, its component threw an error, or it exceeded the time or memory limit.
    pub fn render(&self, name: &str, props: &str) -> Result<String, String> {
        self.string_groups(name)?;
        self.call(&format!("islands/src/{name}"), "render", &[name, props])
            .map_err(|message| format!("the island `{name}` failed: {message}"))
    }

    /// Records that one page has these islands, for [`Islands::sets_on_pages`].
    pub fn record_set(&self, names: &BTreeSet<String>) {
        let mut sets = self.sets.lock();
        if !sets.contains(names) {
            sets.insert(names.clone());
        }
    }

    /// The sets of islands on the pages rendered so far, without duplicates.
    pub fn sets_on_pages(&self) -> BTreeSet<BTreeSet<String>> {
        self.sets.lock().clone()
    }
}
