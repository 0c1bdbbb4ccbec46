//! What the names of shapes and groups say.

use crate::geometry::address_of;
use platform::unit::UnitCode;

use formats::problem::most_similar;

/// Words that begin the number of a level in the name of a group.
const LEVEL_WORDS: [&str; 2] = ["level", "nivel"];
/// Words that begin the number of a basement, which is counted downwards.
const BASEMENT_WORDS: [&str; 3] = ["basement", "sótano", "sotano"];

/// The level that the name of a group names: `level-3`, `Nivel 3`; `level--1`, `Sótano 1` for a basement.
pub(super) fn level_of(name: &str) -> Option<i16> {
    let name = name.to_lowercase();
    let after = |words: &[&str]| {
        let rest = words.iter().find_map(|word| name.strip_prefix(word))?;
        // One separator: what follows it is the sign of a basement.
        rest.strip_prefix(['-', '_', ' '])
            .unwrap_or(rest)
            .trim()
            .parse::<i16>()
            .ok()
    };
    after(&LEVEL_WORDS).or_else(|| after(&BASEMENT_WORDS).map(|number| -number.abs()))
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::import) enum Role {
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
    pub(in crate::import) fn is_on_one_level(&self) -> bool {
        matches!(self, Role::Unit(code) | Role::OfUnit(_, code) if !code.contains(LEVEL))
    }

    /// The role on a level, with the address of the code, in which its number is, without the sign of a basement.
    pub(in crate::import) fn on_level(&self, level: i16) -> Role {
        let on_level =
            |code: &str| address_of(&code.replace(LEVEL, &level.unsigned_abs().to_string()));
        match self {
            Role::Unit(code) => Role::Unit(on_level(code)),
            Role::OfUnit(part, code) => Role::OfUnit(part, on_level(code)),
            other => other.clone(),
        }
    }
}

const SITE: [&str; 2] = ["plot", "street"];
const SHARED: [&str; 7] = [
    "outline", "corridor", "lobby", "services", "core", "stairs", "lifts",
];
pub(super) const OF_UNIT: [&str; 3] = ["terrace", "door", "facade"];
/// The fewest letters of a word that can be a misspelt name of a part; codes begin with fewer.
const SHORTEST_WORD: usize = 4;

/// Names that drawing programs give, followed by a number.
const GIVEN: [&str; 15] = [
    "path", "rect", "polygon", "polyline", "line", "circle", "ellipse", "text", "tspan", "image",
    "use", "g", "svg", "layer", "shape",
];
/// Names that they give, too, followed by a number without a hyphen, as it is in codes: `Grupo 2` of Illustrator, `Frame 2` of Figma.
const GIVEN_BEFORE_SPACE: [&str; 28] = [
    "artboard",
    "calque",
    "camada",
    "capa",
    "clip",
    "clippath",
    "ebene",
    "exclude",
    "frame",
    "gradient",
    "group",
    "groupe",
    "grupo",
    "gruppe",
    "intersect",
    "livello",
    "mask",
    "object",
    "objeto",
    "page",
    "pattern",
    "rectangle",
    "star",
    "subtract",
    "svgid",
    "union",
    "vector",
    "xmlid",
];

/// A name without the number at its end.
fn bare(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit() || "-_ ".contains(letter))
}

/// Whether a drawing program gave the name, or nobody did.
pub(super) fn is_given(name: &str) -> bool {
    let before_space =
        name.trim_end_matches(|letter: char| letter.is_ascii_digit() || "_ ".contains(letter));
    let is_number_of_corel = name.strip_prefix('_').is_some_and(|number| {
        number.len() > 6 && number.chars().all(|letter| letter.is_ascii_digit())
    });
    name.is_empty()
        || is_number_of_corel
        || GIVEN.contains(&bare(name).to_lowercase().as_str())
        || GIVEN_BEFORE_SPACE.contains(&before_space.to_lowercase().as_str())
}

/// The most letters of a word in a name that is a code and not an address. Names of furniture and rooms have longer words.
const LONGEST_IN_CODE: usize = 3;

/// Whether a name has no long word, so that it can be a code with a space or another sign in it: `PH 1`, `N1-04/A`. A unit with a code
/// such as `Local 12` has its address as its name, `Local-12`: `Mesa 12` would be a unit, too.
fn has_only_short_words(name: &str) -> bool {
    name.split(|letter: char| !letter.is_alphabetic())
        .all(|word| word.chars().count() <= LONGEST_IN_CODE)
}

/// What a name says; nothing for the names that drawing programs give, and for those that cannot be a unit's code.
pub(in crate::import) fn role(name: &str) -> Option<Role> {
    let find = |words: &[&'static str], word: &str| {
        words
            .iter()
            .copied()
            .find(|known| known.eq_ignore_ascii_case(word))
    };
    if let Some(metres) = name.strip_prefix("scale-") {
        return metres
            .parse()
            .ok()
            .filter(|metres| *metres > 0.0)
            .map(Role::Scale);
    }
    if let Some(site) = find(&SITE, name) {
        return Some(Role::Site(site));
    }
    let bare = bare(name);
    if let Some(shared) = find(&SHARED, bare) {
        return Some(Role::Shared(shared));
    }
    if let Some((start, code)) = name.split_once('-')
        && let Some(part) = find(&OF_UNIT, start)
    {
        return Some(Role::OfUnit(part, code.to_owned()));
    }
    if is_given(name) || level_of(name).is_some() {
        return None;
    }
    let long: Vec<&str> = SHARED
        .into_iter()
        .filter(|shared| shared.len() > SHORTEST_WORD + 1)
        .collect();
    let is_misspelt =
        bare.len() > SHORTEST_WORD + 1 && most_similar(&bare.to_lowercase(), &long).is_some();
    let has_digit = name.contains(|letter: char| letter.is_ascii_digit());
    let on_level = name.replace(LEVEL, "1");
    let is_code = UnitCode::new(&on_level).is_ok()
        && (UnitCode::is_address(&on_level) || has_only_short_words(name));
    (!is_misspelt && has_digit && is_code).then(|| Role::Unit(name.to_owned()))
}

/// What to do about a name that is none of a plan; nothing for those that drawing programs give.
pub(super) fn unknown(name: &str) -> Option<String> {
    let bare = bare(name);
    if is_given(name) {
        return None;
    }
    if level_of(name).is_some() {
        return Some("a level is a group of its shapes".to_owned());
    }
    if let Some(part) = OF_UNIT.iter().find(|part| part.eq_ignore_ascii_case(bare)) {
        return Some(format!("name it after its unit: `{part}-O-301`"));
    }
    let known: Vec<&str> = SHARED.into_iter().chain(SITE).collect();
    Some(match most_similar(&bare.to_lowercase(), &known) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if name.contains(|letter: char| letter.is_ascii_digit()) => {
            "the name of a unit whose code has a long word has only letters from A to Z, digits, `-` and `_`, such as `Local-12`".to_owned()
        }
        None => "a unit has the name of its code, which has a digit, such as `O-301`".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_rooms_units_and_their_parts() {
        for code in [
            "O-301", "D-*01", "Corner-2", "Union-2", "101", "N1-04/A", "PH 1", "№5",
        ] {
            assert_eq!(role(code), Some(Role::Unit(code.to_owned())));
        }
        for furniture in ["muebles sala 2", "Mesa 4", "silla/3", "0,50", "3 sillas"] {
            assert_eq!(role(furniture), None, "{furniture}");
            assert!(unknown(furniture).is_some_and(|hint| hint.contains("`Local-12`")));
        }
        let on_level = |name: &str| role(name).map(|role| role.on_level(-2));
        assert_eq!(on_level("Ñ*01/A"), Some(Role::Unit("N201-A".to_owned())));
        assert_eq!(
            on_level("door-PH 1"),
            Some(Role::OfUnit("door", "PH-1".to_owned()))
        );
        let shared = [Some(Role::Shared("lobby")), Some(Role::Shared("lifts"))];
        assert_eq!(["lobby-2", "Lifts-2"].map(role), shared);
        assert_eq!(role("plot"), Some(Role::Site("plot")));
        assert_eq!(role("scale-10"), Some(Role::Scale(10.0)));
        assert_eq!(
            role("terrace-O-301"),
            Some(Role::OfUnit("terrace", "O-301".to_owned()))
        );
        assert_eq!(
            unknown("corrider").as_deref(),
            Some("did you mean `corridor`?")
        );
        assert!(unknown("D dos").is_some_and(|hint| hint.contains("which has a digit")));
        assert_eq!((unknown("path1234"), unknown("")), (None, None));
        for other in " path1234 rect-7 g12 level-1 Capa_1 SVGID_1_ Frame_2 clip0_1_2 Layer_1 corrider-2 background scale-x títul0".split(' ')
        {
            assert_eq!(role(other), None, "{other}");
        }
    }
}
