//! The forms of texts: keys, words, URLs, mail addresses.

/// Whether a text can be a name of data and of a file.
pub(super) fn is_key(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
}

/// Whether a text is of letters, digits and hyphens.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether a URL is only scheme, host and port, as browsers write an origin, so that paths can be appended to it.
pub(super) fn is_base_url(url: &str) -> bool {
    // A URL's host may have characters with a meaning in the files for hosts and in pages.
    let is_of_host = |letter: char| letter.is_ascii_alphanumeric() || "-.:[]".contains(letter);
    url::Url::parse(url).is_ok_and(|parsed| {
        matches!(parsed.scheme(), "https" | "http")
            && parsed
                .host_str()
                .is_some_and(|host| host.chars().all(is_of_host))
            && parsed.origin().ascii_serialization() == url
    })
}

/// The path of a URL that would be that of a site without it.
pub(super) fn path_of(url: &str) -> Option<String> {
    let parsed = url::Url::parse(url).ok()?;
    let path = parsed.path();
    let rest = url.strip_suffix(path)?;
    (path != "/" && is_base_url(rest)).then(|| path.to_owned())
}

/// Whether a URL of another machine has http.
pub(super) fn is_insecure(url: &str) -> bool {
    use url::Host;
    let parsed = url::Url::parse(url)
        .ok()
        .filter(|url| url.scheme() == "http");
    parsed.is_some_and(|url| match url.host() {
        Some(Host::Ipv4(address)) => !address.is_loopback(),
        Some(Host::Ipv6(address)) => !address.is_loopback(),
        Some(Host::Domain(name)) => name != "localhost" && !name.ends_with(".localhost"),
        None => true,
    })
}

/// Whether a text is an https URL.
pub(super) fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") && url::Url::parse(url).is_ok()
}

/// Whether a text is a mail address.
pub(super) fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty()
            && host.contains('.')
            && !host.contains('@')
            && !text.contains(char::is_whitespace)
    })
}

/// Whether a text is an address for a line of `security.txt`, with nothing after it.
pub(super) fn is_contact(text: &str) -> bool {
    let is_address = text
        .strip_prefix("mailto:")
        .map_or_else(|| is_web_address(text), is_email);
    is_address && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}
