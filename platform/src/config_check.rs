//! What is wrong with the section `platform` of site.yaml, and the headers that it adds.

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::address::base_url;
use crate::config::PlatformConfig;

/// How the name of an environment variable begins whose value a header may have: no other secret of a machine leaves it.
const VARIABLES: &str = "$PLATFORM_";

const CREDENTIALS: [&str; 7] = [
    "auth",
    "cookie",
    "credential",
    "key",
    "password",
    "secret",
    "token",
];

impl PlatformConfig {
    /// The headers of `headers`, with the values of environment variables. No value is in a message.
    pub fn own_headers(
        &self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<HeaderMap, String> {
        let mut headers = HeaderMap::new();
        for (name, text) in &self.headers {
            let mut value = text.clone();
            if let Some((before, named)) = text.split_once(VARIABLES) {
                let is_other = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
                let end = named.find(is_other).unwrap_or(named.len());
                let variable_name = format!("{}{}", &VARIABLES[1..], &named[..end]);
                let set = variable(&variable_name).filter(|value| !value.trim().is_empty());
                let secret = set.ok_or_else(|| {
                    format!(
                        "{variable_name} is not set: the header `{name}` of `platform.headers` has its value"
                    )
                })?;
                value = format!("{before}{}{}", secret.trim(), &named[end..]);
            }
            let header = HeaderName::from_bytes(name.as_bytes())
                .ok()
                .zip(HeaderValue::from_str(&value).ok());
            let (header, mut value) = header.ok_or_else(|| {
                format!("the header `{name}` of `platform.headers` has characters that are not allowed there")
            })?;
            value.set_sensitive(true);
            headers.insert(header, value);
        }
        Ok(headers)
    }

    /// What is wrong with the section, by the path of the value below it: what is wrong and what to do.
    pub fn problems(&self) -> Vec<(String, String)> {
        let mut problems: Vec<(String, String)> = Vec::new();
        let mut refuse =
            |path: &str, message: &str| problems.push((path.to_owned(), message.to_owned()));
        let url = self.url.trim();
        if !url.is_empty()
            && let Err(error) = base_url(url, &self.base_path)
        {
            refuse(
                "url",
                &format!("{error}: correct it, or write \"\" while there is no platform"),
            );
        }
        if let Some(pages) = &self.pages {
            let ways = [&pages.number, &pages.offset, &pages.next]
                .into_iter()
                .flatten()
                .count();
            if ways != 1 {
                refuse("pages", "write one of `number`, `offset` and `next`");
            }
            if pages.cursor.is_some() && pages.next.is_none() {
                let message =
                    "`next` is missing: write where an answer has the value of the parameter";
                refuse("pages.cursor", message);
            }
        }
        for (name, value) in &self.headers {
            let lower = name.to_ascii_lowercase();
            let path = format!("headers.{name}");
            if CREDENTIALS.iter().any(|word| lower.contains(word)) && !value.contains(VARIABLES) {
                refuse(
                    &path,
                    "a credential does not belong in this file: write the name of an environment variable, such as \
                     `$PLATFORM_KEY`",
                );
            } else if value.matches('$').count() != value.matches(VARIABLES).count()
                || value.matches('$').count() > 1
            {
                refuse(
                    &path,
                    "write one environment variable at most, whose name begins with PLATFORM_",
                );
            } else if HeaderName::from_bytes(name.as_bytes()).is_err() {
                refuse(
                    &path,
                    "this is not the name of a header: write letters, digits and `-`",
                );
            }
        }
        if let Some(file) = &self.file {
            if !self.command.is_empty() {
                refuse(
                    "file",
                    "`command` is the source already: remove one of both",
                );
            }
            let is_plain = |part: &str| !matches!(part, "" | "." | "..");
            if !file.split('/').all(is_plain) || file.contains(['\\', ':']) {
                refuse(
                    "file",
                    "write the path of a file below the project's folder, such as units.csv",
                );
            }
        }
        problems
    }
}
