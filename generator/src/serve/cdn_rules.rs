//! The host's rules, read from the files `_headers` and `_redirects` of the built site.
//!
//! The development server applies the files that were written for the host, so that authors see the same answers as
//! visitors. `_headers` has path patterns, in which one `*` matches any text, each followed by indented `Name: value`
//! lines; `_redirects` has one `from to status` per line.

use std::path::Path;

use http::{HeaderName, HeaderValue, StatusCode};

/// The rules of one built site.
#[derive(Debug, Clone, Default)]
pub struct CdnRules {
    headers: Vec<(Pattern, Vec<(HeaderName, HeaderValue)>)>,
    redirects: Vec<(Pattern, String, StatusCode)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Pattern {
    prefix: String,
    /// The text after `*`; none in a pattern without `*`.
    suffix: Option<String>,
}

impl Pattern {
    fn new(text: &str) -> Pattern {
        match text.split_once('*') {
            Some((prefix, suffix)) => Pattern {
                prefix: prefix.to_owned(),
                suffix: Some(suffix.to_owned()),
            },
            None => Pattern {
                prefix: text.to_owned(),
                suffix: None,
            },
        }
    }

    /// The part of the path that `*` matches; none if the pattern does not match.
    fn rest<'a>(&self, path: &'a str) -> Option<&'a str> {
        let rest = path.strip_prefix(self.prefix.as_str())?;
        match &self.suffix {
            Some(suffix) => rest.strip_suffix(suffix.as_str()),
            None => rest.is_empty().then_some(rest),
        }
    }
}

impl CdnRules {
    /// Reads both files from a built site; a missing file has no rules.
    #[must_use]
    pub fn read(dist: &Path) -> CdnRules {
        let text = |name: &str| std::fs::read_to_string(dist.join(name)).unwrap_or_default();
        CdnRules::parse(&text("_headers"), &text("_redirects"))
    }

    /// Reads the texts of both files. Lines that are not rules are ignored, as hosts do.
    #[must_use]
    pub fn parse(headers: &str, redirects: &str) -> CdnRules {
        CdnRules {
            headers: parse_headers(headers),
            redirects: parse_redirects(redirects),
        }
    }

    /// The headers of all patterns that match a path, in the file's order; a later header replaces an earlier one of the
    /// same name.
    #[must_use]
    pub fn headers_for(&self, path: &str) -> Vec<(HeaderName, HeaderValue)> {
        let mut found: Vec<(HeaderName, HeaderValue)> = Vec::new();
        for (name, value) in self
            .headers
            .iter()
            .filter(|(pattern, _)| pattern.rest(path).is_some())
            .flat_map(|(_, list)| list)
        {
            found.retain(|(known, _)| known != name);
            found.push((name.clone(), value.clone()));
        }
        found
    }

    /// The target and status of the redirect for a path.
    #[must_use]
    pub fn redirect_for(&self, path: &str) -> Option<(String, StatusCode)> {
        self.redirects.iter().find_map(|(pattern, to, status)| {
            let rest = pattern.rest(path)?;
            Some((to.replace(":splat", rest), *status))
        })
    }
}

fn parse_headers(text: &str) -> Vec<(Pattern, Vec<(HeaderName, HeaderValue)>)> {
    let mut rules: Vec<(Pattern, Vec<(HeaderName, HeaderValue)>)> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
    {
        if !line.starts_with([' ', '\t']) {
            rules.push((Pattern::new(line.trim()), Vec::new()));
            continue;
        }
        let Some((_, list)) = rules.last_mut() else {
            continue;
        };
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        if let (Ok(name), Ok(value)) = (name.trim().parse(), HeaderValue::from_str(value.trim())) {
            list.push((name, value));
        }
    }
    rules
}

fn parse_redirects(text: &str) -> Vec<(Pattern, String, StatusCode)> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let (from, to) = (words.next()?, words.next()?);
            let status = words
                .next()
                .and_then(|word| word.parse().ok())
                .unwrap_or(StatusCode::FOUND);
            Some((Pattern::new(from), to.to_owned(), status))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADERS: &str = "# a comment\n/*\n  X-Frame-Options: DENY\n  Cache-Control: no-cache\n/assets/*\n  Cache-Control: immutable\nstray: line\n";

    #[test]
    fn a_pattern_may_have_text_after_its_star() {
        let rules = CdnRules::parse("/*.md\n  X-Robots-Tag: noindex\n", "");
        assert_eq!(rules.headers_for("/en/inventario/O-301.md").len(), 1);
        assert_eq!(rules.headers_for("/en/inventario/O-301").len(), 0);
        assert_eq!(rules.headers_for("/inventario.mdx").len(), 0);
    }

    #[test]
    fn a_later_rule_replaces_an_earlier_header() {
        let rules = CdnRules::parse(HEADERS, "");
        let of = |path: &str| {
            rules
                .headers_for(path)
                .iter()
                .map(|(name, value)| format!("{name}={}", value.to_str().unwrap()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of("/inventario"),
            ["x-frame-options=DENY", "cache-control=no-cache"]
        );
        assert_eq!(
            of("/assets/a.js"),
            ["x-frame-options=DENY", "cache-control=immutable"]
        );
    }

    #[test]
    fn a_redirect_keeps_the_rest_of_the_path() {
        let rules = CdnRules::parse("", "# old\n/viejo/* /inventario/:splat 301\n/solo /contacto\n");
        assert_eq!(
            rules.redirect_for("/viejo/O-301"),
            Some(("/inventario/O-301".into(), StatusCode::MOVED_PERMANENTLY))
        );
        assert_eq!(
            rules.redirect_for("/solo"),
            Some(("/contacto".into(), StatusCode::FOUND))
        );
        assert_eq!(rules.redirect_for("/solo/mas"), None);
    }
}
