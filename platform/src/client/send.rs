//! One attempt of a call, and the repetition of reads: with exponential backoff and full jitter, within the timeout of the whole call,
//! and not before the time that the platform requests. Sends are not repeated: the lead function schedules its own retries.

use super::{CallError, Client, ErrorKind};
use crate::amenity::Amenity;
use crate::answer;
use crate::calls::{AMENITIES, Call, Method, Standard};
use crate::config::Limits;
use http::header::{CONTENT_TYPE, HeaderName, LOCATION, RETRY_AFTER};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Response;
use serde_json::Value;
use std::error::Error;
use std::time::{Duration, SystemTime};
use tokio::time::{Instant, timeout_at};
use url::Url;

const CREATE_LEAD: &str = "lead/createLeadWebsite";
const SEND_MAIL: &str = "sendContactMail";

#[derive(Clone, Debug)]
pub(super) struct ApiRequest {
    pub(super) title: String,
    pub(super) url: Url,
    pub(super) body: Option<Value>,
}

type Body = Result<Vec<u8>, ErrorKind>;

impl Client {
    /// Call 1 with the fields of section 7 except its constants, once, within `deadline`. Status 200 is success (specification,
    /// section 7), unless the content type is not JSON (a proxy's page) or the JSON reports another status.
    pub async fn create_lead_website(
        &self,
        mut lead: Value,
        deadline: Duration,
    ) -> Result<(), CallError> {
        for name in ["register_contact", "send_notification", "status"] {
            lead[name] = 1.into();
        }
        lead["carrousel"] = "on".into();
        let body = self.send_once(CREATE_LEAD, lead, deadline).await;
        // With status 200 the lead is accepted even if the body is incomplete; a retry would send it twice.
        let accepted = body.and_then(|body| match body.and_then(|text| parse(&text)) {
            Ok(answer) => Ok(answer::reported_status(&answer)?),
            Err(_) => Ok(()),
        });
        accepted.map_err(|kind| CallError {
            call: CREATE_LEAD.into(),
            kind,
        })
    }

    /// Call 2 with the fields of section 7 except its constant, once, within `deadline`. Returns the text at `Data.Status`.
    pub async fn send_contact_mail(
        &self,
        mut mail: Value,
        deadline: Duration,
    ) -> Result<String, CallError> {
        mail["recaptchaVersion"] = "v3".into();
        let body = self.send_once(SEND_MAIL, mail, deadline).await;
        let status = body
            .flatten()
            .and_then(|text| Ok(answer::mail_status(&parse(&text)?)?));
        status.map_err(|kind| CallError {
            call: SEND_MAIL.into(),
            kind,
        })
    }

    async fn send_once(
        &self,
        call: &'static str,
        body: Value,
        deadline: Duration,
    ) -> Result<Body, ErrorKind> {
        let request = ApiRequest {
            title: call.into(),
            url: self.url(call),
            body: Some(body),
        };
        self.attempt(&request, self.config.limits.answer_bytes, deadline)
            .await
    }

    /// Call 5: the amenities of the project. A 404 means an empty list (specification, section 7).
    pub async fn amenities_list(&self) -> Result<Vec<Amenity>, CallError> {
        let request = self.request(&self.config.calls.amenities, &AMENITIES, "");
        let read = |text: &[u8]| Ok(answer::amenities(&parse(text)?, &self.config)?);
        match self
            .read_call(
                &request,
                self.read_end(),
                self.config.limits.answer_bytes,
                read,
            )
            .await
        {
            Err(CallError {
                kind: ErrorKind::Status { status: 404, .. },
                ..
            }) => Ok(Vec::new()),
            result => result,
        }
    }

    /// When a call that begins now must have ended, with its retries.
    pub(super) fn read_end(&self) -> Instant {
        Instant::now() + Duration::from_millis(self.config.limits.deadline_ms)
    }

    /// The request of a call about the project and, in a detail, a unit.
    pub(super) fn request(&self, call: &Call, standard: &Standard, code: &str) -> ApiRequest {
        let fill = |text: &str, value: fn(&str) -> String| {
            text.replace("{project_code}", &value(&self.config.project_code))
                .replace("{code}", &value(code))
        };
        let path = call.path.as_deref().unwrap_or(standard.name);
        let url = self.url(&fill(path, |value| {
            utf8_percent_encode(value, NON_ALPHANUMERIC).to_string()
        }));
        let body = (call.method == Method::Post).then(|| {
            let mut body = call.body.clone().unwrap_or_else(standard.body);
            fill_texts(&mut body, &|text| fill(text, str::to_owned));
            body
        });
        ApiRequest {
            title: path.split('?').next().unwrap_or_default().to_owned(),
            url,
            body,
        }
    }

    /// Attempts a call with an answer of at most `limit` bytes until it succeeds, fails permanently, or reaches `end`.
    pub(super) async fn read_call<T>(
        &self,
        request: &ApiRequest,
        end: Instant,
        limit: usize,
        read: impl Fn(&[u8]) -> Result<T, ErrorKind>,
    ) -> Result<T, CallError> {
        let limits = &self.config.limits;
        let fail = |kind| CallError {
            call: request.title.clone(),
            kind,
        };
        let mut attempt = 1;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(fail(ErrorKind::Timeout(Duration::from_millis(
                    limits.deadline_ms,
                ))));
            }
            let longest = Duration::from_millis(limits.attempt_ms).min(left);
            let error = match self.attempt(request, limit, longest).await.flatten() {
                Ok(text) => return read(&text).map_err(fail),
                Err(kind) => fail(kind),
            };
            let pause = pause(&error, attempt, limits, random());
            let is_in_time =
                |pause: &Duration| attempt < limits.attempts && Instant::now() + *pause < end;
            let Some(pause) = pause.filter(is_in_time) else {
                return Err(error);
            };
            let (call, pause_ms, kind) = (&request.title, pause.as_millis(), &error.kind);
            tracing::info!(call, attempt, pause_ms, "retrying: {kind}");
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }

    /// Sends a request; fails without a status 200 that says it is JSON. Reads its body, of at most `limit` bytes.
    async fn attempt(
        &self,
        request: &ApiRequest,
        limit: usize,
        deadline: Duration,
    ) -> Result<Body, ErrorKind> {
        let end = Instant::now() + deadline;
        let late = |_| ErrorKind::Timeout(deadline);
        let response = timeout_at(end, self.send(request)).await.map_err(late)??;
        let body = timeout_at(end, read_limited(response, limit))
            .await
            .map_err(late);
        let too_large = ErrorKind::TooLarge {
            limit: self.config.limits.answer_bytes,
        };
        Ok(body.and_then(|body| body.map_err(|error| classify(&error))?.ok_or(too_large)))
    }

    async fn send(&self, ApiRequest { url, body, .. }: &ApiRequest) -> Result<Response, ErrorKind> {
        let http = self.http()?;
        let bare = match body {
            Some(body) => http.post(url.clone()).json(body),
            None => http.get(url.clone()),
        };
        let request = bare.headers(self.headers.clone());
        let response = request.send().await.map_err(|error| classify(&error))?;
        let status = response.status();
        if status.is_redirection() {
            return Err(ErrorKind::Redirect {
                status: status.as_u16(),
                to: redirect_host(&response),
            });
        }
        if status != http::StatusCode::OK {
            return Err(ErrorKind::Status {
                status: status.as_u16(),
                retry_after: requested_wait(&response),
            });
        }
        check_json(&response)?;
        Ok(response)
    }
}

fn fill_texts(value: &mut Value, fill: &impl Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = fill(text),
        Value::Array(items) => items.iter_mut().for_each(|item| fill_texts(item, fill)),
        Value::Object(fields) => fields.values_mut().for_each(|item| fill_texts(item, fill)),
        _ => {}
    }
}

/// The pause before the next attempt; `None` for no further attempt. `random` is from 0 to 1.
fn pause(error: &CallError, attempt: u32, limits: &Limits, random: f64) -> Option<Duration> {
    // A maintenance page with status 200 rarely disappears within seconds.
    if !error.is_temporary() || matches!(error.kind, ErrorKind::NotJson(_)) {
        return None;
    }
    let doublings = attempt.saturating_sub(1).min(16);
    let longest = limits.backoff_ms.saturating_mul(1 << doublings);
    let jitter = Duration::from_millis(longest).mul_f64(random);
    Some(
        error
            .requested_wait()
            .unwrap_or_default()
            .saturating_add(jitter),
    )
}

/// A random number from 0 to 1; 1 (the longest pause) if the system has no randomness.
fn random() -> f64 {
    getrandom::u32().map_or(1.0, |bits| f64::from(bits) / f64::from(u32::MAX))
}

pub(super) fn parse(text: &[u8]) -> Result<Value, ErrorKind> {
    // Some platforms begin with a byte order mark.
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    serde_json::from_slice(text).map_err(|error| ErrorKind::BrokenJson(error.to_string()))
}

fn check_json(response: &Response) -> Result<(), ErrorKind> {
    let Some(value) = response.headers().get(CONTENT_TYPE) else {
        return Ok(());
    };
    let text = value.to_str().unwrap_or("an unreadable content type");
    let essence = text
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    if essence.ends_with("/json") || essence.ends_with("+json") {
        return Ok(());
    }
    Err(ErrorKind::NotJson(essence.chars().take(60).collect()))
}

fn classify(error: &reqwest::Error) -> ErrorKind {
    let cause = root_cause(error);
    if error.is_connect() {
        ErrorKind::Connect(cause)
    } else {
        ErrorKind::Interrupted(cause)
    }
}

/// The bytes of an answer; `None` for more than `limit`, as soon as they are too many.
pub async fn read_limited(
    mut response: Response,
    limit: usize,
) -> reqwest::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > limit {
            return Ok(None);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Some(bytes))
}

/// The cause of an error, whose own text contains the URL.
pub fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    if std::ptr::addr_eq(cause, error) {
        "no details".to_owned()
    } else {
        cause.to_string()
    }
}

fn text_header(response: &Response, name: HeaderName) -> Option<&str> {
    response.headers().get(name)?.to_str().ok()
}

fn redirect_host(response: &Response) -> String {
    let url =
        text_header(response, LOCATION).and_then(|location| response.url().join(location).ok());
    let host = url.and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_else(|| "an unknown host".to_owned())
}

/// The wait that an answer requests in `Retry-After`.
pub fn requested_wait(response: &Response) -> Option<Duration> {
    text_header(response, RETRY_AFTER).and_then(|text| wait(text, SystemTime::now()))
}

/// Seconds or an HTTP date (RFC 9110, section 10.2.3).
fn wait(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<u32>() {
        return Some(Duration::from_secs(u64::from(seconds)));
    }
    let then = httpdate::parse_http_date(text).ok()?;
    Some(then.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_767);
        let dates = [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 10),
            ("Sat, 06 Nov 1993 08:49:37 GMT", 0),
        ];
        for (text, seconds) in dates.into_iter().chain([("120", 120)]) {
            assert_eq!(
                wait(text, now),
                Some(Duration::from_secs(seconds)),
                "{text}"
            );
        }
        for text in ["", "-1", "soon", "99999999999999"] {
            assert_eq!(wait(text, now), None, "{text}");
        }
    }

    #[test]
    fn pauses_double_and_are_at_least_the_requested_one() {
        let status = |status, seconds| ErrorKind::Status {
            status,
            retry_after: Some(Duration::from_secs(seconds)),
        };
        let refused = || ErrorKind::Connect("refused".to_owned());
        for (kind, attempt, random, expected) in [
            (refused(), 1, 1.0, Some(100)),
            (refused(), 3, 1.0, Some(400)),
            (refused(), 3, 0.0, Some(0)),
            (refused(), u32::MAX, 1.0, Some(100 << 16)),
            (status(429, 2), 1, 0.0, Some(2000)),
            (status(503, 2), 1, 1.0, Some(2100)),
            (status(403, 2), 1, 1.0, None),
            (ErrorKind::NotJson("text/html".to_owned()), 1, 1.0, None),
            (ErrorKind::TooLarge { limit: 1 }, 1, 1.0, None),
        ] {
            let error = CallError {
                call: "property/list".into(),
                kind,
            };
            let limits = Limits {
                backoff_ms: 100,
                ..Limits::default()
            };
            let pause = pause(&error, attempt, &limits, random);
            assert_eq!(
                pause.map(|pause| pause.as_millis()),
                expected,
                "{error} {attempt}"
            );
        }
    }
}
