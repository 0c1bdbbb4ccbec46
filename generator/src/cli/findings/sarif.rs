//! A SARIF 2.1.0 log (OASIS Standard, 27 March 2020) of findings, for code scanning and editors.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::check::explain;
use formats::code::Code;
use formats::problem::Problem;
use model::schema::ENGINE;

/// The schema that a log declares.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The bytes of a path that a URI reference escapes (RFC 3986, section 3.3); a colon would look like a scheme.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The log with one run, whose rules are the codes that occur.
pub(super) fn log(problems: &[Problem]) -> Value {
    let mut codes: Vec<Code> = problems.iter().map(|problem| problem.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let rules: Vec<Value> = codes.iter().map(|code| rule(*code)).collect();
    let results: Vec<Value> = problems.iter().map(|problem| result(problem, &codes)).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "site", "version": ENGINE, "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: Code) -> Value {
    let explanation = explain::explanation(code);
    let what = explanation.as_ref().map_or(code.as_str(), |explanation| explanation.what);
    let details = explanation.as_ref().map_or("", |explanation| explanation.details);
    json!({
        "id": code,
        "shortDescription": {"text": what},
        "help": {"text": details, "markdown": details},
        "defaultConfiguration": {"level": code.level()},
    })
}

fn result(problem: &Problem, codes: &[Code]) -> Value {
    let uri = utf8_percent_encode(&problem.file, PATH).to_string();
    let mut physical = json!({"artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"}});
    if let Some(line) = problem.line {
        let mut region = Map::from_iter([("startLine".to_owned(), json!(line))]);
        region.extend(problem.column.map(|column| ("startColumn".to_owned(), json!(column))));
        physical["region"] = Value::Object(region);
    }
    json!({
        "ruleId": problem.code,
        "ruleIndex": codes.binary_search(&problem.code).ok(),
        "level": problem.code.level(),
        "message": {"text": problem.sentence()},
        "locations": [{"physicalLocation": physical}],
    })
}
