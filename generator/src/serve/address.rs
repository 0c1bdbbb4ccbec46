//! The file of the built site for the path of a request, with the clean URLs of a CDN.
//!
//! `/inventario` is `inventario.html`, `/en` is `en.html`, `/` is `index.html`. A path that ends in a slash or in `.html`
//! redirects. No path leads outside the built site: see [`RequestPath`].

use super::served_folder::{RequestPath, ServedFolder};

/// The result for one path.
#[derive(Debug, PartialEq, Eq)]
pub enum ServedAddress {
    /// A file of the built site.
    File(RequestPath),
    /// A permanent redirect to the canonical path of a page.
    Canonical(String),
    /// No file.
    Missing,
}

/// Finds the file for `path`, percent-encoded as in the request line, in the built site.
pub fn find(site: &ServedFolder, path: &str) -> ServedAddress {
    let below = path.strip_prefix('/').unwrap_or("/");
    let name = match below.strip_suffix('/') {
        None if below.is_empty() => "index",
        None => below,
        Some(name) => name,
    };
    let Some(wanted) = RequestPath::from_url(name) else {
        return ServedAddress::Missing;
    };
    if below.ends_with('/') {
        return ServedAddress::Canonical(format!("/{name}"));
    }
    if let Some(page) = wanted.as_str().strip_suffix(".html")
        && site.has(&wanted)
    {
        let page = format!("/{page}");
        return ServedAddress::Canonical(match page.strip_suffix("/index") {
            Some("") => "/".to_owned(),
            Some(folder) => folder.to_owned(),
            None => page,
        });
    }
    let mut candidates = [wanted.with_html(), wanted].into_iter();
    let file = candidates.find(|candidate| site.has(candidate));
    file.map_or(ServedAddress::Missing, ServedAddress::File)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> (tempfile::TempDir, ServedFolder) {
        let dist = tempfile::tempdir().expect("a folder");
        for file in
            ["index.html", "en.html", "inventario.html", "en/inventario.html", "assets/a.js", "_headers"]
        {
            let path = dist.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            std::fs::write(path, file).expect("written");
        }
        let site = ServedFolder::new(dist.path().to_owned());
        (dist, site)
    }

    #[test]
    fn clean_paths_lead_to_files() {
        let (_dist, site) = site();
        for (path, file) in [
            ("/", "index.html"),
            ("/en", "en.html"),
            ("/inventario", "inventario.html"),
            ("/en/inventario", "en/inventario.html"),
            ("/assets/a.js", "assets/a.js"),
        ] {
            let file = RequestPath::from_url(file).expect("a path");
            assert_eq!(find(&site, path), ServedAddress::File(file), "{path}");
        }
    }

    #[test]
    fn other_spellings_of_a_path_redirect() {
        let (_dist, site) = site();
        for (path, to) in [
            ("/inventario/", "/inventario"),
            ("/inventario.html", "/inventario"),
            ("/index.html", "/"),
            ("/en/", "/en"),
            ("/nada/", "/nada"),
        ] {
            let to = ServedAddress::Canonical(to.to_owned());
            assert_eq!(find(&site, path), to, "{path}");
        }
    }

    #[test]
    fn no_path_leads_outside_the_site() {
        let (_dist, site) = site();
        for path in [
            "//evil.example/",
            "/%09/evil.example/",
            "///",
            "//",
            "//index.html",
            "/en//inventario",
            "/%2findex",
            "/en%2finventario",
            "/en%2finventario/",
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
            assert_eq!(find(&site, path), ServedAddress::Missing, "{path}");
        }
    }
}
