//! The named shapes of an SVG drawing, as it is drawn.

mod definitions;
mod length;
mod name;
mod outline;
mod place;
mod reader;
mod role;
mod selector;
mod style;
mod transform;
mod viewport;

use std::collections::HashSet;

use kurbo::BezPath;
use roxmltree::{Document, ParsingOptions};

use self::definitions::Definitions;
pub(super) use self::length::MOST_UNITS;
use self::reader::Reader;
use self::role::OF_UNIT;
pub(super) use self::role::{Role, role};
use formats::problem::{Code, Place, Problem, most_similar, ok_unless};

/// The fewest letters of a word that can be a misspelt name of a part; codes begin with fewer.
const SHORTEST_WORD: usize = 4;
/// How many shapes that are left out a note names.
const MOST_NAMES: usize = 5;

/// A shape with a name, in units of the drawing.
pub(super) struct NamedShape {
    pub(super) name: String,
    /// The building of the group around it: its position in the list that was asked for.
    pub(super) building: Option<usize>,
    /// The level of the group around it.
    pub(super) level: Option<i16>,
    pub(super) path: BezPath,
    pub(super) place: Place,
}

/// What a drawing has for a plan.
pub(super) struct Drawing {
    /// Its extent: `left top width height`; nothing when it does not say.
    pub(super) view_box: Option<String>,
    /// The shapes with a name that a plan has.
    pub(super) shapes: Vec<NamedShape>,
}

/// Reads the named shapes of a drawing. Each other name that a person has given, and all that is not drawn, is a note. The problems
/// are named elements that are not a shape or cannot be read. `buildings` are the names that groups of each building may have.
pub(super) fn read(
    file: &str,
    text: &str,
    buildings: &[Vec<String>],
    notes: &mut Vec<Problem>,
) -> Result<Drawing, Vec<Problem>> {
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
        let at = Place {
            line: error.pos().row as usize,
            column: error.pos().col as usize,
        };
        let problem = Problem::at(Code::InvalidSyntax, file, at, message);
        vec![problem.hint("save the plan as plain SVG")]
    })?;
    let definitions = Definitions::collect(file, text, &document, notes);
    let mut reader = Reader::new(file, text, buildings, &definitions);
    let view_box = reader.read_all(document.root_element());
    let Found {
        mut shapes,
        labels,
        left_out,
        notes: found,
        mut problems,
    } = reader.found;
    notes.extend(found);
    notes.extend(left_out.iter().filter_map(|left_out| left_out.note(file)));
    leave_out_misnamed(file, &mut shapes, notes);
    // A label beside the shape that it names is not meant.
    let names: HashSet<&str> = shapes.iter().map(|shape| &*shape.name).collect();
    for Label { name, tag, place } in labels {
        if !names.contains(&*name) {
            let message = format!("`{name}` is a `{tag}`, which cannot be imported");
            let problem = Problem::at(Code::InvalidGeometry, file, place, message);
            problems.push(problem.hint("draw it as a closed path, polygon or rectangle"));
        }
    }
    notes.sort_by_key(|note| (note.line, note.column));
    ok_unless(problems, Drawing { view_box, shapes })
}

/// What a reader finds.
#[derive(Default)]
struct Found {
    shapes: Vec<NamedShape>,
    labels: Vec<Label>,
    left_out: Vec<LeftOut>,
    notes: Vec<Problem>,
    problems: Vec<Problem>,
}

/// A text or picture with the name of a shape.
struct Label {
    name: String,
    tag: String,
    place: Place,
}

/// Why an element and all that is in it are left out.
#[derive(Clone, Copy)]
enum Reason {
    Hidden,
    /// Only elements that use it draw it.
    NotUsed,
    /// Another child of its `switch` is drawn, or programs that are not browsers draw it.
    NotChosen,
    /// It cannot be read.
    Unknown,
}

/// An element that is left out.
struct LeftOut {
    /// Its name, or else its tag.
    element: String,
    reason: Reason,
    place: Place,
    /// The names in it that a plan has.
    names: Vec<String>,
}

impl LeftOut {
    /// A note about it; nothing when it has nothing of a plan.
    fn note(&self, file: &str) -> Option<Problem> {
        let (why, hint) = match self.reason {
            Reason::Hidden => (
                "is hidden",
                "show it in the drawing program if it belongs to the plan",
            ),
            Reason::NotUsed => ("is not drawn", "draw it, or place it with `use`"),
            Reason::NotChosen => ("is not drawn by browsers", "save the plan as plain SVG"),
            Reason::Unknown => ("cannot be read", "save the plan as plain SVG"),
        };
        let mut inside: Vec<String> = Vec::new();
        for name in self.names.iter().filter(|name| **name != self.element) {
            let quoted = format!("`{name}`");
            if !inside.contains(&quoted) {
                inside.push(quoted);
            }
        }
        let more = inside.len().saturating_sub(MOST_NAMES);
        inside.truncate(MOST_NAMES);
        if more > 0 {
            inside.push(format!("{more} more"));
        }
        let with = if inside.is_empty() {
            String::new()
        } else {
            format!(", with {}", inside.join(", "))
        };
        let message = format!("`{}` {why}, and is left out{with}", self.element);
        let problem = Problem::at(Code::InvalidGeometry, file, self.place, message);
        (!self.names.is_empty()).then(|| problem.hint(hint))
    }
}

/// Leaves out what would be a unit only because its name ends with the code of another one: `terrase-O-301`.
fn leave_out_misnamed(file: &str, shapes: &mut Vec<NamedShape>, notes: &mut Vec<Problem>) {
    let names: HashSet<String> = shapes.iter().map(|shape| shape.name.clone()).collect();
    let part_of = |name: &str| {
        let (word, code) = name.split_once('-')?;
        let is_word =
            word.chars().count() >= SHORTEST_WORD && word.chars().all(char::is_alphabetic);
        let is_part = is_word && names.contains(code) && matches!(role(name), Some(Role::Unit(_)));
        is_part.then(|| match most_similar(&word.to_lowercase(), &OF_UNIT) {
            Some(meant) => format!("did you mean `{meant}-{code}`?"),
            None => format!("a part of `{code}` begins with `terrace-`, `door-` or `facade-`"),
        })
    };
    shapes.retain(|NamedShape { name, place, .. }| {
        let hint = part_of(name);
        notes.extend(hint.clone().map(|hint| {
            let message = format!("`{name}` is ignored");
            Problem::at(Code::InvalidGeometry, file, *place, message).hint(hint)
        }));
        hint.is_none()
    });
}
