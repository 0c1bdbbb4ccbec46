//! The one way from a request to a file: a path of checked segments, opened below a folder without following links.
//!
//! clippy.toml lists every other way, which `serve` denies. The fuzz target `served_path` compiles this file alone.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

/// A path below a folder, without a first slash. No segment is empty or names a parent, a hidden file, a file for the host
/// such as `_headers`, or a drive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestPath(String);

impl RequestPath {
    /// The path of these segments, none of them percent-encoded; nothing when one is refused.
    pub fn new<'a>(segments: impl IntoIterator<Item = &'a str>) -> Option<RequestPath> {
        let segments: Vec<&str> = segments.into_iter().collect();
        let (first, others) = segments.split_first()?;
        let is_safe_path = (*first == ".well-known" || is_safe(first))
            && others.iter().all(|segment| is_safe(segment));
        is_safe_path.then(|| RequestPath(segments.join("/")))
    }

    /// The path of a URL without its first slash. Each segment is percent-decoded once.
    pub fn from_url(path: &str) -> Option<RequestPath> {
        let segments: Vec<_> = path
            .split('/')
            .map(|segment| percent_decode_str(segment).decode_utf8().ok())
            .collect::<Option<_>>()?;
        RequestPath::new(segments.iter().map(AsRef::as_ref))
    }

    /// The path of the page with this clean URL.
    pub fn with_html(&self) -> RequestPath {
        RequestPath(format!("{}.html", self.0))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a segment names a file or folder that a request may read.
fn is_safe(segment: &str) -> bool {
    !segment.is_empty()
        && !segment.starts_with(['.', '_'])
        && !segment
            .contains(|letter: char| matches!(letter, '/' | '\\' | ':') || letter.is_control())
}

/// A folder whose files requests may read.
#[derive(Clone, Debug)]
pub struct ServedFolder(PathBuf);

impl ServedFolder {
    /// The folder at `path`. A build may replace it: each file is looked up from there again.
    pub fn new(path: PathBuf) -> ServedFolder {
        ServedFolder(path)
    }

    /// The folder of these names below `root`.
    pub fn below<const N: usize>(root: &Path, names: [&'static str; N]) -> ServedFolder {
        ServedFolder(root.join(names.iter().collect::<PathBuf>()))
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Opens a file. It fails when it is not there, is not a regular file, or a link is on the way.
    pub fn open(&self, path: &RequestPath) -> io::Result<File> {
        system::open_below(&self.0, &path.0)
    }

    /// Whether [`ServedFolder::open`] opens a file.
    pub fn has(&self, path: &RequestPath) -> bool {
        self.open(path).is_ok()
    }

    /// The bytes of a file.
    pub fn read(&self, path: &RequestPath) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(path)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Replaces a file as a whole: a reader sees the old content or the new one. The old one remains when its folder is not there, a
    /// link is on the way, or it cannot be written.
    pub fn replace(&self, path: &RequestPath, bytes: &[u8]) -> io::Result<()> {
        system::replace_below(&self.0, &path.0, bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const CANARY: &str = "outside of the folder";

    /// A folder with a few files, and links to the canary beside it.
    fn folder() -> (tempfile::TempDir, ServedFolder) {
        let parent = tempfile::tempdir().expect("a folder");
        let served = parent.path().join("served");
        std::fs::create_dir_all(served.join(".well-known")).expect("made");
        std::fs::create_dir(served.join("a")).expect("made");
        for file in ["a/b", "b", ".env", "_headers", "a/.env", ".well-known/b"] {
            std::fs::write(served.join(file), file).expect("written");
        }
        std::fs::write(parent.path().join("canary"), CANARY).expect("written");
        for (target, link) in [
            ("../canary", "link"),
            ("../../canary", "a/link"),
            ("..", "out"),
            ("a", "within"),
        ] {
            symlink(target, served.join(link)).expect("linked");
        }
        let folder = ServedFolder::new(served);
        (parent, folder)
    }

    fn read(folder: &ServedFolder, url: &str) -> Option<String> {
        let bytes = folder.read(&RequestPath::from_url(url)?).ok()?;
        Some(String::from_utf8(bytes).expect("text"))
    }

    #[test]
    fn files_are_read_and_replaced_as_a_whole_and_no_link_folder_or_pipe() {
        let (parent, folder) = folder();
        let path = |url| RequestPath::from_url(url).expect("checked segments");
        let made = std::process::Command::new("mkfifo")
            .arg(parent.path().join("served/pipe"))
            .status();
        assert!(made.expect("mkfifo").success());
        for (url, file) in [
            ("a/b", "a/b"),
            ("b", "b"),
            (".well-known/b", ".well-known/b"),
            ("%61/%62", "a/b"),
        ] {
            assert_eq!(read(&folder, url).as_deref(), Some(file), "{url}");
        }
        for url in [
            "link",
            "a/link",
            "out/canary",
            "out/served/b",
            "within/b",
            "a",
            "pipe",
            "b/b",
            "none",
        ] {
            assert!(folder.open(&path(url)).is_err(), "{url}");
        }

        folder.replace(&path("a/b"), b"new").expect("replaced");
        assert_eq!(read(&folder, "a/b").as_deref(), Some("new"));
        assert!(folder.replace(&path("out/canary"), b"new").is_err());
        folder
            .replace(&path("a/link"), b"new")
            .expect("the link itself is replaced");
        let canary = std::fs::read_to_string(parent.path().join("canary"));
        assert_eq!(canary.expect("read"), CANARY);
        let names = std::fs::read_dir(parent.path().join("served/a")).expect("a folder");
        assert_eq!(names.count(), 3, "no temporary file is left");
    }

    proptest! {
        /// Paths of names that are there, of everything that leads up or to a root, and of any text.
        #[test]
        fn no_path_leads_outside_of_the_folder(
            pieces in vec(prop_oneof![
                3 => prop::sample::select(vec![
                    "/", "%2f", "%252f", "\\", "%5c", "%00", ":", "c:", ".", "..", "%2e", "%252e", "a", "b", "link", "out",
                    "within", "canary", "served", ".env", "_headers", ".well-known", "//", "/../", "%2F..%2F",
                ]).prop_map(str::to_owned),
                1 => "\\PC{0,4}",
            ], 0..12),
        ) {
            let (parent, folder) = folder();
            let above = parent.path().to_str().expect("text").to_owned();
            let url = pieces.concat();
            for url in [url.clone(), format!("{above}/{url}"), format!("{}%2f{url}", above.replace('/', "%2f"))] {
                let read = read(&folder, &url);
                let known = ["a/b", "b", ".well-known/b"];
                prop_assert!(read.as_deref().is_none_or(|text| known.contains(&text)), "{url}: {read:?}");
                if let Some(path) = RequestPath::from_url(&url) {
                    let segments = || path.as_str().split('/');
                    prop_assert!(segments().all(|segment| !segment.is_empty() && segment != ".."));
                    prop_assert_eq!(RequestPath::new(segments()), Some(path.clone()));
                }
            }
        }
    }
}
