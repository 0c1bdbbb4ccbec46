//! Reads [`LeadsConfig`] from environment variables. All problems are reported at once; messages never contain secrets.

use super::{LeadsConfig, Origins, StoreLocation, receivers};
use crate::Secret;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;
use url::Url;

pub(super) struct Reader<'a> {
    look_up: &'a dyn Fn(&str) -> Option<String>,
    problems: Vec<String>,
}

impl Reader<'_> {
    pub(super) fn value(&self, name: &str) -> Option<String> {
        (self.look_up)(name)
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty())
    }

    pub(super) fn required(&mut self, name: &'static str, hint: &'static str) -> String {
        self.value(name).unwrap_or_else(|| {
            self.problem(name, "is not set", hint);
            String::new()
        })
    }

    fn parsed<T: FromStr>(&mut self, name: &'static str, hint: &'static str) -> Option<T> {
        let text = self.value(name)?;
        let value = text.parse().ok();
        if value.is_none() {
            self.problem(name, "cannot be parsed", hint);
        }
        value
    }

    fn seconds(&mut self, name: &'static str, into: &mut Duration) {
        let hint = "use a number of seconds from 0 to 1000000000, like 2 or 0.5";
        match self.parsed::<f64>(name, hint) {
            Some(seconds) if (0.0..=1e9).contains(&seconds) => {
                *into = Duration::from_secs_f64(seconds);
            }
            Some(_) => self.problem(name, "is out of range", hint),
            None => {}
        }
    }

    fn count<T: FromStr>(&mut self, name: &'static str, into: &mut T) {
        if let Some(count) = self.parsed(name, "use a whole number") {
            *into = count;
        }
    }

    /// The parts of a comma-separated list, which must have one.
    pub(super) fn comma_separated(
        &mut self,
        name: &'static str,
        hint: &'static str,
    ) -> Vec<String> {
        let text = self.value(name).unwrap_or_default();
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let parts: Vec<String> = parts.map(str::to_owned).collect();
        if parts.is_empty() {
            self.problem(name, "is not set", hint);
        }
        parts
    }

    pub(super) fn problem(&mut self, name: &'static str, what: impl Display, hint: &'static str) {
        self.problems.push(format!("{name}: {what}: {hint}"));
    }
}

impl LeadsConfig {
    /// Reads the configuration with `look_up`, usually `|name| std::env::var(name).ok()`. Fails with all problems found.
    pub fn from_env(look_up: impl Fn(&str) -> Option<String>) -> Result<Self, Vec<String>> {
        let mut reader = Reader {
            look_up: &look_up,
            problems: Vec::new(),
        };
        let text = reader
            .value("LEADS_STORE")
            .unwrap_or_else(|| "./leads".to_owned());
        let hint = "use a folder, s3://bucket/path, gs://... or az://...";
        let store = location(&mut reader, "LEADS_STORE", &text, hint);
        let hint = "set it to the site's .site/leads.json, which `site build` writes";
        let text = reader.required("LEADS_SITE", hint);
        let hint = "use a file, s3://bucket/path/leads.json, gs://... or az://...";
        let mut config = Self::new(store, location(&mut reader, "LEADS_SITE", &text, hint));
        let hint = "set it to `platform.project_code` of the site's site.yaml";
        config.development = Some(reader.required("LEADS_DEVELOPMENT", hint));
        config.origins = origins(&mut reader);
        config.site_url = site_url(&mut reader);
        config.platform = receivers::platform(&mut reader);
        config.set_receivers(&mut reader);
        config.captcha_secret = reader.value("RECAPTCHA_SECRET").map(Secret::new);
        if let Some(url) = reader.parsed::<Url>("RECAPTCHA_URL", "use a complete URL") {
            config.captcha_url = url.into();
        }
        limits(&mut reader, &mut config);
        if reader.problems.is_empty() {
            Ok(config)
        } else {
            Err(reader.problems)
        }
    }

    /// Reads only who receives leads beside the platform. Fails like [`LeadsConfig::from_env`].
    pub fn read_receivers(
        &mut self,
        look_up: impl Fn(&str) -> Option<String>,
    ) -> Result<(), Vec<String>> {
        let mut reader = Reader {
            look_up: &look_up,
            problems: Vec::new(),
        };
        self.set_receivers(&mut reader);
        if reader.problems.is_empty() {
            Ok(())
        } else {
            Err(reader.problems)
        }
    }

    fn set_receivers(&mut self, reader: &mut Reader<'_>) {
        self.mail = receivers::mail(reader);
        self.webhook = receivers::webhook(reader);
        self.hubspot = receivers::hubspot(reader);
        self.easybroker = receivers::easybroker(reader);
    }
}

fn location(
    reader: &mut Reader<'_>,
    name: &'static str,
    text: &str,
    hint: &'static str,
) -> StoreLocation {
    match Url::parse(text) {
        _ if text.contains(char::REPLACEMENT_CHARACTER) => {
            reader.problem(name, "is not in UTF-8", hint);
        }
        Ok(url) if matches!(url.scheme(), "s3" | "gs" | "az") => return StoreLocation::Url(url),
        Ok(url) => match url.to_file_path() {
            Ok(path) if url.scheme() == "file" => return StoreLocation::Path(path),
            _ => reader.problem(name, "has an unknown URL scheme", hint),
        },
        Err(_) => {}
    }
    StoreLocation::Path(text.into())
}

fn origins(reader: &mut Reader<'_>) -> Origins {
    const HINT: &str =
        "use a comma-separated list like https://development.example, or same-host for local use";
    let list = reader.comma_separated("LEADS_ORIGINS", HINT);
    if list == ["same-host"] {
        return Origins::SameHost;
    }
    for origin in &list {
        let is_exact = |url: Url| url.origin().ascii_serialization() == *origin;
        if !Url::parse(origin).is_ok_and(is_exact) {
            reader.problem(
                "LEADS_ORIGINS",
                format!("`{origin}` is not an origin"),
                HINT,
            );
        }
    }
    Origins::Exact(list)
}

fn site_url(reader: &mut Reader<'_>) -> String {
    let Some(text) = reader.value("LEADS_SITE_URL") else {
        return String::new();
    };
    if !Url::parse(&text).is_ok_and(|url| matches!(url.scheme(), "http" | "https")) {
        let hint = "use something like https://development.example";
        reader.problem("LEADS_SITE_URL", "is not a web address", hint);
    }
    text.trim_end_matches('/').to_owned()
}

fn limits(reader: &mut Reader<'_>, config: &mut LeadsConfig) {
    for (name, time) in [
        ("LEADS_WITHIN_REQUEST_SECONDS", &mut config.within_request),
        ("LEADS_ATTEMPT_SECONDS", &mut config.attempt),
        ("LEADS_FIRST_WAIT_SECONDS", &mut config.first_wait),
        ("LEADS_LONGEST_WAIT_SECONDS", &mut config.longest_wait),
        ("LEADS_LEASE_SECONDS", &mut config.lease),
        ("LEADS_POLL_SECONDS", &mut config.poll),
        ("LEADS_QUARANTINE_SECONDS", &mut config.quarantine_time),
        ("LEADS_IDLE_SECONDS", &mut config.idle),
    ] {
        reader.seconds(name, time);
    }
    reader.count("LEADS_ATTEMPTS", &mut config.attempts);
    reader.count("LEADS_WORKERS", &mut config.workers);
    reader.count("LEADS_QUARANTINE_FROM", &mut config.quarantine_from);
    reader.count("LEADS_POSTS_PER_MINUTE", &mut config.posts_per_minute);
    reader.count(
        "LEADS_CONNECTIONS_PER_ADDRESS",
        &mut config.connections_per_address,
    );
    reader.count("LEADS_TRUSTED_PROXIES", &mut config.trusted_proxies);
    config.retention_days = reader.parsed("LEADS_RETENTION_DAYS", "use a whole number of days");
    if config.lease < config.attempt + Duration::from_secs(5) {
        let hint = "use at least LEADS_ATTEMPT_SECONDS + 5, or two workers may send one lead";
        reader.problem("LEADS_LEASE_SECONDS", "is too short", hint);
    }
    if config.idle.is_zero() {
        reader.problem(
            "LEADS_IDLE_SECONDS",
            "is 0",
            "use a positive number of seconds",
        );
    }
    if config.workers == 0 || config.attempts == 0 {
        reader.problem("LEADS_WORKERS", "or LEADS_ATTEMPTS is 0", "use 1 or more");
    }
}
