//! The phase of the building. In the `data` of a page, a group whose keys are all phases is replaced by its value for the current
//! phase, or left out when it has none: `title: { construction: Visit the site, finished: Visit the building }`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr};

/// Whether the building is on paper, under construction or finished.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Deserialize,
    Serialize,
    JsonSchema,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Phase {
    /// Units are sold, and construction has not begun.
    Presale,
    /// The building is under construction.
    #[default]
    Construction,
    /// The building is finished.
    Finished,
}

impl Phase {
    /// The value with each group by phase replaced by its value for this phase; nothing when it has none.
    pub fn choose(self, value: Value) -> Option<Value> {
        match value {
            Value::Object(mut group) => {
                let is_phase = |key: &String| key.parse::<Phase>().is_ok();
                if !group.is_empty() && group.keys().all(is_phase) {
                    return self.choose(group.remove(<&str>::from(self))?);
                }
                let entries = group
                    .into_iter()
                    .filter_map(|(key, value)| Some((key, self.choose(value)?)));
                Some(Value::Object(entries.collect()))
            }
            Value::Array(list) => Some(Value::Array(
                list.into_iter()
                    .filter_map(|value| self.choose(value))
                    .collect(),
            )),
            other => Some(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_group_by_phase_becomes_its_value_or_is_left_out() {
        let group =
            json!({"title": {"presale": "a", "finished": "b"}, "kept": {"presale": 1, "other": 2}});
        let list = json!([{"construction": {"title": "x"}}, {"title": "y"}, {}]);
        for (phase, data, chosen) in [
            (
                Phase::Presale,
                &group,
                json!({"title": "a", "kept": {"presale": 1, "other": 2}}),
            ),
            (
                Phase::Construction,
                &group,
                json!({"kept": {"presale": 1, "other": 2}}),
            ),
            (
                Phase::Construction,
                &list,
                json!([{"title": "x"}, {"title": "y"}, {}]),
            ),
            (Phase::Finished, &list, json!([{"title": "y"}, {}])),
        ] {
            assert_eq!(phase.choose(data.clone()), Some(chosen));
        }
    }
}
