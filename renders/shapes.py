"""Boxes, prisms and plants: the few shapes that everything is built of. Metres; x along the street, y to the back."""
import math
import pathlib
import random

import bpy

FONT = pathlib.Path(__file__).resolve().parent.parent / "templates" / "documents" / "fonts" / "text-600.ttf"


def prism(name, corners, low, high, material):
    """A solid over a polygon (corners seen from above), between two heights."""
    if len(corners) < 3 or high <= low:
        return None
    count = len(corners)
    points = [(x, y, low) for x, y in corners] + [(x, y, high) for x, y in corners]
    faces = [tuple(reversed(range(count))), tuple(range(count, 2 * count))]
    faces += [(i, (i + 1) % count, (i + 1) % count + count, i + count) for i in range(count)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    mesh.validate()
    mesh.update()
    # A polygon may run either way round: let the solid decide what is outside.
    import bmesh

    solid = bmesh.new()
    solid.from_mesh(mesh)
    bmesh.ops.recalc_face_normals(solid, faces=solid.faces)
    solid.to_mesh(mesh)
    solid.free()
    thing = bpy.data.objects.new(name, mesh)
    thing.data.materials.append(material)
    bpy.context.scene.collection.objects.link(thing)
    return thing


_BOXES = set()


def forget():
    """Forgets what an earlier scene held."""
    _BOXES.clear()
    _PLANTS.clear()


def box(name, x0, y0, z0, x1, y1, z1, material):
    """A box between two corners; the same box a second time is left out, since two faces in one place render black."""
    x0, x1 = sorted((x0, x1))
    y0, y1 = sorted((y0, y1))
    key = tuple(round(value, 3) for value in (x0, y0, z0, x1, y1, z1))
    # A room's furniture is moved after it was made: only what stands far from the origin is known to be the same.
    if key in _BOXES and name in ("pier", "party wall", "corridor wall", "balustrade", "handrail", "pane"):
        return None
    _BOXES.add(key)
    return prism(name, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], z0, z1, material)


def rod(name, x, y, z0, z1, radius, material, sides=12):
    """An upright round rod."""
    corners = [(x + radius * math.cos(2 * math.pi * i / sides), y + radius * math.sin(2 * math.pi * i / sides)) for i in range(sides)]
    return prism(name, corners, z0, z1, material)


def _mesh(name, points, faces, materials, slots=None):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    for material in materials:
        mesh.materials.append(material)
    if slots:
        for face, slot in zip(mesh.polygons, slots):
            face.material_index = slot
    mesh.update()
    return mesh


_PLANTS = {}


def palm_mesh(materials, seed=1):
    """A palm of about 7 m: a leaning trunk and two rings of feathered fronds."""
    key = ("palm", seed)
    if key in _PLANTS:
        return _PLANTS[key]
    draw = random.Random(seed)
    points, faces, slots = [], [], []
    height, lean = 5.6 + draw.random() * 1.6, 0.5 * draw.random()

    def trunk_at(part):
        return lean * part * part, height * part

    rings, sides = 9, 8
    for ring in range(rings + 1):
        part = ring / rings
        x, z = trunk_at(part)
        radius = 0.19 - 0.07 * part + (0.07 if ring == 0 else 0)
        points += [(x + radius * math.cos(2 * math.pi * s / sides), radius * math.sin(2 * math.pi * s / sides), z) for s in range(sides)]
    for ring in range(rings):
        for s in range(sides):
            a, b = ring * sides + s, ring * sides + (s + 1) % sides
            faces.append((a, b, b + sides, a + sides))
            slots.append(0)
    top_x, top_z = trunk_at(1)
    for frond in range(22):
        turn = frond * 2.399963 + draw.random() * 0.2
        rise = 0.95 - 1.25 * (frond / 22) + draw.random() * 0.1
        length = 2.5 + draw.random() * 0.6
        for step in range(13):
            part = (step + 1) / 13
            reach = length * part
            drop = rise * reach - 0.26 * reach * reach
            cx, cy, cz = top_x + math.cos(turn) * reach * 0.92, math.sin(turn) * reach * 0.92, top_z + drop
            width = 0.75 * math.sin(math.pi * min(1, 0.12 + part * 0.86)) + 0.08
            for side in (-1, 1):
                ax, ay = -math.sin(turn) * side, math.cos(turn) * side
                fx, fy = math.cos(turn), math.sin(turn)
                start = len(points)
                tip = (cx + ax * width + fx * 0.3, cy + ay * width + fy * 0.3, cz - 0.28 * width - 0.05)
                points += [(cx - fx * 0.055, cy - fy * 0.055, cz), (cx + fx * 0.055, cy + fy * 0.055, cz), tip]
                faces.append((start, start + 1, start + 2))
                slots.append(1)
    _PLANTS[key] = _mesh("palm", points, faces, [materials["trunk"], materials["leaf"]], slots)
    return _PLANTS[key]


def shrub_mesh(materials, seed=1):
    """A low tropical plant: arching lens-shaped leaves out of one root."""
    key = ("shrub", seed)
    if key in _PLANTS:
        return _PLANTS[key]
    draw = random.Random(seed)
    points, faces = [], []
    for _ in range(64):
        turn = draw.random() * 2 * math.pi
        reach, rise = 0.3 + draw.random() * 0.55, 0.35 + draw.random() * 0.75
        width = 0.035 + draw.random() * 0.05
        fx, fy = math.cos(turn), math.sin(turn)
        start = len(points)
        for part, wide in ((0.0, 0.25), (0.3, 0.55), (0.55, 1.0), (0.8, 0.8), (1.0, 0.08)):
            out, up = reach * part, rise * (1.75 * part - 1.05 * part * part)
            for side in (-1, 1):
                points.append((fx * out - side * fy * width * wide, fy * out + side * fx * width * wide, up + 0.02))
        faces += [(start + 2 * i, start + 2 * i + 1, start + 2 * i + 3, start + 2 * i + 2) for i in range(4)]
    _PLANTS[key] = _mesh("shrub", points, faces, [materials["leaf"]])
    return _PLANTS[key]


def tree_mesh(materials, seed=1):
    """A broad tropical tree of about 8 m: a trunk under a crown of leaf clusters."""
    key = ("tree", seed)
    if key in _PLANTS:
        return _PLANTS[key]
    draw = random.Random(100 + seed)
    points, faces, slots = [], [], []
    sides = 7
    for z, radius in ((0, 0.26), (4.6, 0.13)):
        points += [(radius * math.cos(2 * math.pi * s / sides), radius * math.sin(2 * math.pi * s / sides), z) for s in range(sides)]
    for s in range(sides):
        faces.append((s, (s + 1) % sides, (s + 1) % sides + sides, s + sides))
        slots.append(0)
    for _ in range(26):
        turn, out = draw.random() * 2 * math.pi, 2.5 * math.sqrt(draw.random())
        cx, cy, cz = out * math.cos(turn), out * math.sin(turn), 6.4 - 0.22 * out * out + draw.uniform(-0.9, 0.9)
        for _ in range(95):
            direction = [draw.gauss(0, 1) for _ in range(3)]
            norm = math.sqrt(sum(value * value for value in direction)) or 1
            far = 1.05 * draw.random() ** 0.33 / norm
            x, y, z = cx + direction[0] * far, cy + direction[1] * far, cz + direction[2] * far * 0.75
            start = len(points)
            for _ in range(3):
                points.append((x + draw.uniform(-0.2, 0.2), y + draw.uniform(-0.2, 0.2), z + draw.uniform(-0.13, 0.13)))
            faces.append((start, start + 1, start + 2))
            slots.append(1)
    _PLANTS[key] = _mesh("tree", points, faces, [materials["trunk"], materials["leaf"]], slots)
    return _PLANTS[key]


def plant(mesh, x, y, z, size=1.0, turn=0.0):
    """Places a plant."""
    thing = bpy.data.objects.new(mesh.name, mesh)
    thing.location, thing.scale = (x, y, z), (size, size, size)
    thing.rotation_euler = (0, 0, turn)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def area_light(name, x, y, z, width, depth, watts, colour=(1.0, 0.82, 0.62), turn=(0, 0, 0)):
    """A soft lamp that shines down unless turned."""
    lamp = bpy.data.lights.new(name, "AREA")
    lamp.shape, lamp.size, lamp.size_y = "RECTANGLE", width, depth
    lamp.energy, lamp.color = watts, colour
    thing = bpy.data.objects.new(name, lamp)
    thing.location, thing.rotation_euler = (x, y, z), turn
    bpy.context.scene.collection.objects.link(thing)
    return thing


def letters(text, x, y, z, size, material, turn=0.0):
    """Upright letters in the site's own text face, 3 cm deep, centred; turn 0 faces the street (-y)."""
    curve = bpy.data.curves.new("letters", "FONT")
    curve.body, curve.size, curve.extrude, curve.align_x = text, size, 0.015, "CENTER"
    curve.space_character = 1.12
    curve.font = bpy.data.fonts.load(str(FONT), check_existing=True)
    curve.materials.append(material)
    thing = bpy.data.objects.new("letters", curve)
    thing.location, thing.rotation_euler = (x, y, z), (math.pi / 2, 0, turn)
    bpy.context.scene.collection.objects.link(thing)
    return thing
