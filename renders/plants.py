"""Plants: each is one mesh of leaves that is placed many times."""
import math
import random

import bpy

_MESHES = {}


def forget():
    """Clears the meshes of an earlier scene."""
    _MESHES.clear()


def _curve(shape, rows):
    """`rows` + 1 points along an outline, on a monotone cubic curve through its points."""
    stations = []
    for row in range(rows + 1):
        part = row / rows
        last = max(i for i in range(len(shape) - 1) if shape[i][0] <= part)
        (x0, y0), (x1, y1) = shape[last], shape[last + 1]
        slopes = []
        for i in (last, last + 1):
            if 0 < i < len(shape) - 1:
                (xa, ya), (xb, yb), (xc, yc) = shape[i - 1], shape[i], shape[i + 1]
                before, after = (yb - ya) / (xb - xa), (yc - yb) / (xc - xb)
                slopes.append(0 if before * after <= 0 else 2 * before * after / (before + after))
            else:
                slopes.append((y1 - y0) / (x1 - x0))
        t, long = (part - x0) / (x1 - x0), x1 - x0
        stations.append((part, (2 * t**3 - 3 * t**2 + 1) * y0 + (t**3 - 2 * t**2 + t) * long * slopes[0]
                         + (3 * t**2 - 2 * t**3) * y1 + (t**3 - t**2) * long * slopes[1]))
    return stations


class Leaves:
    """Collects the points and faces of a plant. Material slot 0 is wood, slot 1 is leaf."""

    def __init__(self, seed):
        self.draw, self.points, self.faces, self.slots = random.Random(seed), [], [], []

    def face(self, points, slot=1):
        start = len(self.points)
        self.points += points
        self.faces.append(tuple(range(start, start + len(points))))
        self.slots.append(slot)

    def stem(self, points, radii, sides=7):
        """A round stem through points, each with its own radius."""
        start = len(self.points)
        for (x, y, z), radius in zip(points, radii):
            self.points += [(x + radius * math.cos(2 * math.pi * s / sides), y + radius * math.sin(2 * math.pi * s / sides), z) for s in range(sides)]
        for ring in range(len(points) - 1):
            for s in range(sides):
                a, b = start + ring * sides + s, start + ring * sides + (s + 1) % sides
                self.faces.append((a, b, b + sides, a + sides))
                self.slots.append(0)

    def blade(self, foot, turn, reach, rise, width, shape, droop=1.05, fold=0.0, rows=0):
        """An arching leaf: `shape` is (part of its length, part of its width); `fold` raises its two halves.

        With `rows` the outline is a curve through the points and the halves curl: for leaves close to the camera.
        Without, the leaf consists of the points only: for the thousands far from it.
        """
        fx, fy = math.cos(turn), math.sin(turn)
        across = (-1, -0.55, 0, 0.55, 1) if rows else (-1, 0, 1)
        start, stations = len(self.points), _curve(shape, rows) if rows else shape
        for part, wide in stations:
            out, up = reach * part, rise * (1.75 * part - droop * part * part)
            x, y, z, half = foot[0] + fx * out, foot[1] + fy * out, foot[2] + up, width * wide
            for side in across:
                lift = fold * half * (abs(side) - 0.35 * side * side)
                self.points.append((x + fy * half * side, y - fx * half * side, z + lift))
        self._grid(start, len(stations), len(across))

    def _grid(self, start, rows, columns):
        """Faces over `rows` of `columns` points each; faces that share points are shaded smoothly."""
        for row in range(rows - 1):
            for column in range(columns - 1):
                a = start + row * columns + column
                self.faces.append((a, a + 1, a + columns + 1, a + columns))
                self.slots.append(1)

    def leaflet(self, foot, along, away, reach, forward, sag, width, steps=5):
        """A narrow leaf of a frond: starts sideways from the spine, bends `forward` and sags towards its tip."""
        start = len(self.points)
        for step in range(steps + 1):
            part = step / steps
            half = width * max(0.04, (1 - part) ** 0.75) * (0.55 + 0.45 * min(1, part * 5))
            out, ahead, down = reach * (part - 0.08 * part * part), forward * part ** 1.4, sag * part * part
            x, y = foot[0] + away[0] * out + along[0] * ahead, foot[1] + away[1] * out + along[1] * ahead
            for side in (-1, 1):
                self.points.append((x + along[0] * half * side, y + along[1] * half * side, foot[2] - down))
        self._grid(start, steps + 1, 2)

    def tuft(self, centre, radius, count, size):
        """Loose leaves around a centre, denser near the surface."""
        for _ in range(count):
            direction = [self.draw.gauss(0, 1) for _ in range(3)]
            norm = math.sqrt(sum(value * value for value in direction)) or 1
            far = radius * (0.45 + 0.55 * self.draw.random() ** 0.5) / norm
            x, y, z = centre[0] + direction[0] * far, centre[1] + direction[1] * far, centre[2] + direction[2] * far * 0.72
            turn, tip, roll = self.draw.random() * 6.283, self.draw.uniform(-0.7, 0.25), self.draw.uniform(-0.5, 0.5)
            long, wide = size * self.draw.uniform(0.7, 1.25), size * 0.4
            fx, fy = math.cos(turn), math.sin(turn)
            half = (-fy * wide * 0.5, fx * wide * 0.5, roll * wide)
            self.face([
                (x, y, z),
                (x + fx * long * 0.5 + half[0], y + fy * long * 0.5 + half[1], z + tip * long * 0.4 + half[2]),
                (x + fx * long, y + fy * long, z + tip * long),
                (x + fx * long * 0.5 - half[0], y + fy * long * 0.5 - half[1], z + tip * long * 0.4 - half[2]),
            ])

    def mesh(self, name, wood, leaf):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(self.points, [], self.faces)
        mesh.materials.append(wood)
        mesh.materials.append(leaf)
        mesh.polygons.foreach_set("material_index", self.slots)
        mesh.polygons.foreach_set("use_smooth", [True] * len(self.slots))  # a flat leaf shares no points, so it is not smoothed
        mesh.update()
        return mesh


def _kept(grow):
    """Builds each plant once per scene: calls `grow(leaves)` with random numbers from the seed."""

    def known(materials, seed=1):
        key = (grow.__name__, seed)
        if key not in _MESHES:
            leaves = Leaves(100 + seed)
            leaf = grow(leaves)
            _MESHES[key] = leaves.mesh(grow.__name__, materials["trunk"], materials[leaf])
        return _MESHES[key]

    known.__doc__ = grow.__doc__
    return known


LANCE = ((0.0, 0.25), (0.3, 0.6), (0.55, 1.0), (0.8, 0.72), (1.0, 0.03))
PADDLE = ((0.0, 0.05), (0.1, 0.6), (0.35, 1.0), (0.65, 0.92), (0.88, 0.5), (1.0, 0.02))
GRASS = ((0.0, 0.7), (0.35, 1.0), (0.7, 0.7), (1.0, 0.05))


@_kept
def palm(leaves):
    """A palm of about 7 m: a ringed, leaning trunk and a full crown of feathered fronds."""
    draw = leaves.draw
    height, lean = 5.6 + draw.random() * 1.6, 0.6 * draw.random()
    parts = [i / 26 for i in range(27)]
    radii = [0.18 - 0.07 * part + 0.12 * max(0, 0.1 - part) / 0.1 + (0.008 if i % 2 else 0) for i, part in enumerate(parts)]
    leaves.stem([(lean * part * part, 0, height * part) for part in parts], radii, 12)
    top = (lean, 0, height)
    for frond in range(30):
        turn, age = frond * 2.399963 + draw.random() * 0.25, frond / 30
        rise, length = 1.15 - 1.75 * age + draw.random() * 0.12, 2.7 + draw.random() * 0.6
        fx, fy = math.cos(turn), math.sin(turn)
        spine = []
        for step in range(65):
            part = step / 64
            reach = length * part
            bend = rise * reach - 0.23 * reach * reach * (1 + 0.4 * age)
            spine.append((top[0] + fx * reach * (0.93 - 0.1 * part), top[1] + fy * reach * (0.93 - 0.1 * part), top[2] + bend))
        leaves.stem(spine[::7], [0.022 - 0.0022 * i for i in range(10)], 4)
        for step in range(6, 65):
            part = step / 64
            wide = 0.72 * math.sin(math.pi * min(1, 0.16 + part * 0.8)) ** 0.7 + 0.06
            x, y, z = spine[step]
            for side in (-1, 1):
                sag = draw.uniform(0.22, 0.4) * wide
                leaves.leaflet((x, y, z), (fx, fy), (-fy * side, fx * side), wide, 0.34, sag, 0.024)
    return "frond"


@_kept
def shrub(leaves):
    """A rosette of arching lance leaves."""
    draw = leaves.draw
    for _ in range(78):
        reach, rise = 0.25 + draw.random() * 0.5, 0.3 + draw.random() * 0.8
        leaves.blade((0, 0, 0.02), draw.random() * 6.283, reach, rise, 0.03 + draw.random() * 0.035, LANCE, fold=0.5, rows=8)
    return "leaf"


@_kept
def paddle(leaves):
    """A bird of paradise: long stalks that carry broad folded leaves."""
    draw = leaves.draw
    for _ in range(15):
        turn, tall, out = draw.random() * 6.283, draw.uniform(0.55, 1.25), draw.uniform(0.05, 0.3)
        fx, fy = math.cos(turn), math.sin(turn)
        top = (fx * out, fy * out, tall)
        leaves.stem([(fx * 0.03, fy * 0.03, 0), (fx * out * 0.4, fy * out * 0.4, tall * 0.55), top], [0.016, 0.012, 0.008], 5)
        leaves.blade(top, turn, draw.uniform(0.32, 0.5), draw.uniform(0.16, 0.4), draw.uniform(0.1, 0.15), PADDLE, 1.5, 0.55, rows=14)
    return "leaf"


@_kept
def grasses(leaves):
    """A tuft of fine ornamental grass."""
    draw = leaves.draw
    for _ in range(230):
        foot = (draw.gauss(0, 0.06), draw.gauss(0, 0.06), 0)
        leaves.blade(foot, draw.random() * 6.283, draw.uniform(0.15, 0.6), draw.uniform(0.5, 1.0), 0.006, GRASS, 1.25)
    return "straw"


@_kept
def bush(leaves):
    """A dense rounded bush."""
    draw = leaves.draw
    for _ in range(9):
        turn, out = draw.random() * 6.283, draw.uniform(0, 0.32)
        leaves.tuft((out * math.cos(turn), out * math.sin(turn), draw.uniform(0.25, 0.55)), 0.34, 150, 0.1)
    return "leaf"


@_kept
def tree(leaves):
    """A broad tropical tree of about 8 m: a forked trunk under a crown of leaves."""
    draw = leaves.draw
    leaves.stem([(0, 0, 0), (0.05, 0.02, 2.2), (0.1, -0.03, 4.4)], [0.24, 0.17, 0.12])
    for _ in range(30):
        turn, out = draw.random() * 6.283, 2.7 * math.sqrt(draw.random())
        centre = (out * math.cos(turn), out * math.sin(turn), 6.1 - 0.2 * out * out + draw.uniform(-0.9, 1.0))
        leaves.stem([(0.1, 0, draw.uniform(2.6, 4.2)), (centre[0] * 0.6, centre[1] * 0.6, centre[2] - 0.9), centre], [0.07, 0.045, 0.015], 5)
        leaves.tuft(centre, 1.05, 230, 0.26)
    return "foliage"


@_kept
def snake(leaves):
    """A snake plant: stiff upright blades."""
    draw = leaves.draw
    for _ in range(26):
        turn, out = draw.random() * 6.283, draw.uniform(0.01, 0.1)
        foot = (out * math.cos(turn), out * math.sin(turn), 0)
        leaves.blade(foot, turn, draw.uniform(0.04, 0.2), draw.uniform(0.6, 1.15), 0.034, LANCE, droop=0.78, fold=0.5, rows=8)
    return "leaf"


@_kept
def fig(leaves):
    """A slender fig tree of 1.6 m for rooms: a thin trunk and loose clusters of large leaves."""
    draw = leaves.draw
    leaves.stem([(0, 0, 0), (0.03, 0.02, 0.5), (-0.02, 0.03, 1.0), (0.02, 0, 1.45)], [0.022, 0.02, 0.016, 0.01], 8)
    for i in range(40):
        turn, tall = i * 2.399963, 0.55 + 0.95 * i / 40
        foot = (0.04 * math.cos(turn), 0.04 * math.sin(turn), tall)
        leaves.blade(foot, turn + draw.uniform(-0.3, 0.3), draw.uniform(0.26, 0.42), draw.uniform(0.02, 0.22), draw.uniform(0.07, 0.1), PADDLE, 1.2, 0.35, rows=10)
    return "foliage"


@_kept
def fern(leaves):
    """A fern: arching fronds with leaflets on both sides."""
    draw = leaves.draw
    for frond in range(30):
        turn, reach, rise = frond * 2.399963, draw.uniform(0.4, 0.75), draw.uniform(0.25, 0.6)
        fx, fy = math.cos(turn), math.sin(turn)
        for step in range(3, 26):
            part = step / 25
            spine = (fx * reach * part, fy * reach * part, rise * (1.9 * part - 1.5 * part * part))
            for side in (-1, 1):
                leaves.leaflet(spine, (fx, fy), (-fy * side, fx * side), 0.13 * math.sin(math.pi * min(1, 0.2 + 0.8 * part)) + 0.01, 0.03, 0.03, 0.011, 3)
    return "frond"


@_kept
def lawn(leaves):
    """Two by two metres of mown grass."""
    draw = leaves.draw
    for _ in range(2600):
        foot = (draw.uniform(-1, 1), draw.uniform(-1, 1), 0)
        leaves.blade(foot, draw.random() * 6.283, draw.uniform(0.01, 0.05), draw.uniform(0.05, 0.11), 0.005, ((0.0, 1.0), (1.0, 0.1)), 0.8)
    return "turf"


@_kept
def twigs(leaves):
    """A few cut branches with leaves, for a vase."""
    draw = leaves.draw
    for _ in range(7):
        turn, out, tall = draw.random() * 6.283, draw.uniform(0.1, 0.3), draw.uniform(0.45, 0.85)
        top = (out * math.cos(turn), out * math.sin(turn), tall)
        leaves.stem([(0, 0, 0), (top[0] * 0.35, top[1] * 0.35, tall * 0.6), top], [0.004, 0.003, 0.002], 4)
        for part in (0.5, 0.68, 0.84, 1.0):
            leaves.tuft((top[0] * part ** 1.6, top[1] * part ** 1.6, tall * part), 0.06, 7, 0.085)
    return "leaf"


def plant(mesh, x, y, z, size=1.0, turn=0.0, squash=1.0):
    """Places a plant."""
    thing = bpy.data.objects.new(mesh.name, mesh)
    thing.location, thing.scale = (x, y, z), (size, size, size * squash)
    thing.rotation_euler = (0, 0, turn)
    bpy.context.scene.collection.objects.link(thing)
    return thing
