"""Cars, and the buildings that end the street and its sides. Cars face +x."""
import math
import random

from shapes import area_light, box, lathe, move, sheet

# Stations of a car from the rear to the front: position, half width, lower edge, upper edge (metres).
BODY = ((0.0, 0.66, 0.42, 0.70), (0.06, 0.80, 0.32, 0.84), (0.5, 0.88, 0.22, 0.90), (1.5, 0.90, 0.20, 0.90), (2.9, 0.90, 0.20, 0.88), (3.6, 0.88, 0.22, 0.80), (4.15, 0.80, 0.28, 0.68), (4.3, 0.62, 0.40, 0.58))
CABIN = ((0.22, 0.70, 0.86), (0.62, 0.66, 1.32), (1.2, 0.65, 1.45), (2.1, 0.65, 1.44), (2.55, 0.66, 1.34), (3.25, 0.74, 0.86))
PAINTS = ("white", "steel", "paint red", "metal", "paint blue", "linen")


def _loft(name, rings, material, smooth=1):
    closed = [ring + ring[:1] for ring in rings]
    for end in (0, -1):
        middle = tuple(sum(point[axis] for point in rings[end]) / len(rings[end]) for axis in range(3))
        closed.insert(0 if end == 0 else len(closed), [middle] * len(closed[0]))
    thing = sheet(name, closed, material)
    thing.modifiers.new("round", "SUBSURF").render_levels = smooth
    return thing


def _ring(x, half, low, high, belt=0.9):
    """A section across a car: sill, side, shoulder, top."""
    side = low + (high - low) * 0.55
    right = [(x, half * 0.92, low), (x, half, side), (x, half * 0.97, high - 0.05), (x, half * belt, high)]
    return right + [(px, -py, pz) for px, py, pz in reversed(right)]


def car(m, x, y, z, turn=0.0, paint="white", lit=False):
    """A compact car, 4.3 m long, around its middle."""
    parts = [_loft("body", [_ring(*station) for station in BODY], m[paint], 2)]
    parts.append(_loft("cabin", [_ring(px, half, 0.80, high, 0.84) for px, half, high in CABIN], m["car glass"], 2))
    roof = [_ring(px, half * 0.9, high - 0.02, high + 0.025, 0.9) for px, half, high in CABIN[1:5]]
    parts.append(_loft("roof", roof, m[paint]))
    for px in (0.82, 3.45):
        for side in (-1, 1):
            arch = lathe("arch", [(0.001, -0.02), (0.37, -0.02), (0.37, 0.0), (0.001, 0.0)], px, side * 0.885, 0.33, m["rubber"], 28)
            tyre = lathe("tyre", [(0.001, -0.1), (0.29, -0.1), (0.32, -0.07), (0.32, 0.07), (0.29, 0.1), (0.001, 0.1)], px, side * 0.82, 0.32, m["rubber"], 28)
            rim = lathe("rim", [(0.001, -0.112), (0.2, -0.105), (0.2, 0.105), (0.001, 0.112)], px, side * 0.82, 0.32, m["steel"], 20)
            for round_part in (arch, tyre, rim):
                round_part.rotation_euler.x = math.pi / 2
            parts += [arch, tyre, rim]
    for side in (-1, 1):
        y0, y1 = sorted((side * 0.42, side * 0.68))
        parts.append(box("head lamp", 4.12, y0, 0.56, 4.24, y1, 0.64, m["lamp" if lit else "white"], 0.02))
        parts.append(box("tail lamp", 0.0, y0, 0.68, 0.1, y1 + 0.04 * side, 0.76, m["tail lamp"], 0.02))
        parts.append(box("mirror", 2.75, side * 0.9, 0.92, 2.9, side * 1.03, 1.02, m[paint], 0.03))
    for part in parts:
        part.location.x -= 2.15
    return move(parts, x, y, z, turn)


def neighbour(m, x0, y0, x1, y1, floors, cover, seed, dusk=False, ground=0.0):
    """A plain building: storeys of 3.3 m with windows to the street and to both sides, a shop floor and a parapet."""
    draw, high = random.Random(seed), ground + floors * 3.3 + 0.9
    box("house", x0, y0, ground - 0.3, x1, y1, high, m[cover])
    box("house parapet", x0 - 0.15, y0 - 0.15, high, x1 + 0.15, y1 + 0.15, high + 0.35, m["limestone"])
    box("tank", x0 + 3, y0 + 4, high, x0 + 4.4, y0 + 5.4, high + 1.7, m["white"])
    for storey in range(floors):
        low = ground + 0.3 + storey * 3.3 + (0.6 if storey else -0.2)
        tall, step, wide = (1.9, 3.4, 1.7) if storey else (2.7, 4.2, 3.3)
        for along, other, faces in (((x0, x1), (y0, y1), "street"), ((y0, y1), (x0, x1), "side")):
            place = along[0] + 1.2
            while place + wide < along[1] - 0.6:
                for edge, out in ((other[0], -1), (other[1], 1)):
                    glass = m["window light" if dusk and draw.random() < 0.4 else "car glass"]
                    near, far = edge + out * 0.03, edge + out * 0.75
                    if faces == "street":
                        box("window", place, edge - 0.04, low, place + wide, near, low + tall, glass)
                        if storey and draw.random() < 0.5:
                            box("balcony", place - 0.3, edge, low - 0.15, place + wide + 0.3, far, low, m["limestone"])
                            box("balcony rail", place - 0.3, far - out * 0.04, low, place + wide + 0.3, far, low + 0.95, m["metal"])
                    else:
                        box("window", edge - 0.04, place, low, near, place + wide, low + tall, glass)
                place += step
        if storey == 0:
            box("awning", x0 + 0.8, y0 - 1.1, ground + 3.0, x1 - 0.8, y0, ground + 3.1, m[("metal", "wood", "clay")[seed % 3]])


def neighbours(m, length, dusk=False):
    """Low buildings on both sides of the street beyond the plot, and one across each end of it."""
    for i, (offset, wide, floors, cover) in enumerate(((14, 17, 3, "plaster"), (33, 14, 2, "house clay"), (49, 19, 4, "white"), (70, 15, 3, "house sand"))):
        for start, seed in ((length + offset, i), (-offset - wide, i + 7)):
            neighbour(m, start, -1.5, start + wide, 16, floors, cover, seed, dusk)
    for i, (offset, wide, floors, cover) in enumerate(((36, 16, 2, "house sand"), (54, 18, 3, "white"), (74, 14, 2, "house clay"))):
        for start, seed in ((length + offset, i + 20), (-offset - wide, i + 27)):
            neighbour(m, start, -37, start + wide, -23, floors, cover, seed, dusk)
    for x0, seed in ((length + 104, 41), (-122, 42)):
        neighbour(m, x0, -34, x0 + 18, -10.5, 3, "house sand", seed, dusk)
        neighbour(m, x0, -9.5, x0 + 18, 14, 2, "plaster", seed + 2, dusk)


def parked_and_passing(m, length, dusk=False):
    """Cars on the street: some at the far kerb, some on their way in both directions."""
    for i, x in enumerate((25.4, 31.2, 51, 64.3, 70.4, 101, 116, -16, -31)):
        car(m, x, -14.2, -0.15, 0 if x < length else math.pi, PAINTS[i % len(PAINTS)])
    passing = ((47, False, "steel"), (74 if dusk else 84, False, "linen"), (21, True, "linen"), (72, True, "steel"), (-36, True, "metal"), (126, False, "linen"))
    for x, east, paint in passing:
        y, way = (-12.1, 1) if east else (-8.4, -1)
        car(m, x, y, -0.15, 0 if east else math.pi, paint, dusk)
        if dusk:
            area_light("head light", x + way * 2.4, y, 0.6, 1.2, 0.2, 90, (1.0, 0.92, 0.8), (0, -way * 1.2, 0))
