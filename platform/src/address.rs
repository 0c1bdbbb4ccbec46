//! The platform's address, and which addresses are this machine.

use url::{Host, Url};

/// The URL below which calls are, or what is wrong with `host`.
pub(crate) fn base_url(host: &str, path: &str) -> Result<Url, String> {
    let refuse = |why: &str| Err(format!("the platform's URL {why}"));
    // Nothing before an `@` may be in a message.
    let shown: String = host
        .rsplit('@')
        .next()
        .unwrap_or_default()
        .chars()
        .take(80)
        .collect();
    let is_usable = |url: &Url| {
        matches!(url.scheme(), "http" | "https") && url.has_host() && url.query().is_none()
    };
    let Some(mut url) = Url::parse(host.trim()).ok().filter(is_usable) else {
        return refuse(&format!(
            "`{shown}` is not valid: use one like https://platform.example"
        ));
    };
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("must not contain a user name or password: use PLATFORM_TOKEN");
    }
    if url.scheme() == "http" && !is_localhost(&url) {
        return refuse("must start with https:// (http:// is allowed for localhost only)");
    }
    url.set_fragment(None);
    let prefix = url.path().trim_end_matches('/').to_owned();
    url.set_path(&format!("{prefix}/{}", path.trim_matches('/')));
    Ok(url)
}

/// Whether a URL leads to this machine, so that credentials may be sent to it unencrypted.
pub fn is_localhost(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
