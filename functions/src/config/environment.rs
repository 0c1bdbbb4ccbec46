//! Reads [`Config`] from environment variables. All problems are reported at once; messages never contain secrets.

use super::{Config, MailAccess, Origins, PlatformAccess, StoreLocation};
use crate::Secret;
use crate::languages::{self, Named};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;
use url::Url;

/// A missing or invalid environment variable.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{name}: {what}: {hint}")]
pub struct ConfigProblem {
    /// The variable.
    pub name: &'static str,
    /// What is wrong with it.
    pub what: String,
    /// What to do.
    pub hint: &'static str,
}

/// Reads variables and collects their problems.
struct Reader<'a> {
    look_up: &'a dyn Fn(&str) -> Option<String>,
    problems: Vec<ConfigProblem>,
}

impl Reader<'_> {
    fn text(&self, name: &str) -> Option<String> {
        (self.look_up)(name)
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty())
    }

    fn required(&mut self, name: &'static str, hint: &'static str) -> String {
        self.text(name).unwrap_or_else(|| {
            self.problem(name, "is not set", hint);
            String::new()
        })
    }

    fn parsed<T: FromStr>(&mut self, name: &'static str, hint: &'static str) -> Option<T> {
        let text = self.text(name)?;
        let value = text.parse().ok();
        if value.is_none() {
            self.problem(name, "cannot be parsed", hint);
        }
        value
    }

    fn seconds(&mut self, name: &'static str, into: &mut Duration) {
        if let Some(seconds) = self.parsed::<f64>(name, "use a number of seconds, like 2 or 0.5") {
            match Duration::try_from_secs_f64(seconds) {
                Ok(duration) => *into = duration,
                Err(_) => self.problem(name, "is out of range", "use a positive number of seconds"),
            }
        }
    }

    fn problem(&mut self, name: &'static str, what: impl Into<String>, hint: &'static str) {
        self.problems.push(ConfigProblem {
            name,
            what: what.into(),
            hint,
        });
    }
}

impl Config {
    /// Reads the configuration with `look_up`, usually `|name| std::env::var(name).ok()`.
    ///
    /// # Errors
    /// All problems found, in the order of the variables.
    pub fn from_env(look_up: impl Fn(&str) -> Option<String>) -> Result<Self, Vec<ConfigProblem>> {
        let mut reader = Reader {
            look_up: &look_up,
            problems: Vec::new(),
        };
        let mut config = Self::new(store(&mut reader));
        config.origins = origins(&mut reader);
        config.site_url = site_url(&mut reader);
        if let Some(time_zone) = reader.parsed(
            "LEADS_TIME_ZONE",
            "use a name of the IANA database, like America/Mexico_City",
        ) {
            config.time_zone = time_zone;
        }
        config.zones = reader.required("LEADS_ZONES", "set it to the project's name on the platform");
        config.email_to = reader.text("LEADS_EMAIL_TO").unwrap_or_default();
        config.email_cc = reader.text("LEADS_EMAIL_CC").unwrap_or_default();
        config.phone = reader.text("LEADS_PHONE");
        config.address = reader.text("LEADS_ADDRESS");
        config.platform = platform(&mut reader);
        if config.platform.is_some() && config.email_to.is_empty() {
            reader.problem(
                "LEADS_EMAIL_TO",
                "is not set",
                "set it to the receiver of call 2's mail",
            );
        }
        config.mail = mail(&mut reader);
        config.captcha_secret = reader.text("RECAPTCHA_SECRET").map(Secret::new);
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
}

fn store(reader: &mut Reader<'_>) -> StoreLocation {
    let text = reader.text("LEADS_STORE").unwrap_or_else(|| "./leads".to_owned());
    match Url::parse(&text) {
        Ok(url) if matches!(url.scheme(), "s3" | "gs" | "az") => StoreLocation::Url(url),
        Ok(url) if url.scheme() == "file" && url.to_file_path().is_ok() => {
            StoreLocation::Folder(url.to_file_path().unwrap_or_default())
        }
        Ok(_) => {
            reader.problem(
                "LEADS_STORE",
                "has an unknown URL scheme",
                "use a folder, s3://bucket/path, gs://... or az://...",
            );
            StoreLocation::Memory
        }
        Err(_) => StoreLocation::Folder(PathBuf::from(text)),
    }
}

fn origins(reader: &mut Reader<'_>) -> Origins {
    const HINT: &str =
        "use a comma-separated list like https://development.example, or same-host for local use";
    let text = reader.required("LEADS_ORIGINS", HINT);
    if text == "same-host" {
        return Origins::SameHost;
    }
    let list: Vec<String> = text
        .split(',')
        .map(|origin| origin.trim().to_owned())
        .filter(|o| !o.is_empty())
        .collect();
    for origin in &list {
        let exact = Url::parse(origin)
            .ok()
            .is_some_and(|url| url.origin().ascii_serialization() == *origin);
        if !exact {
            reader.problem("LEADS_ORIGINS", format!("`{origin}` is not an origin"), HINT);
        }
    }
    Origins::Exact(list)
}

fn site_url(reader: &mut Reader<'_>) -> String {
    let Some(text) = reader.text("LEADS_SITE_URL") else {
        return String::new();
    };
    let valid = Url::parse(&text)
        .ok()
        .is_some_and(|url| matches!(url.scheme(), "http" | "https"));
    if !valid {
        reader.problem(
            "LEADS_SITE_URL",
            "is not a web address",
            "use something like https://development.example",
        );
    }
    text.trim_end_matches('/').to_owned()
}

fn platform(reader: &mut Reader<'_>) -> Option<PlatformAccess> {
    let url = reader.text("PLATFORM_URL")?;
    let base_path = reader
        .text("PLATFORM_BASE_PATH")
        .unwrap_or_else(|| "/v2/api".to_owned());
    let token = Secret::new(reader.required("PLATFORM_TOKEN", "set it to the bearer token of PLATFORM_URL"));
    Some(PlatformAccess {
        url,
        base_path,
        token,
    })
}

fn mail(reader: &mut Reader<'_>) -> Option<MailAccess> {
    let url = reader.text("SMTP_URL")?;
    if !matches!(Url::parse(&url).as_ref().map(Url::scheme), Ok("smtp" | "smtps")) {
        reader.problem(
            "SMTP_URL",
            "is not the URL of a mail server",
            "use smtps://user:password@host:465 or smtp://host:25",
        );
    }
    let from = reader.required("LEADS_NOTICE_FROM", "set it to the sender of the team's notice");
    let to = reader.required(
        "LEADS_NOTICE_TO",
        "set it to the team's addresses, comma-separated",
    );
    let to: Vec<String> = to
        .split(',')
        .map(|address| address.trim().to_owned())
        .filter(|a| !a.is_empty())
        .collect();
    for (name, address) in
        std::iter::once(("LEADS_NOTICE_FROM", &from)).chain(to.iter().map(|a| ("LEADS_NOTICE_TO", a)))
    {
        if !address.is_empty() && address.parse::<lettre::message::Mailbox>().is_err() {
            reader.problem(name, "is not a mail address", "use name@host or Name <name@host>");
        }
    }
    Some(MailAccess {
        url: Secret::new(url),
        from,
        to,
        lang: reader
            .parsed("LEADS_NOTICE_LANG", "use a language of the site")
            .map_or_else(languages::first, |Named(lang)| lang),
    })
}

fn limits(reader: &mut Reader<'_>, config: &mut Config) {
    const COUNT: &str = "use a whole number";
    reader.seconds(
        "LEADS_WITHIN_REQUEST_SECONDS",
        &mut config.delivery.within_request,
    );
    reader.seconds("LEADS_ATTEMPT_SECONDS", &mut config.delivery.attempt);
    reader.seconds("LEADS_FIRST_WAIT_SECONDS", &mut config.delivery.first_wait);
    reader.seconds("LEADS_LONGEST_WAIT_SECONDS", &mut config.delivery.longest_wait);
    reader.seconds("LEADS_LEASE_SECONDS", &mut config.delivery.lease);
    reader.seconds("LEADS_POLL_SECONDS", &mut config.delivery.poll);
    reader.seconds("LEADS_QUARANTINE_SECONDS", &mut config.spam.quarantine_time);
    if let Some(count) = reader.parsed("LEADS_ATTEMPTS", COUNT) {
        config.delivery.attempts = count;
    }
    if let Some(count) = reader.parsed("LEADS_WORKERS", COUNT) {
        config.delivery.workers = count;
    }
    if let Some(score) = reader.parsed("LEADS_QUARANTINE_FROM", COUNT) {
        config.spam.quarantine_from = score;
    }
    if let Some(count) = reader.parsed("LEADS_POSTS_PER_MINUTE", COUNT) {
        config.spam.posts_per_minute = count;
    }
    reader.seconds("LEADS_IDLE_SECONDS", &mut config.connections.idle);
    if let Some(count) = reader.parsed("LEADS_CONNECTIONS_PER_ADDRESS", COUNT) {
        config.connections.per_address = count;
    }
    if let Some(count) = reader.parsed("LEADS_TRUSTED_PROXIES", COUNT) {
        config.trusted_proxies = count;
    }
    config.retention_days = reader.parsed("LEADS_RETENTION_DAYS", "use a whole number of days");
    if config.delivery.lease < config.delivery.attempt + Duration::from_secs(5) {
        let hint = "use at least LEADS_ATTEMPT_SECONDS + 5, or two workers may send one lead";
        reader.problem("LEADS_LEASE_SECONDS", "is too short", hint);
    }
    if config.connections.idle.is_zero() {
        reader.problem("LEADS_IDLE_SECONDS", "is 0", "use a positive number of seconds");
    }
    if config.delivery.workers == 0 || config.delivery.attempts == 0 {
        reader.problem("LEADS_WORKERS", "or LEADS_ATTEMPTS is 0", "use 1 or more");
    }
}
