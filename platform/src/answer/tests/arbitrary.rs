//! Arbitrary answers do not panic.

use super::{amenities, detail, mail_status, units, wire_unit, with};
use crate::field_map::FieldMap;
use proptest::prelude::*;
use serde_json::Value;

/// Arbitrary JSON, at most three levels deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[-$,.0-9 MXNm²]{0,20}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-zA-Z]{1,12}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn arbitrary_field_values_do_not_panic(value in any_json(), at in 0usize..11) {
        let field = wire_unit().as_object().unwrap().keys().nth(at).unwrap().clone();
        let answer = with(&field, value);
        if let Err(error) = units(&answer, &FieldMap::default()) {
            prop_assert!(!error.to_string().chars().any(char::is_control));
        }
    }

    #[test]
    fn arbitrary_answers_do_not_panic(answer in any_json()) {
        let map = FieldMap::default();
        let _ = (units(&answer, &map), detail(&answer, &map), amenities(&answer, &map), mail_status(&answer));
    }
}
