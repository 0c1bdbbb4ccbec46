//! Sizes of scripts and styles after brotli: the build prints them, and `check::budgets` checks them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::bundle::BundleFile;
use super::entries::{PAGE, STYLES};
use compress::brotli;

/// Brotli's highest quality, at which CDNs store static files.
const QUALITY: u32 = 11;

/// Sizes in bytes after brotli.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct SizeReport {
    /// The script that every page loads.
    pub page_script: u64,
    /// The return estimate, which the investors' page loads in addition to its form.
    pub estimate: u64,
    /// The script of lists, which pages of units load in addition to their form.
    pub list: u64,
    /// The script of the building's drawing, which the home page loads in addition to its selector.
    pub drawing: u64,
    /// The script of live parts, which pages that show units load.
    pub live: u64,
    /// The island loader.
    pub loader: u64,
    /// The style sheet that every page links, without fonts.
    pub styles: u64,
    /// The consent script, loaded when the page is idle; 0 when no third-party script is configured.
    pub consent: u64,
    /// Script and styles of the consent bar, loaded while the visitor has not chosen.
    pub consent_bar: u64,
    /// The script that counts events, without its chunk for idle time; 0 when the site does not count.
    pub counts: u64,
    /// Size of each script and style sheet by its file name.
    scripts: BTreeMap<String, u64>,
    islands: BTreeMap<String, IslandFiles>,
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
        let sum = |names: &BTreeSet<String>| names.iter().filter_map(|name| scripts.get(name)).sum();
        let entry = |entry: &str| entries.get(entry).and_then(|name| scripts.get(name).copied()).unwrap_or(0);
        SizeReport {
            consent: sum(&consent.initial),
            consent_bar: sum(&consent.lazy),
            counts: entry("counts.js"),
            page_script: entry(PAGE),
            estimate: entry("estimate.js"),
            drawing: entry("drawing.js"),
            live: entry("live.js"),
            list: entry("list.js"),
            loader: entry("islands.js"),
            styles: entry(STYLES),
            islands: islands.clone(),
            scripts,
        }
    }

    /// Size of a style sheet by its file name; 0 when there is none of that name.
    pub fn style_sheet(&self, name: &str) -> u64 {
        self.scripts.get(name).copied().unwrap_or_default()
    }

    /// Size of all code of a page with these islands: loader, framework, islands with their lazy files, and live parts.
    pub fn page_total<'a>(&self, islands: impl IntoIterator<Item = &'a str>) -> u64 {
        let files = islands.into_iter().filter_map(|name| self.islands.get(name));
        self.live + self.loader + self.sum(files.flat_map(|files| files.initial.iter().chain(&files.lazy)))
    }

    /// Size of what a page with these islands needs to start all of them.
    pub fn to_start<'a>(&self, islands: impl IntoIterator<Item = &'a str>) -> u64 {
        let files = islands.into_iter().filter_map(|name| self.islands.get(name));
        self.loader + self.sum(files.flat_map(|files| &files.initial))
    }

    /// Names of the files that an island needs to start.
    pub(super) fn initial_files(&self, island: &str) -> impl Iterator<Item = &String> {
        self.islands.get(island).into_iter().flat_map(|files| &files.initial)
    }

    fn sum<'a>(&self, files: impl Iterator<Item = &'a String>) -> u64 {
        let files: BTreeSet<&String> = files.collect();
        files.into_iter().filter_map(|name| self.scripts.get(name)).sum()
    }

    /// The names of the islands.
    pub fn islands(&self) -> impl Iterator<Item = &str> {
        self.islands.keys().map(String::as_str)
    }
}

impl fmt::Display for SizeReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "after brotli: page script {} B, live parts {} B, lists {} B, return estimate {} B, styles {} B, island loader {} B",
            self.page_script, self.live, self.list, self.estimate, self.styles, self.loader
        )?;
        if self.consent > 0 {
            let (after, bar) = (self.consent, self.consent_bar);
            write!(formatter, "; consent {after} B when idle, its bar {bar} B")?;
        }
        if self.counts > 0 {
            write!(formatter, "; counting {} B", self.counts)?;
        }
        for name in self.islands() {
            let (start, all) = (self.to_start([name]), self.page_total([name]));
            write!(formatter, "; a page with {name} {start} B to start, {all} B in all")?;
        }
        let all = self.page_total(self.islands());
        write!(formatter, "; all islands together {all} B")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_files_are_counted_once() {
        let scripts = [("shared.js", 10), ("a.js", 1), ("b.js", 2), ("dialog.js", 4)];
        let files = |name: &str| IslandFiles {
            initial: ["shared.js", name].map(str::to_owned).into(),
            lazy: ["dialog.js".to_owned()].into(),
        };
        let report = SizeReport {
            loader: 1_000,
            scripts: scripts.map(|(name, size)| (name.to_owned(), size)).into(),
            islands: [("a".to_owned(), files("a.js")), ("b".to_owned(), files("b.js"))].into(),
            ..SizeReport::default()
        };
        assert_eq!(report.page_total(["a"]), 1_015);
        assert_eq!(report.page_total(["a", "b", "a"]), 1_017);
        assert_eq!(report.to_start(["a", "b"]), 1_013);
    }
}
