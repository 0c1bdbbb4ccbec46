//! What the name of a shape says.

use formats::problem::most_similar;
use platform::unit::UnitCode;

/// What a shape is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Role {
    /// A line of this many metres.
    Scale(f64),
    /// The plot or the street.
    Site(&'static str),
    /// The outline, a shared room, stairs or lifts of a level.
    Shared(&'static str),
    /// The interior of a unit.
    Unit(String),
    /// The terrace, the door or the facade of a unit.
    OfUnit(&'static str, String),
}

/// Stands for the number of the level in the codes of a typical floor.
const LEVEL: char = '*';

impl Role {
    /// Whether it has the code of one unit, so that it cannot be on several levels.
    pub(super) fn is_on_one_level(&self) -> bool {
        matches!(self, Role::Unit(code) | Role::OfUnit(_, code) if !code.contains(LEVEL))
    }

    /// The role on a level, with its number, without the sign of a basement, in the code.
    pub(super) fn on_level(&self, level: i16) -> Role {
        let on_level = |code: &str| code.replace(LEVEL, &level.unsigned_abs().to_string());
        match self {
            Role::Unit(code) => Role::Unit(on_level(code)),
            Role::OfUnit(part, code) => Role::OfUnit(part, on_level(code)),
            other => other.clone(),
        }
    }
}

const SITE: [&str; 2] = ["plot", "street"];
const SHARED: [&str; 7] = ["outline", "corridor", "lobby", "services", "core", "stairs", "lifts"];
const OF_UNIT: [&str; 3] = ["terrace", "door", "facade"];

/// Names that drawing programs give, followed by a number.
const GIVEN: [&str; 15] = [
    "path", "rect", "polygon", "polyline", "line", "circle", "ellipse", "text", "tspan", "image", "use", "g",
    "svg", "layer", "shape",
];

/// What a name says; nothing for the names that drawing programs give, and for those that cannot be a unit's code.
pub(super) fn role(name: &str) -> Option<Role> {
    let bare = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || "-_ ".contains(letter));
    if let Some(metres) = name.strip_prefix("scale-") {
        return metres.parse().ok().filter(|metres| *metres > 0.0).map(Role::Scale);
    }
    if let Some(site) = SITE.into_iter().find(|site| *site == name) {
        return Some(Role::Site(site));
    }
    if let Some(shared) = SHARED.into_iter().find(|shared| *shared == bare) {
        return Some(Role::Shared(shared));
    }
    for part in OF_UNIT {
        let rest = name.strip_prefix(part).and_then(|rest| rest.strip_prefix('-'));
        if let Some(code) = rest {
            return Some(Role::OfUnit(part, code.to_owned()));
        }
    }
    let is_given = GIVEN.contains(&bare.to_lowercase().as_str());
    let is_code = !is_given && name.contains(|letter: char| letter.is_ascii_digit());
    let is_valid = UnitCode::new(&name.replace(LEVEL, "1")).is_ok();
    (is_code && is_valid).then(|| Role::Unit(name.to_owned()))
}

/// What to do about a name that is none of a plan; nothing for those that drawing programs give.
pub(super) fn unknown(name: &str) -> Option<String> {
    let bare = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || "-_ ".contains(letter));
    if name.is_empty() || GIVEN.contains(&bare.to_lowercase().as_str()) {
        return None;
    }
    let known: Vec<&str> = SHARED.into_iter().chain(SITE).collect();
    Some(match most_similar(&bare.to_lowercase(), &known) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "a unit has the name of its code: letters, digits, `-` and `_`, such as `O-301`".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_rooms_units_and_their_parts() {
        assert_eq!(role("O-301"), Some(Role::Unit("O-301".to_owned())));
        assert_eq!(role("lobby-2"), Some(Role::Shared("lobby")));
        assert_eq!(role("D-*01"), Some(Role::Unit("D-*01".to_owned())));
        assert_eq!(role("plot"), Some(Role::Site("plot")));
        assert_eq!(role("scale-10"), Some(Role::Scale(10.0)));
        assert_eq!(role("terrace-O-301"), Some(Role::OfUnit("terrace", "O-301".to_owned())));
        assert_eq!(unknown("corrider").as_deref(), Some("did you mean `corridor`?"));
        assert!(unknown("D 102").is_some_and(|hint| hint.contains("letters, digits")));
        assert_eq!((unknown("path1234"), unknown("")), (None, None));
        for other in ["", "path1234", "rect-7", "g12", "Layer_1", "background", "scale-x", "títul0"] {
            assert_eq!(role(other), None, "{other}");
        }
    }
}
