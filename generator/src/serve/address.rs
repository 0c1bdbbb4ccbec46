//! From the path of a request to a file of the built site, with the clean URLs of a CDN.
//!
//! `/inventario` is `inventario.html`, `/en` is `en.html`, `/` is `index.html`; no address ends in a slash
//! or in `.html`: those redirect. Nothing outside the built site can be named.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

/// What an address leads to.
#[derive(Debug, PartialEq, Eq)]
pub enum Address {
    /// A file of the site, by its path from the site's root.
    File(PathBuf),
    /// Another way to write the address of a page: redirect there for good.
    Canonical(String),
    /// Nothing here.
    Missing,
}

/// Finds what `path` (as in the request line, still percent-encoded) leads to under `dist`.
#[must_use]
pub fn find(dist: &Path, path: &str) -> Address {
    let Some(clean) = decode(path) else {
        return Address::Missing;
    };
    if clean.len() > 1 && clean.ends_with('/') {
        return Address::Canonical(canonical(clean.trim_end_matches('/')));
    }
    if let Some(page) = clean
        .strip_suffix(".html")
        .filter(|_| dist.join(&clean[1..]).is_file())
    {
        return Address::Canonical(canonical(page.strip_suffix("/index").unwrap_or(page)));
    }
    let name = if clean == "/" { "index" } else { &clean[1..] };
    let candidates = [PathBuf::from(format!("{name}.html")), PathBuf::from(name)];
    candidates
        .into_iter()
        .find(|candidate| dist.join(candidate).is_file())
        .map_or(Address::Missing, Address::File)
}

/// The language of the page that answers under a path, from its first segment.
#[must_use]
pub fn is_english(path: &str) -> bool {
    path == "/en" || path.starts_with("/en/")
}

fn canonical(path: &str) -> String {
    // A path of several slashes alone, or one that a browser would read as another host, leads home.
    let trimmed = path.trim_start_matches('/');
    format!("/{trimmed}")
}

/// The decoded path, or nothing for one that could leave the site or name a file of the host's own.
fn decode(path: &str) -> Option<String> {
    let text = percent_decode_str(path).decode_utf8().ok()?;
    let safe = text.starts_with('/')
        && !text.contains(['\\', '\0'])
        && text
            .split('/')
            .all(|segment| segment != ".." && segment != "." && !segment.starts_with(['_', '.']));
    let known_dot = text.starts_with("/.well-known/");
    (safe || known_dot && !text.contains("..")).then(|| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> tempfile::TempDir {
        let dist = tempfile::tempdir().expect("a folder");
        for file in [
            "index.html",
            "en.html",
            "inventario.html",
            "en/inventario.html",
            "assets/a.js",
            "_headers",
        ] {
            let path = dist.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            std::fs::write(path, file).expect("written");
        }
        dist
    }

    #[test]
    fn pages_have_clean_addresses() {
        let dist = site();
        for (path, file) in [
            ("/", "index.html"),
            ("/en", "en.html"),
            ("/inventario", "inventario.html"),
            ("/en/inventario", "en/inventario.html"),
            ("/assets/a.js", "assets/a.js"),
        ] {
            assert_eq!(find(dist.path(), path), Address::File(file.into()), "{path}");
        }
    }

    #[test]
    fn other_ways_to_write_an_address_redirect() {
        let dist = site();
        for (path, to) in [
            ("/inventario/", "/inventario"),
            ("/inventario.html", "/inventario"),
            ("/index.html", "/"),
            ("/en/", "/en"),
            ("//evil.example/", "/evil.example"),
            ("///", "/"),
        ] {
            let to = Address::Canonical(to.to_owned());
            assert_eq!(find(dist.path(), path), to, "{path}");
        }
    }

    #[test]
    fn nothing_outside_the_site_can_be_named() {
        let dist = site();
        for path in [
            "/../secret",
            "/%2e%2e/secret",
            "/a/%2e%2e/b",
            "/_headers",
            "/.env",
            "/%00",
            "/\\etc",
            "/%ff",
            "",
            "/no",
        ] {
            assert_eq!(find(dist.path(), path), Address::Missing, "{path}");
        }
    }
}
