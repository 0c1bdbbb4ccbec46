"""The basic shapes. Units are metres; x is along the street, y to the back, z up."""
import math
import pathlib

import bmesh
import bpy

FONT = pathlib.Path(__file__).resolve().parent.parent / "templates" / "documents" / "fonts" / "text-600.ttf"
SHARP = math.radians(38)  # edges with a larger angle are shaded as sharp

_BOXES = set()


def forget():
    """Clears the objects of an earlier scene."""
    _BOXES.clear()


def put(name, mesh, material=None):
    """Adds an object with this mesh to the scene."""
    if material is not None:
        mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _finish(solid, name, smooth=False):
    bmesh.ops.recalc_face_normals(solid, faces=solid.faces)
    mesh = bpy.data.meshes.new(name)
    solid.to_mesh(mesh)
    solid.free()
    if smooth:
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
        mesh.set_sharp_from_angle(angle=SHARP)
    return mesh


def prism(name, corners, low, high, material, bevel=0.0, rounds=2):
    """A prism over a polygon (corners from above) between two heights; `bevel` chamfers its edges."""
    if len(corners) < 3 or high <= low:
        return None
    solid = bmesh.new()
    below = [solid.verts.new((x, y, low)) for x, y in corners]
    above = [solid.verts.new((x, y, high)) for x, y in corners]
    solid.faces.new(below)
    solid.faces.new(above)
    for i in range(len(corners)):
        j = (i + 1) % len(corners)
        solid.faces.new((below[i], below[j], above[j], above[i]))
    if bevel:
        bmesh.ops.recalc_face_normals(solid, faces=solid.faces)
        bmesh.ops.bevel(solid, geom=list(solid.edges), offset=bevel, segments=rounds, profile=0.5, affect="EDGES", clamp_overlap=True)
    return put(name, _finish(solid, name, bool(bevel)), material)


def box(name, x0, y0, z0, x1, y1, z1, material, bevel=0.0, rounds=2):
    """A box between two corners. A duplicate is left out, because two faces in the same place render black."""
    x0, x1 = sorted((x0, x1))
    y0, y1 = sorted((y0, y1))
    key = tuple(round(value, 3) for value in (x0, y0, z0, x1, y1, z1))
    # Furniture is moved after it is made, so equal boxes are duplicates only for these parts, which are made in place.
    if key in _BOXES and name in ("pier", "party wall", "corridor wall", "balustrade", "handrail", "pane"):
        return None
    _BOXES.add(key)
    return prism(name, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], z0, z1, material, bevel, rounds)


def cushion(name, x0, y0, z0, x1, y1, z1, material, soft=0.06):
    """An upholstered block: rounded all over, a little fuller in the middle of its large faces."""
    solid = bmesh.new()
    bmesh.ops.create_cube(solid, size=1)
    bmesh.ops.bevel(solid, geom=list(solid.edges), offset=min(soft / min(x1 - x0, y1 - y0, z1 - z0), 0.45), segments=1, affect="EDGES")
    bmesh.ops.subdivide_edges(solid, edges=list(solid.edges), cuts=3, use_grid_fill=True)
    size, middle = (x1 - x0, y1 - y0, z1 - z0), ((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2)
    for vert in solid.verts:
        full = 1 + 0.06 * max(0, 1 - 2.2 * sorted(abs(part) for part in vert.co)[1])
        x, y, z = vert.co * full
        # The shape of a superellipsoid: rounder towards the edges.
        shape = (abs(x * 2) ** 7 + abs(y * 2) ** 7 + abs(z * 2) ** 7) ** (1 / 7) or 1
        pull = min(1.0, 1.06 / shape)
        vert.co = (middle[0] + x * size[0] * pull, middle[1] + y * size[1] * pull, middle[2] + z * size[2] * pull)
    mesh = _finish(solid, name)
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    return put(name, mesh, material)


def sheet(name, rows, material, thick=0.0, smooth=True):
    """A surface through rows of points (rows of equal length), optionally thickened."""
    wide = len(rows[0])
    points = [point for row in rows for point in row]
    faces = [(r * wide + c, r * wide + c + 1, (r + 1) * wide + c + 1, (r + 1) * wide + c) for r in range(len(rows) - 1) for c in range(wide - 1)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    if smooth:
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    thing = put(name, mesh, material)
    if thick:
        solidify = thing.modifiers.new("thick", "SOLIDIFY")
        solidify.thickness, solidify.offset = thick, 0
        round_off = thing.modifiers.new("round", "SUBSURF")
        round_off.levels = round_off.render_levels = 2
    return thing


def lathe(name, profile, x, y, z, material, sides=40):
    """A solid of revolution around a vertical axis: `profile` is (radius, height) from the bottom."""
    points, faces, count = [], [], len(profile)
    for s in range(sides):
        turn = 2 * math.pi * s / sides
        points += [(radius * math.cos(turn), radius * math.sin(turn), height) for radius, height in profile]
    for s in range(sides):
        for i in range(count - 1):
            a, b = s * count + i, (s + 1) % sides * count + i
            faces.append((a, b, b + 1, a + 1))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.set_sharp_from_angle(angle=SHARP)
    thing = put(name, mesh, material)
    thing.location = (x, y, z)
    return thing


def rod(name, x, y, z0, z1, radius, material, sides=24):
    """A vertical round rod."""
    corners = [(x + radius * math.cos(2 * math.pi * i / sides), y + radius * math.sin(2 * math.pi * i / sides)) for i in range(sides)]
    thing = prism(name, corners, z0, z1, material)
    thing.data.polygons.foreach_set("use_smooth", [True] * len(thing.data.polygons))
    thing.data.set_sharp_from_angle(angle=SHARP)
    return thing


def tube(name, points, radius, material, bent=False, closed=False):
    """A bent tube through points; `bent` rounds its corners."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.use_fill_caps = "3D", radius, 3, True
    spline = curve.splines.new("NURBS" if bent else "POLY")
    spline.points.add(len(points) - 1)
    for place, point in zip(spline.points, points):
        place.co = (*point, 1)
    spline.use_cyclic_u = closed
    if bent:
        spline.order_u, spline.use_endpoint_u = 3, True
    curve.materials.append(material)
    thing = bpy.data.objects.new(name, curve)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def ball(name, x, y, z, radius, material):
    """A ball whose lowest point is at z."""
    steps = 14
    profile = [(radius * math.sin(math.pi * i / steps) or 0.0005, radius - radius * math.cos(math.pi * i / steps)) for i in range(steps + 1)]
    return lathe(name, profile, x, y, z, material, 28)


def move(parts, x, y, z=0.0, turn=0.0):
    """Moves objects that were made around the origin to their place."""
    for part in parts:
        lx, ly, lz = part.location
        part.location = (x + lx * math.cos(turn) - ly * math.sin(turn), y + lx * math.sin(turn) + ly * math.cos(turn), z + lz)
        part.rotation_euler.z += turn
    return parts


def area_light(name, x, y, z, width, depth, watts, colour=(1.0, 0.88, 0.74), turn=(0, 0, 0)):
    """A soft light that points down unless turned; invisible to the camera and in reflections."""
    lamp = bpy.data.lights.new(name, "AREA")
    lamp.shape, lamp.size, lamp.size_y = "RECTANGLE", width, depth
    lamp.energy, lamp.color = watts, colour
    thing = bpy.data.objects.new(name, lamp)
    thing.location, thing.rotation_euler = (x, y, z), turn
    thing.visible_camera = thing.visible_glossy = False
    bpy.context.scene.collection.objects.link(thing)
    return thing


def letters(text, x, y, z, size, material, turn=0.0):
    """Vertical letters in the site's text font, 3 cm deep, centred; turn 0 faces the street (-y)."""
    curve = bpy.data.curves.new("letters", "FONT")
    curve.body, curve.size, curve.extrude, curve.align_x = text, size, 0.015, "CENTER"
    curve.space_character = 1.12
    curve.font = bpy.data.fonts.load(str(FONT), check_existing=True)
    curve.materials.append(material)
    thing = bpy.data.objects.new("letters", curve)
    thing.location, thing.rotation_euler = (x, y, z), (math.pi / 2, 0, turn)
    bpy.context.scene.collection.objects.link(thing)
    return thing
