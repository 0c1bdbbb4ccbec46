//! How the door of a unit opens, as architects draw it.

use super::labels::tenths;
use super::shape::{Point, outer_normal};

/// The widest door with one leaf, and with two: a wider opening is a gate, which does not turn. Metres.
const LEAVES: [f64; 2] = [1.3, 2.6];

/// The leaves of an open door and the arcs that they describe, as SVG path data in decimetres; empty for a gate.
pub(super) fn door_swing(polygon: &[Point], [from, to]: [Point; 2]) -> String {
    let [across, along] = [to[0] - from[0], to[1] - from[1]];
    let width = across.hypot(along);
    let inwards = outer_normal(polygon, from, to).map(|part| -part);
    let middle = [0, 1].map(|axis| f64::midpoint(from[axis], to[axis]));
    let leaf = |hinge: Point, end: Point| {
        let [x, y] = [end[0] - hinge[0], end[1] - hinge[1]];
        let length = x.hypot(y);
        let open = [0, 1].map(|axis| hinge[axis] + inwards[axis] * length);
        // Angles grow clockwise, as y grows downwards.
        let is_clockwise = inwards[0] * y - inwards[1] * x > 0.0;
        let [hinge, open, end] = [hinge, open, end].map(|point| point.map(decimetres));
        let radius = decimetres(length);
        let [[x, y], [open_x, open_y], [end_x, end_y]] = [hinge, open, end];
        let sweep = i32::from(is_clockwise);
        format!("M{x} {y}L{open_x} {open_y}A{radius} {radius} 0 0 {sweep} {end_x} {end_y}")
    };
    let [one, two] = LEAVES;
    if width <= one {
        leaf(from, to)
    } else if width <= two {
        leaf(from, middle) + &leaf(to, middle)
    } else {
        String::new()
    }
}

/// Metres in decimetres with one decimal.
fn decimetres(metres: f64) -> f64 {
    tenths(metres * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: [Point; 4] = [[0.0, 0.0], [6.0, 0.0], [6.0, 4.0], [0.0, 4.0]];

    #[test]
    fn a_door_opens_into_its_unit_and_a_gate_is_not_drawn_open() {
        let below = door_swing(&ROOM, [[2.0, 4.0], [3.0, 4.0]]);
        assert_eq!(below, "M20 40L20 30A10 10 0 0 1 30 40");
        let right = door_swing(&ROOM, [[6.0, 1.0], [6.0, 1.9]]);
        assert_eq!(right, "M60 10L51 10A9 9 0 0 0 60 19");
        let double = door_swing(&ROOM, [[2.0, 0.0], [4.0, 0.0]]);
        assert_eq!(
            double,
            "M20 0L20 10A10 10 0 0 0 30 0M40 0L40 10A10 10 0 0 1 30 0"
        );
        assert_eq!(door_swing(&ROOM, [[1.0, 0.0], [5.0, 0.0]]), "");
    }
}
