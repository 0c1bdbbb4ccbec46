"""The equipment of the cardio room, modelled around the origin; turn 0 faces -y, towards the glass."""
import math

from shapes import ball, box, cushion, lathe, move, rod, tube


def treadmill(m, x, y, turn=0.0):
    parts = [
        box("belt", -0.26, -0.72, 0.15, 0.26, 0.86, 0.18, m["rubber"], 0.01),
        box("frame", -0.37, -0.82, 0.06, 0.37, 0.88, 0.15, m["metal"], 0.02),
        box("rail", -0.37, -0.8, 0.15, -0.27, 0.87, 0.2, m["steel"], 0.015),
        box("rail", 0.27, -0.8, 0.15, 0.37, 0.87, 0.2, m["steel"], 0.015),
        cushion("motor", -0.37, -0.98, 0.04, 0.37, -0.58, 0.31, m["metal"], 0.07),
        box("display", -0.3, -0.02, -0.2, 0.3, 0.02, 0.2, m["metal"], 0.015),
        box("face", -0.27, 0.02, -0.12, 0.27, 0.024, 0.18, m["screen"]),
        box("panel", -0.36, -0.12, 1.06, 0.36, 0.1, 1.11, m["metal"], 0.02),
    ]
    for part in parts[5:7]:
        part.location, part.rotation_euler.x = (0, -0.72, 1.38), 0.25
    parts[7].location.y = -0.62
    for side in (-1, 1):
        parts.append(tube("upright", [(side * 0.35, -0.62, 0.12), (side * 0.37, -0.78, 0.6), (side * 0.36, -0.66, 1.1), (side * 0.3, -0.72, 1.28)], 0.032, m["metal"], True))
        parts.append(tube("grip", [(side * 0.36, -0.66, 1.08), (side * 0.37, -0.4, 1.04), (side * 0.37, -0.12, 0.98)], 0.02, m["rubber"], True))
    parts.append(tube("bar", [(-0.36, -0.5, 1.08), (0.36, -0.5, 1.08)], 0.016, m["steel"]))
    return move(parts, x, y, 0, turn)


def bike(m, x, y, turn=0.0):
    wheel = lathe("flywheel", [(0.001, -0.02), (0.06, -0.035), (0.19, -0.02), (0.235, -0.02), (0.235, 0.02), (0.19, 0.02), (0.06, 0.035), (0.001, 0.02)], 0, -0.36, 0.3, m["steel"])
    wheel.rotation_euler.y = math.pi / 2
    parts = [
        wheel,
        tube("foot", [(-0.27, -0.58, 0.03), (0.27, -0.58, 0.03)], 0.03, m["metal"]),
        tube("foot", [(-0.27, 0.5, 0.03), (0.27, 0.5, 0.03)], 0.03, m["metal"]),
        tube("spine", [(0, -0.58, 0.03), (0, -0.1, 0.12), (0, 0.5, 0.03)], 0.03, m["metal"], True),
        tube("fork", [(0.05, -0.36, 0.3), (0.04, -0.34, 0.62), (0, -0.3, 0.78)], 0.022, m["metal"]),
        tube("fork", [(-0.05, -0.36, 0.3), (-0.04, -0.34, 0.62), (0, -0.3, 0.78)], 0.022, m["metal"]),
        tube("brace", [(0, -0.3, 0.76), (0, 0.0, 0.4), (0, 0.02, 0.1)], 0.032, m["metal"]),
        tube("seat tube", [(0, 0.0, 0.36), (0, 0.26, 0.84)], 0.028, m["metal"]),
        tube("stay", [(0, 0.16, 0.66), (0, 0.46, 0.05)], 0.022, m["metal"]),
        tube("stem", [(0, -0.3, 0.76), (0, -0.36, 1.04)], 0.026, m["steel"]),
        tube("bars", [(-0.2, -0.58, 1.09), (-0.21, -0.4, 1.07), (-0.1, -0.33, 1.04), (0.1, -0.33, 1.04), (0.21, -0.4, 1.07), (0.2, -0.58, 1.09)], 0.017, m["rubber"], True),
        cushion("saddle", -0.08, 0.12, 0.85, 0.08, 0.42, 0.92, m["rubber"], 0.03),
        box("display", -0.11, -0.47, 1.12, 0.11, -0.44, 1.27, m["screen"], 0.008),
        tube("crank", [(-0.11, 0.05, 0.18), (-0.07, 0.03, 0.3), (0.07, 0.03, 0.3), (0.11, 0.01, 0.43)], 0.012, m["steel"]),
    ]
    disc = lathe("ring", [(0.001, -0.012), (0.1, -0.012), (0.1, 0.012), (0.001, 0.012)], 0.05, 0.03, 0.3, m["metal"])
    disc.rotation_euler.y = math.pi / 2
    parts.append(disc)
    for side, py, pz in ((-1, 0.05, 0.18), (1, 0.01, 0.43)):
        parts.append(box("pedal", side * 0.11, py - 0.05, pz - 0.012, side * 0.2, py + 0.05, pz + 0.012, m["rubber"], 0.004))
    return move(parts, x, y, 0, turn)


def dumbbells(m, x0, x1, y0, y1):
    """A rack of three shelves along y with pairs of weights."""
    for tier, z in enumerate((0.3, 0.62, 0.94)):
        box("shelf", x0, y0, z, x1, y1, z + 0.025, m["metal"], 0.004)
        count = int((y1 - y0) / 0.2)
        for i in range(count):
            y, size = y0 + 0.13 + i * 0.2, 0.052 + 0.004 * i - 0.008 * tier + 0.012
            middle = (x0 + x1) / 2
            for side in (-1, 1):
                head = lathe("head", [(0.001, -0.05), (size * 0.9, -0.05), (size, -0.04), (size, 0.04), (size * 0.9, 0.05), (0.001, 0.05)], middle + side * 0.1, y, z + 0.03 + size, m["rubber"], 24)
                head.rotation_euler.y = math.pi / 2
            tube("grip", [(middle - 0.08, y, z + 0.03 + size), (middle + 0.08, y, z + 0.03 + size)], 0.014, m["steel"])
    for y in (y0 + 0.03, y1 - 0.03):
        for x in (x0 + 0.04, x1 - 0.04):
            rod("post", x, y, 0, 1.0, 0.02, m["metal"])


def mat(m, x, y, turn=0.0, cover="mauve", rolled=False):
    if rolled:
        roll = lathe("mat", [(0.001, 0), (0.065, 0), (0.065, 0.6), (0.001, 0.6)], 0, 0, 0, m[cover], 28)
        return move([roll], x, y, 0, turn)
    return move([box("mat", -0.31, -0.9, 0.0, 0.31, 0.9, 0.012, m[cover], 0.004)], x, y, 0, turn)


def kettlebell(m, x, y, size=1.0):
    parts = [ball("bell", 0, 0, 0, 0.1 * size, m["rubber"])]
    parts.append(tube("handle", [(-0.06 * size, 0, 0.16 * size), (-0.075 * size, 0, 0.27 * size), (0.075 * size, 0, 0.27 * size), (0.06 * size, 0, 0.16 * size)], 0.015 * size, m["steel"], True))
    return move(parts, x, y)
