"""The furniture and the camera of each room."""
import math

from equipment import bike, dumbbells, kettlebell, mat, treadmill
from furniture import (books, bowl, chair, daybed, laptop, lounge, monitor, pendant, planter, pot, round_table, rug, sofa,
                       table, task_chair, vase)
from place import Place

from rooms import Room
from shapes import area_light, ball, box, letters, rod, sheet

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
    room.pots((9.0, 2.4, 1.3, 2), (0.75, 4.6, 1.35, 5))
    lounge(m, 1.0, 9.1, WEST + 0.2, "mauve")
    lounge(m, 1.0, 7.5, WEST - 0.2, "mauve")
    round_table(m, 1.2, 8.3, 0.28, 0.45)


def shop(m):
    """A commercial unit of Planta Baja: shelves, a stone counter, high glass to the street."""
    room = Room(m, 9.6, 11.25, height=4.05, floor="concrete", view=False)
    Place(m, 84, 25).build()
    box("canopy", -6, -1.7, 3.05, 16, -0.1, 3.14, m["metal"])
    box("canopy lining", -6, -1.64, 3.02, 16, -0.1, 3.05, m["boards"])
    room.lines(3, 70)
    room.daylight(420)
    room.slats(0, 1.2, 10.6)
    for z in (0.55, 1.1, 1.65, 2.2):
        box("shelf", 0.06, 2.0, z - 0.035, 0.42, 7.23, z, m["oak"], 0.006)
        books(m, 2.15, 7.0, 0.12, 0.36, z, int(z * 20), (0.14, 0.24))
        area_light("shelf light", 0.3, 4.6, z - 0.05, 0.04, 5.0, 3.5)
    for y in (2.0, 4.6, 7.2):
        box("shelf post", 0.06, y, 0, 0.42, y + 0.03, 2.5, m["metal"])
    box("counter", 7.3, 3.0, 0, 8.0, 6.2, 0.98, m["ashlar"], 0.01)
    box("counter top", 7.2, 2.9, 0.98, 8.1, 6.3, 1.03, m["timber"], 0.01)
    laptop(m, 7.6, 3.7, 1.03, EAST)
    vase(m, 7.65, 5.7, 1.03, 1.0, "white", 3)
    for i in range(3):
        pendant(m, 7.65, 3.5 + i * 1.1, 2.1, 4.05, 0.2, 14, "clay")
    for z in (1.25, 1.8):
        box("shelf", 9.3, 2.6, z - 0.035, 9.6, 7.2, z, m["oak"], 0.006)
        books(m, 2.8, 7.0, 9.35, 9.57, z, int(z * 9), (0.14, 0.24))
    table(m, 2.7, 3.4, 2.6, 1.15, 0.86, "oak")
    table(m, 3.0, 6.7, 2.2, 1.0, 0.62, "oak")
    for i, (x, y, size, cover) in enumerate(((3.0, 3.8, 1.1, "clay"), (3.6, 4.15, 0.8, "white"), (4.1, 3.75, 1.25, "limestone"), (4.75, 4.1, 0.9, "sage"))):
        vase(m, x, y, 0.86, size, cover, 1 + i, i in (0, 2))
    for i, (x, y, radius, cover) in enumerate(((3.4, 7.1, 0.2, "clay"), (3.95, 7.35, 0.15, "white"), (4.4, 7.1, 0.18, "limestone"))):
        bowl(m, x, y, 0.62, radius, cover)
    for i in range(4):
        box("linen", 4.72, 6.95, 0.62 + 0.045 * i, 5.05, 7.4, 0.66 + 0.045 * i, m[("linen", "mauve", "textile", "sage")[i]], 0.015)
    rug(m, 2.0, 2.6, 6.0, 8.4)
    room.pots((8.9, 1.0, 1.5, 3), (0.75, 1.1, 1.4, 6))


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
    area_light("hall", wide / 2, 6, high - 0.1, 4, 8, 420)
    area_light("upper", wide / 2, deep + 1.2, high - 0.1, 6, 1.2, 90)
    area_light("front", wide / 2, -0.35, 4.2, wide, 8, 700, (0.93, 0.96, 1.0), (-math.pi / 2, 0, 0))
    box("desk", 4.75, 5.0, 0, 5.4, 8.2, 1.02, m["ashlar"], 0.012)
    box("desk top", 4.62, 4.9, 1.02, 5.5, 8.3, 1.07, m["timber"], 0.01)
    box("desk line", 4.7, 5.1, 0.12, 4.752, 8.1, 0.14, m["lamp"])
    monitor(m, 5.2, 6.4, 1.07, EAST)
    vase(m, 5.0, 7.7, 1.07, 1.1, "white", 2)
    box("desk wall", wide - 0.09, 3.8, 0.0, wide + 0.01, 9.4, 3.2, m["wood"], 0.01)
    letters("CEIBALTA", wide - 0.11, 6.6, 1.85, 0.5, m["brass"], WEST)
    area_light("wall light", wide - 0.4, 6.6, 3.3, 0.1, 5, 30)
    rug(m, 0.35, 3.9, 3.4, 8.5)
    sofa(m, 0.3, 7.7, 2.5, WEST, "textile")
    lounge(m, 2.85, 5.5, EAST + 0.1, "leather")
    lounge(m, 2.85, 7.0, EAST - 0.1, "leather")
    round_table(m, 1.85, 6.0, 0.45, 0.34)
    round_table(m, 1.6, 6.75, 0.3, 0.44, "timber")
    vase(m, 1.85, 6.0, 0.34, 0.7, "clay", 1)
    planter(m, 0.05, 8.8, 0.65, 11.1, 0.5, 0.0, 4)
    pot(m, 6.5, 10.4, 1.7, 7, 0, "clay")
    for i, (x, y, z) in enumerate(((3.4, 5.4, 4.3), (3.9, 6.1, 5.0), (3.2, 6.6, 3.7), (4.0, 7.0, 4.4), (3.5, 7.6, 5.5), (3.0, 5.9, 5.7))):
        pendant(m, x, y, z, high, 0.24 + 0.03 * (i % 3), 22, ("metal", "clay", "brass")[i % 3])


def business_center(m):
    """A long table for twelve in front of the window."""
    room = Room(m, 8.4, 9.0, elevation=9.0, floor="parquet")
    room.balcony()
    room.lines(2, 50)
    room.daylight(330)
    room.slats(0, 0.5, 8.8)
    room.curtains((0.12, 1.5), (7.2, 8.3))
    table(m, 1.7, 2.6, 4.9, 1.5)
    for i in range(5):
        task_chair(m, 2.25 + i * 0.95, 2.15, 0.05 * (i - 2), "leather")
        task_chair(m, 2.25 + i * 0.95, 4.55, math.pi + 0.06 * (i - 2), "leather")
    task_chair(m, 1.25, 3.35, WEST, "leather")
    task_chair(m, 7.05, 3.35, EAST, "leather")
    for i, x in enumerate((2.3, 4.1, 5.9)):
        laptop(m, x, 3.95 if i % 2 else 2.85, 0.74, math.pi if i % 2 else 0)
        box("notebook", x + 0.45, 3.75, 0.74, x + 0.66, 4.05, 0.755, m["mauve"], 0.003)
    bowl(m, 3.3, 3.35, 0.74, 0.17, "clay")
    vase(m, 5.0, 3.35, 0.74, 0.8, "white", 3)
    box("beam lamp", 2.1, 3.32, 2.2, 6.2, 3.38, 2.28, m["metal"], 0.01)
    box("beam glow", 2.14, 3.33, 2.193, 6.16, 3.37, 2.2, m["lamp"])
    for x in (2.6, 5.7):
        rod("cord", x, 3.35, 2.28, 3.8, 0.004, m["metal"], 6)
    area_light("beam", 4.15, 3.35, 2.18, 4, 0.06, 50)
    rug(m, 0.7, 1.3, 7.7, 5.6)
    box("wall screen", 8.35, 2.2, 1.05, 8.4, 4.4, 2.3, m["screen"], 0.01)
    box("cabinet", 7.95, 1.6, 0.25, 8.4, 5.0, 0.72, m["wood"], 0.008)
    vase(m, 8.2, 4.6, 0.72, 1.0, "clay", 1)
    room.pots((7.8, 1.0, 1.35, 2), (0.8, 5.9, 1.4, 4))


def cardio(m):
    """Treadmills and bicycles that face the glass."""
    room = Room(m, 9.6, 8.4, floor="parquet", elevation=13.2)
    room.lines(3, 60)
    room.daylight(330)
    for i in range(4):
        treadmill(m, 1.6 + i * 1.75, 1.75)
    for i in range(3):
        bike(m, 3.1 + i * 1.75, 4.6, 0.0)
    box("mirror", 0.0, 2.6, 0.3, 0.02, 7.8, 2.7, m["mirror"])
    room.slats(0, 0.3, 2.4)
    dumbbells(m, 0.25, 0.7, 3.4, 6.2)
    for i in range(2):
        mat(m, 2.3 + i * 1.2, 7.0, 0.0, ("mauve", "sage")[i])
    ball("ball", 1.25, 6.95, 0.0, 0.33, m["clay"])
    for i in range(3):
        kettlebell(m, 1.15 + 0.3 * i, 3.1 - 0.1 * i, 0.9 + 0.15 * i)
    for i in range(4):
        mat(m, 9.35, 5.3 + i * 0.2, 0, ("mauve", "sage", "clay", "linen")[i], True)
    box("bench", 9.1, 2.2, 0.41, 9.55, 4.8, 0.46, m["timber"], 0.01)
    for y in (2.4, 4.5):
        box("bench foot", 9.15, y, 0, 9.5, y + 0.06, 0.41, m["metal"])
    for i in range(3):
        box("towel", 9.18, 2.7 + i * 0.42, 0.46, 9.48, 3.0 + i * 0.42, 0.54 + 0.02 * i, m["white"], 0.02, 3)
    room.pots((9.1, 0.8, 1.3, 5), (0.6, 0.8, 1.3, 2))


def relax(m):
    """Daybeds, low chairs and plants behind sheer curtains."""
    room = Room(m, 8.4, 7.6, floor="parquet", elevation=13.2)
    room.daylight(300)
    room.slats(0, 0.3, 7.4)
    room.curtains((0.1, 2.5), (6.2, 8.3))
    rug(m, 0.9, 1.5, 6.6, 5.3)
    daybed(m, 0.55, 4.6, WEST, "linen")
    lounge(m, 4.7, 2.2, EAST + 0.55, "linen")
    lounge(m, 4.9, 3.9, EAST - 0.1, "linen")
    round_table(m, 3.05, 2.9, 0.5, 0.32)
    round_table(m, 2.5, 3.5, 0.3, 0.42, "timber")
    bowl(m, 3.15, 2.85, 0.32, 0.16, "clay")
    vase(m, 2.5, 3.5, 0.42, 0.8, "white", 2)
    for x, y in ((2.9, 3.1), (3.3, 3.05)):
        rod("candle", x, y, 0.32, 0.4, 0.03, m["linen"])
    planter(m, 6.9, 0.6, 8.3, 1.1, 0.5, 0, 3)
    box("bench", 7.8, 2.0, 0.38, 8.35, 5.4, 0.44, m["timber"], 0.01)
    for y in (2.2, 5.1):
        box("bench foot", 7.85, y, 0, 8.3, y + 0.07, 0.38, m["metal"])
    for i in range(4):
        box("towel", 7.92, 2.5, 0.44 + 0.06 * i, 8.28, 2.95, 0.496 + 0.06 * i, m[("white", "linen")[i % 2]], 0.02, 3)
    vase(m, 8.1, 4.7, 0.44, 1.2, "clay", 1)
    for i, (x, y, low) in enumerate(((2.2, 3.0, 2.15), (3.3, 2.5, 2.7), (2.3, 4.4, 2.35))):
        pendant(m, x, y, low, 3.8, 0.28 - 0.04 * i, 16, "textile")
    area_light("wash", 0.5, 3.8, 3.7, 0.1, 6.5, 60)
    room.pots((0.7, 5.9, 1.5, 1), (5.6, 0.9, 1.4, 4), (0.7, 0.9, 1.3, 3))


def furnish_terrace(m, floor):
    """The furniture of the corner terrace of the Penthouse (x 0.8 to 6, y 0 to 11): pergola, seats, planting."""
    lift = []
    for x in (1.1, 5.5):
        for y in (1.8, 7.0):
            lift.append(box("post", x, y, 0, x + 0.1, y + 0.1, 2.7, m["metal"]))
        lift.append(box("beam", x, 1.4, 2.6, x + 0.1, 7.5, 2.76, m["metal"]))
    y = 1.5
    while y < 7.4:
        lift.append(box("pergola", 0.85, y, 2.76, 5.95, y + 0.05, 2.88, m["timber"], 0.004))
        y += 0.24
    for thing in lift:
        thing.location.z = floor
    rug(m, 1.5, 3.0, 4.9, 7.3, "rug", floor)
    sofa(m, 1.2, 6.8, 2.8, WEST, "linen", floor, ("mauve", "sage"))
    lounge(m, 4.35, 4.3, EAST + 0.1, "linen", floor)
    lounge(m, 4.35, 5.8, EAST - 0.1, "linen", floor)
    round_table(m, 2.85, 4.9, 0.5, 0.34, "limestone", floor)
    round_table(m, 2.6, 5.75, 0.32, 0.44, "timber", floor)
    bowl(m, 2.9, 4.85, floor + 0.34, 0.18, "clay")
    vase(m, 2.6, 5.75, floor + 0.44, 0.7, "white", 2)
    planter(m, 2.0, 0.15, 5.0, 0.65, 0.5, floor, 6)
    for x, y, size, seed in ((1.25, 8.4, 1.15, 2), (5.5, 1.5, 1.35, 4), (1.3, 1.4, 1.2, 1)):
        pot(m, x, y, size, seed, floor, "clay" if seed == 4 else "limestone")


ROOMS = {
    # name: (builder, camera position, target, lens, shift upwards, exposure)
    "office": (office, (8.8, 10.7, 1.5), (3.4, 0, 1.5), 20, 0.02, 0.35),
    "shop": (shop, (8.9, 10.7, 1.55), (3.2, 0, 1.6), 20, 0.03, 0.35),
    "lobby": (lobby, (3.0, 0.7, 1.6), (3.75, 13, 1.7), 18, 0.055, 0.2),
    "business-center": (business_center, (7.8, 8.7, 1.5), (2.8, 0, 1.35), 20, 0.02, 0.35),
    "cardio": (cardio, (8.9, 8.1, 1.55), (2.9, 0, 1.3), 20, 0.02, 0.35),
    "relax": (relax, (7.7, 7.3, 1.45), (2.6, 0, 1.1), 20, 0.0, 0.35),
}
