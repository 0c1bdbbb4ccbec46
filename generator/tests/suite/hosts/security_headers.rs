//! What the headers of every page must forbid, by the rules of the Mozilla HTTP Observatory that cost points
//! (<https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring>) and do not depend on the domain alone.

use std::collections::BTreeMap;

use super::requests::get;

/// `hsts-implemented-max-age-at-least-six-months`, in seconds.
const SIX_MONTHS: u64 = 15_768_000;

/// Sources that allow more than a few named origins.
const BROAD: [&str; 6] = [
    "'unsafe-inline'",
    "'unsafe-eval'",
    "data:",
    "*",
    "http:",
    "https:",
];

/// Checks the home page of the host at `address`, like `127.0.0.1:80`.
pub fn check(host: &str, address: &str) {
    let headers = get(address, "/", &[]).headers;
    let header = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap());
    let directives = header("content-security-policy").split(';');
    let policy: BTreeMap<&str, Vec<&str>> = directives
        .filter_map(|directive| {
            let mut words = directive.split_whitespace();
            Some((words.next()?, words.collect()))
        })
        .collect();
    for name in [
        "default-src",
        "script-src",
        "style-src",
        "object-src",
        "frame-ancestors",
    ] {
        let sources = policy.get(name).or(policy.get("default-src")).expect("a policy");
        let is_broad = |source: &&str| BROAD.contains(source) || source.starts_with("http:");
        assert!(!sources.iter().any(is_broad), "{host}: {name} {sources:?}");
    }
    assert_eq!(policy.get("frame-ancestors"), Some(&vec!["'none'"]), "{host}");
    let transport = header("strict-transport-security").split(';');
    let seconds = transport.filter_map(|part| part.trim().strip_prefix("max-age=")?.parse::<u64>().ok());
    assert!(seconds.max() >= Some(SIX_MONTHS), "{host}");
    assert_eq!(header("x-content-type-options"), "nosniff", "{host}");
    assert_eq!(header("cross-origin-resource-policy"), "same-origin", "{host}");
    assert!(header("referrer-policy").contains("strict-origin"), "{host}");
    assert!(!headers.contains_key("set-cookie"), "{host}");
    assert!(
        !headers.contains_key("access-control-allow-credentials"),
        "{host}"
    );
}
