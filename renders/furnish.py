"""The furniture and the camera of office, shop and lobby, and the furniture of the terrace."""
import math

import bpy

from furniture import books, bowl, chair, laptop, lounge, monitor, pendant, planter, pot, round_table, rug, sofa, table, task_chair, vase
from people import person
from place import Place
from plants import fern, fig, grasses, paddle, palm, plant, snake
from rooms import Room
from shapes import area_light, box, lathe, letters, rod, sheet

WEST, EAST = -math.pi / 2, math.pi / 2  # turn of furniture with its back to the wall at x = 0, or to the opposite wall


def office(m):
    """An office of Nivel 3 with a terrace: desks along the glass, a meeting table, the wooden wall."""
    room = Room(m, 9.6, 11.25, elevation=9.0, floor="parquet")
    room.balcony()
    room.lines(3, 55)
    room.daylight(420)
    room.slats(0, 2.0, 11.0)
    room.curtains((0.12, 1.1), (8.6, 9.5))
    for x in (1.3, 5.5):
        table(m, x, 1.25, 2.9, 1.5, 0.74, "oak")
        for i in range(2):
            px = x + 0.75 + i * 1.4
            monitor(m, px, 1.85, 0.74, math.pi)
            monitor(m, px, 2.15, 0.74, 0)
            task_chair(m, px + 0.1, 3.15, math.pi + 0.15 * (i * 2 - 1))
            task_chair(m, px, 0.75, 0.1)
    table(m, 2.9, 5.5, 3.6, 1.3)
    for i in range(4):
        chair(m, 3.35 + i * 0.88, 5.15, 0.04 * (i - 1), "linen")
        chair(m, 3.35 + i * 0.88, 7.15, math.pi + 0.05 * (i - 2), "linen")
    laptop(m, 4.1, 6.5, 0.74, math.pi)
    vase(m, 5.0, 6.15, 0.74, 0.8, "clay", 2)
    bowl(m, 5.7, 6.1, 0.74, 0.14, "white")
    for i in range(3):
        pendant(m, 3.8 + i * 0.9, 6.15, 1.95, 3.8, 0.19, 14)
    rug(m, 2.2, 4.4, 7.2, 8.0)
    for z in (0.5, 1.15, 1.8):
        box("shelf", 9.25, 3.2, z - 0.035, 9.6, 8.6, z, m["wood"], 0.006)
    books(m, 3.3, 8.4, 9.33, 9.57, 0.5, 3)
    books(m, 3.3, 8.4, 9.33, 9.57, 1.15, 8)
    books(m, 3.6, 8.0, 9.33, 9.57, 1.8, 5, (0.16, 0.24))
    room.pots((9.0, 2.4, 1.5, 2, fig), (0.75, 4.6, 1.35, 5, paddle), (0.6, 6.4, 0.9, 3, snake))
    person(m, 2.05, 0.78, 0, 0.1, "sit", 0)
    person(m, 7.75, 3.1, 0, math.pi, "sit", 4, size=1.03)
    person(m, 5.05, 0.7, 0, 2.6, "stand", 3)
    person(m, 4.7, 1.0, 0, -0.9, "stand", 1, True, 0.96)
    lounge(m, 1.0, 9.1, WEST + 0.2, "mauve")
    lounge(m, 1.0, 7.5, WEST - 0.2, "mauve")
    round_table(m, 1.2, 8.3, 0.28, 0.45)


def shop(m):
    """A commercial unit of Planta Baja, as a customer sees it on entering: books and ceramics under a dark ceiling."""
    room = Room(m, 8.4, 11.25, height=4.05, floor="cement", back="forest", view=False, ceiling="metal")
    box("earth", -60, -60, -0.5, 60, -0.4, -0.05, m["paving"])
    room.daylight(520)
    for x in (1.5, 4.2, 6.9):
        box("track", x - 0.02, 1.0, 3.62, x + 0.02, 10.4, 3.66, m["metal"])
        for y in range(2, 11, 2):
            rod("spot", x, y, 3.46, 3.62, 0.045, m["metal"])
            rod("spot face", x, y, 3.455, 3.46, 0.04, m["lamp"])
            area_light("spot light", x, y, 3.4, 0.12, 0.12, 26)
    for side, wall in ((0, 0.0), (1, 8.4)):
        front, rear = (0.36, 0.04) if side == 0 else (8.04, 8.36)
        for z in (0.5, 0.98, 1.46, 1.94, 2.42):
            box("shelf", min(wall, front), 2.0, z - 0.035, max(wall, front), 9.64, z, m["oak"], 0.006)
            books(m, 2.1, 9.5, front - 0.04 if side == 0 else front + 0.04, rear, z, int(z * 20) + side * 7, (0.2, 0.34))
            area_light("shelf light", (wall + front) / 2, 5.8, z - 0.045, 0.04, 7.4, 5)
        for y in (2.0, 4.54, 7.08, 9.62):
            box("shelf post", min(wall, front), y, 0, max(wall, front), y + 0.03, 2.9, m["metal"])
    box("counter", 2.9, 8.6, 0, 5.5, 9.3, 0.98, m["terracotta"], 0.01)
    box("counter top", 2.8, 8.5, 0.98, 5.6, 9.4, 1.03, m["oak"], 0.01)
    laptop(m, 4.9, 9.05, 1.03, math.pi)
    vase(m, 3.3, 8.95, 1.03, 1.0, "white", 3)
    letters("LIBROS Y CERÁMICA", 4.2, 11.2, 2.75, 0.34, m["brass"])
    for z in (1.35, 1.9):
        box("shelf", 2.6, 11.0, z - 0.035, 5.8, 11.25, z, m["oak"], 0.006)
        for i in range(7):
            vase(m, 2.9 + i * 0.45, 11.12, z, (0.7, 1.0, 0.55, 0.85, 1.1, 0.6, 0.9)[(i + int(z * 10)) % 7], ("clay", "white", "limestone", "sage", "ochre")[(i + int(z * 10)) % 5], i, False)
    for i in range(3):
        pendant(m, 3.3 + i * 0.9, 8.95, 2.15, 4.05, 0.2, 16, "ochre")
    table(m, 2.6, 3.6, 2.1, 1.0, 0.86, "oak")
    table(m, 4.5, 6.0, 1.9, 1.0, 0.72, "oak")
    for i, (x, y, size, cover) in enumerate(((2.9, 3.9, 1.1, "clay"), (3.35, 4.3, 0.8, "white"), (3.75, 3.9, 1.25, "navy"), (4.3, 4.2, 0.9, "ochre"))):
        vase(m, x, y, 0.86, size, cover, 1 + i, False)
    for i, (x, y) in enumerate(((4.75, 6.2), (5.15, 6.25), (5.6, 6.2), (6.0, 6.3), (5.0, 6.65), (5.5, 6.7))):
        for k in range(2 + i % 3):
            box("pile", x, y, 0.72 + 0.03 * k, x + 0.24 - 0.01 * k, y + 0.3, 0.747 + 0.03 * k, m[("book red", "book blue", "white", "book ochre", "book green")[(i + k) % 5]], 0.003, 1)
    rug(m, 2.2, 3.0, 5.2, 5.2, "mauve")
    room.pots((7.5, 1.5, 1.6, 3, fig), (0.95, 10.2, 1.5, 6, paddle), (7.5, 10.3, 1.3, 2, snake))
    person(m, 4.2, 9.85, 0, math.pi, "stand", 2)
    person(m, 6.9, 4.6, 0, -1.3, "stand", 4, True, 0.97)
    person(m, 1.9, 6.9, 0, 0.6, "walk", 1)


def lobby(m):
    """The entrance hall, two levels high: stone, a desk, and the wooden wall with the elevators."""
    wide, deep, mezzanine, high, back = 7.2, 11.25, 4.5, 8.65, 13.65
    Place(m, 84, 25).build()
    box("floor", -6, -0.4, -0.3, wide + 6, back + 0.2, 0, m["tiles"])
    for x0, x1 in ((-0.3, 0), (wide, wide + 0.3)):
        box("wall", x0, -0.4, -0.2, x1, deep, high + 0.2, m["ashlar"])
    box("ceiling", -6, -0.4, high, wide + 6, back + 0.3, high + 0.3, m["ceiling"])
    box("upper floor", -6, deep - 0.05, 4.05, wide + 6, back + 0.2, mezzanine, m["limestone"], 0.01)
    box("upper soffit", -5.9, deep + 0.05, 4.03, wide + 5.9, back, 4.05, m["boards"])
    box("back", -6, back, -0.1, wide + 6, back + 0.3, high + 0.1, m["plaster"])
    for x in (-4, wide + 4):
        box("corridor end", x - 0.1, deep, -0.1, x + 0.1, back, high, m["plaster"])
    for x0, x1 in ((-4, -0.3), (wide + 0.3, wide + 4)):
        box("corridor wall", x0, deep - 0.2, -0.1, x1, deep, high, m["ashlar"])
    shell = Room.__new__(Room)
    shell.m, shell.width, shell.depth, shell.height = m, wide, back, high
    shell.glazing(high=high)
    sheet("balustrade", [[(0, deep, mezzanine), (wide, deep, mezzanine)], [(0, deep, mezzanine + 1.02), (wide, deep, mezzanine + 1.02)]], m["balustrade"], smooth=False)
    box("handrail", 0, deep - 0.02, mezzanine + 1.02, wide, deep + 0.03, mezzanine + 1.06, m["brass"])
    shell.back_slats(-0.3, wide + 0.3, 0.1, 0.0, 4.03)
    shell.back_slats(-0.3, wide + 0.3, 0.1, mezzanine, high)
    for i in range(3):
        x = 1.05 + i * 1.85
        box("door frame", x - 0.1, back - 0.12, 0, x + 1.3, back - 0.02, 2.5, m["metal"], 0.006)
        for door in (x, x + 0.605):
            box("door", door, back - 0.14, 0.01, door + 0.595, back - 0.1, 2.38, m["steel"], 0.004)
        area_light("door light", x + 0.6, deep + 1.6, 3.98, 0.5, 0.5, 22)
        rod("spot", x + 0.6, deep + 1.6, 4.015, 4.03, 0.06, m["lamp"])
    area_light("hall", wide / 2, 6, high - 0.1, 4, 8, 300)
    area_light("upper", wide / 2, deep + 1.2, high - 0.1, 6, 1.2, 90)
    area_light("front", wide / 2, -0.35, 4.2, wide, 8, 620, (0.93, 0.96, 1.0), (-math.pi / 2, 0, 0))
    for i in range(12):
        box("baffle", 0.25 + i * 0.6, 0.2, high - 0.42, 0.33 + i * 0.6, deep - 0.2, high - 0.05, m["oak"], 0.006, 1)
    box("desk", 4.75, 4.2, 0, 5.4, 7.6, 1.02, m["terracotta"], 0.02)
    box("desk top", 4.62, 4.1, 1.02, 5.5, 7.7, 1.07, m["oak"], 0.01)
    box("desk line", 4.7, 4.3, 0.12, 4.752, 7.5, 0.14, m["lamp"])
    monitor(m, 5.2, 5.2, 1.07, EAST)
    vase(m, 5.0, 7.25, 1.07, 0.9, "white", 2)
    for i in range(3):
        box("brochure", 4.85, 6.0 + i * 0.26, 1.07, 5.05, 6.2 + i * 0.26, 1.085 + 0.008 * i, m[("mauve", "white", "book ochre")[i]])
    box("desk wall", wide - 0.09, 2.6, 0.0, wide + 0.01, 9.0, 3.6, m["wood"], 0.01)
    letters("CEIBALTA", wide - 0.11, 5.9, 2.3, 0.55, m["brass"], WEST)
    area_light("wall light", wide - 0.4, 5.8, 3.7, 0.1, 6, 40)
    wall_relief(m)
    rug(m, 0.45, 4.2, 3.5, 8.3, "mauve")
    sofa(m, 0.3, 7.7, 2.5, WEST, "linen", pillows=("terracotta", "ochre"))
    lounge(m, 2.95, 5.6, EAST + 0.1, "leather")
    lounge(m, 2.95, 6.9, EAST - 0.1, "leather")
    round_table(m, 1.85, 6.0, 0.45, 0.34, "oak")
    round_table(m, 1.6, 6.75, 0.3, 0.44, "limestone")
    bowl(m, 1.85, 6.0, 0.34, 0.16, "sage")
    for x0, y0, x1, y1, seed in ((0.05, 1.2, 0.75, 4.0, 4), (6.4, 0.7, 7.15, 2.4, 7)):
        planter(m, x0, y0, x1, y1, 0.55, 0.0, seed, "terracotta")
    plant(palm(m, 2), 0.45, 2.4, 0.3, 0.72, 1.0)
    pot(m, 6.7, 3.4, 1.7, 7, 0, "clay", fig)
    person(m, 6.2, 6.5, 0, math.pi / 2 + 0.4, "stand", 6)
    person(m, 4.1, 5.6, 0, -math.pi / 2, "stand", 4, True, 0.97)
    person(m, 0.95, 6.9, -0.03, -math.pi / 2, "sit", 5)
    person(m, 2.9, 5.6, -0.06, math.pi / 2 + 0.1, "sit", 1, True, 0.97)
    person(m, 3.3, 2.4, 0, 0.1, "walk", 2)
    person(m, 2.5, 1.5, 0, 0.25, "walk", 0, True, 0.95)
    for i, (x, y, z) in enumerate(((3.5, 4.4, 4.6), (4.1, 5.0, 5.3), (3.2, 5.5, 3.9), (4.2, 6.1, 4.4), (3.6, 6.7, 5.6), (3.0, 4.9, 5.9), (4.5, 4.2, 6.1))):
        pendant(m, x, y, z, high, 0.28 + 0.04 * (i % 3), 22, ("oak", "clay", "brass")[i % 3])


def wall_relief(m):
    """Round plates of clay and stone on the wall at x = 0, as a work of art."""
    for i, (y, z, radius, cover) in enumerate(((5.2, 2.1, 0.62, "terracotta"), (6.3, 2.7, 0.5, "limestone"), (7.1, 1.95, 0.42, "ochre"), (5.95, 1.55, 0.3, "mauve"), (4.6, 3.0, 0.36, "clay"), (7.3, 3.1, 0.55, "mauve"), (5.5, 3.5, 0.44, "ochre"), (6.5, 3.8, 0.34, "terracotta"))):
        plate = lathe("plate", [(0.001, 0.0), (radius, 0.0), (radius, 0.03), (radius * 0.9, 0.055 + 0.01 * (i % 3)), (0.001, 0.035)], 0.0, y, z, m[cover], 56)
        plate.rotation_euler.y = math.pi / 2


def furnish_terrace(m, floor):
    """The furniture of the corner terrace of the Penthouse (x 0.8 to 6, y 0 to 11): pergola, a laid table, seats, planting."""
    lift = []
    for x in (1.1, 5.5):
        for y in (0.9, 4.9):
            lift.append(box("post", x, y, 0, x + 0.1, y + 0.1, 2.7, m["metal"]))
        lift.append(box("beam", x, 0.6, 2.6, x + 0.1, 5.3, 2.76, m["metal"]))
    y = 0.7
    while y < 5.2:
        lift.append(box("pergola", 0.85, y, 2.76, 5.95, y + 0.05, 2.88, m["oak"], 0.004))
        y += 0.3
    first = set(bpy.data.objects)
    table(m, 1.9, 2.0, 2.9, 1.0, 0.74, "oak")
    for i in range(4):
        chair(m, 2.3 + i * 0.7, 1.75, 0.05 * (i - 1), "sage")
        chair(m, 2.3 + i * 0.7, 3.25, math.pi + 0.06 * (i - 2), "sage")
    for x, y, turn, seed, skirt in ((2.3, 1.78, 0.05, 1, False), (3.7, 1.78, -0.1, 2, True), (3.0, 3.22, math.pi, 5, False), (4.4, 3.22, math.pi + 0.2, 4, True)):
        person(m, x, y, -0.02, turn, "sit", seed, skirt, 0.97 if skirt else 1.0)
    vase(m, 3.4, 2.5, 0.74, 0.75, "clay", 2)
    bowl(m, 2.6, 2.5, 0.74, 0.17, "white")
    bowl(m, 4.1, 2.45, 0.74, 0.13, "sage")
    for x, y in ((2.3, 2.2), (3.1, 2.8), (3.7, 2.2), (4.4, 2.75)):
        rod("glass", x, y, 0.74, 0.86, 0.03, m["white"])
    person(m, 1.35, 4.7, 0, 2.6, "stand", 0)
    person(m, 1.75, 4.15, 0, -0.6, "stand", 4, True, 0.96)
    lift += [thing for thing in set(bpy.data.objects) - first if thing.parent is None]
    for thing in lift:
        thing.location.z += floor
    rug(m, 2.3, 5.6, 5.6, 8.6, "textile", floor)
    sofa(m, 2.1, 8.4, 2.4, WEST, "textile", floor, ("terracotta", "ochre"))
    lounge(m, 4.7, 6.6, EAST + 0.25, "linen", floor)
    round_table(m, 3.7, 7.2, 0.48, 0.34, "timber", floor)
    bowl(m, 3.7, 7.2, floor + 0.34, 0.18, "clay")
    planter(m, 1.1, 0.12, 5.8, 0.55, 0.45, floor, 6, "terracotta")
    for i, (x, y, size, seed, kind) in enumerate(((1.25, 5.9, 1.2, 2, fig), (1.2, 7.0, 0.9, 4, fern), (5.6, 5.4, 1.1, 3, snake), (5.55, 0.95, 1.0, 5, grasses))):
        pot(m, x, y, size, seed, floor, ("clay", "white", "limestone")[i % 3], kind)


ROOMS = {
    # name: (builder, camera position, target, lens, shift upwards, exposure)
    "office": (office, (8.8, 10.7, 1.5), (3.4, 0, 1.5), 20, 0.02, 0.35),
    "shop": (shop, (4.0, 0.5, 1.6), (4.25, 11, 1.6), 20, 0.04, 0.35),
    "lobby": (lobby, (1.9, 12.2, 1.6), (4.3, 0, 1.6), 18, 0.10, 0.3),
}
