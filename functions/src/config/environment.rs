//! Reads [`LeadsConfig`] from environment variables. All problems are reported at once; messages never contain secrets.

use super::{LeadsConfig, Origins, StoreLocation};
use crate::Secret;
use platform::address::is_localhost;
use reqwest::header::HeaderValue;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;
use url::Url;

/// Reads variables, and collects what is wrong with them.
pub(crate) struct Reader<'a> {
    look_up: &'a dyn Fn(&str) -> Option<String>,
    problems: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(look_up: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self {
            look_up,
            problems: Vec::new(),
        }
    }

    /// Fails with the problems, if there are any.
    pub(crate) fn finish(self) -> Result<(), Vec<String>> {
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(self.problems)
        }
    }

    /// The text of a variable as it is; `None` when it is blank.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        (self.look_up)(name).filter(|text| !text.trim().is_empty())
    }

    pub(crate) fn value(&self, name: &str) -> Option<String> {
        self.text(name).map(|text| text.trim().to_owned())
    }

    pub(crate) fn required(&mut self, name: &'static str, hint: &'static str) -> String {
        self.value(name).unwrap_or_else(|| {
            self.problem(name, "is not set", hint);
            String::new()
        })
    }

    /// A credential that a header carries.
    pub(crate) fn credential(&mut self, name: &'static str, hint: &'static str) -> Secret {
        let text = self.required(name, hint);
        if HeaderValue::try_from(&text).is_err() {
            self.problem(name, "has a character that no header can have", hint);
        }
        Secret::new(text)
    }

    /// The address in a variable, without a slash at its end. Unencrypted only to this machine.
    pub(crate) fn address(&mut self, name: &'static str) -> Option<String> {
        let text = self.value(name)?;
        let is_safe =
            |url: Url| url.scheme() == "https" || url.scheme() == "http" && is_localhost(&url);
        if !Url::parse(&text).is_ok_and(is_safe) {
            let hint = "use a complete URL that begins with https://";
            self.problem(name, "is not an encrypted address", hint);
        }
        Some(text.trim_end_matches('/').to_owned())
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
    pub(crate) fn comma_separated(
        &mut self,
        name: &'static str,
        hint: &'static str,
    ) -> Vec<String> {
        let text = self.value(name).unwrap_or_default();
        let parts: Vec<String> = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect();
        if parts.is_empty() {
            self.problem(name, "is not set", hint);
        }
        parts
    }

    pub(crate) fn problem(&mut self, name: &'static str, what: impl Display, hint: &'static str) {
        self.problems.push(format!("{name}: {what}: {hint}"));
    }
}

impl LeadsConfig {
    /// Reads everything but who receives leads.
    pub(crate) fn read_function(reader: &mut Reader<'_>) -> Self {
        let text = reader
            .value("LEADS_STORE")
            .unwrap_or_else(|| "./leads".to_owned());
        let hint = "use a folder, s3://bucket/path, gs://... or az://...";
        let store = location(reader, "LEADS_STORE", &text, hint);
        let hint = "set it to the site's .site/leads.json, which `site build` writes";
        let text = reader.required("LEADS_SITE", hint);
        let hint = "use a file, s3://bucket/path/leads.json, gs://... or az://...";
        let mut config = Self::new(store, location(reader, "LEADS_SITE", &text, hint));
        let hint = "set it to `platform.project_code` of the site's site.yaml";
        config.development = Some(reader.required("LEADS_DEVELOPMENT", hint));
        config.origins = origins(reader);
        config.site_url = site_url(reader);
        config.captcha_secret = reader.value("RECAPTCHA_SECRET").map(Secret::new);
        if let Some(url) = reader.parsed::<Url>("RECAPTCHA_URL", "use a complete URL") {
            config.captcha_url = url.into();
        }
        limits(reader, &mut config);
        config
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
        let what = match Url::parse(origin) {
            _ if origin.contains('*') => {
                format!("`{origin}` is a pattern, which no origin matches")
            }
            Ok(url) if url.origin().ascii_serialization() == *origin => continue,
            // Browsers send the host of an international domain in ASCII.
            Ok(url) if url.origin().unicode_serialization() == *origin => format!(
                "`{origin}` is not in ASCII: write `{}`",
                url.origin().ascii_serialization()
            ),
            _ => format!("`{origin}` is not an origin"),
        };
        reader.problem("LEADS_ORIGINS", what, HINT);
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
