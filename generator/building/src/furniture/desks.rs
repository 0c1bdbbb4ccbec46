//! Offices: benches of two desks, with a meeting room or without.

use super::room::{Room, overlap};
use super::{AISLE, ENTRANCE, Part, Piece, WALL};

/// Two desks of 1.40 by 0.70 m face to face, each with a chair.
const BENCH: [Part; 4] = [[4, 0, 6, 4], [0, 6, 14, 7], [0, 13, 14, 7], [4, 22, 6, 4]];
const BENCH_SIZE: [i64; 2] = [14, 26];
/// The depth of a meeting room with its wall, and its length where it has a side wall.
const MEETING_ROOM: [i64; 2] = [45, 34];
/// The shortest room that is divided: a shorter one has its meeting room from wall to wall.
const DIVIDED: i64 = 75;
/// The least length of a meeting room: its table and the way around it.
const LEAST_MEETING_ROOM: i64 = 38;
/// A table with three chairs on each of its long sides.
const TABLE: [Part; 7] = [
    [2, 0, 5, 4],
    [9, 0, 5, 4],
    [16, 0, 5, 4],
    [0, 5, 23, 10],
    [2, 16, 5, 4],
    [9, 16, 5, 4],
    [16, 16, 5, 4],
];
const TABLE_SIZE: [i64; 2] = [23, 20];
const TABLE_SEATS: usize = 6;

/// As many benches as fit.
pub(super) fn benches(room: &Room) -> Vec<Piece> {
    rows(room, room.size[1], None)
}

/// A meeting room at the far wall, and benches in front of it and beside it.
pub(super) fn with_meeting_room(room: &Room) -> Vec<Piece> {
    let [width, depth] = room.size;
    let [length, deep] = MEETING_ROOM;
    let is_divided = width >= DIVIDED;
    let length = if is_divided { length } else { width };
    let [x, y] = [width - length, depth - deep];
    if length < LEAST_MEETING_ROOM || y < ENTRANCE {
        return Vec::new();
    }
    let [table_length, table_depth] = TABLE_SIZE;
    let at = [
        (length - table_length) / 2,
        1 + (deep - 1 - table_depth) / 2,
    ];
    let mut parts = vec![[AISLE, 0, length - AISLE, 1]];
    if is_divided {
        parts = vec![[1 + AISLE, 0, length - 1 - AISLE, 1], [0, 0, 1, deep]];
    }
    parts.extend(
        TABLE.map(|[along, away, length, depth]| [at[0] + along, at[1] + away, length, depth]),
    );
    let mut meeting = room.piece([x, y], &parts);
    // The opening belongs to the room too.
    meeting.area = room.piece([x, y], &[[0, 0, length, deep]]).area;
    meeting.others = TABLE_SEATS;
    if !room.is_free(&meeting) {
        return Vec::new();
    }
    let [front, beside] = [y, depth].map(|depth| rows(room, depth, Some(&meeting)));
    let mut pieces = if front.len() > beside.len() {
        front
    } else {
        beside
    };
    if !pieces.is_empty() {
        pieces.push(meeting);
    }
    pieces
}

/// Rows of benches with aisles within this depth and outside of another piece, in the direction in which more of them fit.
fn rows(room: &Room, depth: i64, other: Option<&Piece>) -> Vec<Piece> {
    let [width, depth] = [room.size[0] - 2 * WALL, depth - ENTRANCE - WALL];
    let [short, long] = BENCH_SIZE;
    let across = BENCH.map(|[along, away, length, depth]| [away, along, depth, length]);
    let rows = [([short, long], BENCH), ([long, short], across)].map(|(size, parts)| {
        let columns = (width / (size[0] + AISLE)).max(0);
        let rows = (depth / (size[1] + AISLE)).max(0);
        let centred = |at: i64, count: i64, length: i64, size: i64| {
            (2 * at + 1) * length / (2 * count) - size / 2
        };
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
        let benches = places.map(|[column, row]| {
            let x = WALL + centred(column, columns, width, size[0]);
            let y = ENTRANCE + centred(row, rows, depth, size[1]);
            Piece {
                seats: 2,
                ..room.piece([x, y], &parts)
            }
        });
        let is_free = |bench: &Piece| {
            room.is_free(bench) && !other.is_some_and(|other| overlap(bench, other))
        };
        benches.filter(is_free).collect::<Vec<Piece>>()
    });
    let [deep, wide] = rows;
    if deep.len() < wide.len() { wide } else { deep }
}
