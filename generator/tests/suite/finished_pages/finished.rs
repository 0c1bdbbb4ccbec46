//! A finished site in memory, made from a golden case, whose pages a test may change.

use std::path::Path;
use std::sync::LazyLock;

use formats::problem::Problem;
use generator::check;
use generator::pipeline::RenderedSite;
use generator::stages::pull::Origin;

use crate::support::files::copy_golden_site;
use crate::support::{requests, torre};

/// A finished site.
pub(crate) struct Finished(pub(crate) RenderedSite);

impl Finished {
    /// The base site with the files of a golden case over it, changed by `prepare` before it is built.
    pub(crate) fn of(case: &str, prepare: impl FnOnce(&Path)) -> Finished {
        let folder = tempfile::tempdir().unwrap();
        copy_golden_site(case, folder.path());
        prepare(folder.path());
        Finished(requests::make(folder.path(), requests::pull(Origin::Offline)))
    }

    /// The tower's site, built once.
    pub(crate) fn torre() -> &'static Finished {
        static TORRE: LazyLock<Finished> = LazyLock::new(|| Finished(torre::make()));
        &TORRE
    }

    /// A page's HTML.
    pub(crate) fn page(&self, file: &str) -> String {
        let page = self.0.files.iter().find(|page| page.path == file);
        let page = page.unwrap_or_else(|| panic!("the site has no {file}"));
        String::from_utf8(page.bytes.to_vec()).unwrap()
    }

    /// The problems of the unchanged pages.
    pub(crate) fn problems(&self) -> Vec<String> {
        let problems = check::check(&self.0.site, &self.0.files);
        problems.iter().map(ToString::to_string).collect()
    }

    /// The problems after `from` was replaced by `to` on one page.
    pub(crate) fn problems_after(&self, file: &str, from: &str, to: &str) -> Vec<String> {
        let problems = self.found_after(file, from, to);
        problems.iter().map(ToString::to_string).collect()
    }

    /// The same problems with their codes.
    pub(crate) fn found_after(&self, file: &str, from: &str, to: &str) -> Vec<Problem> {
        let html = self.page(file);
        assert!(html.contains(from), "{file} has no {from}:\n{html}");
        let changed = html.replace(from, to);
        let mut files = self.0.files.clone();
        let page = files.iter_mut().find(|page| page.path == file).unwrap();
        page.bytes = changed.into_bytes().into();
        check::check(&self.0.site, &files)
    }
}
