//! The score of the Mozilla HTTP Observatory, by its published rules
//! (<https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring>), without what depends on the domain alone:
//! the redirection to HTTPS, the certificate and the list of preloaded domains.

use std::collections::BTreeMap;

use http::HeaderMap;

use super::requests::get;

/// What each host must reach; 100 and more is the best grade, A+.
const REQUIRED: i32 = 120;

/// Below it, a site gets no bonus.
const MINIMUM_FOR_BONUS: i32 = 90;

/// `hsts-implemented-max-age-at-least-six-months`, in seconds.
const SIX_MONTHS: u64 = 15_768_000;

/// Sources of a policy that allow almost everything.
const BROAD: [&str; 8] = [
    "ftp:",
    "http:",
    "https:",
    "*",
    "http://*",
    "http://*.*",
    "https://*",
    "https://*.*",
];
const INLINE: [&str; 2] = ["'unsafe-inline'", "data:"];

/// Checks the home page of the host at `address`, like `127.0.0.1:80`.
pub fn check(host: &str, address: &str) {
    let answer = get(address, "/", &[]);
    let results = results(&answer.headers, &answer.body);
    let score = score(&results);
    assert!(score >= REQUIRED, "{host}: {score}: {results:#?}");
}

/// The penalties, and the bonuses where the penalties are few.
fn score(results: &BTreeMap<&str, i32>) -> i32 {
    let sum = |wanted: fn(&i32) -> bool| results.values().copied().filter(wanted).sum::<i32>();
    let score = 100 + sum(|modifier| *modifier < 0);
    if score < MINIMUM_FOR_BONUS {
        return score.max(0);
    }
    score + sum(|modifier| *modifier > 0)
}

/// The modifier of each test.
fn results<'a>(headers: &HeaderMap, html: &str) -> BTreeMap<&'a str, i32> {
    let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap());
    let policy = header("content-security-policy")
        .map(directives)
        .unwrap_or_default();
    let ancestors = policy.get("frame-ancestors");
    let is_framed_by_few =
        ancestors.is_some_and(|sources| !sources.iter().any(|source| BROAD.contains(source)));
    BTreeMap::from([
        // The site sets none: each would be judged by its attributes.
        ("cookies", if header("set-cookie").is_some() { -40 } else { 0 }),
        (
            "cross-origin resource sharing",
            match header("access-control-allow-credentials") {
                Some("true") => -50,
                _ => 0,
            },
        ),
        ("content security policy", content_security_policy(&policy)),
        (
            "strict transport security",
            match header("strict-transport-security").map(max_age) {
                Some(Some(SIX_MONTHS..)) => 0,
                Some(Some(_)) => -10,
                Some(None) | None => -20,
            },
        ),
        (
            "referrer policy",
            match header("referrer-policy") {
                Some("no-referrer" | "same-origin" | "strict-origin" | "strict-origin-when-cross-origin") => {
                    5
                }
                Some(_) => -5,
                None => 0,
            },
        ),
        ("subresource integrity", subresource_integrity(html)),
        (
            "content type options",
            if header("x-content-type-options") == Some("nosniff") {
                0
            } else {
                -5
            },
        ),
        (
            "frame options",
            match header("x-frame-options") {
                _ if is_framed_by_few => 5,
                Some("DENY" | "SAMEORIGIN") => 0,
                _ => -20,
            },
        ),
        (
            "cross-origin resource policy",
            match header("cross-origin-resource-policy") {
                Some("same-origin" | "same-site") => 10,
                Some("cross-origin") | None => 0,
                Some(_) => -5,
            },
        ),
    ])
}

/// The sources of each directive.
fn directives(policy: &str) -> BTreeMap<&str, Vec<&str>> {
    let directives = policy.split(';').map(|directive| directive.split_whitespace());
    directives
        .filter_map(|mut words| Some((words.next()?, words.collect())))
        .collect()
}

fn content_security_policy(policy: &BTreeMap<&str, Vec<&str>>) -> i32 {
    if policy.is_empty() {
        return -25;
    }
    let everything = vec!["*"];
    let sources = |name| {
        policy
            .get(name)
            .or(policy.get("default-src"))
            .unwrap_or(&everything)
    };
    let allows =
        |name, unsafe_sources: &[&str]| sources(name).iter().any(|source| unsafe_sources.contains(source));
    let is_insecure = |source: &&str| source.starts_with("http:") || source.starts_with("ftp:");
    let is_passive = |name: &str| ["img-src", "media-src"].contains(&name);
    let insecure = policy
        .iter()
        .filter(|(_, sources)| sources.iter().any(is_insecure));
    let insecure: Vec<bool> = insecure.map(|(name, _)| is_passive(name)).collect();
    let is_inline = |name| allows(name, &BROAD) || allows(name, &INLINE);
    if is_inline("script-src") || allows("object-src", &BROAD) || insecure.contains(&false) {
        -20
    } else if allows("script-src", &["'unsafe-eval'"])
        || allows("style-src", &["'unsafe-eval'"])
        || insecure.contains(&true)
    {
        -10
    } else if is_inline("style-src") {
        0
    } else if policy
        .get("default-src")
        .is_some_and(|sources| *sources == ["'none'"])
    {
        10
    } else {
        5
    }
}

/// The seconds of `max-age`.
fn max_age(header: &str) -> Option<u64> {
    let mut parts = header.split(';').map(str::trim);
    parts.find_map(|part| part.strip_prefix("max-age="))?.parse().ok()
}

fn subresource_integrity(html: &str) -> i32 {
    let tags = html
        .split("<script")
        .skip(1)
        .filter_map(|rest| rest.split('>').next());
    let scripts: Vec<&str> = tags.filter(|tag| tag.contains(" src=\"")).collect();
    let is_insecure = |tag: &&str| tag.contains(" src=\"http:") || tag.contains(" src=\"//");
    let has_hash = !scripts.is_empty() && scripts.iter().all(|tag| tag.contains(" integrity=\""));
    match scripts.iter().any(is_insecure) {
        true if has_hash => -20,
        true => -50,
        false if has_hash => 5,
        false if scripts.iter().any(|tag| tag.contains(" src=\"https:")) => -5,
        false => 0,
    }
}

#[test]
fn each_header_counts() {
    let html = "<script type=\"module\" src=\"/page.js\"></script>";
    let all = [
        (
            "content-security-policy",
            "default-src 'self'; object-src 'none'; frame-ancestors 'none'",
        ),
        ("strict-transport-security", "max-age=63072000; includeSubDomains"),
        ("referrer-policy", "same-origin"),
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    let with = |changed: &str, value: Option<&'static str>| {
        let mut headers: HeaderMap = all
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .into_iter()
            .collect();
        headers.remove(changed);
        if let Some(value) = value {
            headers.insert(
                http::HeaderName::try_from(changed).unwrap(),
                value.parse().unwrap(),
            );
        }
        score(&results(&headers, html))
    };
    assert_eq!(with("x-frame-options", Some("DENY")), 125);
    assert_eq!(with("referrer-policy", None), 120);
    assert_eq!(with("referrer-policy", Some("unsafe-url")), 115);
    assert_eq!(with("x-content-type-options", None), 120);
    assert_eq!(with("cross-origin-resource-policy", None), 115);
    assert_eq!(with("strict-transport-security", None), 80);
    assert_eq!(with("strict-transport-security", Some("max-age=60")), 115);
    // Without the policy, pages can be framed too.
    assert_eq!(with("content-security-policy", None), 55);
    for (policy, expected) in [
        ("default-src 'none'; frame-ancestors 'none'", 130),
        (
            "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            120,
        ),
        (
            "default-src 'self'; script-src 'self' 'unsafe-eval'; frame-ancestors 'none'",
            110,
        ),
        (
            "default-src 'self'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
            80,
        ),
        (
            "default-src 'self'; img-src http://x.example; frame-ancestors 'none'",
            110,
        ),
        (
            "default-src 'self'; font-src http://x.example; frame-ancestors 'none'",
            80,
        ),
    ] {
        assert_eq!(
            with("content-security-policy", Some(policy)),
            expected,
            "{policy}"
        );
    }
}
