"""People: clothed figures without faces, as in an architect's pictures, and where they are. Turn 0 faces +y."""
import math

from mathutils import Vector

from shapes import ball, box, move, sheet

SKIN = ("skin dark", "skin brown", "skin light")
TOPS = ("white", "linen", "sage", "clay", "navy", "ochre", "mauve")
BOTTOMS = ("navy", "linen", "metal", "mauve", "textile")

# Joints of one side in metres: hip, knee, ankle, then shoulder, elbow, wrist. x is the distance from the middle.
STAND = (((0.09, 0, 0.90), (0.10, 0.02, 0.49), (0.10, -0.02, 0.07)), ((0.19, 0, 1.37), (0.25, -0.04, 1.11), (0.25, 0.06, 0.87)))
FRONT = (((0.09, 0, 0.90), (0.09, 0.20, 0.50), (0.09, 0.24, 0.07)), ((0.19, 0, 1.37), (0.24, -0.14, 1.12), (0.23, -0.16, 0.88)))
BEHIND = (((0.09, 0, 0.90), (0.09, 0.02, 0.48), (0.09, -0.32, 0.14)), ((0.19, 0, 1.37), (0.24, 0.06, 1.12), (0.22, 0.24, 0.94)))
RAISED = (((0.09, 0, 0.90), (0.09, 0.34, 0.66), (0.09, 0.16, 0.30)), ((0.19, 0, 1.37), (0.23, -0.26, 1.20), (0.21, -0.10, 1.02)))
PUSHED = (((0.09, 0, 0.90), (0.09, -0.08, 0.48), (0.09, -0.42, 0.22)), ((0.19, 0, 1.37), (0.23, 0.04, 1.12), (0.20, 0.24, 1.22)))
SEATED = (((0.09, 0, 0.52), (0.12, 0.44, 0.52), (0.12, 0.42, 0.07)), ((0.19, 0.02, 1.0), (0.24, 0.10, 0.76), (0.16, 0.34, 0.76)))
POSES = {"stand": (STAND, STAND), "walk": (FRONT, BEHIND), "run": (RAISED, PUSHED), "sit": (SEATED, SEATED)}

HEAD = 0.235  # height from the chin to the crown


def limb(name, points, radii, material, sides=10):
    """A rounded limb through points; a radius may be a pair: across and along the body."""
    points = [Vector(point) for point in points]
    rows, across = [], Vector((1, 0, 0))
    for i, point in enumerate(points):
        along = (points[min(i + 1, len(points) - 1)] - points[max(i - 1, 0)]).normalized()
        across = (across - along * across.dot(along)).normalized()
        other = along.cross(across)
        wide, deep = radii[i] if isinstance(radii[i], tuple) else (radii[i], radii[i])
        rows.append([tuple(point + across * wide * math.cos(2 * math.pi * s / sides) + other * deep * math.sin(2 * math.pi * s / sides)) for s in range(sides + 1)])
    for end in (0, -1):
        rows.insert(end if end == 0 else len(rows), [tuple(points[end])] * (sides + 1))
    thing = sheet(name, rows, material)
    thing.modifiers.new("round", "SUBSURF").render_levels = 1
    return thing


def person(m, x, y, z=0.0, turn=0.0, pose="stand", seed=0, skirt=False, size=1.0):
    """A person; `seed` chooses the colours."""
    top, bottom, skin = m[TOPS[seed % len(TOPS)]], m[BOTTOMS[seed % len(BOTTOMS)]], m[SKIN[seed % len(SKIN)]]
    hair = m[("rubber", "soil", "metal")[seed % 3]]
    low = -0.37 if pose == "sit" else 0.0
    parts = []
    for side, (leg, arm) in zip((-1, 1), POSES[pose]):
        hip, knee, ankle = ((px * side, py, pz) for px, py, pz in leg)
        thigh = tuple((a + b) / 2 for a, b in zip(hip, knee))
        parts.append(limb("leg", (hip, thigh, knee, tuple((a + b) / 2 for a, b in zip(knee, ankle)), ankle), (0.095, 0.085, 0.06, 0.056, 0.042), skin if skirt else bottom))
        ax, ay, az = ankle
        parts.append(limb("shoe", ((ax, ay - 0.06, az - 0.03), (ax, ay + 0.04, az - 0.03), (ax, ay + 0.17, az - 0.045)), (0.04, 0.045, 0.03), m["rubber"]))
        shoulder, elbow, wrist = ((px * side, py, pz) for px, py, pz in arm)
        parts.append(limb("sleeve", (shoulder, tuple((a + b) / 2 for a, b in zip(shoulder, elbow)), elbow), (0.062, 0.055, 0.047), top))
        hand = tuple(b + (b - a) * 0.32 for a, b in zip(elbow, wrist))
        parts.append(limb("arm", (elbow, wrist, hand), (0.042, 0.03, 0.034), skin))
    heights = (0.84, 0.93, 1.02, 1.12, 1.25, 1.36, 1.42, 1.45)
    across, deep = (0.165, 0.165, 0.15, 0.142, 0.165, 0.18, 0.12, 0.055), (0.115, 0.12, 0.10, 0.095, 0.108, 0.10, 0.075, 0.05)
    parts.append(limb("torso", [(0, 0.01, height + low) for height in heights], list(zip(across, deep)), top, 14))
    if skirt and pose != "sit":
        parts.append(limb("skirt", [(0, 0, height) for height in (0.47, 0.62, 0.82, 0.98)], [(0.27, 0.26), (0.24, 0.22), (0.19, 0.15), (0.155, 0.11)], bottom, 18))
    parts.append(limb("neck", ((0, 0, 1.41 + low), (0, 0.02, 1.54 + low)), (0.055, 0.048), skin))
    head = ball("head", 0, 0.025, 1.48 + low, HEAD / 2, skin)
    head.scale = (0.68, 0.84, 1.0)
    crown = ball("hair", 0, -0.005, 1.525 + low, 0.108, hair)
    crown.scale = (0.80, 0.98, 1.0)
    parts += [head, crown]
    if skirt:
        parts.append(limb("long hair", ((0, -0.05, 1.66 + low), (0, -0.09, 1.54 + low), (0, -0.09, 1.40 + low)), ((0.07, 0.05), (0.075, 0.045), (0.05, 0.03)), hair))
    elif seed % 2 and pose != "run":
        parts.append(box("bag", 0.22, -0.06, 0.72 + low, 0.33, 0.2, 0.98 + low, m["leather"], 0.02))
    for part in parts:
        part.scale = tuple(value * size for value in part.scale)
        part.location = tuple(value * size for value in part.location)
    return move(parts, x, y, z, turn)


def stroll(m, places, z=-0.02):
    """People of a street: (x, y, turn, pose), each with other clothes."""
    for i, (x, y, turn, pose) in enumerate(places):
        person(m, x, y, z, turn, pose, i, skirt=i % 3 == 1, size=(1.0, 0.95, 1.04)[i % 3])
