//! The named shapes of an SVG drawing, and what their names say. Everything else in it is ignored.

use std::collections::HashSet;
use std::str::FromStr as _;

use kurbo::{Affine, BezPath, PathEl, Rect, Shape as _};
use platform::unit::UnitCode;
use roxmltree::{Document, Node, ParsingOptions};
use svgtypes::{PointsParser, SimplePathSegment, SimplifyingPathParser, Transform};

use formats::problem::{Code, Place, Problem, most_similar, ok_unless};

/// The namespace of the labels of Inkscape, which its users see instead of the ids.
const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";
/// Elements whose content is not drawn where it stands.
const DEFINITIONS: [&str; 7] = [
    "clipPath", "defs", "marker", "mask", "metadata", "pattern", "symbol",
];
/// Words that begin the number of a level in the name of a group.
const LEVEL_WORDS: [&str; 2] = ["level", "nivel"];
/// Words that begin the number of a basement, which is counted downwards.
const BASEMENT_WORDS: [&str; 3] = ["basement", "sótano", "sotano"];
const SHAPES: [&str; 7] = [
    "path", "polygon", "polyline", "rect", "line", "circle", "ellipse",
];
/// The most groups around a shape. Each one takes a part of the stack.
const MAX_GROUPS: usize = 100;
/// How exactly the four curves of a rectangle's corners would be drawn; it has none.
const EXACT: f64 = 0.1;

/// A shape with a name, in units of the drawing.
pub(super) struct NamedShape {
    pub(super) name: String,
    /// The level of the group around it.
    pub(super) level: Option<i16>,
    pub(super) path: BezPath,
    pub(super) place: Place,
}

/// Reads the named shapes of a drawing. The problems are named elements that are not a shape or cannot be read.
pub(super) fn read<'a>(file: &'a str, text: &'a str) -> Result<Drawing<'a>, Vec<Problem>> {
    // Old programs write a document type; entities are limited by the library.
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let sentence = error.to_string();
        let what = sentence
            .rsplit_once(" at ")
            .map_or(&*sentence, |(what, _)| what);
        let message = format!("is not an SVG drawing: {what}");
        let problem = Problem::at(Code::InvalidSyntax, file, place(error.pos()), message);
        vec![problem.hint("save the plan as plain SVG")]
    })?;
    let root = document.root_element();
    let view_box = root.attribute("viewBox").map(str::to_owned);
    let (shapes, ignored, problems) = (Vec::new(), Vec::new(), Vec::new());
    let cursor = Cursor {
        text,
        offset: 0,
        place: Place { line: 1, column: 1 },
    };
    let mut drawing = Drawing {
        file,
        cursor,
        view_box,
        shapes,
        ignored,
        problems,
    };
    let outermost = Surroundings {
        transform: Affine::IDENTITY,
        level: None,
        groups: 0,
    };
    drawing.walk(root, outermost);
    drawing.leave_out_misnamed();
    ok_unless(std::mem::take(&mut drawing.problems), drawing)
}

fn place(at: roxmltree::TextPos) -> Place {
    Place {
        line: at.row as usize,
        column: at.col as usize,
    }
}

/// Where the last element is. The next one is looked for from there, because the place of each from the start of a long text
/// takes its length squared.
struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
}

impl Cursor<'_> {
    fn place_of(&mut self, offset: usize) -> Place {
        // What an entity contains is where that is declared.
        if offset < self.offset {
            self.offset = 0;
            self.place = Place { line: 1, column: 1 };
        }
        for letter in self.text[self.offset..offset].chars() {
            if letter == '\n' {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
        }
        self.offset = offset;
        self.place
    }
}

/// What an element has from the groups around it.
#[derive(Clone, Copy)]
struct Surroundings {
    transform: Affine,
    level: Option<i16>,
    /// How many they are.
    groups: usize,
}

pub(super) struct Drawing<'a> {
    file: &'a str,
    cursor: Cursor<'a>,
    pub(super) view_box: Option<String>,
    /// The shapes with a name that a plan has.
    pub(super) shapes: Vec<NamedShape>,
    /// A problem for each named shape that a plan does not have.
    pub(super) ignored: Vec<Problem>,
    problems: Vec<Problem>,
}

impl Drawing<'_> {
    fn walk(&mut self, node: Node<'_, '_>, around: Surroundings) {
        if DEFINITIONS.contains(&node.tag_name().name()) {
            return;
        }
        let name = node
            .attribute((INKSCAPE, "label"))
            .or_else(|| node.attribute("id"))
            .unwrap_or_default()
            .trim();
        let at = self.cursor.place_of(node.range().start);
        let mut report = |message: String, hint: &str| {
            self.problems
                .push(Problem::at(Code::InvalidGeometry, self.file, at, message).hint(hint));
        };
        let transform = match node.attribute("transform").map(Transform::from_str) {
            None => Affine::IDENTITY,
            Some(Ok(Transform { a, b, c, d, e, f })) => Affine::new([a, b, c, d, e, f]),
            Some(Err(error)) => {
                report(
                    format!("`transform` cannot be read: {error}"),
                    "write it as SVG 1.1 does",
                );
                return;
            }
        };
        if around.groups > MAX_GROUPS {
            report(
                format!("is in more than {MAX_GROUPS} groups"),
                "ungroup the drawing, or save it as plain SVG",
            );
            return;
        }
        let whole = around.transform * transform;
        if node.has_children() && ["g", "svg", "a"].contains(&node.tag_name().name()) {
            let inside = Surroundings {
                transform: whole,
                level: level_of(name).or(around.level),
                groups: around.groups + 1,
            };
            for child in node.children().filter(Node::is_element) {
                self.walk(child, inside);
            }
            return;
        }
        if role(name).is_none() {
            let is_shape = SHAPES.contains(&node.tag_name().name());
            if is_shape && let Some(hint) = unknown(name) {
                let message = format!("`{name}` is ignored");
                let problem = Problem::at(Code::InvalidGeometry, self.file, at, message);
                self.ignored.push(problem.hint(hint));
            }
            return;
        }
        match outline(node) {
            Ok(path) => {
                self.shapes.push(NamedShape {
                    name: name.to_owned(),
                    level: around.level,
                    path: whole * path,
                    place: at,
                });
            }
            Err(reason) => {
                report(
                    format!("`{name}` {reason}"),
                    "draw it as a closed path, polygon or rectangle",
                );
            }
        }
    }

    /// Leaves out what would be a unit only because its name ends with the code of another one: `terrase-O-301`.
    fn leave_out_misnamed(&mut self) {
        let names: HashSet<String> = self.shapes.iter().map(|shape| shape.name.clone()).collect();
        let part_of = |name: &str| {
            let (word, code) = name.split_once('-')?;
            let is_word =
                word.chars().count() >= SHORTEST_WORD && word.chars().all(char::is_alphabetic);
            let is_part =
                is_word && names.contains(code) && matches!(role(name), Some(Role::Unit(_)));
            is_part.then(|| match most_similar(&word.to_lowercase(), &OF_UNIT) {
                Some(meant) => format!("did you mean `{meant}-{code}`?"),
                None => format!("a part of `{code}` begins with `terrace-`, `door-` or `facade-`"),
            })
        };
        let (file, ignored) = (self.file, &mut self.ignored);
        self.shapes.retain(|NamedShape { name, place, .. }| {
            let hint = part_of(name);
            ignored.extend(hint.clone().map(|hint| {
                Problem::at(
                    Code::InvalidGeometry,
                    file,
                    *place,
                    format!("`{name}` is ignored"),
                )
                .hint(hint)
            }));
            hint.is_none()
        });
    }
}

/// The level that the name of a group names: `level-3`, `Nivel 3`; `level--1`, `Sótano 1` for a basement.
fn level_of(name: &str) -> Option<i16> {
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

/// The path of a shape's element, or why it has none.
fn outline(node: Node<'_, '_>) -> Result<BezPath, String> {
    let number = |name: &str| {
        let text = node.attribute(name).unwrap_or("0").trim_end_matches("px");
        let number: Option<f64> = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| format!("has the {name} `{text}`, which is not a number"))
    };
    match node.tag_name().name() {
        "path" => path(node.attribute("d").unwrap_or_default()),
        tag @ ("polygon" | "polyline") => {
            let mut path = polyline(PointsParser::from(
                node.attribute("points").unwrap_or_default(),
            ));
            if tag == "polygon" && !path.elements().is_empty() {
                path.close_path();
            }
            Ok(path)
        }
        "line" => Ok(polyline(
            [
                (number("x1")?, number("y1")?),
                (number("x2")?, number("y2")?),
            ]
            .into_iter(),
        )),
        "rect" => {
            let (x, y) = (number("x")?, number("y")?);
            Ok(Rect::new(x, y, x + number("width")?, y + number("height")?).to_path(EXACT))
        }
        other => Err(format!("is a `{other}`, which cannot be imported")),
    }
}

fn polyline(points: impl Iterator<Item = (f64, f64)>) -> BezPath {
    let element = |(index, point): (usize, (f64, f64))| match index {
        0 => PathEl::MoveTo(point.into()),
        _ => PathEl::LineTo(point.into()),
    };
    points.enumerate().map(element).collect()
}

fn path(data: &str) -> Result<BezPath, String> {
    let mut path = BezPath::new();
    for segment in SimplifyingPathParser::from(data) {
        match segment.map_err(|error| format!("has a path that cannot be read: {error}"))? {
            SimplePathSegment::MoveTo { x, y } => path.move_to((x, y)),
            SimplePathSegment::LineTo { x, y } => path.line_to((x, y)),
            SimplePathSegment::CurveTo {
                x1,
                y1,
                x2,
                y2,
                x,
                y,
            } => path.curve_to((x1, y1), (x2, y2), (x, y)),
            SimplePathSegment::Quadratic { x1, y1, x, y } => path.quad_to((x1, y1), (x, y)),
            SimplePathSegment::ClosePath => path.close_path(),
        }
    }
    Ok(path)
}

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
const SHARED: [&str; 7] = [
    "outline", "corridor", "lobby", "services", "core", "stairs", "lifts",
];
const OF_UNIT: [&str; 3] = ["terrace", "door", "facade"];
/// The fewest letters of a word that can be a misspelt name of a part; codes begin with fewer.
const SHORTEST_WORD: usize = 4;

/// Names that drawing programs give, followed by a number.
const GIVEN: [&str; 15] = [
    "path", "rect", "polygon", "polyline", "line", "circle", "ellipse", "text", "tspan", "image",
    "use", "g", "svg", "layer", "shape",
];

/// A name without the number at its end.
fn bare(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit() || "-_ ".contains(letter))
}

/// What a name says; nothing for the names that drawing programs give, and for those that cannot be a unit's code.
pub(super) fn role(name: &str) -> Option<Role> {
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
    let is_given = GIVEN.contains(&bare.to_lowercase().as_str());
    let long: Vec<&str> = SHARED
        .into_iter()
        .filter(|shared| shared.len() > SHORTEST_WORD + 1)
        .collect();
    let is_misspelt =
        bare.len() > SHORTEST_WORD + 1 && most_similar(&bare.to_lowercase(), &long).is_some();
    let is_code =
        !is_given && !is_misspelt && name.contains(|letter: char| letter.is_ascii_digit());
    let is_valid = UnitCode::new(&name.replace(LEVEL, "1")).is_ok();
    (is_code && is_valid).then(|| Role::Unit(name.to_owned()))
}

/// What to do about a name that is none of a plan; nothing for those that drawing programs give.
fn unknown(name: &str) -> Option<String> {
    let bare = bare(name);
    if name.is_empty() || GIVEN.contains(&bare.to_lowercase().as_str()) {
        return None;
    }
    let known: Vec<&str> = SHARED.into_iter().chain(SITE).collect();
    Some(match most_similar(&bare.to_lowercase(), &known) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "a unit has the name of its code: letters, digits, `-` and `_`, such as `O-301`"
            .to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_rooms_units_and_their_parts() {
        for code in ["O-301", "D-*01", "Corner-2"] {
            assert_eq!(role(code), Some(Role::Unit(code.to_owned())));
        }
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
        assert!(unknown("D 102").is_some_and(|hint| hint.contains("letters, digits")));
        assert_eq!((unknown("path1234"), unknown("")), (None, None));
        for other in " path1234 rect-7 g12 Layer_1 corrider-2 background scale-x títul0".split(' ')
        {
            assert_eq!(role(other), None, "{other}");
        }
    }
}
