//! What the plans of a unit have beside the building: texts, a scale bar, an arrow to the north and dimension lines.

use std::borrow::Cow;

use serde::Serialize;

use super::labels::{Anchor, Label, LabelArea, Sheet, around, intersect, tenths};
use super::plan::{Plan, PlanUnit};

/// Lengths of a scale bar, metres.
const BARS: [u8; 4] = [10, 5, 2, 1];
/// The height of the middle of the arrow's letter over its centre, and its half width, in parts of the arrow's radius.
const LETTER: [f64; 2] = [1.55, 0.52];
/// Width of the enlarged plan on a page, in units of its texts, and its least and greatest height: a deep unit is drawn
/// larger in a taller plan.
const ENLARGED_WIDTH: f64 = 320.0;
const ENLARGED_HEIGHTS: [f64; 2] = [200.0, 300.0];
/// The least space around a unit in it: left, top, right and bottom. Dimensions are on the left and at the top.
const SPACES: LabelArea = [25.0, 25.0, 4.0, 4.0];
/// What the enlarged plan shows beyond the unit on each side: the corridor and the street, decimetres.
const SURROUNDINGS: f64 = 16.0;
/// And beyond its terrace.
const BEYOND_TERRACE: f64 = 14.0;
/// A kiosk is not enlarged to the size of an office.
const LEAST_ZOOM: f64 = 0.4;
/// A unit drawn alone is turned where it is so many times as large then, in a drawing of the least height.
const TURNED_GAIN: f64 = 1.25;
/// How far the name of a corridor that is turned is above or below the middle of the unit, beside the unit's dimension.
const BESIDE_DIMENSION: f64 = 48.0;
/// How many of the sizes of a text a dimension may have: smaller ones could not be read on paper.
const DIMENSION_SIZES: usize = 2;
/// The space of a level's plan around the building, and below it.
const AROUND: [f64; 2] = [20.0, 56.0];
/// The largest type size of the level's plan, that of a phone in `unit.css`.
const TEXT: f64 = 30.0;

/// The widest building, in decimetres, below whose plan a scale bar and the street's name can be read on a phone.
const WIDEST_WITH_TEXTS: f64 = 1500.0;

/// The words of a page's plans.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The number of the unit.
    pub number: &'a str,
    /// The name of the street.
    pub street: &'a str,
    /// The names of the kinds of rooms that the level shares.
    pub room: &'a dyn Fn(&str) -> String,
    /// The sign before the decimals of a dimension.
    pub decimal: char,
}

/// A drawing without the building. Its unit is `zoom` decimetres.
#[derive(Debug, Default, Serialize)]
pub struct UnitDrawing {
    /// Its extent in decimetres: `left top width height`.
    #[serde(rename = "viewBox")]
    pub view_box: String,
    /// How many decimetres its unit is.
    pub zoom: f64,
    /// By how many degrees the building is turned below these notes, clockwise: -90 for a deep unit, or zero.
    pub turn: i16,
    /// How the door opens, in decimetres of the building.
    pub swing: String,
    /// The texts.
    pub labels: Vec<Label>,
    /// The line of the scale bar; empty if it has no place.
    pub bar: String,
    /// The dimension lines.
    pub dimensions: String,
    /// The centre of the arrow to the north, if it has a place.
    pub north: Option<[i64; 2]>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct CloseUpStyle {
    /// Type size of the unit's number.
    pub(super) number: f64,
    /// From the unit to a dimension line, half the length of its ends, and from it to its text.
    pub(super) dimensions: [f64; 3],
    /// From the corner of the drawing to the centre of the arrow to the right and down, and the arrow's radius.
    pub(super) north: [f64; 3],
    pub(super) has_letter: bool,
    /// From the lower left corner of the drawing to the scale bar.
    pub(super) corner: [f64; 2],
    pub(super) bar: BarStyle,
    /// A text that would be smaller is left out.
    pub(super) smallest: f64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct BarStyle {
    /// Half the length of its ends.
    pub(super) tick: f64,
    /// How far its text is from its end, and how far the line of the text is below it.
    pub(super) text: [f64; 2],
    /// Type size of its text, and of dimensions.
    pub(super) size: f64,
    /// The longest bar is this one of [`BARS`].
    pub(super) longest: usize,
}

/// The sizes on a unit's page, as in `unit.css`.
const PAGE: CloseUpStyle = CloseUpStyle {
    number: 16.0,
    dimensions: [10.0, 4.0, 5.0],
    north: [26.0, 26.0, 14.0],
    has_letter: false,
    corner: [10.0, 12.0],
    bar: BarStyle {
        tick: 3.0,
        text: [6.0, 4.0],
        size: 10.0,
        longest: 1,
    },
    smallest: 0.0,
};
/// The scale bar below the plan of a level on a unit's page.
const BELOW: BarStyle = BarStyle {
    tick: 4.0,
    text: [10.0, 7.0],
    size: TEXT,
    longest: 0,
};

impl Plan {
    /// The plan of the level on a unit's page: numbers of the rooms that it shares; of one that is not too wide also
    /// the street and a scale bar.
    pub fn location(&self, street: &str) -> UnitDrawing {
        let [width, depth] = self.size.map(|size| size as f64);
        let has_texts = width <= WIDEST_WITH_TEXTS;
        let [side, below] = AROUND;
        let below = if has_texts { below } else { side };
        let mut sheet = Sheet::new([-side, -side, width + side, depth + below]);
        let rooms = self.rooms.iter().filter(|rooms| rooms.kind != "corridor");
        let numbers = (1..).zip(rooms).flat_map(|(number, rooms)| {
            rooms.places.iter().map(move |place| {
                let at = [place.x as f64, place.y as f64 + 7.0];
                Label::new("room", &format!("{number}"), at, TEXT)
            })
        });
        let mut labels: Vec<Label> = numbers.filter_map(|label| sheet.place([label])).collect();
        let street = Label::new(
            "street",
            street,
            [(self.size[0] / 2) as f64, depth + 44.0],
            TEXT,
        );
        let streets = [street.clone(), street.at(width, Anchor::End)];
        let (bar, texts) = if has_texts {
            sheet.bar_and_street([0.0, depth + 40.0], 1.0, BELOW, &streets)
        } else {
            Default::default()
        };
        labels.extend(texts);
        UnitDrawing {
            view_box: format!(
                "-{side} -{side} {} {}",
                width + 2.0 * side,
                depth + side + below
            ),
            zoom: 1.0,
            labels,
            bar,
            ..UnitDrawing::default()
        }
    }

    /// The enlarged plan of a unit on its page, as large as the unit and its dimensions need.
    pub fn enlarged(&self, unit: &PlanUnit, words: Words<'_>) -> UnitDrawing {
        let is_in_front = unit.y * 2 > self.size[1];
        let is_on_the_right = unit.x * 2 >= self.size[0];
        let (unit, turn) = unit.drawn_alone();
        let (frame, zoom) = enlarged_frame(&unit);
        let [x, y] = [0, 1].map(|axis| f64::midpoint(frame[axis], frame[axis + 2]));
        let places = self
            .rooms
            .iter()
            .flat_map(|rooms| rooms.places.iter().map(move |place| (rooms.kind, place)));
        let rooms = places.map(|(kind, room)| {
            let room = if turn == 0 {
                room.clone()
            } else {
                room.turned()
            };
            let [left, top] = [room.x, room.y].map(|at| at as f64 / zoom);
            let label = Label::new(
                "room",
                &(words.room)(kind),
                [left, top + 3.0],
                PAGE.bar.size,
            );
            let [start, _, end, _] = label.area();
            let is_too_long = (end - start) * zoom > room.length as f64;
            // A name at the edge of the drawing is moved into it.
            let within = left + (frame[0] - start).max(0.0) - (end - frame[2]).max(0.0);
            // Beside the ends of the dimension below it.
            let half = f64::midpoint(end, -start) + 6.0;
            let [start, end] = [0, 2].map(|side| unit.extent[side] as f64 / zoom);
            let sides = [(x + 75.0).max(end + half), (x - 100.0).min(start - half)];
            let inside = sides.map(|x| x.max(frame[0] + half).min(frame[2] - half));
            let mut sides = inside.map(|x| label.at(x, Anchor::Middle));
            match kind {
                // A corridor with an angle may have its place beyond the unit's walls along it.
                "corridor" if turn != 0 && (unit.extent[0]..unit.extent[2]).contains(&room.x) => {
                    Vec::new()
                }
                "corridor" if turn != 0 => {
                    let beside = [0.0, BESIDE_DIMENSION, -BESIDE_DIMENSION];
                    let at = |beside| [left + 3.0, y + beside];
                    beside.map(|beside| label.upwards(at(beside))).to_vec()
                }
                "corridor" => {
                    if is_on_the_right {
                        sides.reverse();
                    }
                    sides.to_vec()
                }
                // The plan of the level has a number for the room.
                _ if is_too_long => Vec::new(),
                _ if room.is_upright => vec![label.upwards([left + 3.0, top])],
                _ if (frame[0]..frame[2]).contains(&left) => vec![label.at(within, Anchor::Middle)],
                _ => Vec::new(),
            }
        });
        let street = Label::new("street", words.street, [x, frame[3] - 8.0], PAGE.bar.size);
        let places = [street.clone(), street.at(frame[2] - 10.0, Anchor::End)];
        // A turned building has the street on the right; the arrow to the north has a place above its name.
        let [start, _, end, _] = street.area();
        let below = frame[3] - f64::midpoint(end, -start) - 8.0;
        let aside = street.upwards([frame[2] - 8.0, below]).smaller().collect();
        let (streets, aside) = match (is_in_front, turn) {
            (true, 0) => (&places[..], Vec::new()),
            (true, _) => (&[][..], aside),
            (false, _) => (&[][..], Vec::new()),
        };
        self.close_up(
            (&unit, turn),
            (words.number, words.decimal),
            (frame, zoom),
            PAGE,
            streets,
            [aside].into_iter().chain(rooms),
        )
    }

    /// The close-up of a unit: its number, dimensions, scale bar and street, then what else has a place, and north.
    pub(super) fn close_up(
        &self,
        (unit, turn): (&PlanUnit, i16),
        (number, decimal): (&str, char),
        (frame, zoom): (LabelArea, f64),
        style: CloseUpStyle,
        streets: &[Label],
        others: impl Iterator<Item = Vec<Label>>,
    ) -> UnitDrawing {
        let mut sheet = Sheet::new(frame);
        let small = |at: i64| at as f64 / zoom;
        let at = [small(unit.x), small(unit.y) + style.number / 3.2];
        let usual = Label::new("number", number, at, style.number);
        let mut places = unit.number_places(&usual, zoom);
        places.extend(usual.smaller());
        places.retain(|label| !number.is_empty() && label.size >= style.smallest);
        let mut labels: Vec<Label> = sheet.place(places).into_iter().collect();
        let [left, top, right, bottom] = unit.extent.map(small);
        let [gap, tick, lift] = style.dimensions;
        let (x, y) = (left - gap, top - gap);
        let [width, depth] = unit
            .size
            .map(|metres| format!("{metres:.2} m").replace('.', &decimal.to_string()));
        let width = Label::new(
            "size",
            &width,
            [f64::midpoint(left, right), y - lift],
            style.bar.size,
        );
        let depth = Label::new(
            "size",
            &depth,
            [x - lift, f64::midpoint(top, bottom)],
            style.bar.size,
        );
        for label in [
            width,
            Label {
                is_upright: true,
                ..depth
            },
        ] {
            let sizes = label.smaller().take(DIMENSION_SIZES);
            labels.extend(sheet.place(sizes.filter(|label| label.size >= style.smallest)));
        }
        let corner = [frame[0] + style.corner[0], frame[3] - style.corner[1]];
        let (bar, texts) = sheet.bar_and_street(corner, zoom, style.bar, streets);
        labels.extend(texts);
        labels.extend(others.filter_map(|places| sheet.place(places)));
        let [inset, down, radius] = style.north;
        let [near, far] = [
            [frame[0] + inset, frame[1] + down],
            [frame[2] - inset, frame[3] - down],
        ];
        let corners = [[far[0], near[1]], near, far, [near[0], far[1]]];
        let parts = 1 + usize::from(style.has_letter);
        // Over the unit only where it has no other place.
        let is_over =
            |centre: &[f64; 2]| intersect(around(*centre, radius), [left, top, right, bottom]);
        let (over, beside): (Vec<_>, Vec<_>) = corners.into_iter().partition(is_over);
        let north = beside.into_iter().chain(over).find(|centre| {
            let direction = self.north + f64::from(turn);
            sheet.take(&arrow(*centre, radius, direction)[..parts])
        });
        let extent = [frame[0], frame[1], frame[2] - frame[0], frame[3] - frame[1]];
        let ends = 2.0 * tick;
        let [across, up] = [y - tick, x - tick];
        let [left, top, right, bottom, x, y, across, up] =
            [left, top, right, bottom, x, y, across, up].map(tenths);
        UnitDrawing {
            view_box: extent
                .map(|size| (size * zoom).round().to_string())
                .join(" "),
            zoom,
            turn,
            swing: unit.swing.clone(),
            labels,
            bar,
            dimensions: format!(
                "M{left} {y}H{right}M{left} {across}v{ends}M{right} {across}v{ends}\
                 M{x} {top}V{bottom}M{up} {top}h{ends}M{up} {bottom}h{ends}"
            ),
            north: north.map(|centre| centre.map(|at| at.round() as i64)),
        }
    }
}

impl PlanUnit {
    /// The unit as it is drawn alone, and by how many degrees it is turned for that: the long side of a deep and narrow one is
    /// the width of the drawing, which is wider than high on pages and sheets.
    pub(super) fn drawn_alone(&self) -> (Cow<'_, PlanUnit>, i16) {
        let [left, top, right, bottom] = self.whole.map(|at| at as f64);
        let [wide, deep] = [right - left, bottom - top].map(|side| side + 2.0 * SURROUNDINGS);
        let ratio = ENLARGED_HEIGHTS[0] / ENLARGED_WIDTH;
        let least = LEAST_ZOOM * ENLARGED_WIDTH;
        let needed = |width: f64, height: f64| width.max(height / ratio).max(least);
        if needed(wide, deep) < TURNED_GAIN * needed(deep, wide) {
            (Cow::Borrowed(self), 0)
        } else {
            (Cow::Owned(self.turned()), -90)
        }
    }
}

/// The frame of the enlarged plan of a unit, in units of its texts, and how many decimetres one of them is.
fn enlarged_frame(unit: &PlanUnit) -> (LabelArea, f64) {
    let [left, top, right, bottom] = unit.extent.map(|at| at as f64);
    let whole = unit.whole.map(|at| at as f64);
    let shown = [
        (left - SURROUNDINGS).min(whole[0] - BEYOND_TERRACE),
        (top - SURROUNDINGS).min(whole[1] - BEYOND_TERRACE),
        (right + SURROUNDINGS).max(whole[2] + BEYOND_TERRACE),
        (bottom + SURROUNDINGS).max(whole[3] + BEYOND_TERRACE),
    ];
    let centre = [0, 1].map(|axis| f64::midpoint(shown[axis], shown[axis + 2]));
    // The zoom at which a side is in a frame of this half size: with its surroundings, and with its texts.
    let zoom_for = |side: usize, half: f64| {
        let reach = |box_side: f64| (box_side - centre[side % 2]).abs();
        let unit_side = [left, top, right, bottom][side];
        (reach(shown[side]) / half).max(reach(unit_side) / (half - SPACES[side]))
    };
    let [least, greatest] = ENLARGED_HEIGHTS.map(|height| height / 2.0);
    let half_width = ENLARGED_WIDTH / 2.0;
    let halves = [half_width, greatest, half_width, greatest];
    let needed = (0..4)
        .map(|side| zoom_for(side, halves[side]))
        .fold(LEAST_ZOOM, f64::max);
    // The frame begins and ends at whole decimetres, as it is written.
    let zoom = (ENLARGED_WIDTH * needed).ceil() / ENLARGED_WIDTH;
    let with_surroundings = (shown[3] - shown[1]) / 2.0 / zoom;
    let with_texts = (bottom - top) / 2.0 / zoom + SPACES[1];
    let half_height = with_surroundings.max(with_texts).clamp(least, greatest);
    let [start, above] = [
        (centre[0] - half_width * zoom).round(),
        (centre[1] - half_height * zoom).round(),
    ];
    let height = (2.0 * half_height * zoom).round();
    let frame = [start, above, start + ENLARGED_WIDTH * zoom, above + height].map(|at| at / zoom);
    (frame, zoom)
}

impl Sheet {
    /// The line of a scale bar from a point to the right, and the texts of its row: its length, and the name of the street at one
    /// of its places. The name is as large as it can be beside any bar, and the bar as long as it can be beside it.
    pub(super) fn bar_and_street(
        &mut self,
        [x, y]: [f64; 2],
        zoom: f64,
        style: BarStyle,
        streets: &[Label],
    ) -> (String, Vec<Label>) {
        let [beside, below] = style.text;
        let bars: Vec<(f64, Label)> = BARS
            .into_iter()
            .skip(style.longest)
            .map(|metres| {
                let length = f64::from(metres) * 10.0 / zoom;
                let text = Label::new("scale", &format!("{metres} m"), [x, y + below], style.size);
                (length, text.at(x + length + beside, Anchor::Start))
            })
            .collect();
        let scales = streets.first().map_or(0, |street| street.smaller().count());
        let rows = (0..scales).map(|scale| {
            streets
                .iter()
                .filter_map(|street| street.smaller().nth(scale))
                .collect::<Vec<_>>()
        });
        for row in rows.chain([Vec::new()]) {
            for (length, text) in &bars {
                let free = self.clone();
                let line = [x, y - style.tick, x + length, y + style.tick];
                if self.take(&[line, text.area()]) {
                    let street = self.place(row.clone());
                    if street.is_some() || row.is_empty() {
                        let [x, top, length] = [x, y - style.tick, *length].map(tenths);
                        let (ends, tick) = (2.0 * style.tick, style.tick);
                        let bar = format!("M{x} {top}v{ends}m0-{tick}h{length}m0-{tick}v{ends}");
                        return (bar, [text.clone()].into_iter().chain(street).collect());
                    }
                }
                *self = free;
            }
        }
        (String::new(), Vec::new())
    }
}

/// The boxes of an arrow to the north, and of its letter.
pub(super) fn arrow(centre: [f64; 2], radius: f64, north: f64) -> [LabelArea; 2] {
    let [distance, half] = LETTER.map(|part| part * radius);
    let (sin, cos) = north.to_radians().sin_cos();
    [
        around(centre, radius),
        around(
            [centre[0] + distance * sin, centre[1] - distance * cos],
            half,
        ),
    ]
}
