//! The rules in `_headers` and `_redirects` of the built site, so that authors see the same answers as visitors.

use std::collections::BTreeMap;
use std::path::Path;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::outputs::headers::{self, HeaderRule, content_type};
use model::output::address_of;

const STORED_HEADERS: [&str; 4] = [
    "cache-control",
    "content-disposition",
    "content-type",
    "x-robots-tag",
];

/// The rules of one built site, each with its path pattern, in the files' order.
#[derive(Debug, Clone, Default)]
pub struct CdnRules {
    headers: Vec<(String, HeaderName, HeaderValue)>,
    redirects: Vec<(String, String, StatusCode)>,
}

impl CdnRules {
    /// Reads both files from a built site; a missing file has no rules.
    pub fn read(dist: &Path) -> CdnRules {
        let text = |name: &str| std::fs::read_to_string(dist.join(name)).unwrap_or_default();
        CdnRules::parse(&text("_headers"), &text("_redirects"))
    }

    /// Reads the texts of both files. Lines that are not rules are ignored, as hosts do.
    pub fn parse(headers: &str, redirects: &str) -> CdnRules {
        let headers =
            headers::parse(headers)
                .into_iter()
                .flat_map(|HeaderRule { pattern, headers }| {
                    let usable = move |(name, value): (String, String)| {
                        Some((pattern.clone(), name.parse().ok()?, value.parse().ok()?))
                    };
                    headers.into_iter().filter_map(usable)
                });
        let redirect = |line: &str| {
            let mut words = line.split_whitespace();
            let (from, to) = (words.next()?, words.next()?);
            let status = words.next().and_then(|word| word.parse().ok());
            Some((
                from.to_owned(),
                to.to_owned(),
                status.unwrap_or(StatusCode::FOUND),
            ))
        };
        let redirects = redirects
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'));
        CdnRules {
            headers: headers.collect(),
            redirects: redirects.filter_map(redirect).collect(),
        }
    }

    /// The headers of all patterns that match a path; a later header replaces an earlier one of the same name.
    pub fn headers_for(&self, path: &str) -> HeaderMap {
        let mut found = HeaderMap::new();
        for (_, name, value) in self
            .headers
            .iter()
            .filter(|(pattern, ..)| rest(pattern, path).is_some())
        {
            found.insert(name, value.clone());
        }
        found
    }

    /// The headers that a stored copy of a file can have, by their name in lower case. `path` is below the built site.
    pub fn file_headers(&self, path: &str) -> BTreeMap<String, String> {
        let headers = self.headers_for(&address_of(path));
        let ruled =
            STORED_HEADERS.map(|name| Some((name, headers.get(name)?.to_str().ok()?.to_owned())));
        let all = [("content-type", content_type(path))]
            .into_iter()
            .chain(ruled.into_iter().flatten());
        all.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The target and status of the redirect for a path. It repeats nothing of the path that is not plain.
    pub fn redirect_for(&self, path: &str) -> Option<(String, StatusCode)> {
        self.redirects.iter().find_map(|(pattern, to, status)| {
            let rest = rest(pattern, path)?;
            is_plain(rest).then(|| (to.replace(":splat", rest), *status))
        })
    }
}

/// Whether a redirect may repeat this part of a request's path, as in `hosts`: every letter is the same in a decoded path and in a
/// header.
pub(super) fn is_plain(path: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._~-".contains(letter);
    path.chars().all(is_plain)
}

/// The part of the path that the pattern's `*` matches; none if the pattern does not match.
fn rest<'a>(pattern: &str, path: &'a str) -> Option<&'a str> {
    match pattern.split_once('*') {
        Some((prefix, suffix)) => path.strip_prefix(prefix)?.strip_suffix(suffix),
        None => (pattern == path).then_some(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_apply_to_what_their_pattern_matches_and_a_later_header_replaces_an_earlier_one() {
        let rules = CdnRules::parse(
            "# a comment\n/*\n  X-Frame-Options: DENY\n  Cache-Control: no-cache\n/gracias\n  Cache-Control: no-store\n\
             stray: line\n/*.md\n  X-Robots-Tag: noindex\n/*.atom\n  Content-Type: application/atom+xml\n",
            "# old\n/viejo/* /inventario/:splat 301\n/solo /contacto\n",
        );
        for (path, expected) in [
            ("/inventario.mdx", &["DENY", "no-cache"][..]),
            ("/gracias", &["DENY", "no-store"]),
            ("/en/inventario/O-301.md", &["DENY", "no-cache", "noindex"]),
        ] {
            assert_eq!(
                rules.headers_for(path).values().collect::<Vec<_>>(),
                expected,
                "{path}"
            );
        }
        for (stored, expected) in [
            ("gracias.html", ["no-store", "text/html; charset=utf-8"]),
            ("index.html", ["no-cache", "text/html; charset=utf-8"]),
            ("a.atom", ["no-cache", "application/atom+xml"]),
        ] {
            assert_eq!(
                rules.file_headers(stored).into_values().collect::<Vec<_>>(),
                expected,
                "{stored}"
            );
        }
        let moved = (
            "/inventario/O-301".to_owned(),
            StatusCode::MOVED_PERMANENTLY,
        );
        assert_eq!(rules.redirect_for("/viejo/O-301"), Some(moved));
        assert_eq!(
            rules.redirect_for("/solo"),
            Some(("/contacto".to_owned(), StatusCode::FOUND))
        );
        for path in [
            "/solo/mas",
            "/viejo/%5cotro.example",
            "/viejo/a%0dSet-Cookie:a=b",
            "/viejo/ñ",
        ] {
            assert_eq!(rules.redirect_for(path), None, "{path}");
        }
    }
}
