//! The stub's configurable behaviour, per call or for all calls, permanently or for a number of requests.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use strum::VariantArray;

/// How the stub answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Correctly.
    Ok,
    /// Closes the connection without an answer.
    Refuse,
    /// Never answers.
    Hang,
    /// Sends half of the answer, then nothing, and keeps the connection open.
    Stall,
    /// Sends the answer one byte after the other, slowly.
    Trickle,
    /// Sends half of the answer, then closes the connection.
    Break,
    /// Answers correctly after `delay_ms`.
    Slow,
    /// 401.
    Unauthorized,
    /// 404.
    NotFound,
    /// 422.
    Unprocessable,
    /// 429 with `retry_after`.
    TooManyRequests,
    /// 500.
    ServerError,
    /// 307 to another host.
    Redirect,
    /// An HTML page with status 200.
    Html,
    /// The first half of the JSON as a complete answer.
    CutOff,
    /// JSON with status 200 in another format.
    OtherShape,
    /// JSON nested too deeply to be parsed.
    Deep,
    /// No units, no amenities.
    Empty,
    /// Every second unit.
    Half,
    /// One unit with an unknown status.
    UnknownStatus,
    /// All prices multiplied by ten.
    PriceTimesTen,
    /// Two items with the same code.
    DuplicateCodes,
    /// Units without the fields in `lacks`.
    Incomplete,
    /// Units whose fields, except the code, are objects.
    WrongTypes,
    /// The detail of another unit.
    OtherUnit,
    /// More than 10 MB.
    Huge,
}

impl Mode {
    /// Every mode, the correct one first.
    pub const ALL: &[Self] = Self::VARIANTS;

    pub(super) fn answers(self) -> bool {
        !matches!(self, Self::Refuse | Self::Hang)
    }
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
        Self { call: "*".to_owned(), mode: Mode::Ok, times: None, delay_ms: 2000, retry_after: 1, lacks }
    }
}

impl Behaviour {
    /// `mode` for `call`, until it is changed.
    pub fn new(call: &str, mode: Mode) -> Self {
        Self { call: call.to_owned(), mode, ..Self::default() }
    }
}

#[derive(Debug, Default)]
pub(super) struct AnswerPlan(pub(super) BTreeMap<String, Behaviour>);

impl AnswerPlan {
    /// Sets the behaviour of a call, replacing its previous one.
    pub(super) fn set(&mut self, behaviour: Behaviour) {
        if behaviour.times != Some(0) {
            self.0.insert(behaviour.call.clone(), behaviour);
        }
    }

    /// The behaviour for the next request of `call`; counts that request.
    pub(super) fn next(&mut self, call: &str) -> Behaviour {
        let key = if self.0.contains_key(call) { call } else { "*" };
        let Some(behaviour) = self.0.get_mut(key) else {
            return Behaviour::new(call, Mode::Ok);
        };
        let current = behaviour.clone();
        if let Some(times) = &mut behaviour.times {
            *times -= 1;
            if *times == 0 {
                self.0.remove(key);
            }
        }
        current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaviour(json: &str) -> Behaviour {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_behaviour_counts_down_and_a_call_takes_precedence() {
        let mut plan = AnswerPlan::default();
        plan.set(behaviour(r#"{"call":"*","mode":"hang"}"#));
        plan.set(behaviour(r#"{"call":"property/list","mode":"server_error","times":2}"#));
        let modes: Vec<Mode> = (0..3).map(|_| plan.next("property/list").mode).collect();
        assert_eq!(modes, [Mode::ServerError, Mode::ServerError, Mode::Hang]);
        assert_eq!(plan.next("amenities/list").mode, Mode::Hang);
        plan.set(behaviour(r#"{"call":"*","mode":"ok"}"#));
        assert_eq!(plan.next("amenities/list").mode, Mode::Ok);
        for bad in [r#"{"call":"*","mode":"explode"}"#, r#"{"call":"*","mode":"ok","time":1}"#] {
            assert!(serde_json::from_str::<Behaviour>(bad).is_err(), "{bad}");
        }
    }
}
