//! Sizes of scripts and styles after brotli: the build prints them, and `check::budgets` checks them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::bundle_file::{BundleFile, COUNTS, PAGE, STYLES};
use compress::brotli;

/// Brotli's highest quality, at which CDNs store static files.
const QUALITY: u32 = 11;

/// Sizes in bytes after brotli.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct SizeReport {
    /// By the name under which templates link the file.
    entries: BTreeMap<String, u64>,
    /// The consent script, loaded when the page is idle; 0 when no third-party script is configured.
    pub consent: u64,
    /// Script and styles of the consent bar, loaded while the visitor has not chosen.
    pub consent_bar: u64,
    /// Size of each script and style sheet by its file name.
    scripts: BTreeMap<String, u64>,
    pub(super) islands: BTreeMap<String, IslandFiles>,
}

/// The files of one island: shared chunks included, the loader excluded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct IslandFiles {
    /// Needed to start.
    pub initial: BTreeSet<String>,
    /// Loaded on demand: dialogs, plans, downloads.
    pub lazy: BTreeSet<String>,
}

impl SizeReport {
    pub(super) fn measure(
        files: &[BundleFile],
        entries: &BTreeMap<String, String>,
        islands: &BTreeMap<String, IslandFiles>,
        consent: &IslandFiles,
    ) -> SizeReport {
        let scripts: BTreeMap<String, u64> = files
            .par_iter()
            .filter(|file| file.name.ends_with(".js") || file.name.ends_with(".css"))
            .map(|file| (file.name.clone(), brotli(&file.bytes, QUALITY).len() as u64))
            .collect();
        let sum =
            |names: &BTreeSet<String>| names.iter().filter_map(|name| scripts.get(name)).sum();
        let size = |(name, file): (&String, &String)| Some((name.clone(), *scripts.get(file)?));
        SizeReport {
            consent: sum(&consent.initial),
            consent_bar: sum(&consent.lazy),
            entries: entries.iter().filter_map(size).collect(),
            islands: islands.clone(),
            scripts,
        }
    }

    /// Size of a script or style sheet by the name under which templates link it, without its chunks; 0 when the site has none.
    pub fn entry(&self, name: &str) -> u64 {
        self.entries.get(name).copied().unwrap_or_default()
    }

    /// Size of a style sheet by its file name; 0 when there is none of that name.
    pub fn style_sheet(&self, name: &str) -> u64 {
        self.scripts.get(name).copied().unwrap_or_default()
    }

    /// Size of what a page with these islands needs to start all of them: loader, framework, islands, and live parts.
    pub fn to_start<'a>(&self, islands: impl IntoIterator<Item = &'a str>) -> u64 {
        let files = islands
            .into_iter()
            .filter_map(|name| self.islands.get(name));
        self.entry("islands.js")
            + self.entry("live.js")
            + self.sum(files.flat_map(|files| &files.initial))
    }

    /// Size of what all islands load on demand.
    pub fn on_demand(&self) -> u64 {
        self.sum(self.islands.values().flat_map(|files| &files.lazy))
    }

    fn sum<'a>(&self, files: impl Iterator<Item = &'a String>) -> u64 {
        let files: BTreeSet<&String> = files.collect();
        files
            .into_iter()
            .filter_map(|name| self.scripts.get(name))
            .sum()
    }

    /// The names of the islands.
    pub fn islands(&self) -> impl Iterator<Item = &str> {
        self.islands.keys().map(String::as_str)
    }
}

impl fmt::Display for SizeReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [
            ("page script", PAGE),
            ("live parts", "live.js"),
            ("lists", "list.js"),
            ("return estimate", "estimate.js"),
            ("styles", STYLES),
            ("island loader", "islands.js"),
        ]
        .map(|(what, name)| format!("{what} {} B", self.entry(name)));
        write!(formatter, "after brotli: {}", named.join(", "))?;
        if self.consent > 0 {
            let (after, bar) = (self.consent, self.consent_bar);
            write!(formatter, "; consent {after} B when idle, its bar {bar} B")?;
        }
        let counts = self.entry(COUNTS);
        if counts > 0 {
            write!(formatter, "; counting {counts} B")?;
        }
        for name in self.islands() {
            let start = self.to_start([name]);
            write!(formatter, "; a page with {name} {start} B to start")?;
        }
        let (all, later) = (self.to_start(self.islands()), self.on_demand());
        write!(
            formatter,
            "; all islands together {all} B to start, {later} B on demand"
        )
    }
}
