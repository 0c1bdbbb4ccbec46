//! How the stub behaves: well, or as it was told, for a call or for all, for ever or for the next few requests.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A way to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// As it should.
    Ok,
    /// Drops the connection without an answer.
    Refuse,
    /// Never answers.
    Hang,
    /// Sends half of the answer, then nothing more.
    Stall,
    /// Sends half of the answer, then drops the connection.
    Break,
    /// Answers well, after `delay_ms`.
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
    /// A page with status 200.
    Html,
    /// The first half of the JSON as if it were all.
    CutOff,
    /// JSON with status 200 of another shape.
    OtherShape,
    /// JSON nested deeper than anyone reads.
    Deep,
    /// No units, no amenities.
    Empty,
    /// Every second unit.
    Half,
    /// One unit with a status that nobody knows.
    UnknownStatus,
    /// All prices times ten.
    PriceTimesTen,
    /// One code twice.
    DuplicateCodes,
    /// More than 10 MB.
    Huge,
}

impl Mode {
    /// Whether a client gets at least the head of an answer.
    pub(super) fn answers(self) -> bool {
        !matches!(self, Self::Refuse | Self::Hang)
    }
}

/// What the stub is told: `PUT /_stub/behaviour`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Behaviour {
    /// The call (`property/list`), or `*` for all that have no behaviour of their own.
    pub call: String,
    /// How to answer.
    pub mode: Mode,
    /// For how many requests; without it, until told otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// For `slow`: milliseconds before the answer.
    #[serde(default = "two_seconds")]
    pub delay_ms: u64,
    /// For `too_many_requests`: seconds to wait.
    #[serde(default = "one")]
    pub retry_after: u32,
}

fn two_seconds() -> u64 {
    2000
}

fn one() -> u32 {
    1
}

impl Behaviour {
    /// `mode` for `call`, until told otherwise.
    pub fn new(call: &str, mode: Mode) -> Self {
        Self {
            call: call.to_owned(),
            mode,
            times: None,
            delay_ms: two_seconds(),
            retry_after: one(),
        }
    }
}

/// The behaviours in force.
#[derive(Debug, Default)]
pub(super) struct Plan(BTreeMap<String, Behaviour>);

impl Plan {
    /// Takes a behaviour; `ok` without `times` ends the one before.
    pub(super) fn tell(&mut self, behaviour: Behaviour) {
        if behaviour.times == Some(0) {
            return;
        }
        self.0.insert(behaviour.call.clone(), behaviour);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn all(&self) -> Vec<Behaviour> {
        self.0.values().cloned().collect()
    }

    /// How to answer this request of `call`; counts it.
    pub(super) fn next(&mut self, call: &str) -> Behaviour {
        let key = if self.0.contains_key(call) { call } else { "*" };
        let Some(behaviour) = self.0.get_mut(key) else {
            return Behaviour::new(call, Mode::Ok);
        };
        let now = behaviour.clone();
        if let Some(times) = &mut behaviour.times {
            *times -= 1;
            if *times == 0 {
                self.0.remove(key);
            }
        }
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(json: &str) -> Behaviour {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_behaviour_counts_down_and_a_call_goes_before_all() {
        let mut plan = Plan::default();
        plan.tell(told(r#"{"call":"*","mode":"hang"}"#));
        plan.tell(told(
            r#"{"call":"property/list","mode":"server_error","times":2}"#,
        ));
        let modes: Vec<Mode> = (0..3).map(|_| plan.next("property/list").mode).collect();
        assert_eq!(modes, [Mode::ServerError, Mode::ServerError, Mode::Hang]);
        assert_eq!(plan.next("amenities/list").mode, Mode::Hang);
        plan.tell(told(r#"{"call":"*","mode":"ok"}"#));
        assert_eq!(plan.next("amenities/list").mode, Mode::Ok);
    }

    #[test]
    fn what_it_does_not_know_is_refused() {
        for bad in [
            r#"{"call":"*","mode":"explode"}"#,
            r#"{"call":"*"}"#,
            r#"{"call":"*","mode":"ok","time":1}"#,
        ] {
            assert!(serde_json::from_str::<Behaviour>(bad).is_err(), "{bad}");
        }
    }
}
