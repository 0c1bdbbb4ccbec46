//! The HTTP headers of the site and the media type of a file. Written as `_headers` for hosts that read it; `site serve` applies the
//! same file. No inline script is executed, so that the policy needs no hashes. Hosts limit header rules to about a hundred.

use indexmap::IndexMap;
use minijinja::context;

use super::{feeds, markdown_alternate, render_text, trackers};
use crate::hosted_editor;
use crate::project::licenses;
use formats::problem::Bug;
use model::config::Config;
use model::output::{ASSETS, SHARE};
use model::site::Site;

/// Which pages a browser may prefetch when a visitor points at their link (the speculation rules of HTML). They are not rendered
/// before they are opened, so that nothing is counted or stored for a page that nobody sees.
const SPECULATION_RULES: &str = "speculation-rules.json";

const NO_SOURCE: &str = "'none'";

/// Text becomes HTML or the address of a script only through the policy of `islands/src/page/worker.ts`, for the service worker.
/// Not sent where scripts of third parties run, because they write HTML.
const TRUSTED_TYPES: [(&str, &str); 2] = [
    ("require-trusted-types-for", "'script'"),
    ("trusted-types", "worker"),
];

/// The endpoint to which browsers report violations of the policy, on a site that counts (Reporting API).
const REPORTS: &str = "counts";

/// Where reCAPTCHA v3 comes from, allowed when a key is configured.
const CAPTCHA_SOURCES: [(&str, &str); 3] = [
    (
        "script-src",
        "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
    ),
    (
        "frame-src",
        "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
    ),
    ("connect-src", "https://www.google.com/recaptcha/"),
];

/// The headers of one pattern of `_headers`, in which one `*` matches any text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderRule {
    /// The pattern of a path.
    pub pattern: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
}

/// The text of `_headers`: rules in the order in which a host applies them, each of which may remove what an earlier one set.
pub fn to_file(site: &Site, has_licenses: bool) -> Result<String, Bug> {
    let mut sheets = Vec::new();
    if feeds::has_texts(site) {
        let languages = site.config.languages.iter();
        sheets.extend(languages.map(feeds::spreadsheet_path));
    }
    let not_stored = site
        .pages
        .iter()
        .filter(|page| page.no_store)
        .map(|page| page.url.clone());
    let editor = site.config.editor.as_ref();
    let values = context! {
        policy => content_security_policy(&site.config),
        reports => site.config.counts.then_some(REPORTS),
        speculation => site.static_files.iter().any(|file| file.path == SPECULATION_RULES).then_some(SPECULATION_RULES),
        hashed => [ASSETS, SHARE],
        has_markdown => site.pages.iter().any(|page| markdown_alternate::exists(site, page)),
        sheets,
        product => site.config.product.as_str(),
        editor => editor.map(|editor| context! { path => hosted_editor::PATH, sign_in => &editor.sign_in }),
        not_stored => not_stored.collect::<Vec<_>>(),
        licenses => has_licenses.then_some(licenses::FILE),
    };
    render_text("_headers", include_str!("headers.txt"), &values)
}

/// Reads the text of `_headers`. Lines that are not rules are ignored, as hosts do.
pub fn parse(text: &str) -> Vec<HeaderRule> {
    let mut rules: Vec<HeaderRule> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
    {
        if !line.starts_with([' ', '\t']) {
            rules.push(HeaderRule {
                pattern: line.trim().to_owned(),
                headers: Vec::new(),
            });
        } else if let (Some(rule), Some((name, value))) = (rules.last_mut(), line.split_once(':')) {
            rule.headers
                .push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    rules
}

/// The policy of the whole site: our own origin, what the configured third parties need, and what `site.yaml` adds.
pub fn content_security_policy(config: &Config) -> String {
    let own: [(&str, &str); 14] = [
        // Firefox applies it to prefetched pages; every other kind of request has a directive of its own.
        ("default-src", "'self'"),
        ("script-src", "'self'"),
        ("style-src", "'self'"),
        ("img-src", "'self' data:"),
        ("font-src", "'self'"),
        ("connect-src", "'self'"),
        ("manifest-src", "'self'"),
        ("worker-src", "'self'"),
        ("object-src", NO_SOURCE),
        ("frame-src", NO_SOURCE),
        ("media-src", NO_SOURCE),
        ("base-uri", NO_SOURCE),
        ("form-action", "'self'"),
        ("frame-ancestors", NO_SOURCE),
    ];
    let mut directives: IndexMap<&str, Vec<&str>> =
        own.map(|(name, source)| (name, vec![source])).into();
    let mut added = Vec::new();
    if !config.captcha_site_key.is_empty() {
        added.extend(CAPTCHA_SOURCES);
    }
    added.extend(trackers::sources(&config.tracking));
    let of_site = config
        .csp
        .iter()
        .flat_map(|(name, sources)| sources.iter().map(|source| (&**name, &**source)));
    for (name, source) in added.into_iter().chain(of_site) {
        let sources = directives.entry(name).or_default();
        // Beside another source it is an error.
        sources.retain(|known| *known != NO_SOURCE);
        sources.push(source);
    }
    // No third party runs a script.
    if directives["script-src"] == ["'self'"] {
        directives.extend(TRUSTED_TYPES.map(|(name, value)| (name, vec![value])));
    }
    if config.counts {
        directives.insert("report-to", vec![REPORTS]);
    }
    let parts = directives
        .iter()
        .map(|(name, sources)| format!("{name} {}", sources.join(" ")));
    parts.collect::<Vec<_>>().join("; ")
}

/// The `Content-Type` of a file; texts are UTF-8.
pub fn content_type(name: &str) -> String {
    let guessed = mime_guess::from_path(name).first_or_octet_stream();
    let charset = if guessed.type_() == "text" {
        "; charset=utf-8"
    } else {
        ""
    };
    format!("{guessed}{charset}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(changes: &[(&str, &str)]) -> String {
        let site = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/torre/site.yaml");
        let mut text = std::fs::read_to_string(site).unwrap();
        for (before, after) in changes {
            assert!(text.contains(before), "{before}");
            text = text.replace(before, after);
        }
        content_security_policy(&Config::parse(&text).unwrap())
    }

    #[test]
    fn trusted_types_are_required_unless_third_parties_run_scripts() {
        let required = "; require-trusted-types-for 'script'; trusted-types worker";
        assert!(policy(&[]).ends_with(required));
        for (before, after) in [
            ("captcha_site_key: \"\"", "captcha_site_key: key"),
            ("tag_manager: \"\"", "tag_manager: GTM-TEST123"),
            ("csp: {}", "csp: { script-src: [\"https://chat.example\"] }"),
        ] {
            let policy = policy(&[(before, after)]);
            assert!(!policy.contains("trusted-types"), "{after}: {policy}");
        }
    }

    /// <https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring>
    #[test]
    fn the_headers_meet_the_rules_of_the_mozilla_observatory() {
        const SIX_MONTHS: u64 = 15_768_000;
        let rules = parse(include_str!("headers.txt"));
        let everywhere = rules.into_iter().find(|rule| rule.pattern == "/*").unwrap();
        let headers: std::collections::HashMap<_, _> = everywhere.headers.into_iter().collect();
        let policy = policy(&[]);
        // Firefox prefetches by the default, and each fetch directive of CSP Level 3 that browsers know is there.
        assert!(policy.starts_with("default-src 'self'; "), "{policy}");
        for directive in
            "connect font frame img manifest media object script style worker".split(' ')
        {
            assert!(
                policy.contains(&format!("; {directive}-src '")),
                "{directive}: {policy}"
            );
        }
        for wrong in ["unsafe-", "http:", "https:", "*"] {
            assert!(!policy.contains(wrong), "{wrong}: {policy}");
        }
        for directive in ["object-src", "base-uri", "frame-ancestors"] {
            assert!(
                policy.contains(&format!("; {directive} 'none'")),
                "{directive}: {policy}"
            );
        }
        let age = headers["Strict-Transport-Security"]
            .strip_prefix("max-age=")
            .unwrap();
        assert!(age.split(';').next().unwrap().parse::<u64>().unwrap() >= SIX_MONTHS);
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "strict-origin-when-cross-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ] {
            assert_eq!(headers[name], value, "{name}");
        }
    }

    #[test]
    fn an_added_source_replaces_none() {
        let policy = policy(&[
            (
                "csp: {}",
                "csp: { media-src: [\"'self'\", \"https://video.example\"] }",
            ),
            ("captcha_site_key: \"\"", "captcha_site_key: key"),
        ]);
        assert!(
            policy.contains("; media-src 'self' https://video.example; "),
            "{policy}"
        );
        assert!(
            policy.contains("; frame-src https://www.google.com/recaptcha/ "),
            "{policy}"
        );
        assert!(policy.contains("; object-src 'none'; "), "{policy}");
    }

    /// The table of `tests/hosts/urls.yaml` has the other types.
    #[test]
    fn pictures_fonts_and_unknown_files_have_their_type() {
        let files =
            "site.webmanifest a.png a.jpg a.webp a.avif favicon.ico a.woff2 unknown".split(' ');
        let types = "application/manifest+json image/png image/jpeg image/webp image/avif image/x-icon font/woff2 \
                     application/octet-stream";
        assert!(files.map(content_type).eq(types.split(' ')));
    }
}
