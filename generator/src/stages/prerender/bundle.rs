//! The bundle: the scripts, styles and fonts that browsers load, the service worker, and the prerendering script. A project without
//! islands has an empty bundle.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::bundle_file::{BundleFile, COUNTS, OFFLINE_STYLES, PAGE, STYLES};
use super::sizes::SizeReport;
use model::output::ASSETS;
use model::theme::Fonts;

/// How to bundle.
#[derive(Clone, Debug, Default)]
pub struct BundleOptions {
    /// Includes `preact/debug`, which prints hydration mismatches to the console.
    pub debug: bool,
    /// What style sheets import as `theme.css` ([`crate::outputs::theme::style_sheet`]).
    pub theme: String,
    /// Settings of the consent script as JSON ([`crate::outputs::trackers::settings`]); `None` builds no such script.
    pub consent: Option<String>,
    /// Builds the script that counts events.
    pub counts: bool,
    /// Whether a form has questions of the development's own.
    pub questions: bool,
}

/// Everything that esbuild built.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Bundle {
    /// Files to write under `/assets/`, by name.
    pub files: Vec<BundleFile>,
    /// Sizes after brotli.
    pub sizes: SizeReport,
    pub(super) prerender: Arc<str>,
    /// The service worker, without its settings.
    pub worker: Arc<str>,
    /// The notices of the packages and fonts in it; none when the project has no islands.
    pub licenses: Option<Bytes>,
    /// The groups of strings that each island needs, by its name.
    pub(crate) strings: BTreeMap<String, Vec<String>>,
    /// Plain name to hashed name.
    pub(super) entries: BTreeMap<String, String>,
}

impl Bundle {
    /// The URL of an entry (`"page.js"`, `"islands.js"`, `"site.css"`) or of a font or picture by its plain name.
    pub fn url(&self, name: &str) -> Option<String> {
        self.entries
            .get(name)
            .map(|hashed| format!("{ASSETS}{hashed}"))
    }

    /// Whether the project has islands.
    pub fn has_islands(&self) -> bool {
        !self.entries.is_empty()
    }

    /// URLs of what the offline pages need: styles, the fonts and the scripts that every page has.
    pub fn shell(&self, fonts: &Fonts) -> Vec<String> {
        let named: HashSet<&str> = fonts
            .preloaded()
            .chain([PAGE, COUNTS, STYLES, OFFLINE_STYLES])
            .collect();
        self.names()
            .filter(|name| named.contains(name))
            .filter_map(|name| self.url(name))
            .collect()
    }

    /// URLs of the modules that an island needs to start, for `modulepreload`.
    pub fn modules(&self, island: &str) -> Vec<String> {
        let files = self
            .sizes
            .islands
            .get(island)
            .into_iter()
            .flat_map(|files| &files.initial);
        files.map(|name| format!("{ASSETS}{name}")).collect()
    }

    /// The names of the icons that the style sheet of every page contains as `.icon-NAME`.
    pub fn icons(&self) -> HashSet<String> {
        let name = self.entries.get(STYLES);
        let sheet = self.files.iter().find(|file| Some(&file.name) == name);
        let text = sheet.and_then(|file| std::str::from_utf8(&file.bytes).ok());
        let rules = text.unwrap_or_default().split(".icon-").skip(1);
        rules
            .filter_map(|rule| rule.split(['{', ',']).next().map(str::to_owned))
            .collect()
    }

    /// Names that [`Bundle::url`] knows, for hints.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_the_rules_of_the_style_sheet_of_every_page() {
        let file = |name: &str, text: &str| BundleFile {
            name: name.to_owned(),
            bytes: text.to_owned().into(),
        };
        let bundle = Bundle {
            files: vec![
                file("home-A.css", ".icon-home{}"),
                file(
                    "site-B.css",
                    ".icon{a:b}.icon-phone,.icon-mail{--icon: url(x)}",
                ),
            ],
            entries: [("site.css".to_owned(), "site-B.css".to_owned())].into(),
            ..Bundle::default()
        };
        assert_eq!(bundle.icons(), ["phone", "mail"].map(str::to_owned).into());
    }
}
