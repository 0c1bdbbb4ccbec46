//! What a visitor downloads: sizes after brotli, told by the build and held to the budgets of `site.yaml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Write as _;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::bundle::{BundleFile, ISLANDS, PAGE, STYLES};
use super::metafile::{Metafile, file_name};
use crate::config::{self, Budgets};
use crate::problem::Problem;

/// The strongest setting of brotli, which is what CDNs store.
const QUALITY: u32 = 11;
/// Brotli's largest standard window, as a power of two.
const WINDOW: u32 = 22;

/// Bytes after brotli.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct SizeReport {
    /// The script that every page loads.
    pub page_script: u64,
    /// The island loader alone.
    pub loader: u64,
    /// What each island needs beside the loader: its own code and the shared chunks.
    pub islands: BTreeMap<String, u64>,
    /// Loader, shared chunks and all islands together.
    pub all_islands: u64,
    /// The style sheet without fonts.
    pub styles: u64,
}

impl SizeReport {
    pub(super) fn measure(files: &[BundleFile], entries: &BTreeMap<String, String>, meta: &Metafile) -> Self {
        let sizes: BTreeMap<&str, u64> = files
            .par_iter()
            .filter(|file| file.name.ends_with(".js") || file.name.ends_with(".css"))
            .map(|file| (file.name.as_str(), compressed(&file.bytes)))
            .collect();
        let size = |name: &str| sizes.get(name).copied().unwrap_or_default();
        let entry = |entry: &str| entries.get(entry).map_or(0, |name| size(name));
        let sum = |paths: &BTreeSet<String>| paths.iter().map(|path| size(file_name(path))).sum();

        let mut report = SizeReport {
            page_script: entry(PAGE.name),
            loader: entry(ISLANDS.name),
            styles: entry(STYLES.name),
            ..SizeReport::default()
        };
        let Some(loader) = meta.of_entry(ISLANDS.source) else {
            return report;
        };
        let mut all = meta.with_static_imports(loader);
        let runtime = meta.of_entry(super::bundle::MOUNT);
        let mount = runtime.map_or_else(BTreeSet::new, |path| meta.with_static_imports(path));
        for path in meta.dynamic_imports(loader) {
            let mut needed = meta.with_static_imports(path);
            needed.extend(mount.iter().cloned());
            if Some(path) != runtime {
                report.islands.insert(island_name(meta, path), sum(&needed));
            }
            all.extend(needed);
        }
        report.all_islands = sum(&all);
        report
    }

    /// What weighs more than `site.yaml` allows.
    pub fn over(&self, budgets: &Budgets) -> Vec<Problem> {
        [
            ("loader", "the island loader", self.loader, budgets.loader),
            (
                "script_plain_page",
                "the page script",
                self.page_script,
                budgets.script_plain_page,
            ),
            (
                "script_island_page",
                "the islands with loader and framework",
                self.all_islands,
                budgets.script_island_page,
            ),
        ]
        .into_iter()
        .filter(|(_, _, size, budget)| size > budget)
        .map(|(key, what, size, budget)| {
            let message = format!("{what}: {size} bytes after brotli, budgets.{key} allows {budget}");
            Problem::in_file(config::FILE, message).hint("make the script smaller, or raise the budget")
        })
        .collect()
    }
}

impl fmt::Display for SizeReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "after brotli: page script {} B, styles {} B, island loader {} B, all islands {} B",
            self.page_script, self.styles, self.loader, self.all_islands
        )?;
        for (name, size) in &self.islands {
            write!(formatter, ", {name} {size} B")?;
        }
        Ok(())
    }
}

/// An island's folder: `src/inventory/index.tsx` is `inventory`.
fn island_name(meta: &Metafile, path: &str) -> String {
    let source = meta.outputs[path].entry_point.as_deref().unwrap_or(path);
    let mut parts = source.trim_start_matches("src/").split('/');
    parts.next().unwrap_or(source).to_owned()
}

fn compressed(bytes: &[u8]) -> u64 {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, QUALITY, WINDOW);
    // A vector takes every byte.
    let _ = writer.write_all(bytes);
    writer.into_inner().len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budgets(loader: u64) -> Budgets {
        Budgets {
            script_island_page: 26_000,
            script_plain_page: 2_000,
            loader,
            html_css_fonts_home: 60_000,
        }
    }

    #[test]
    fn more_than_the_budget_is_a_problem_with_both_numbers() {
        let report = SizeReport {
            loader: 1_001,
            ..SizeReport::default()
        };
        assert!(report.over(&budgets(1_001)).is_empty());
        let problems = report.over(&budgets(1_000));
        assert_eq!(problems.len(), 1);
        assert_eq!(
            problems[0].message,
            "the island loader: 1001 bytes after brotli, budgets.loader allows 1000"
        );
    }
}
