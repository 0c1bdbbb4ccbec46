//! The HTTP headers of the site: one strict Content-Security-Policy for the whole site, transport and privacy headers,
//! cache rules. Written as `_headers` for hosts that read it; `site serve` applies the same file.
//!
//! No inline script is executed, so that the policy needs no hashes. Hosts limit header rules to about a hundred; this
//! file has far fewer.

use std::fmt::Write;

use crate::hosted_editor;
use crate::outputs::{feeds, markdown_alternate, trackers};
use crate::project::licenses;
use model::config::{Config, HostedEditor};
use model::output::{ASSETS, SHARE};
use model::site::Site;

/// Files with a hash in their name never change; all others are revalidated, mostly with status 304.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATED: &str = "public, max-age=0, must-revalidate";
const NOT_STORED: &str = "no-store";

/// Two years. No `preload`, which concerns the whole domain: only its owner can decide that.
const TRANSPORT: &str = "max-age=63072000; includeSubDomains";

/// Which pages a browser may prefetch when a visitor points at their link
/// (<https://html.spec.whatwg.org/multipage/speculative-loading.html>). They are not rendered before they are opened, so that
/// nothing is counted or stored for a page that nobody sees.
const SPECULATION_RULES: &str = "speculation-rules.json";

/// The site uses no device of its visitor.
const PERMISSIONS: &str = "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), \
    fullscreen=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), \
    publickey-credentials-get=(), usb=(), browsing-topics=()";

/// The source of a directive that allows nothing.
const NO_SOURCE: &str = "'none'";

/// Text becomes HTML or the address of a script only through a Trusted Types policy. The one that may be made is for the
/// address of the service worker, in `islands/src/page/worker.ts`. Not sent where scripts of third parties run, because
/// they write HTML.
const TRUSTED_TYPES: [(&str, &str); 2] =
    [("require-trusted-types-for", "'script'"), ("trusted-types", "worker")];

/// The endpoint to which browsers report violations of the policy, on a site that counts (Reporting API).
const REPORTS: &str = "counts";

/// Where reCAPTCHA v3 comes from, allowed when a key is configured.
const CAPTCHA_SOURCES: [(&str, &str); 3] = [
    ("script-src", "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/"),
    ("frame-src", "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/"),
    ("connect-src", "https://www.google.com/recaptcha/"),
];

/// Header rules in the order in which a host applies them; a later one may remove what an earlier one set.
#[derive(Clone, Debug)]
pub struct Rules {
    rules: Vec<HeaderRule>,
}

/// The headers of one address pattern.
#[derive(Clone, Debug)]
pub struct HeaderRule {
    /// A path; one `*` in it matches anything.
    pub pattern: String,
    /// Names and values.
    pub headers: Vec<(&'static str, String)>,
    /// The headers of an earlier rule that this one replaces.
    replaced: Vec<&'static str>,
}

impl HeaderRule {
    /// A rule that sets a header instead of an earlier rule.
    fn replacing(pattern: &str, header: &'static str, value: &str) -> HeaderRule {
        HeaderRule {
            pattern: pattern.to_owned(),
            headers: vec![(header, value.to_owned())],
            replaced: vec![header],
        }
    }

    /// Sets one more header instead of an earlier rule.
    fn and_replacing(mut self, header: &'static str, value: &str) -> HeaderRule {
        self.headers.push((header, value.to_owned()));
        self.replaced.push(header);
        self
    }

    /// Keeps the files out of search engines.
    fn not_indexed(mut self) -> HeaderRule {
        self.headers.push(("X-Robots-Tag", "noindex".to_owned()));
        self
    }
}

impl Rules {
    /// The rules of a site.
    pub fn from_site(site: &Site) -> Rules {
        let mut everywhere =
            HeaderRule { pattern: "/*".to_owned(), headers: everywhere(&site.config), replaced: Vec::new() };
        let has_speculation = site.static_files.iter().any(|file| file.path == SPECULATION_RULES);
        if has_speculation {
            everywhere.headers.push(("Speculation-Rules", format!("\"/{SPECULATION_RULES}\"")));
        }
        let cached = |pattern: &str, value| HeaderRule::replacing(pattern, "Cache-Control", value);
        let mut rules = vec![
            everywhere,
            cached(&format!("{ASSETS}*"), IMMUTABLE),
            cached(&format!("{SHARE}*"), IMMUTABLE),
        ];
        if has_speculation {
            let kind = "application/speculationrules+json";
            rules.push(HeaderRule::replacing(&format!("/{SPECULATION_RULES}"), "Content-Type", kind));
        }
        rules.extend(for_machines(site));
        rules.extend(site.config.editor.iter().flat_map(for_hosted_editor));
        let not_stored = site.pages.iter().filter(|page| page.no_store);
        rules.extend(not_stored.map(|page| cached(&page.url, NOT_STORED)));
        Rules { rules }
    }

    /// The rules, the one for every address first.
    pub fn iter(&self) -> std::slice::Iter<'_, HeaderRule> {
        self.rules.iter()
    }

    /// Adds the rule for `/licenses.txt`, on a site that has the file.
    pub fn add_licenses(&mut self) {
        let pattern = format!("/{}", licenses::FILE);
        let rule = HeaderRule::replacing(&pattern, "Content-Type", "text/plain; charset=utf-8");
        self.rules.push(rule.not_indexed());
    }

    /// The text of `_headers`.
    pub fn to_file(&self) -> String {
        let mut text = String::new();
        for rule in &self.rules {
            let _ = writeln!(text, "{}", rule.pattern);
            for name in &rule.replaced {
                let _ = writeln!(text, "  ! {name}");
            }
            for (name, value) in &rule.headers {
                let _ = writeln!(text, "  {name}: {value}");
            }
        }
        text
    }
}

/// Feeds, spreadsheets and Markdown with their media types. Files that repeat the text of a page are kept out of search
/// engines.
fn for_machines(site: &Site) -> Vec<HeaderRule> {
    let typed = |pattern: &str, kind: &str| HeaderRule::replacing(pattern, "Content-Type", kind);
    let mut rules = Vec::new();
    let has_markdown = |page| markdown_alternate::exists(site, page);
    if site.pages.iter().any(has_markdown) {
        // Also below folders: `*` matches any characters, slashes too, at Cloudflare and at Netlify.
        rules.push(typed("/*.md", "text/markdown; charset=utf-8").not_indexed());
    }
    if feeds::has_texts(site) {
        rules.push(typed("/*.atom", "application/atom+xml; charset=utf-8"));
        for lang in site.config.languages {
            let path = feeds::spreadsheet_path(lang);
            let name = path.trim_start_matches("data/");
            let mut sheet = typed(&format!("/{path}"), "text/csv; charset=utf-8");
            let disposition = format!("attachment; filename=\"{}-{name}\"", site.config.product);
            sheet.headers.push(("Content-Disposition", disposition));
            rules.push(sheet.not_indexed());
        }
    }
    rules
}

/// The hosted editor has a policy of its own: its program inserts styles, and calls the host of the repository.
fn for_hosted_editor(editor: &HostedEditor) -> [HeaderRule; 3] {
    let page = HeaderRule::replacing(
        hosted_editor::PATH,
        "Content-Security-Policy",
        &hosted_editor::content_security_policy(editor),
    );
    // The window in which an author signs in reports to the page.
    let page = page.and_replacing("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
    let files = HeaderRule {
        pattern: format!("{}/*", hosted_editor::PATH),
        headers: Vec::new(),
        replaced: Vec::new(),
    };
    let translations =
        HeaderRule::replacing(hosted_editor::TRANSLATIONS, "Content-Type", "text/javascript; charset=utf-8");
    [page.not_indexed(), files.not_indexed(), translations]
}

fn everywhere(config: &Config) -> Vec<(&'static str, String)> {
    let reports = format!("{REPORTS}=\"/api/count/reports\"");
    let reports = config.counts.then_some(("Reporting-Endpoints", reports));
    let headers = vec![
        ("Content-Security-Policy", content_security_policy(config)),
        ("Strict-Transport-Security", TRANSPORT.to_owned()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("X-Frame-Options", "DENY".to_owned()),
        ("Referrer-Policy", "strict-origin-when-cross-origin".to_owned()),
        ("Permissions-Policy", PERMISSIONS.to_owned()),
        ("Cross-Origin-Opener-Policy", "same-origin".to_owned()),
        ("Cross-Origin-Resource-Policy", "same-origin".to_owned()),
        ("Cache-Control", REVALIDATED.to_owned()),
    ];
    headers.into_iter().chain(reports).collect()
}

/// The policy of the whole site: our own origin, nothing inline, what the configured
/// third parties need, and what `site.yaml` adds.
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
    let mut directives: Vec<(&str, Vec<&str>)> = own.map(|(name, source)| (name, vec![source])).into();
    let mut allow = |name, source| match directives.iter_mut().find(|(known, _)| *known == name) {
        Some((_, sources)) => {
            // Beside another source it is an error.
            sources.retain(|known| *known != NO_SOURCE);
            sources.push(source);
        }
        None => directives.push((name, vec![source])),
    };
    if !config.captcha_site_key.is_empty() {
        CAPTCHA_SOURCES.into_iter().for_each(|(name, source)| allow(name, source));
    }
    for (name, source) in trackers::sources(&config.tracking) {
        allow(name, source);
    }
    for (name, sources) in &config.csp {
        sources.iter().for_each(|source| allow(name, source));
    }
    let runs_only_own_scripts =
        directives.iter().any(|(name, sources)| *name == "script-src" && sources == &["'self'"]);
    if runs_only_own_scripts {
        directives.extend(TRUSTED_TYPES.map(|(name, value)| (name, vec![value])));
    }
    if config.counts {
        directives.push(("report-to", vec![REPORTS]));
    }
    let parts: Vec<String> =
        directives.iter().map(|(name, sources)| format!("{name} {}", sources.join(" "))).collect();
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(changes: &[(&str, &str)]) -> String {
        content_security_policy(&config(changes))
    }

    fn config(changes: &[(&str, &str)]) -> Config {
        let site = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/torre/site.yaml");
        let mut text = std::fs::read_to_string(site).unwrap();
        for (before, after) in changes {
            assert!(text.contains(before), "{before}");
            text = text.replace(before, after);
        }
        Config::parse(&text).unwrap()
    }

    /// The fetch directives of Content Security Policy Level 3 that browsers know, without those for scripts and styles
    /// that fall back to `script-src` and `style-src`.
    const FETCH_DIRECTIVES: [&str; 10] = [
        "connect-src",
        "font-src",
        "frame-src",
        "img-src",
        "manifest-src",
        "media-src",
        "object-src",
        "script-src",
        "style-src",
        "worker-src",
    ];

    #[test]
    fn firefox_may_prefetch_and_nothing_else_uses_the_default() {
        let policy = policy(&[]);
        assert!(policy.starts_with("default-src 'self'; "), "{policy}");
        for directive in FETCH_DIRECTIVES {
            assert!(policy.contains(&format!("; {directive} '")), "{directive}: {policy}");
        }
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
        let headers = everywhere(&config(&[]));
        let headers: std::collections::HashMap<_, _> = headers.into_iter().collect();
        let policy = &headers["Content-Security-Policy"];
        for wrong in ["unsafe-", "http:", "https:", "*"] {
            assert!(!policy.contains(wrong), "{wrong}: {policy}");
        }
        for directive in ["object-src", "base-uri", "frame-ancestors"] {
            assert!(policy.contains(&format!("; {directive} 'none'")), "{directive}: {policy}");
        }
        let age = headers["Strict-Transport-Security"].strip_prefix("max-age=").unwrap();
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
            ("csp: {}", "csp: { media-src: [\"'self'\", \"https://video.example\"] }"),
            ("captcha_site_key: \"\"", "captcha_site_key: key"),
        ]);
        assert!(policy.contains("; media-src 'self' https://video.example; "), "{policy}");
        assert!(policy.contains("; frame-src https://www.google.com/recaptcha/ "), "{policy}");
        assert!(policy.contains("; object-src 'none'; "), "{policy}");
    }
}
