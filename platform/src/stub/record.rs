//! What the stub was sent: the call, the body, the headers without the bearer, and how it was answered.

use axum::http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// Its number, from 1, never used twice.
    pub number: usize,
    /// The path under the base path.
    pub call: String,
    /// Whether it carried the right bearer. The bearer itself is not kept.
    pub authorized: bool,
    /// Its headers, without the bearer.
    pub headers: BTreeMap<String, String>,
    /// Its body: JSON, or text when it is none.
    pub body: Value,
    /// The status of the answer; none when the connection was dropped or is still waiting.
    pub status: Option<u16>,
}

/// All requests since the last clearing.
#[derive(Debug, Default)]
pub(super) struct Requests {
    cleared: usize,
    list: Vec<Recorded>,
}

impl Requests {
    /// Takes a request and answers its number.
    pub(super) fn add(&mut self, call: &str, authorized: bool, headers: &HeaderMap, body: Value) -> usize {
        let number = self.cleared + self.list.len() + 1;
        let shown = headers.iter().filter(|(name, _)| *name != header::AUTHORIZATION);
        let headers = shown
            .map(|(name, value)| {
                (
                    name.to_string(),
                    String::from_utf8_lossy(value.as_bytes()).into_owned(),
                )
            })
            .collect();
        self.list.push(Recorded {
            number,
            call: call.to_owned(),
            authorized,
            headers,
            body,
            status: None,
        });
        number
    }

    /// Notes how request `number` was answered.
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

    /// The requests of one call, or all.
    pub(super) fn of(&self, call: Option<&str>) -> Vec<Recorded> {
        self.list
            .iter()
            .filter(|request| call.is_none_or(|call| request.call == call))
            .cloned()
            .collect()
    }

    /// How many requests of each call had which status (`none` for no answer).
    pub(super) fn summary(&self) -> BTreeMap<String, BTreeMap<String, usize>> {
        let mut summary: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        for request in &self.list {
            let status = request
                .status
                .map_or_else(|| "none".to_owned(), |status| status.to_string());
            *summary
                .entry(request.call.clone())
                .or_default()
                .entry(status)
                .or_default() += 1;
        }
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_find_their_request_after_a_clearing() {
        let mut requests = Requests::default();
        let first = requests.add("a", true, &HeaderMap::new(), Value::Null);
        requests.clear();
        let second = requests.add("b", true, &HeaderMap::new(), Value::Null);
        requests.answered(first, 500);
        requests.answered(second, 200);
        assert_eq!((first, second), (1, 2));
        assert_eq!(requests.of(None).len(), 1);
        assert_eq!(requests.of(Some("b"))[0].status, Some(200));
        assert_eq!(requests.summary()["b"]["200"], 1);
    }

    #[test]
    fn the_bearer_is_not_kept() {
        let mut headers = HeaderMap::new();
        headers.insert("authorization", "Bearer secret".parse().unwrap());
        headers.insert("x-other", "1".parse().unwrap());
        let mut requests = Requests::default();
        requests.add("a", true, &headers, Value::Null);
        let kept = serde_json::to_string(&requests.of(None)).unwrap();
        assert!(kept.contains("x-other") && !kept.contains("secret"), "{kept}");
    }
}
