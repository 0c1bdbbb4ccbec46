//! The islands of a bundle: which there are, which strings they need, and their HTML.
//!
//! Rendering is pure and may be called from every thread; each thread has an engine of its own, made
//! when it first meets an island that no cache has.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::bundle::Bundle;
use super::cache::{self, Cache};
use super::engine;
use super::slots;
use model::problem::did_you_mean;

/// The registry of `islands/src/registry.ts`, ready to render.
pub struct Islands {
    bundle: String,
    source: Arc<str>,
    strings: BTreeMap<String, Vec<String>>,
    cache: Cache,
    together: Mutex<BTreeSet<BTreeSet<String>>>,
    /// By render with open props: whether filling it in gives what a render of its own gives.
    proven: Mutex<HashMap<cache::Key, bool>>,
}

/// Why an island gave no HTML.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IslandError {
    /// The template names an island that the registry does not have.
    #[error("unknown island \"{name}\"")]
    Unknown {
        /// The name as the template has it.
        name: String,
        /// The nearest name, or all names.
        hint: Option<String>,
    },
    /// The component threw, or took too long.
    #[error("the island \"{name}\" failed: {message}")]
    Failed {
        /// The island.
        name: String,
        /// Message and stack.
        message: String,
    },
    /// The bundle itself does not run.
    #[error("the islands do not start: {0}")]
    Start(String),
}

/// One line of the bundle's own list.
#[derive(Deserialize)]
pub(super) struct Listed {
    pub name: String,
    strings: Vec<String>,
}

/// Asks a bundle for its islands, in the registry's order.
pub(super) fn list(bundle: &str, source: &Arc<str>) -> Result<Vec<Listed>, IslandError> {
    parse(&ask(bundle, source)?)
}

fn json(props: &Map<String, Value>) -> String {
    serde_json::to_string(props).unwrap_or_default()
}

fn ask(bundle: &str, source: &Arc<str>) -> Result<String, IslandError> {
    engine::call(bundle, source, "islands", &[]).map_err(|error| IslandError::Start(error.0))
}

fn parse(json: &str) -> Result<Vec<Listed>, IslandError> {
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
            together: Mutex::default(),
            proven: Mutex::default(),
        };
        if !bundle.hash.is_empty() {
            let json = islands.listed()?;
            let listed: Vec<Listed> =
                serde_json::from_str(&json).map_err(|error| IslandError::Start(error.to_string()))?;
            islands.strings = listed
                .into_iter()
                .map(|listed| (listed.name, listed.strings))
                .collect();
        }
        Ok(islands)
    }

    /// Asks the bundle once; an unchanged bundle is asked through the cache and starts no engine.
    fn listed(&self) -> Result<Arc<str>, IslandError> {
        let key = cache::key("", "registry");
        if let Some(json) = self.cache.get(&key) {
            return Ok(json);
        }
        let json: Arc<str> = ask(&self.bundle, &self.source)?.into();
        self.cache.put(key, &json);
        Ok(json)
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

    /// The HTML of an island for its props as JSON text.
    ///
    /// # Errors
    /// See [`IslandError`].
    pub fn render(&self, name: &str, props: &str) -> Result<Arc<str>, IslandError> {
        self.string_groups(name)?;
        let key = cache::key(name, props);
        if let Some(html) = self.cache.get(&key) {
            return Ok(html);
        }
        let html: Arc<str> = engine::call(&self.bundle, &self.source, "render", &[name, props])
            .map_err(|error| IslandError::Failed {
                name: name.to_owned(),
                message: error.0,
            })?
            .into();
        self.cache.put(key, &html);
        Ok(html)
    }

    /// The HTML of an island on one of many pages that differ in the props named by `open` only.
    ///
    /// Rendered once with these props left open, and filled in for each page. The first page is also rendered on
    /// its own; where the two differ, so is every other.
    ///
    /// # Errors
    /// See [`IslandError`].
    pub fn render_open(
        &self,
        name: &str,
        props: &Map<String, Value>,
        open: &[&str],
    ) -> Result<Arc<str>, IslandError> {
        let alone = || self.render(name, &json(props));
        let Some(opened) = slots::open(props, open) else {
            return alone();
        };
        let marked = json(&opened.props);
        let Some(filled) = self
            .render(name, &marked)
            .ok()
            .and_then(|html| opened.fill(&html))
        else {
            return alone();
        };
        let key = cache::key(name, &marked);
        let known = self.lock_proven().get(&key).copied();
        let proven = match known {
            Some(proven) => proven,
            None => {
                let proven = *alone()? == *filled;
                self.lock_proven().insert(key, proven);
                proven
            }
        };
        if proven { Ok(filled.into()) } else { alone() }
    }

    fn lock_proven(&self) -> MutexGuard<'_, HashMap<cache::Key, bool>> {
        self.proven.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers that these islands stand on one page.
    pub fn stand_together(&self, names: &BTreeSet<String>) {
        let mut together = self.together.lock().unwrap_or_else(PoisonError::into_inner);
        if !together.contains(names) {
            together.insert(names.clone());
        }
    }

    /// The islands of each page that was rendered, each set once.
    pub fn sets_on_pages(&self) -> BTreeSet<BTreeSet<String>> {
        self.together
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Stores the HTML for the next build.
    pub fn save(&self) {
        self.cache.save();
    }
}
