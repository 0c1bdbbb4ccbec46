//! The file of the built site for the path of a request, with the clean URLs of a CDN.
//!
//! `/inventario` is `inventario.html`, `/en` is `en.html`, `/` is `index.html`. A path that ends in a slash or in `.html`
//! redirects. No path leads outside the built site.

use std::path::Path;

use percent_encoding::percent_decode_str;

/// The result for one path.
#[derive(Debug, PartialEq, Eq)]
pub enum Address {
    /// A file, as a path below the built site.
    File(String),
    /// A permanent redirect to the canonical path of a page.
    Canonical(String),
    /// No file.
    Missing,
}

/// Finds the file for `path`, percent-encoded as in the request line, below `dist`.
pub fn find(dist: &Path, path: &str) -> Address {
    let Some(clean) = decode(path) else {
        return Address::Missing;
    };
    if clean.len() > 1 && clean.ends_with('/') {
        return Address::Canonical(canonical(clean.trim_end_matches('/')));
    }
    let is_file = |name: &str| dist.join(name).is_file();
    if let Some(page) = clean.strip_suffix(".html")
        && is_file(&clean[1..])
    {
        return Address::Canonical(canonical(page.strip_suffix("/index").unwrap_or(page)));
    }
    let name = if clean == "/" { "index" } else { &clean[1..] };
    let mut candidates = [format!("{name}.html"), name.to_owned()].into_iter();
    let file = candidates.find(|candidate| is_file(candidate));
    file.map_or(Address::Missing, Address::File)
}

fn canonical(path: &str) -> String {
    // A browser would read a path with two leading slashes as another host.
    format!("/{}", path.trim_start_matches('/'))
}

/// The decoded path; none if it could leave the site or name a file for the host, such as `_headers`.
fn decode(path: &str) -> Option<String> {
    let text = percent_decode_str(path).decode_utf8().ok()?;
    let safe = text.starts_with('/')
        && !text.contains(['\\', '\0'])
        && !text.split('/').any(|segment| segment.starts_with(['_', '.']));
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
    fn clean_paths_lead_to_files() {
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
    fn other_spellings_of_a_path_redirect() {
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
    fn no_path_leads_outside_the_site() {
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
