//! One attempt of one call: posts JSON with the bearer token and reads the text of a status 200, within a timeout and
//! a size limit.

use super::{Client, ErrorKind};
use http::header::{CONTENT_TYPE, HeaderName, LOCATION, RETRY_AFTER};
use reqwest::Response;
use serde_json::Value;
use std::error::Error;
use std::time::{Duration, SystemTime};
use url::Url;

/// The JSON of an answer.
pub(super) fn parse(text: &[u8]) -> Result<Value, ErrorKind> {
    serde_json::from_slice(text).map_err(|error| ErrorKind::BrokenJson(error.to_string()))
}

/// A GET, or a POST with JSON.
#[derive(Clone, Debug)]
pub(super) struct ApiRequest {
    pub(super) url: Url,
    pub(super) body: Option<Value>,
}

impl Client {
    /// Sends a request and returns the text of a status 200 that says it is JSON, of at most `limit` bytes.
    pub(super) async fn attempt(
        &self,
        request: &ApiRequest,
        limit: usize,
        deadline: Duration,
    ) -> Result<Vec<u8>, ErrorKind> {
        let work = async {
            let response = self.send(request).await?;
            check_json(&response)?;
            self.read_body(response, limit).await
        };
        tokio::time::timeout(deadline, work).await.unwrap_or(Err(ErrorKind::Timeout(deadline)))
    }

    /// Sends a request and returns the response if its status is 200, without reading its body.
    pub(super) async fn send(&self, ApiRequest { url, body }: &ApiRequest) -> Result<Response, ErrorKind> {
        let http = self.http()?;
        let request = match body {
            Some(body) => http.post(url.clone()).json(body),
            None => http.get(url.clone()),
        };
        let request = request.headers(self.headers.clone());
        let response = request.send().await.map_err(|error| classify(&error))?;
        let status = response.status();
        if status.is_redirection() {
            return Err(ErrorKind::Redirect { status: status.as_u16(), to: redirect_host(&response) });
        }
        if status != http::StatusCode::OK {
            return Err(ErrorKind::Status {
                status: status.as_u16(),
                retry_after: requested_wait(&response),
            });
        }
        Ok(response)
    }

    /// Reads the body, of at most `limit` bytes; fails as soon as it is too large.
    pub(super) async fn read_body(&self, mut response: Response, limit: usize) -> Result<Vec<u8>, ErrorKind> {
        let mut text = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| classify(&error))? {
            if text.len() + chunk.len() > limit {
                return Err(ErrorKind::TooLarge { limit: self.config.limits.answer_bytes });
            }
            text.extend_from_slice(&chunk);
        }
        Ok(text)
    }
}

/// Fails unless the content type is JSON or missing.
pub(super) fn check_json(response: &Response) -> Result<(), ErrorKind> {
    let Some(value) = response.headers().get(CONTENT_TYPE) else {
        return Ok(());
    };
    let text = value.to_str().unwrap_or("an unreadable content type");
    let essence = text.split(';').next().unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    if essence.ends_with("/json") || essence.ends_with("+json") {
        return Ok(());
    }
    Err(ErrorKind::NotJson(essence.chars().take(60).collect()))
}

/// Classifies an error of the HTTP library.
fn classify(error: &reqwest::Error) -> ErrorKind {
    let cause = root_cause(error);
    if error.is_connect() { ErrorKind::Connect(cause) } else { ErrorKind::Interrupted(cause) }
}

/// The cause of an error, whose own text contains the URL.
pub fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    if std::ptr::addr_eq(cause, error) { "no details".to_owned() } else { cause.to_string() }
}

fn text_header(response: &Response, name: HeaderName) -> Option<&str> {
    response.headers().get(name)?.to_str().ok()
}

/// The host that a redirect points to.
fn redirect_host(response: &Response) -> String {
    let url = text_header(response, LOCATION).and_then(|location| response.url().join(location).ok());
    let host = url.and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_else(|| "an unknown host".to_owned())
}

/// The wait that an answer requests in `Retry-After`.
pub fn requested_wait(response: &Response) -> Option<Duration> {
    text_header(response, RETRY_AFTER).and_then(|text| wait(text, SystemTime::now()))
}

/// The requested wait: seconds or an HTTP date (RFC 9110, section 10.2.3).
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
        for (text, seconds) in [
            ("120", Some(120)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(10)),
            ("Sat, 06 Nov 1993 08:49:37 GMT", Some(0)),
            ("", None),
            ("-1", None),
            ("soon", None),
            ("99999999999999", None),
        ] {
            assert_eq!(wait(text, now), seconds.map(Duration::from_secs), "{text}");
        }
    }
}
