//! A finished site in memory, made from a golden case, whose pages a test may change.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use generator::check;
use generator::pipeline::progress::Silent;
use generator::pipeline::{self, Made, Request};
use generator::stages::pull::{self, Origin};
use platform::client::Token;
use walkdir::WalkDir;

/// A finished site.
pub(crate) struct Finished(pub(crate) Made);

impl Finished {
    /// The base site with the files of a golden case over it, and then what `prepare` does to the folder.
    pub(crate) fn of(case: &str, prepare: impl FnOnce(&Path)) -> Finished {
        let sites = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
        let folder = tempfile::tempdir().unwrap();
        for source in ["base", case] {
            copy(&sites.join(source).join("in"), folder.path());
        }
        prepare(folder.path());
        Finished(make(folder.path(), Origin::Offline))
    }

    /// This repository's own site, built once.
    pub(crate) fn own() -> &'static Finished {
        static OWN: LazyLock<Finished> = LazyLock::new(|| {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
            let root = root.canonicalize().unwrap();
            let inventory = root.join("content/inventory.json");
            Finished(make(&root, Origin::File(inventory)))
        });
        &OWN
    }

    /// A page's HTML.
    pub(crate) fn page(&self, file: &str) -> String {
        let page = self.0.files.iter().find(|page| page.path == file);
        let page = page.unwrap_or_else(|| panic!("the site has no {file}"));
        String::from_utf8(page.bytes.to_vec()).unwrap()
    }

    /// What `site check` says of the pages as they are.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.told(&self.0.files)
    }

    /// What it says when, on one page, `from` reads `to`.
    pub(crate) fn problems_with(&self, file: &str, from: &str, to: &str) -> Vec<String> {
        let html = self.page(file);
        assert!(html.contains(from), "{file} has no {from}:\n{html}");
        let changed = html.replace(from, to);
        let mut files = self.0.files.clone();
        let page = files.iter_mut().find(|page| page.path == file).unwrap();
        page.bytes = changed.into_bytes().into();
        self.told(&files)
    }

    fn told(&self, files: &[model::output::OutputFile]) -> Vec<String> {
        let problems = check::check(&self.0.site, files);
        problems.iter().map(ToString::to_string).collect()
    }
}

fn make(root: &Path, origin: Origin) -> Made {
    let request = Request {
        root: root.to_owned(),
        out: root.join("dist"),
        pull: pull::Request {
            origin,
            strict: false,
            accept: false,
            token: Token::new("unused"),
            now: "2026-11-20T12:00:00Z".parse().unwrap(),
        },
        base_url: None,
        drafts: false,
        debug_islands: false,
    };
    pipeline::make(&request, &Silent).unwrap_or_else(|error| panic!("{error}: {error:?}"))
}

fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}
