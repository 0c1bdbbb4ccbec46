//! The stub's state: its behaviour for each call or for all of them, the units and amenities of its two files, and the recorded requests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use axum::http::{HeaderMap, HeaderValue, header};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use strum::VariantArray;

/// How the stub answers; the correct mode is the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
#[serde(rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the name of a mode without a comment says what it is"
)]
pub enum Mode {
    Ok,
    /// Closes the connection without an answer.
    Refuse,
    Hang,
    /// Sends half of the answer, then nothing, and keeps the connection open.
    Stall,
    /// Sends the answer one byte after the other, slowly.
    Trickle,
    /// Sends half of the answer, then closes the connection.
    Break,
    /// Answers correctly after `delay_ms`.
    Slow,
    Unauthorized,
    NotFound,
    Unprocessable,
    /// 429 with `retry_after`.
    TooManyRequests,
    ServerError,
    /// 307 to another host.
    Redirect,
    Html,
    /// The first half of the JSON as a complete answer.
    CutOff,
    /// JSON with status 200 in another format.
    OtherShape,
    /// JSON nested too deeply to be parsed.
    Deep,
    Empty,
    Half,
    /// One unit with an unknown status.
    UnknownStatus,
    /// All prices multiplied by ten.
    PriceTimesTen,
    DuplicateCodes,
    /// Units without the fields in `lacks`.
    Incomplete,
    /// Units whose fields, except the code, are objects.
    WrongTypes,
    OtherUnit,
    Huge,
}

/// How to answer a call, set with `PUT /_stub/behaviour`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Behaviour {
    /// The call (`property/list`), or `*` for all calls without a behaviour of their own.
    pub call: String,
    /// How to answer.
    pub mode: Mode,
    /// Number of requests it applies to; `None`: until it is changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// Milliseconds before the answer, for `slow`.
    pub delay_ms: u64,
    /// `Retry-After` in seconds, for `too_many_requests`.
    pub retry_after: u32,
    /// The platform's names of the fields that units lack, for `incomplete`.
    pub lacks: Vec<String>,
}

impl Default for Behaviour {
    fn default() -> Self {
        let lacks = ["bathrooms", "typology"].map(str::to_owned).to_vec();
        Self {
            call: "*".to_owned(),
            mode: Mode::Ok,
            times: None,
            delay_ms: 2000,
            retry_after: 1,
            lacks,
        }
    }
}

impl Behaviour {
    /// `mode` for `call`, until it is changed.
    pub fn new(call: &str, mode: Mode) -> Self {
        Self {
            call: call.to_owned(),
            mode,
            ..Self::default()
        }
    }
}

/// The name of a unit's code in the files (the wire format of the design).
const CODE: &str = "propertyCode";

#[derive(Debug, Default)]
pub(super) struct StubState {
    units: Vec<Value>,
    amenities: Vec<Value>,
    pub(super) behaviours: BTreeMap<String, Behaviour>,
    /// By their numbers.
    pub(super) requests: BTreeMap<usize, RecordedRequest>,
    /// The number of the last request.
    last: usize,
}

impl StubState {
    pub(super) fn read_files(inventory: &Path, amenities: &Path) -> Result<Self, String> {
        let (units, amenities) = (
            read_list(inventory, "Property")?,
            read_list(amenities, "Amenities")?,
        );
        Ok(Self {
            units,
            amenities,
            ..Self::default()
        })
    }

    pub(super) fn set_behaviour(&mut self, behaviour: Behaviour) {
        if behaviour.times != Some(0) {
            self.behaviours.insert(behaviour.call.clone(), behaviour);
        }
    }

    /// The behaviour for the next request of `call`; counts that request.
    fn next_behaviour(&mut self, call: &str) -> Behaviour {
        let key = if self.behaviours.contains_key(call) {
            call
        } else {
            "*"
        };
        let Some(behaviour) = self.behaviours.get_mut(key) else {
            return Behaviour::new(call, Mode::Ok);
        };
        let current = behaviour.clone();
        behaviour.times = behaviour.times.map(|times| times - 1);
        if behaviour.times == Some(0) {
            self.behaviours.remove(key);
        }
        current
    }

    /// Records a request. Returns its number and how to answer it.
    pub(super) fn record(
        &mut self,
        call: &str,
        authorized: bool,
        headers: &HeaderMap,
        body: Value,
    ) -> (usize, Behaviour) {
        self.last += 1;
        let number = self.last;
        let shown = headers
            .iter()
            .filter(|(name, _)| *name != header::AUTHORIZATION);
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = shown
            .map(|(name, value)| (name.to_string(), text(value)))
            .collect();
        let call = call.to_owned();
        let behaviour = self.next_behaviour(&call);
        self.requests.insert(
            number,
            RecordedRequest {
                number,
                call,
                authorized,
                headers,
                body,
                status: None,
            },
        );
        (number, behaviour)
    }

    pub(super) fn answered(&mut self, number: usize, status: u16) {
        if let Some(request) = self.requests.get_mut(&number) {
            request.status = Some(status);
        }
    }

    pub(super) fn requests_of(&self, call: Option<&str>) -> Vec<RecordedRequest> {
        let is_listed = |request: &&RecordedRequest| call.is_none_or(|call| request.call == call);
        self.requests.values().filter(is_listed).cloned().collect()
    }

    /// The detail of the unit `code` as an answer of this behaviour has it.
    pub(super) fn unit_as(&self, behaviour: &Behaviour, code: &str) -> Option<Value> {
        let asked = self.units.iter().position(|unit| unit[CODE] == code)?;
        let at = if behaviour.mode == Mode::OtherUnit {
            (asked + 1) % self.units.len()
        } else {
            asked
        };
        let mut unit = self.units[at].clone();
        spoil(&mut unit, behaviour);
        Some(unit)
    }

    pub(super) fn change_unit(&mut self, code: &str, changes: Map<String, Value>) -> bool {
        let unit = self.units.iter_mut().find(|unit| unit[CODE] == code);
        unit.and_then(Value::as_object_mut)
            .map(|unit| unit.extend(changes))
            .is_some()
    }

    pub(super) fn units_as(&self, behaviour: &Behaviour) -> Vec<Value> {
        let mut units = self.units.clone();
        units.iter_mut().for_each(|unit| spoil(unit, behaviour));
        match behaviour.mode {
            Mode::Empty => units.clear(),
            Mode::Half => units = units.into_iter().step_by(2).collect(),
            Mode::UnknownStatus => {
                units
                    .iter_mut()
                    .take(1)
                    .for_each(|unit| unit["status"] = json!("en litigio"));
            }
            Mode::PriceTimesTen => {
                for unit in &mut units {
                    if let Some(price) = unit["price"].as_i64() {
                        unit["price"] = json!(price * 10);
                    }
                }
            }
            Mode::DuplicateCodes => duplicate(&mut units, CODE),
            _ => {}
        }
        units
    }

    pub(super) fn amenities_as(&self, mode: Mode) -> Vec<Value> {
        let mut amenities = self.amenities.clone();
        match mode {
            Mode::Empty => amenities.clear(),
            Mode::DuplicateCodes => duplicate(&mut amenities, "code"),
            _ => {}
        }
        amenities
    }
}

/// Takes fields from a unit, or gives them a type that no field has.
fn spoil(unit: &mut Value, Behaviour { mode, lacks, .. }: &Behaviour) {
    let Some(fields) = unit.as_object_mut() else {
        return;
    };
    match mode {
        Mode::Incomplete => fields.retain(|name, _| !lacks.contains(name)),
        Mode::WrongTypes => fields
            .iter_mut()
            .filter(|(name, _)| *name != CODE)
            .for_each(|(_, value)| {
                *value = json!({"value": value});
            }),
        _ => {}
    }
}

fn duplicate(items: &mut [Value], code: &str) {
    if let [first, second, ..] = items {
        second[code] = first[code].clone();
    }
}

fn read_list(path: &Path, name: &str) -> Result<Vec<Value>, String> {
    let bad = |detail: String| format!("{} cannot be served: {detail}", path.display());
    let bytes = fs::read(path).map_err(|error| bad(error.to_string()))?;
    let answer: Value = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
    let items = answer["Data"][name]
        .as_array()
        .ok_or_else(|| bad(format!("it has no list at Data.{name}")))?;
    match items.iter().position(|item| !item.is_object()) {
        Some(at) => Err(bad(format!(
            "item {} of Data.{name} is not an object",
            at + 1
        ))),
        None => Ok(items.clone()),
    }
}

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
