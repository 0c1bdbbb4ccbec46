//! The recorded requests: call, body, headers without the bearer token, and status of the answer.

use axum::http::{HeaderMap, HeaderValue, header};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A recorded request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedRequest {
    /// Its number, from 1; never reused.
    pub number: usize,
    /// The path under the base path.
    pub call: String,
    /// Whether it had the right bearer token. The token itself is not recorded.
    pub authorized: bool,
    /// Its headers, without the bearer token.
    pub headers: BTreeMap<String, String>,
    /// Its body: JSON, or a string when it is not JSON.
    pub body: Value,
    /// The status of the answer; `None` without an answer.
    pub status: Option<u16>,
}

/// The requests since they were last cleared.
#[derive(Debug, Default)]
pub(super) struct Requests {
    cleared: usize,
    list: Vec<RecordedRequest>,
}

impl Requests {
    /// Records a request and returns its number.
    pub(super) fn add(&mut self, call: &str, authorized: bool, headers: &HeaderMap, body: Value) -> usize {
        let number = self.cleared + self.list.len() + 1;
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let shown = headers.iter().filter(|(name, _)| *name != header::AUTHORIZATION);
        let headers = shown.map(|(name, value)| (name.to_string(), text(value))).collect();
        self.list.push(RecordedRequest {
            number,
            call: call.to_owned(),
            authorized,
            headers,
            body,
            status: None,
        });
        number
    }

    /// Records the status of the answer to request `number`.
    pub(super) fn answered(&mut self, number: usize, status: u16) {
        let at = number.checked_sub(self.cleared + 1);
        if let Some(request) = at.and_then(|at| self.list.get_mut(at)) {
            request.status = Some(status);
        }
    }

    pub(super) fn clear(&mut self) {
        self.cleared += self.list.len();
        self.list.clear();
    }

    /// The requests of one call, or of all calls.
    pub(super) fn for_call(&self, call: Option<&str>) -> Vec<RecordedRequest> {
        let is_listed = |request: &&RecordedRequest| call.is_none_or(|call| request.call == call);
        self.list.iter().filter(is_listed).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_recorded_after_requests_were_cleared() {
        let mut requests = Requests::default();
        let first = requests.add("a", true, &HeaderMap::new(), Value::Null);
        requests.clear();
        let second = requests.add("b", true, &HeaderMap::new(), Value::Null);
        requests.answered(first, 500);
        requests.answered(second, 200);
        assert_eq!((first, second), (1, 2));
        assert_eq!(requests.for_call(None).len(), 1);
        assert_eq!(requests.for_call(Some("b"))[0].status, Some(200));
    }
}
