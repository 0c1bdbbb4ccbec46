//! A medical practice: a reception with chairs for those who wait, and consulting rooms along a corridor or side by side.

use super::room::{Room, overlap};
use super::{AISLE, Part, Piece};

/// The least length and depth of a consulting room within its walls, and the most depth.
const ROOM: [i64; 2] = [26, 29];
const MOST_DEPTH: i64 = 42;
/// The thickness of its walls.
const WALL: i64 = 1;
/// The width of the corridor.
const CORRIDOR: i64 = 12;
/// The depth of the reception, and with a passage in front of rooms that open to it.
const RECEPTION: i64 = 30;
const HALL: i64 = 41;
/// The desk of the reception and the chair behind it.
const DESK: [Part; 2] = [[0, 0, 16, 6], [5, 7, 6, 4]];
const DESK_LENGTH: i64 = 16;
/// From the wall with the door to the desk, and from the door to it along the wall.
const TO_DESK: [i64; 2] = [18, 18];
/// A chair of those who wait, how far one is from the next, and how many there are.
const CHAIR: Part = [0, 0, 5, 5];
const CHAIRS: [i64; 2] = [6, 4];
/// A desk between a chair and two, and a couch.
const CONSULTING_DESK: [Part; 4] = [[1, 0, 4, 4], [8, 0, 4, 4], [0, 5, 13, 7], [4, 13, 6, 4]];
const COUCH: [i64; 2] = [7, 18];

/// A consulting room in the room: its box without the walls that it has in common with others, and where one enters.
struct Consulting {
    area: Part,
    entry: Entry,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// From the reception, with a wall on the far side.
    Front {
        is_last: bool,
    },
    /// From the corridor beside it, nearer to the first corner or farther.
    Near,
    Far,
}

/// The layout with the most rooms; none where a reception and one room do not fit.
pub(super) fn practice(room: &Room) -> Vec<Piece> {
    if !room.is_rectangle() {
        return Vec::new();
    }
    let [beside, along] = [side_by_side(room), along_a_corridor(room)];
    let rooms = if beside.len() < along.len() {
        along
    } else {
        beside
    };
    let is_hall = matches!(
        rooms.first().map(|room| room.entry),
        Some(Entry::Front { .. })
    );
    let mut pieces: Vec<Piece> = rooms
        .iter()
        .map(|consulting| consulting.piece(room))
        .collect();
    let end = room.size[0] - DESK_LENGTH - 2;
    let desk = if is_hall {
        end.min(room.to_door + TO_DESK[0])
    } else {
        end
    };
    pieces.push(room.piece([desk, TO_DESK[1]], &DESK));
    if rooms.is_empty() || !pieces.iter().all(|piece| room.is_free(piece)) {
        return Vec::new();
    }
    let [step, most] = CHAIRS;
    let in_front = (1..).map(|at| [room.size[0] - at * step, 1]);
    let in_front = in_front.take_while(|[along, _]| *along > room.to_door);
    let aside = (0..).map(|at| [room.size[0] - step, 1 + at * step]);
    let aside = aside.take_while(|[_, away]| *away < RECEPTION - step);
    for at in in_front.chain(aside) {
        let chair = room.piece(at, &[CHAIR]);
        let waiting = pieces.len() - rooms.len() - 1;
        let has_place = room.is_free(&chair) && !pieces.iter().any(|piece| overlap(piece, &chair));
        if has_place && (waiting as i64) < most {
            pieces.push(chair);
        }
    }
    pieces
}

/// Rooms in a row at the far wall, which open to the reception.
fn side_by_side(room: &Room) -> Vec<Consulting> {
    let [width, depth] = room.size;
    let deep = (depth - HALL).min(MOST_DEPTH);
    let count = (width + WALL) / (ROOM[0] + WALL);
    if deep < ROOM[1] + WALL {
        return Vec::new();
    }
    (0..count)
        .map(|at| {
            let [from, to] = [at, at + 1].map(|at| at * (width + WALL) / count);
            Consulting {
                area: [from, depth - deep, to - WALL - from, deep],
                entry: Entry::Front {
                    is_last: at + 1 == count,
                },
            }
        })
        .collect()
}

/// Rooms one behind the other on one side of a corridor, or on both.
fn along_a_corridor(room: &Room) -> Vec<Consulting> {
    let [width, depth] = room.size;
    let rows = (depth - RECEPTION) / (ROOM[1] + WALL);
    let on_both = (width - CORRIDOR) / 2 - WALL;
    let is_double = on_both >= ROOM[0];
    let length = if is_double {
        on_both
    } else {
        width - CORRIDOR - WALL
    };
    if length < ROOM[0] {
        return Vec::new();
    }
    let row = |at: i64| {
        let [from, to] = [at, at + 1].map(|at| RECEPTION + at * (depth - RECEPTION) / rows);
        let far = Consulting {
            area: [width - length, from, length, to - from],
            entry: Entry::Near,
        };
        let near = is_double.then_some(Consulting {
            area: [0, from, length, to - from],
            entry: Entry::Far,
        });
        [Some(far), near].into_iter().flatten()
    };
    (0..rows).flat_map(row).collect()
}

impl Consulting {
    fn piece(&self, room: &Room) -> Piece {
        let [x, y, length, depth] = self.area;
        let opening = WALL + AISLE;
        let (walls, area) = match self.entry {
            Entry::Front { is_last } => {
                let front = [AISLE, 0, length - AISLE, WALL];
                let side = [length, 0, WALL, depth];
                let reach = if is_last { length } else { length + WALL };
                let walls = [Some(front), (!is_last).then_some(side)];
                (
                    walls.into_iter().flatten().collect::<Vec<_>>(),
                    [0, 0, reach, depth],
                )
            }
            Entry::Near => (
                vec![
                    [0, 0, length, WALL],
                    [-WALL, opening, WALL, depth - opening],
                ],
                [-WALL, 0, length + WALL, depth],
            ),
            Entry::Far => (
                vec![
                    [0, 0, length, WALL],
                    [length, opening, WALL, depth - opening],
                ],
                [0, 0, length + WALL, depth],
            ),
        };
        // The couch is at the wall that is farther from the entry.
        let [couch_length, couch_depth] = COUCH;
        let (couch, desk) = match self.entry {
            Entry::Far => (1, length - 15),
            _ => (length - 1 - couch_length, 2),
        };
        let desk_at =
            |[along, away, length, depth]: Part| [desk + along, opening + away, length, depth];
        let mut parts = walls;
        parts.extend(CONSULTING_DESK.map(desk_at));
        parts.push([couch, depth - couch_depth - 1, couch_length, couch_depth]);
        Piece {
            area: room.piece([x, y], &[area]).area,
            others: 1,
            ..room.piece([x, y], &parts)
        }
    }
}
