//! Shops, and cafés and restaurants.

use super::room::{Room, overlap};
use super::{AISLE, ENTRANCE, Part, Piece, WALL};

/// Depth and length of a shelf along a wall.
const SHELF: [i64; 2] = [5, 24];
/// Two shelves back to back.
const ISLAND: [Part; 2] = [[0, 0, 5, 24], [5, 0, 5, 24]];
const ISLAND_SIZE: [i64; 2] = [10, 24];
/// From the entrance to the first shelves away from the walls.
const TO_ISLANDS: i64 = 12;
/// A counter near the door, where customers pay, and the space behind it.
const COUNTER: [i64; 2] = [7, 20];
const BEHIND_COUNTER: i64 = 10;
/// From the middle of the door to it.
const TO_COUNTER: i64 = 18;
/// What is beside a counter behind the entrance: a shelf, and two aisles.
const LEAST_BESIDE_COUNTER: i64 = 23;
/// The depth of the counter of a café, from it to the wall behind it, and its greatest length.
const BAR: [i64; 3] = [7, 14, 60];
/// A table for four.
const TABLE: [Part; 5] = [
    [1, 0, 4, 4],
    [7, 0, 4, 4],
    [0, 5, 12, 8],
    [1, 14, 4, 4],
    [7, 14, 4, 4],
];
const TABLE_SIZE: [i64; 2] = [12, 18];
const TABLE_SEATS: usize = 4;

/// A counter beside the door, shelves along both walls beside the door's, and between them where the shop is wide.
pub(super) fn shelves(room: &Room) -> Vec<Piece> {
    let [width, depth] = room.size;
    let [shelf, length] = SHELF;
    if width < 2 * shelf + AISLE {
        return Vec::new();
    }
    let mut pieces = Vec::new();
    let mut taken = Vec::new();
    if let Some(at) = counter_place(room) {
        let [counter, long] = COUNTER;
        let counter_with = |aisle: i64, behind: i64| {
            room.piece(at, &[[-aisle, 0, aisle + counter + behind, long]])
        };
        let counter = counter_with(0, 0);
        if room.is_free(&counter) {
            pieces.push(counter);
            taken.push(counter_with(AISLE, BEHIND_COUNTER));
        }
    }
    let count = ((depth - ENTRANCE - WALL) / length).max(0);
    let walls = (0..count).map(|at| ENTRANCE + at * length);
    let walls = walls
        .flat_map(|y| [0, width - shelf].map(|x| room.piece([x, y], &[[0, 0, shelf, length]])));
    let [island, long] = ISLAND_SIZE;
    let [inner, deep] = [width - 2 * shelf - AISLE, depth - ENTRANCE - TO_ISLANDS];
    let columns = (inner / (island + AISLE)).max(0);
    let rows = (deep / (long + TO_ISLANDS)).max(0);
    let islands = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
    let islands = islands.map(|[column, row]| {
        let centred = (2 * column + 1) * inner / (2 * columns) - island / 2;
        let x = shelf + AISLE / 2 + centred;
        room.piece(
            [x, ENTRANCE + TO_ISLANDS + row * (long + TO_ISLANDS)],
            &ISLAND,
        )
    });
    let is_free =
        |piece: &Piece| room.is_free(piece) && !taken.iter().any(|other| overlap(piece, other));
    pieces.extend(walls.chain(islands).filter(is_free));
    pieces
}

/// The corner of the counter: beside the door, on the side where there is more room, or else behind the entrance.
fn counter_place(room: &Room) -> Option<[i64; 2]> {
    let end = room.size[0] - COUNTER[0] - BEHIND_COUNTER;
    let beside = room.to_door + TO_COUNTER;
    if beside <= end {
        Some([beside, WALL])
    } else {
        (end >= LEAST_BESIDE_COUNTER).then_some([end, ENTRANCE + WALL])
    }
}

/// A counter in front of the far wall, and tables with aisles.
pub(super) fn tables(room: &Room) -> Vec<Piece> {
    let [width, depth] = room.size;
    let [counter, behind, most] = BAR;
    let length = (width - 2 * AISLE).min(most);
    let bar = depth - behind - counter;
    let [long, deep] = TABLE_SIZE;
    let [across, along] = [width - 2 * WALL, bar - AISLE - ENTRANCE];
    let columns = (across / (long + AISLE)).max(0);
    let rows = (along / (deep + AISLE)).max(0);
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
    let centred = |at: i64, count: i64, length: i64, size: i64| {
        (2 * at + 1) * length / (2 * count) - size / 2
    };
    let tables = places.map(|[column, row]| {
        let x = WALL + centred(column, columns, across, long);
        let y = ENTRANCE + centred(row, rows, along, deep);
        Piece {
            seats: TABLE_SEATS,
            ..room.piece([x, y], &TABLE)
        }
    });
    let mut pieces: Vec<Piece> = tables.filter(|table| room.is_free(table)).collect();
    let bar = room.piece([(width - length) / 2, bar], &[[0, 0, length, counter]]);
    if pieces.is_empty() || !room.is_free(&bar) {
        return Vec::new();
    }
    pieces.push(bar);
    pieces
}
