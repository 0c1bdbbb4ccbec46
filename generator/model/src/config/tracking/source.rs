//! Addresses of scripts, and origins as the Content-Security-Policy writes them.

use std::str::FromStr;

/// The https URL of a script.
pub(super) struct Src {
    pub url: String,
    pub origin: String,
    pub host: String,
}

impl FromStr for Src {
    type Err = String;

    fn from_str(text: &str) -> Result<Src, String> {
        let url = url::Url::parse(text).ok().filter(|url| url.scheme() == "https");
        let parts = url.and_then(|url| {
            let host = url.host_str()?.to_owned();
            Some((url.origin().ascii_serialization(), host, url.to_string()))
        });
        match parts {
            Some((origin, host, url)) if is_origin(&origin) && !host.contains('*') => {
                Ok(Src { url, origin, host })
            }
            _ => Err(format!(
                "`{text}` is not the https URL of a script: write one like https://scripts.example/chat.js"
            )),
        }
    }
}

formats::read_as_text!(Src, "^https://");

/// An origin that a script may connect to.
pub(super) struct Origin(pub String);

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Origin, String> {
        match is_origin(text) {
            true => Ok(Origin(text.to_owned())),
            false => Err(format!(
                "`{text}` is not an origin: write one like https://scripts.example, https://*.scripts.example or \
                 wss://live.scripts.example"
            )),
        }
    }
}

formats::read_as_text!(Origin, "^(https|wss)://");

/// Whether a text is `https://` or `wss://` with a host of at least two labels and optionally a port. A path, a quote,
/// a space or a semicolon would change the meaning of the policy.
fn is_origin(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("wss://")) else {
        return false;
    };
    let (host, port) = rest.split_once(':').unwrap_or((rest, "443"));
    let host = host.strip_prefix("*.").unwrap_or(host);
    host.contains('.')
        && host.split('.').all(|label| {
            !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        })
        && port.parse::<u16>().is_ok()
}
