//! Asks for arbitrary paths of a folder with a canary beside it: only the folder's own files are read, none through a link.
#![no_main]

#[allow(dead_code)]
#[path = "../../generator/src/serve/served_folder.rs"]
mod served_folder;

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::LazyLock;

use served_folder::{RequestPath, ServedFolder};

/// The files that may be read; each contains its own path.
const FILES: [&str; 4] = ["a", "b/a", "b/c.html", ".well-known/a"];

static FOLDER: LazyLock<ServedFolder> = LazyLock::new(|| {
    let parent = std::env::temp_dir().join(format!("fuzz-served-path-{}", std::process::id()));
    let served = parent.join("served");
    for folder in ["b", ".well-known", "_"] {
        fs::create_dir_all(served.join(folder)).expect("a folder");
    }
    for file in FILES {
        fs::write(served.join(file), file).expect("a file");
    }
    for canary in ["../canary", "_/a", ".env", "_headers", "b/.env"] {
        fs::write(served.join(canary), "canary").expect("a file");
    }
    for (target, link) in [("../canary", "l"), ("..", "up"), ("../..", "b/up"), ("/", "root"), ("b", "d")] {
        let _ = symlink(target, served.join(link));
    }
    ServedFolder::new(served)
});

libfuzzer_sys::fuzz_target!(|url: &str| {
    check(url, RequestPath::from_url(url));
    check(url, RequestPath::new(url.split('/')));
    check(url, RequestPath::new([url]));
    // A path of one decoding more, as behind a proxy that decodes.
    if let Some(path) = RequestPath::from_url(url) {
        check(url, RequestPath::from_url(path.as_str()));
        check(url, Some(path.with_html()));
    }
});

fn check(url: &str, path: Option<RequestPath>) {
    let Some(path) = path else { return };
    for segment in path.as_str().split('/') {
        assert!(!matches!(segment, "" | "." | ".."), "{url:?}: {path:?}");
    }
    if let Ok(bytes) = FOLDER.read(&path) {
        assert_eq!(bytes, path.as_str().as_bytes(), "{url:?}: {path:?}");
        assert!(FILES.contains(&path.as_str()), "{url:?}: {path:?}");
    }
}
