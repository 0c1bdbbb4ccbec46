use proptest::prelude::*;

use super::room::overlap;
use super::*;
use crate::geometry::UnitGeometry;
use crate::labels::intersect;
use crate::plan::plan_unit;
use crate::shape::Point;

const ALL: [Furniture; 4] = [
    Furniture::Desks,
    Furniture::Practice,
    Furniture::Shelves,
    Furniture::Tables,
];

/// A rectangular unit of this size in metres, with its door in one of its four walls.
fn unit([width, depth]: [f64; 2], wall: usize, at: f64) -> PlanUnit {
    let polygon = vec![
        [3.0, 5.0],
        [3.0 + width, 5.0],
        [3.0 + width, 5.0 + depth],
        [3.0, 5.0 + depth],
    ];
    let (from, to) = (polygon[wall], polygon[(wall + 1) % 4]);
    let part = |share: f64| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
    let door = [part(at), part(at + 0.1)];
    drawn(polygon, door)
}

fn drawn(polygon: Vec<Point>, door: [Point; 2]) -> PlanUnit {
    let facade = vec![polygon[0], polygon[1]];
    plan_unit(&UnitGeometry {
        code: "O-1".to_owned(),
        polygon,
        terrace: None,
        facade,
        door: Some(door),
    })
}

/// The pieces of every layout of a unit.
fn every_layout(room: &Room) -> [Vec<Piece>; 5] {
    [
        desks::benches(room),
        desks::with_meeting_room(room),
        practice::practice(room),
        shop::shelves(room),
        shop::tables(room),
    ]
}

/// The kind of each layout, with its seats and its rooms or places in the meeting room.
fn described(unit: &PlanUnit, kinds: &[Furniture]) -> Vec<(&'static str, usize, usize)> {
    let layouts = unit.layouts(kinds).into_iter();
    layouts
        .map(|layout| (layout.kind, layout.seats, layout.others))
        .collect()
}

#[test]
fn an_office_of_45_square_metres_has_three_layouts_and_a_tiny_one_none() {
    let office = unit([4.0, 11.25], 0, 0.45);
    assert_eq!(
        described(&office, &[Furniture::Desks, Furniture::Practice]),
        [("desks", 8, 0), ("meeting", 4, 6), ("practice", 0, 2)]
    );
    assert_eq!(unit([1.5, 2.0], 0, 0.4).layouts(&ALL), []);
}

#[test]
fn a_shop_has_its_counter_near_the_door_and_a_cafe_says_its_seats() {
    let shop = unit([8.4, 11.25], 2, 0.45);
    let room = Room::new(&shop).unwrap();
    let counter = &shop::shelves(&room)[0];
    let [x, y] = room.door;
    let [left, top, right, bottom] = counter.area;
    let apart = [left - x, x - right].into_iter().max().unwrap().max(0);
    assert!(
        apart < 25 && y - bottom < 10 && top < y,
        "{counter:?} {:?}",
        room.door
    );
    assert_eq!(
        described(&shop, &[Furniture::Shelves, Furniture::Tables]),
        [("shelves", 0, 0), ("tables", 24, 0)]
    );
}

#[test]
fn furniture_stays_out_of_the_missing_corner_of_an_l() {
    let l: [Point; 6] = [
        [0.0, 0.0],
        [12.0, 0.0],
        [12.0, 6.0],
        [6.0, 6.0],
        [6.0, 12.0],
        [0.0, 12.0],
    ];
    let unit = drawn(l.to_vec(), [[2.0, 12.0], [3.0, 12.0]]);
    let room = Room::new(&unit).unwrap();
    for piece in every_layout(&room).iter().flatten() {
        let [_, _, right, bottom] = piece.area;
        assert!(right <= 60 || bottom <= 60, "{piece:?}");
    }
    assert!(unit.layouts(&[Furniture::Desks])[0].seats > 8);
}

#[test]
fn what_is_said_of_a_layout_is_counted_in_its_drawing() {
    let office = unit([9.6, 11.25], 0, 0.45);
    let room = Room::new(&office).unwrap();
    let [benches, meeting, practice, _, tables] = every_layout(&room);
    let boxes = |pieces: &[Piece], count: usize| {
        pieces
            .iter()
            .filter(|piece| piece.parts.len() == count)
            .count()
    };
    let said = described(&office, &ALL);
    // A bench has two desks and two chairs, a table four chairs.
    assert_eq!(said[0], ("desks", 2 * boxes(&benches, 4), 0));
    assert_eq!(said[1], ("meeting", 2 * boxes(&meeting, 4), 6));
    let rooms = practice.iter().filter(|piece| piece.parts.len() > 5);
    assert_eq!(said[2], ("practice", 0, rooms.count()));
    assert_eq!(said[4], ("tables", 4 * boxes(&tables, 5), 0));
}

proptest! {
    #[test]
    fn furniture_is_inside_apart_and_away_from_the_door(
        (width, depth) in (15u32..250, 15u32..250), wall in 0usize..4, at in 0.0..0.9,
    ) {
        let size = [width, depth].map(|size| f64::from(size) / 10.0);
        let unit = unit(size, wall, at);
        let room = Room::new(&unit).unwrap();
        for pieces in every_layout(&room) {
            for (index, piece) in pieces.iter().enumerate() {
                let [l, t, r, b] = unit.extent;
                let is_within = |[left, top, right, bottom]: Extent, [l, t, r, b]: Extent| {
                    left >= l && top >= t && right <= r && bottom <= b
                };
                prop_assert!(is_within(piece.area, [l, t, r, b]), "{piece:?}");
                for other in &pieces[..index] {
                    prop_assert!(!overlap(piece, other), "{:?} {:?}", piece, other);
                }
                let [x, y] = room.door.map(|at| at as f64);
                let area = piece.area.map(|at| at as f64);
                prop_assert!(!intersect(area, [x - 12.0, y - 12.0, x + 12.0, y + 12.0]), "{:?}", piece);
                for (index, part) in piece.parts.iter().enumerate() {
                    prop_assert!(is_within(*part, piece.area), "{part:?} of {piece:?}");
                    let part = part.map(|at| at as f64);
                    for other in &piece.parts[..index] {
                        prop_assert!(!intersect(part, other.map(|at| at as f64)), "{:?}", piece);
                    }
                }
            }
        }
    }

    #[test]
    fn a_larger_unit_has_place_for_as_many_people(
        (width, depth) in (15u32..200, 15u32..200), (more, deeper) in (0u32..60, 0u32..60),
    ) {
        let size = |width: u32, depth: u32| [width, depth].map(|size| f64::from(size) / 10.0);
        let seats = |size| unit(size, 0, 0.3).layouts(&[Furniture::Desks]).first().map_or(0, |layout| layout.seats);
        let small = seats(size(width, depth));
        let large = seats(size(width + more, depth + deeper));
        prop_assert!(small <= large, "{small} {large}");
    }
}
