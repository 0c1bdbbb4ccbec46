//! Sends every row of `tests/hosts/urls.yaml` to a host and compares the answers, with what the host answers differently.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use http::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde::Deserialize;
use tokio::runtime::Runtime;

use super::fixture::Fixture;

pub static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// A client that changes nothing in requests and answers.
static CLIENT: LazyLock<Client> =
    LazyLock::new(|| Client::builder().no_proxy().no_gzip().redirect(Policy::none()).build().unwrap());

/// Compares every answer of the host at `address`, like `127.0.0.1:80`, with the table.
pub fn check(host: &str, address: &str, fixture: &Fixture) {
    let (table, rules) = (Table::read(), rules_of_every_address(fixture));
    let mut wrong = Vec::new();
    for row in &table.rows {
        let differences = compare(&send(address, row), &table.expected(row, host), &rules);
        let asked = format!("{} {} {:?}", row.method, row.url, row.send);
        wrong.extend(differences.into_iter().map(|difference| format!("{asked}: {difference}")));
    }
    assert!(wrong.is_empty(), "{host}:\n{}", wrong.join("\n"));
}

/// An answer as text.
pub struct Received {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
}

/// One GET.
pub fn get(address: &str, path: &str, headers: &[(&str, &str)]) -> Received {
    request("GET", address, path, headers, "")
}

/// One request.
pub fn request(method: &str, address: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Received {
    RUNTIME.block_on(async {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = CLIENT.request(method, format!("http://{address}{path}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = request.body(body.to_owned()).send().await.unwrap();
        Received {
            status: answer.status().as_u16(),
            headers: answer.headers().clone(),
            body: answer.text().await.unwrap(),
        }
    })
}

/// The headers of `/*` in the site's `_headers`, except those that some addresses replace.
pub fn rules_of_every_address(fixture: &Fixture) -> BTreeMap<String, String> {
    let text = fs::read_to_string(fixture.dist().join("_headers")).unwrap();
    let first = text.lines().skip(1).take_while(|line| line.starts_with(' '));
    let headers: BTreeMap<String, String> = first
        .filter_map(|line| line.trim().split_once(": "))
        .filter(|(name, _)| *name != "Cache-Control")
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    assert!(headers.len() > 6, "{headers:?}");
    headers
}

/// The answer to the request of a row.
fn send(address: &str, row: &Row) -> Received {
    let needs_earlier = row.send.values().any(|value| value == "etag" || value == "date");
    let earlier = if needs_earlier { get(address, &row.url, &[]).headers } else { HeaderMap::new() };
    let known = |name: &str| earlier.get(name).map_or("unknown", |value| value.to_str().unwrap());
    let headers = row.send.iter().map(|(name, value)| match value.as_str() {
        "etag" => (name.as_str(), known("etag")),
        "date" => (name.as_str(), known("last-modified")),
        value => (name.as_str(), value),
    });
    request(&row.method, address, &row.url, &headers.collect::<Vec<_>>(), "")
}

/// What is not as expected.
fn compare(answer: &Received, expected: &Answer, rules: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    if Some(answer.status) != expected.status {
        wrong.push(format!("status {} instead of {:?}", answer.status, expected.status));
    }
    let of_rules = rules.iter().filter(|_| expected.rules == Some(true));
    let of_rules = of_rules.map(|(name, value)| (name, Some(value.as_str())));
    let of_row = expected.headers.iter().map(|(name, value)| (name, value.as_deref()));
    for (name, value) in of_rules.chain(of_row) {
        let found: Vec<&str> =
            answer.headers.get_all(name).iter().map(|value| value.to_str().unwrap()).collect();
        let found = (!found.is_empty()).then(|| found.join(" + "));
        let same = match (name.as_str(), &found, value) {
            // Their values have no case.
            ("content-type" | "vary", Some(found), Some(value)) => found.eq_ignore_ascii_case(value),
            _ => found.as_deref() == value,
        };
        if !same {
            wrong.push(format!("{name}: {found:?} instead of {value:?}"));
        }
    }
    let start: String = answer.body.chars().take(200).collect();
    match expected.body.as_deref() {
        Some("") if !start.is_empty() => wrong.push(format!("a body: {start:?}")),
        Some(words) if !answer.body.contains(words) => wrong.push(format!("no {words:?} in {start:?}")),
        _ => {}
    }
    wrong
}

/// Expected headers; without a value the header must be absent.
type Headers = BTreeMap<String, Option<String>>;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    kinds: BTreeMap<String, Answer>,
    #[allow(dead_code, reason = "the rows refer to them by YAML anchors")]
    differences: serde_yaml::Value,
    pub rows: Vec<Row>,
}

/// A request and its answer.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub url: String,
    #[serde(default = "method_get")]
    pub method: String,
    #[serde(default)]
    pub send: BTreeMap<String, String>,
    kind: String,
    status: Option<u16>,
    rules: Option<bool>,
    #[serde(default)]
    headers: Headers,
    body: Option<String>,
    #[serde(default)]
    except: BTreeMap<String, Answer>,
}

/// An expected answer, or the part of it that differs.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub status: Option<u16>,
    /// Whether it has the headers of every address.
    pub rules: Option<bool>,
    #[serde(default)]
    pub headers: Headers,
    pub body: Option<String>,
    why: Option<String>,
}

fn method_get() -> String {
    "GET".to_owned()
}

impl Answer {
    /// This answer with the parts that another one has.
    fn with(&self, other: &Answer) -> Answer {
        let mut headers = self.headers.clone();
        headers.extend(other.headers.clone());
        Answer {
            status: other.status.or(self.status),
            rules: other.rules.or(self.rules),
            headers,
            body: other.body.clone().or_else(|| self.body.clone()),
            why: None,
        }
    }
}

impl Table {
    /// Reads the table, in which every difference of a host has its reason.
    pub fn read() -> Table {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/urls.yaml");
        let table: Table = serde_yaml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        for (host, answer) in table.rows.iter().flat_map(|row| &row.except) {
            assert!(answer.why.as_ref().is_some_and(|why| !why.is_empty()), "{host}");
        }
        table
    }

    /// The answer of a host to the request of a row.
    pub fn expected(&self, row: &Row, host: &str) -> Answer {
        let kind = &self.kinds[&row.kind];
        let own = Answer {
            status: row.status,
            rules: row.rules,
            headers: row.headers.clone(),
            body: row.body.clone(),
            why: None,
        };
        let everywhere = kind.with(&own);
        match row.except.get(host) {
            Some(difference) => everywhere.with(difference),
            None => everywhere,
        }
    }
}
