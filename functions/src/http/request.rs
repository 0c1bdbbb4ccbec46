//! Accepts a post of an allowed origin: counts it under an address, which is never stored or logged, reads, checks and saves it.

use super::response::{self, Rejection, RequestContext, json_error};
use crate::config::{Origins, milliseconds};
use crate::delivery::Leads;
use crate::lead::{CaptchaState, Lead};
use crate::outbox::SaveResult;
use crate::post::{self, BodyKind, Post};
use crate::site::LoadedSite;
use crate::spam;
use axum::Extension;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::{Bytes, BytesMut};
use futures::TryStreamExt;
use lead_site::{ANSWER_PREFIX, Form, FormKind, Question};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use url::Url;

/// How long a browser may cache the answer to a preflight request, in seconds.
const PREFLIGHT_MAX_AGE: &str = "600";

pub(super) fn is_allowed(origins: &Origins, headers: &HeaderMap) -> bool {
    let Some(origin) = request_origin(headers) else {
        return false;
    };
    match origins {
        Origins::Exact(list) => list.contains(&origin),
        Origins::SameHost => single(headers, &header::HOST).is_some_and(|host| {
            ["http://", "https://"]
                .iter()
                .any(|scheme| origin.strip_prefix(scheme) == Some(host))
        }),
    }
}

/// The origin of a request: the header `Origin`, or the origin of `Referer` for browsers that do not send it.
fn request_origin(headers: &HeaderMap) -> Option<String> {
    if headers.contains_key(header::ORIGIN) {
        return single(headers, &header::ORIGIN).map(str::to_owned);
    }
    let referer = Url::parse(single(headers, &header::REFERER)?).ok()?;
    Some(referer.origin().ascii_serialization())
}

/// The value of a header that a request must not have twice. None if it does, or without the header.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Adds the CORS headers that let scripts of an allowed origin read the answer.
fn add_cors_headers(origins: &Origins, headers: &HeaderMap, mut response: Response) -> Response {
    if let Some(origin) = headers.get(header::ORIGIN)
        && is_allowed(origins, headers)
    {
        response
            .headers_mut()
            .insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    }
    response
        .headers_mut()
        .append(header::VARY, HeaderValue::from_static("Origin"));
    response
}

/// The answer to a preflight request, which browsers send before a script posts JSON to another host.
pub(super) async fn preflight(
    State(state): State<Arc<Leads>>,
    Extension(site): Extension<Arc<LoadedSite>>,
    headers: HeaderMap,
) -> Response {
    if !is_allowed(&state.config.origins, &headers) {
        return json_error(
            StatusCode::FORBIDDEN,
            site.language("").string("errors.not_allowed"),
        );
    }
    let cors = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (header::ACCESS_CONTROL_MAX_AGE, PREFLIGHT_MAX_AGE),
    ];
    add_cors_headers(
        &state.config.origins,
        &headers,
        (StatusCode::NO_CONTENT, cors).into_response(),
    )
}

/// The address that a post is counted under. `trusted_proxies` is the number of our proxies that append to `X-Forwarded-For`; entries
/// before theirs may be forged. An entry that is missing or not an address leaves the peer's, so that no post is uncounted.
pub(super) fn counted_address(
    request: &Request,
    headers: &HeaderMap,
    trusted_proxies: usize,
) -> IpAddr {
    let connected = || {
        let peer = request.extensions().get();
        peer.map(|ConnectInfo::<SocketAddr>(peer)| peer.ip())
    };
    forwarded_address(headers, trusted_proxies)
        .or_else(connected)
        .unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// The entry of the first of our proxies; `None` without proxies.
fn forwarded_address(headers: &HeaderMap, trusted_proxies: usize) -> Option<IpAddr> {
    let index = trusted_proxies.checked_sub(1)?;
    let entries = headers.get_all("x-forwarded-for").iter();
    let mut parts = entries
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        .rev();
    parse_address(str::from_utf8(parts.nth(index)?).ok()?)
}

/// An address as proxies write it, with or without a port and brackets.
pub(crate) fn parse_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || Some(text.parse::<SocketAddr>().ok()?.ip());
    text.parse().ok().or_else(with_port).or_else(in_brackets)
}

/// Most bytes of an accepted body.
const BODY_LIMIT: usize = 16 * 1024;
/// Timeout to receive a body.
const REQUEST_LIMIT: Duration = Duration::from_secs(10);
/// Of a body that is too large, this many bytes are read, so that its sender gets the answer instead of a broken connection.
const DRAIN_LIMIT: usize = 2 * 1024 * 1024;

/// Reads a body of at most [`BODY_LIMIT`] bytes within [`REQUEST_LIMIT`].
pub(super) async fn read_body(headers: &HeaderMap, body: Body) -> Result<Bytes, Rejection> {
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > DRAIN_LIMIT) {
        return Err(Rejection::TOO_LARGE);
    }
    let collected = async {
        let (mut bytes, mut length) = (BytesMut::new(), 0);
        let mut body = body.into_data_stream();
        while let Some(data) = body.try_next().await.map_err(|_| Rejection::UNREADABLE)? {
            length += data.len();
            if length > DRAIN_LIMIT {
                break;
            }
            if length <= BODY_LIMIT {
                bytes.extend_from_slice(&data);
            }
        }
        if length > BODY_LIMIT {
            Err(Rejection::TOO_LARGE)
        } else {
            Ok(bytes.freeze())
        }
    };
    tokio::time::timeout(REQUEST_LIMIT, collected)
        .await
        .map_err(|_| Rejection::TOO_SLOW)?
}

/// How long a post waits for other leads to be saved. A post that would wait longer gets a 503 instead.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Handles a post. `form` is set when the route determines it; otherwise the post names it.
pub(super) async fn accept(
    state: &Arc<Leads>,
    site: Arc<LoadedSite>,
    form: Option<FormKind>,
    headers: &HeaderMap,
    request: Request,
) -> Response {
    let kind = single(headers, &header::CONTENT_TYPE).and_then(BodyKind::from_content_type);
    let accepted = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok());
    let accepts_page = accepted.is_some_and(|accepted| accepted.contains("text/html"));
    let wants_page = kind.map_or(accepts_page, |kind| kind == BodyKind::Form);
    let mut context = RequestContext {
        state,
        site,
        wants_page,
        post: Post::default(),
        form,
    };
    let saved = async {
        if !is_allowed(&state.config.origins, headers) {
            return Err(Rejection::ORIGIN);
        }
        let kind = kind.ok_or(Rejection::MEDIA_TYPE)?;
        let proxies = state.config.trusted_proxies;
        if proxies > 0 && forwarded_address(headers, proxies).is_none() {
            tracing::warn!(
                result = "counted under the proxy's address: X-Forwarded-For cannot be read",
                "request"
            );
        }
        let address = counted_address(&request, headers, proxies);
        let recent_posts = state
            .rates
            .count(address, Instant::now())
            .ok_or(Rejection::TOO_MANY)?;
        let bytes = read_body(headers, request.into_body()).await?;
        let parse = |site: &LoadedSite| {
            Post::parse(kind, &bytes, &site.choices()).ok_or(Rejection::UNREADABLE)
        };
        context.post = parse(&context.site)?;
        context.form = form.or_else(|| context.post.form());
        // The page may have been published after the last look at the site's file.
        if !matches(&context)
            && let Some(site) = state.site.newer_than(&context.site.build).await
        {
            context.post = parse(&site)?;
            context.site = site;
        }
        save(&context, recent_posts).await
    };
    let response = match saved.await {
        Err(rejection) => response::rejected(&context, &rejection),
        Ok(lead) => response::accepted(&context, &lead),
    };
    add_cors_headers(&state.config.origins, headers, response)
}

/// Whether a page of the site sends such a post: with its fields and options, and its notice.
fn matches(context: &RequestContext<'_>) -> bool {
    let RequestContext {
        state,
        site,
        post,
        form,
        ..
    } = context;
    let rules = form.and_then(|form| site.forms.get(&form));
    let has_notice = site
        .notice(post.field("notice_version"), &post.lang())
        .is_some();
    let asks = |rules: &Form| {
        let names: Vec<String> = rules.questions.iter().map(Question::name).collect();
        let mut answered = post.fields.keys();
        answered.all(|name| !name.starts_with(ANSWER_PREFIX) || names.contains(name))
    };
    has_notice
        && rules.is_some_and(asks)
        && rules.is_some_and(|rules| post::check(rules, post, state.config.clock.now()).is_ok())
}

/// Checks and saves the lead, then attempts to deliver it. The result of that attempt does not change the answer.
async fn save(context: &RequestContext<'_>, recent_posts: usize) -> Result<Lead, Rejection> {
    let state = context.state;
    let form = context.form.ok_or(Rejection::UNREADABLE)?;
    if !context.post.has_valid_key() {
        return Err(Rejection::UNREADABLE);
    }
    let rules = context.site.forms.get(&form).ok_or(Rejection::UNREADABLE)?;
    let now = state.config.clock.now();
    let checked = post::check(rules, &context.post, now).map_err(Rejection::invalid)?;
    let channels = state.channels_of(form);
    if form == FormKind::Mail && channels.is_empty() {
        return Err(Rejection::UNAVAILABLE);
    }
    let captcha = match &state.config.captcha_secret {
        Some(secret) => {
            let token = context.post.field("captcha");
            spam::verify(
                &state.http,
                &state.config.captcha_url,
                secret.reveal(),
                token,
            )
            .await
        }
        None => CaptchaState::NotAsked,
    };
    let report = spam::assess(
        &context.post,
        &checked,
        recent_posts,
        captcha,
        state.config.quarantine_from,
    );
    let quarantine_end = now.as_millisecond() + milliseconds(state.config.quarantine_time);
    let quarantine_until = report.quarantined.then_some(quarantine_end);
    let lead = context
        .post
        .to_lead(checked, form, &context.site, now, channels, report);
    let reference = lead.reference.clone();
    let saved = {
        let Ok(Ok(_permit)) = tokio::time::timeout(LONGEST_WAIT, state.saving.acquire()).await
        else {
            tracing::debug!(%reference, result = "too many at once", "lead");
            return Err(Rejection::UNAVAILABLE);
        };
        state.outbox.save(&lead, quarantine_until).await
    };
    match saved {
        Ok(SaveResult::New) => {
            tracing::info!(%reference, form = form.as_str(), quarantined = lead.spam.quarantined, result = "saved", "lead");
            state.attempt_within_request(lead.clone()).await;
            Ok(lead)
        }
        Ok(SaveResult::Existing) => {
            tracing::info!(%reference, result = "saved before", "lead");
            Ok(lead)
        }
        Ok(SaveResult::Conflict) => {
            tracing::warn!(%reference, result = "key of another lead", "lead");
            Err(Rejection::CONFLICT)
        }
        Err(error) => {
            tracing::error!(%reference, %error, result = "not saved", "lead");
            Err(Rejection::UNAVAILABLE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{counted_address, is_allowed};
    use crate::config::Origins;
    use axum::body::Body;
    use axum::extract::{ConnectInfo, Request};
    use axum::http::{HeaderMap, HeaderName, HeaderValue};
    use std::net::SocketAddr;

    #[test]
    fn only_exact_origins_are_allowed() {
        const SITE: &str = "https://development.example";
        let exact = Origins::Exact(vec![SITE.to_owned()]);
        let (host, evil) = (("host", "127.0.0.1:4000"), ("origin", "https://evil.test"));
        for (origins, sent, allowed) in [
            (&exact, &[("origin", SITE)][..], true),
            (
                &exact,
                &[("referer", "https://development.example/contacto?x=1")],
                true,
            ),
            (&exact, &[("origin", "http://development.example")], false),
            (
                &exact,
                &[("origin", "https://development.example.evil.test")],
                false,
            ),
            (
                &exact,
                &[("origin", "https://development.example:8443")],
                false,
            ),
            (&exact, &[("origin", "null")], false),
            (&exact, &[("origin", "")], false),
            (&exact, &[], false),
            // The origin wins.
            (&exact, &[evil, ("referer", SITE)], false),
            (&exact, &[("origin", SITE), ("origin", SITE)], false),
            (&exact, &[("referer", SITE), ("referer", SITE)], false),
            (
                &Origins::SameHost,
                &[host, ("origin", "http://127.0.0.1:4000")],
                true,
            ),
            (
                &Origins::SameHost,
                &[host, ("origin", "http://127.0.0.1:4001")],
                false,
            ),
        ] {
            let value = |value: &str| value.parse::<HeaderValue>().expect("a value");
            let headers = sent
                .iter()
                .map(|(name, text)| (HeaderName::from_static(name), value(text)))
                .collect();
            assert_eq!(is_allowed(origins, &headers), allowed, "{sent:?}");
        }
    }

    fn address_of(forwarded: &[&[u8]], proxies: usize) -> String {
        let mut request = Request::new(Body::empty());
        request
            .extensions_mut()
            .insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 5))));
        let values = forwarded
            .iter()
            .map(|value| HeaderValue::from_bytes(value).expect("a value"));
        let headers = values
            .map(|value| (HeaderName::from_static("x-forwarded-for"), value))
            .collect();
        counted_address(&request, &headers, proxies).to_string()
    }

    #[test]
    fn only_entries_of_our_proxies_are_used() {
        let cases: [(&[&[u8]], usize, &str); 9] = [
            (&[b"9.9.9.9, 203.0.113.7"], 0, "127.0.0.1"),
            (&[b"9.9.9.9, 203.0.113.7"], 1, "203.0.113.7"),
            (&[b"9.9.9.9, 203.0.113.7"], 2, "9.9.9.9"),
            (&[b"9.9.9.9", b"203.0.113.7"], 1, "203.0.113.7"),
            (&[b"\xff evil, 203.0.113.7"], 1, "203.0.113.7"),
            (&[b"203.0.113.77:4000"], 1, "203.0.113.77"),
            (&[b" [2001:db8::1]:443 "], 1, "2001:db8::1"),
            (&[], 1, "127.0.0.1"),
            (&[b"203.0.113.7"], 2, "127.0.0.1"),
        ];
        for (forwarded, proxies, address) in cases {
            assert_eq!(
                address_of(forwarded, proxies),
                address,
                "{forwarded:?} {proxies}"
            );
        }
        for entry in [
            "",
            "unknown",
            "_hidden",
            "evil1",
            "1.2.3.4.5",
            "[1",
            "fe80::1%eth0",
            "9.9.9.9,",
        ] {
            assert_eq!(address_of(&[entry.as_bytes()], 1), "127.0.0.1", "{entry}");
        }
        let unknown = counted_address(&Request::new(Body::empty()), &HeaderMap::new(), 1);
        assert_eq!(unknown.to_string(), "0.0.0.0");
    }
}
