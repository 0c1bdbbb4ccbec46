//! The table of addresses in `tests/hosts/urls.yaml`, and what a host answers differently.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

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
    #[serde(default = "get")]
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

fn get() -> String {
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
