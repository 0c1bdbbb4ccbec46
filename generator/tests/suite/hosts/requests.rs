//! Sends every row of `tests/hosts/urls.yaml` to a host and compares the answers, with what the host answers differently.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use http::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde::Deserialize;
use serde_yaml::{Mapping, Value};
use tokio::runtime::Runtime;

use super::fixture::Fixture;
use super::redirects::stays;
use crate::support::files::engine_file;

pub static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// A client that changes nothing in requests and answers.
pub static CLIENT: LazyLock<Client> = LazyLock::new(|| {
    Client::builder()
        .no_proxy()
        .no_gzip()
        .redirect(Policy::none())
        .build()
        .unwrap()
});

/// Compares every answer of the host at `address`, like `127.0.0.1:80`, with the table.
pub fn check(host: &str, address: &str, fixture: &Fixture) {
    let rules = rules_of_every_address(fixture);
    let wrong: Vec<String> = rows(host)
        .into_iter()
        .filter_map(|row| {
            let difference = difference(address, &send(address, &row), &row, &rules)?;
            Some(format!(
                "{} {} {:?}: {difference}",
                row.method, row.url, row.send
            ))
        })
        .collect();
    assert!(wrong.is_empty(), "{host}:\n{}", wrong.join("\n"));
}

pub struct Received {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
}

pub fn get(address: &str, path: &str, headers: &[(&str, &str)]) -> Received {
    request("GET", address, path, headers, "")
}

pub fn request(
    method: &str,
    address: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Received {
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
    let first = text
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with(' '));
    let headers: BTreeMap<String, String> = first
        .filter_map(|line| line.trim().split_once(": "))
        .filter(|(name, _)| *name != "Cache-Control")
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    assert!(headers.len() > 6, "{headers:?}");
    headers
}

fn send(address: &str, row: &Row) -> Received {
    let needs_earlier = row
        .send
        .values()
        .any(|value| value == "etag" || value == "date");
    let earlier = if needs_earlier {
        get(address, &row.url, &[]).headers
    } else {
        HeaderMap::new()
    };
    let known = |name: &str| {
        earlier
            .get(name)
            .map_or("unknown", |value| value.to_str().unwrap())
    };
    let headers = row.send.iter().map(|(name, value)| match value.as_str() {
        "etag" => (name.as_str(), known("etag")),
        "date" => (name.as_str(), known("last-modified")),
        value => (name.as_str(), value),
    });
    request(
        &row.method,
        address,
        &row.url,
        &headers.collect::<Vec<_>>(),
        "",
    )
}

/// What is not as expected.
fn difference(
    address: &str,
    answer: &Received,
    row: &Row,
    rules: &BTreeMap<String, String>,
) -> Option<String> {
    let mut expected = BTreeMap::new();
    if row.rules {
        let of_rules = rules.iter();
        expected.extend(of_rules.map(|(name, value)| (name.clone(), Some(value.clone()))));
    }
    expected.extend(row.headers.clone());
    let found = |name: &String| {
        let values = answer
            .headers
            .get_all(name)
            .iter()
            .map(|value| value.to_str().unwrap());
        let value = values.collect::<Vec<_>>().join(" + ");
        // Their values have no case.
        let is_in_any_case = name == "content-type" || name == "vary";
        let value = if is_in_any_case {
            value.to_ascii_lowercase()
        } else {
            value
        };
        Some(value).filter(|value| !value.is_empty())
    };
    expected.retain(|name, value| found(name) != *value);
    let found: BTreeMap<_, _> = expected.keys().map(|name| (name, found(name))).collect();
    let start: String = answer.body.chars().take(200).collect();
    let has_body = match row.body.as_deref() {
        Some("") => start.is_empty(),
        words => answer.body.contains(words.unwrap_or_default()),
    };
    let location = answer.headers.get("location");
    let is_on_host = location.is_none_or(|value| stays(address, &row.url, value.to_str().unwrap()));
    let is_same = answer.status == row.status && expected.is_empty() && has_body && is_on_host;
    let found = format!("{} {found:?} {start:?}", answer.status);
    (!is_same).then(|| {
        format!(
            "{found} instead of {} {expected:?} {:?}",
            row.status, row.body
        )
    })
}

/// A request of the table, and what one host answers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    url: String,
    #[serde(default = "method_get")]
    method: String,
    #[serde(default)]
    send: BTreeMap<String, String>,
    status: u16,
    /// Whether it has the headers of every address.
    #[serde(default)]
    rules: bool,
    /// Expected headers; without a value the header must be absent.
    #[serde(default)]
    headers: BTreeMap<String, Option<String>>,
    body: Option<String>,
}

fn method_get() -> String {
    "GET".to_owned()
}

/// The rows of the table: the answer of a row's kind, with what the row and then the host answers differently.
fn rows(host: &str) -> Vec<Row> {
    let text = fs::read_to_string(engine_file("generator/tests/hosts/urls.yaml")).unwrap();
    let table: Value = serde_yaml::from_str(&text).unwrap();
    let row = |row: &Value| {
        let mut row = row.as_mapping().unwrap().clone();
        let (kind, except) = (
            row.remove("kind").unwrap(),
            row.remove("except").unwrap_or_default(),
        );
        let mut answer = table["kinds"][&kind].as_mapping().unwrap().clone();
        merge(&mut answer, row);
        for (name, difference) in except.as_mapping().into_iter().flatten() {
            let mut difference = difference.as_mapping().unwrap().clone();
            let why = difference.remove("why");
            assert!(
                why.is_some_and(|why| why != ""),
                "no reason: {difference:?}"
            );
            if name == host {
                merge(&mut answer, difference);
            }
        }
        serde_yaml::from_value(answer.into()).unwrap()
    };
    table["rows"]
        .as_sequence()
        .unwrap()
        .iter()
        .map(row)
        .collect()
}

/// Adds the entries of `other` or replaces those that are there; headers one by one.
fn merge(answer: &mut Mapping, other: Mapping) {
    for (key, value) in other {
        match (answer.get_mut(&key), value) {
            (Some(Value::Mapping(headers)), Value::Mapping(others)) => headers.extend(others),
            (_, value) => drop(answer.insert(key, value)),
        }
    }
}
