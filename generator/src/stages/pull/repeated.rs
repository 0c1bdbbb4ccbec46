//! Codes of units that give one address: no two units can have their pages there.

use std::collections::HashMap;

use formats::yaml::{Places, path};
use platform::config::PlatformConfig;
use platform::unit::UnitCode;
use serde_json::Value;

/// The positions of each unit whose code has the address of an earlier one, after that of the earlier one. Case makes no difference:
/// there are hosts that ignore it in addresses.
pub(super) fn repeated_codes<'a>(codes: impl IntoIterator<Item = &'a UnitCode>) -> Vec<[usize; 2]> {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut repeated = Vec::new();
    for (at, code) in codes.into_iter().enumerate() {
        let before = *first
            .entry(code.address().to_ascii_lowercase())
            .or_insert(at);
        if before != at {
            repeated.push([before, at]);
        }
    }
    repeated
}

/// What is wrong with two such codes, and what to do.
pub(super) fn message(before: &UnitCode, code: &UnitCode) -> String {
    if before.spelling() == code.spelling() {
        return format!("both have the code `{code}`: give each unit its own");
    }
    format!(
        "have the codes `{before}` and `{code}`, which give one address, `{}`: give them codes that differ in a letter or a digit",
        code.address()
    )
}

/// The lines of two units in the text of a JSON file, which is an answer with the names of `map` or with the default ones.
pub(super) fn lines(text: &str, map: &PlatformConfig, units: [usize; 2]) -> [usize; 2] {
    let answer: Value = serde_json::from_str(text).unwrap_or_default();
    let default = PlatformConfig::default();
    let is_list = |list: &&str| {
        let pointer = format!("/{}", list.replace('.', "/"));
        *list == "." || answer.pointer(&pointer).is_some_and(Value::is_array)
    };
    let list = [map.list.as_str(), &default.list].into_iter().find(is_list);
    let start = match list {
        None | Some(".") => String::new(),
        Some(list) => format!("{list}."),
    };
    let places = Places::read(text);
    units.map(|at| places.find(&path(&format!("{start}{at}"))).line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_with_one_address_are_refused_with_both_lines() {
        for (codes, expected) in [
            (
                ["PH 1", "O-1", "ph-1"],
                "2 4 have the codes `PH 1` and `ph-1`, which give one address, `ph-1`: give them",
            ),
            (
                ["N1-04/A", "N1–04 A", "O-1"],
                "2 3 have the codes `N1-04/A` and `N1–04 A`, which give one address, `N1-04-A`",
            ),
            (
                ["O-1", "Ñ-3", "N-3"],
                "3 4 have the codes `Ñ-3` and `N-3`, which give one address, `N-3`",
            ),
            (
                ["O-1", "O-2", "O-1"],
                "2 4 both have the code `O-1`: give each unit its own",
            ),
        ] {
            let text = format!(
                "{{\"Data\": {{\"Property\": [\n{{\"propertyCode\": {:?}}},\n{{\"propertyCode\": {:?}}},\n{{\"propertyCode\": {:?}}}]}}}}",
                codes[0], codes[1], codes[2]
            );
            let codes = codes.map(|code| UnitCode::new(code).unwrap());
            let [[before, at]] = repeated_codes(&codes)[..] else {
                panic!("one pair")
            };
            let [first, second] = lines(&text, &PlatformConfig::default(), [before, at]);
            let found = format!("{first} {second} {}", message(&codes[before], &codes[at]));
            assert!(found.starts_with(expected), "{found}");
        }
    }
}
