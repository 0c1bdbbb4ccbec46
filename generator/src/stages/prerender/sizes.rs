//! Sizes of scripts and styles after brotli: the build prints them and checks them against the budgets of `site.yaml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::bundle::BundleFile;
use super::entries::{ESTIMATE, ISLANDS, LIVE, PAGE, STYLES};
use compress::brotli;
use model::code::Code;
use model::config::{self, Budgets};
use model::problem::Problem;

/// Brotli's highest quality, at which CDNs store static files.
const QUALITY: u32 = 11;

/// Sizes in bytes after brotli.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct SizeReport {
    /// The script that every page loads.
    pub page_script: u64,
    /// The return estimate, which the investors' page loads in addition to its form.
    #[serde(default)]
    pub estimate: u64,
    /// The script of live parts, which pages that show units load.
    #[serde(default)]
    pub live: u64,
    /// The island loader.
    pub loader: u64,
    /// The style sheet that every page links, without fonts.
    pub styles: u64,
    /// The consent script, loaded when the page is idle; 0 when no third-party script is configured.
    pub consent: u64,
    /// Script and styles of the consent bar, loaded while the visitor has not chosen.
    pub consent_bar: u64,
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
            .map(|file| (file.name.clone(), compressed(&file.bytes)))
            .collect();
        let sum = |names: &BTreeSet<String>| names.iter().filter_map(|name| scripts.get(name)).sum();
        let entry = |entry: &str| {
            entries
                .get(entry)
                .and_then(|name| scripts.get(name).copied())
                .unwrap_or(0)
        };
        SizeReport {
            consent: sum(&consent.initial),
            consent_bar: sum(&consent.lazy),
            page_script: entry(PAGE.name),
            estimate: entry(ESTIMATE.name),
            live: entry(LIVE.name),
            loader: entry(ISLANDS.name),
            styles: entry(STYLES.name),
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
        self.islands
            .get(island)
            .into_iter()
            .flat_map(|files| &files.initial)
    }

    fn sum<'a>(&self, files: impl Iterator<Item = &'a String>) -> u64 {
        let files: BTreeSet<&String> = files.collect();
        files.into_iter().filter_map(|name| self.scripts.get(name)).sum()
    }

    /// A problem for each size above its budget in `site.yaml`, with each island on a page of its own.
    pub fn over(&self, budgets: &Budgets) -> Vec<Problem> {
        let form = self.estimate + self.page_total(["form"]);
        let form_budget = budgets.script_island_page;
        let singles = [
            ("the island loader", self.loader, "loader", budgets.loader),
            (
                "the page script",
                self.page_script,
                "script_plain_page",
                budgets.script_plain_page,
            ),
            (
                "a page with the return estimate and a form",
                form,
                "script_island_page",
                form_budget,
            ),
        ];
        let islands = self.islands.keys();
        singles
            .into_iter()
            .filter_map(|(what, size, key, budget)| over(what, size, key, budget))
            .chain(islands.filter_map(|name| self.page_over([name.as_str()], budgets)))
            .collect()
    }

    /// The problem of a page whose islands together exceed `budgets.script_island_page`.
    pub fn page_over<'a>(
        &self,
        islands: impl IntoIterator<Item = &'a str>,
        budgets: &Budgets,
    ) -> Option<Problem> {
        let names: Vec<&str> = islands.into_iter().collect();
        let size = self.page_total(names.iter().copied());
        let what = format!("a page with {}, loader and framework", names.join(", "));
        over(&what, size, "script_island_page", budgets.script_island_page)
    }
}

fn over(what: &str, size: u64, key: &str, budget: u64) -> Option<Problem> {
    (size > budget).then(|| {
        let message = format!("{what}: {size} bytes after brotli, but `budgets.{key}` allows {budget}");
        Problem::in_file(Code::OverBudget, config::FILE, message)
            .hint("make the script smaller or raise the budget")
    })
}

impl fmt::Display for SizeReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "after brotli: page script {} B, live parts {} B, return estimate {} B, styles {} B, island loader {} B",
            self.page_script, self.live, self.estimate, self.styles, self.loader
        )?;
        if self.consent > 0 {
            let (after, bar) = (self.consent, self.consent_bar);
            write!(formatter, "; consent {after} B when idle, its bar {bar} B")?;
        }
        for name in self.islands.keys() {
            let (start, all) = (self.to_start([name.as_str()]), self.page_total([name.as_str()]));
            write!(
                formatter,
                "; a page with {name} {start} B to start, {all} B in all"
            )?;
        }
        let all = self.page_total(self.islands.keys().map(String::as_str));
        write!(formatter, "; all islands together {all} B")
    }
}

fn compressed(bytes: &[u8]) -> u64 {
    brotli(bytes, QUALITY).len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> SizeReport {
        let scripts = [("shared.js", 10), ("a.js", 1), ("b.js", 2), ("dialog.js", 4)];
        let files = |initial: [&str; 2]| IslandFiles {
            initial: initial.map(str::to_owned).into(),
            lazy: ["dialog.js".to_owned()].into(),
        };
        SizeReport {
            loader: 1_000,
            scripts: scripts.map(|(name, size)| (name.to_owned(), size)).into(),
            islands: [
                ("a".to_owned(), files(["shared.js", "a.js"])),
                ("b".to_owned(), files(["shared.js", "b.js"])),
            ]
            .into(),
            ..SizeReport::default()
        }
    }

    #[test]
    fn shared_files_are_counted_once() {
        assert_eq!(report().page_total(["a"]), 1_015);
        assert_eq!(report().page_total(["a", "b", "a"]), 1_017);
        assert_eq!(report().to_start(["a", "b"]), 1_013);
    }

    #[test]
    fn a_size_above_its_budget_is_a_problem_with_both_numbers() {
        let mut budgets = Budgets {
            images_first_screen: 0,
            script_island_page: 1_016,
            script_plain_page: 2_000,
            loader: 1_000,
            html_css_fonts_home: 60_000,
            html_unit_page: None,
        };
        assert!(report().over(&budgets).is_empty());
        assert_eq!(
            report().page_over(["a", "b"], &budgets).unwrap().message,
            "a page with a, b, loader and framework: 1017 bytes after brotli, but `budgets.script_island_page` allows 1016"
        );
        budgets.loader = 999;
        assert_eq!(
            report().over(&budgets)[0].message,
            "the island loader: 1000 bytes after brotli, but `budgets.loader` allows 999"
        );
    }
}
