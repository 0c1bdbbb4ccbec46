//! Texts of drawings that cover no other: each is at the first of its places that is free.

use serde::{Serialize, Serializer};

/// A box of a drawing: left, top, right, bottom.
pub(super) type LabelArea = [f64; 4];

/// How far letters reach above and below their line, in parts of the type size; capitals with accents too.
const REACH: [f64; 2] = [0.95, 0.25];
const MIDDLE: f64 = (REACH[0] - REACH[1]) / 2.0;
/// Sizes of a text that has no place at its own, in parts of it.
const SMALLER: [f64; 3] = [1.0, 0.75, 0.55];
/// The space between the bubbles of two axes.
const BETWEEN_BUBBLES: i64 = 6;

/// Where a text begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// At the point.
    Start,
    /// Half of its width before the point.
    Middle,
    /// Its width before the point.
    End,
}

/// A text of a drawing, in units of the drawing.
#[derive(Debug, Clone, Serialize)]
pub struct Label {
    /// What it names: `number`, `size`, `street`, `scale`, `neighbour`, or the kind of a room.
    pub kind: &'static str,
    /// The text.
    pub text: String,
    /// Where its line begins, ends or has its middle, from the left.
    #[serde(serialize_with = "one_decimal")]
    pub x: f64,
    /// The same point, from the top.
    #[serde(serialize_with = "one_decimal")]
    pub y: f64,
    /// Its type size.
    #[serde(serialize_with = "two_decimals")]
    pub size: f64,
    /// Its type size in parts of the usual one.
    #[serde(serialize_with = "two_decimals")]
    pub scale: f64,
    /// What the point is.
    pub anchor: Anchor,
    /// Whether it is written upwards.
    pub is_upright: bool,
}

/// With one decimal place at most.
fn one_decimal<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    short(tenths(*number), serializer)
}

/// With two decimal places at most.
fn two_decimals<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    short(hundredths(*number), serializer)
}

/// A whole number without a decimal point.
fn short<S: Serializer>(number: f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.fract() == 0.0 {
        serializer.serialize_i64(number as i64)
    } else {
        serializer.serialize_f64(number)
    }
}

/// A number with two decimal places at most.
pub(super) fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// A number with one decimal: what is smaller cannot be seen in a drawing.
pub(super) fn tenths(number: f64) -> f64 {
    // Without the sign of a zero.
    (number * 10.0).round() / 10.0 + 0.0
}

impl Label {
    /// A text whose line has its middle at a point.
    pub(super) fn new(kind: &'static str, text: &str, [x, y]: [f64; 2], size: f64) -> Label {
        let (text, anchor) = (text.to_owned(), Anchor::Middle);
        Label {
            kind,
            text,
            x,
            y,
            size,
            scale: 1.0,
            anchor,
            is_upright: false,
        }
    }

    pub(super) fn at(&self, x: f64, anchor: Anchor) -> Label {
        Label {
            x,
            anchor,
            ..self.clone()
        }
    }

    /// The text written upwards, with its line through a point.
    pub(super) fn upwards(&self, [x, y]: [f64; 2]) -> Label {
        Label {
            is_upright: true,
            x,
            y,
            ..self.clone()
        }
    }

    /// The text written upwards instead; its middle stays where it is.
    pub(super) fn upright(&self) -> Label {
        let line = MIDDLE * self.size;
        self.upwards([self.x + line, self.y - line])
    }

    /// The text at its size, and smaller around the same middle.
    pub(super) fn smaller(&self) -> impl Iterator<Item = Label> {
        SMALLER.into_iter().map(move |scale| {
            let up = if self.is_upright {
                0.0
            } else {
                MIDDLE * self.size * (1.0 - scale)
            };
            Label {
                scale,
                size: self.size * scale,
                y: self.y - up,
                ..self.clone()
            }
        })
    }

    /// The box that it covers.
    pub fn area(&self) -> LabelArea {
        let width = text_width(&self.text) * self.size;
        let [above, below] = REACH.map(|part| part * self.size);
        let start = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let (x, y) = (self.x, self.y);
        if self.is_upright {
            [x - above, y + start - width, x + below, y + start]
        } else {
            [x - start, y - above, x - start + width, y + below]
        }
    }
}

/// The width of a text at type size 1: at least what it is in a usual font.
pub fn text_width(text: &str) -> f64 {
    text.chars()
        .map(|letter| match letter {
            'Æ' | 'æ' | 'œ' | 'Œ' | 'Ĳ' | 'Ŵ' | 'ŵ' => 1.15,
            '~' | '^' | '<' | '>' => 0.7,
            ' ' | '!' | '\'' | ',' | '.' | ':' | ';' | '|' | 'i' | 'j' | 'l' | 'I' | '\u{a0}' => {
                0.35
            }
            'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '-' | '/' => 0.45,
            'm' | 'w' | 'M' | 'W' | '@' | '%' | '#' => 1.0,
            '&' | '_' | '=' | 'A'..='Z' | 'À'..='Þ' => 0.79,
            '0'..='9' => 0.65,
            'ß'..='ɏ' if letter.is_uppercase() || letter == 'ď' => 0.82,
            '"'..='~' => 0.62,
            'ß'..='ɏ' => 0.72,
            _ => 1.1,
        })
        .sum()
}

/// The part of a drawing that is taken.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    frame: LabelArea,
    taken: Vec<LabelArea>,
}

impl Sheet {
    pub(super) fn new(frame: LabelArea) -> Sheet {
        Sheet {
            frame,
            taken: Vec::new(),
        }
    }

    /// Whether boxes are within the drawing and free; they are taken then.
    pub(super) fn take(&mut self, areas: &[LabelArea]) -> bool {
        let [left, top, right, bottom] = self.frame;
        let is_within = |area: &LabelArea| {
            area[0] >= left && area[1] >= top && area[2] <= right && area[3] <= bottom
        };
        let is_free = |area: &LabelArea| self.taken.iter().all(|other| !intersect(*area, *other));
        let has_place = areas.iter().all(|area| is_within(area) && is_free(area));
        if has_place {
            self.taken.extend(areas);
        }
        has_place
    }

    /// The first of the labels that covers no other; nothing when each does.
    pub(super) fn place(&mut self, places: impl IntoIterator<Item = Label>) -> Option<Label> {
        places.into_iter().find(|label| self.take(&[label.area()]))
    }
}

pub(super) fn intersect(one: LabelArea, other: LabelArea) -> bool {
    (0..2).all(|axis| one[axis] < other[axis + 2] && other[axis] < one[axis + 2])
}

pub(super) fn around([x, y]: [f64; 2], radius: f64) -> LabelArea {
    [x - radius, y - radius, x + radius, y + radius]
}

/// Where the bubbles of axes are: at their axes, or moved so that none covers another. If they are too many,
/// only every second or third axis has one.
pub(super) fn bubbles(axes: &[i64], diameter: i64, length: i64) -> Vec<Option<i64>> {
    let gap = diameter + BETWEEN_BUBBLES;
    let fitting = usize::try_from(length / gap + 1).unwrap_or(1).max(1);
    let step = axes.len().div_ceil(fitting).max(1);
    let mut places: Vec<i64> = axes.iter().copied().step_by(step).collect();
    for index in 1..places.len() {
        places[index] = places[index].max(places[index - 1] + gap);
    }
    let mut last = length.max(axes.last().copied().unwrap_or_default());
    for place in places.iter_mut().rev() {
        *place = last.min(*place);
        last = *place - gap;
    }
    let bubble = |index: usize| index.is_multiple_of(step).then(|| places[index / step]);
    (0..axes.len()).map(bubble).collect()
}

#[cfg(test)]
mod tests;
