"""The furniture and the camera of the rooms that the offices share: each with its own materials, light and view."""
import math

from equipment import bike, dumbbells, kettlebell, mat, treadmill
from furniture import bowl, daybed, laptop, lounge, pendant, planter, round_table, rug, sofa, table, task_chair, vase
from people import person
from plants import fern, fig, paddle, snake
from rooms import Room
from shapes import area_light, ball, box, lathe, rod, sheet

WEST, EAST = -math.pi / 2, math.pi / 2  # turn of furniture with its back to the wall at x = 0, or to the opposite wall


def business_center(m):
    """A long table along the window in the evening: carpet, a stone wall with a screen, telephone booths."""
    room = Room(m, 8.8, 9.0, elevation=9.0, floor="carpet", back="forest", sides="ashlar", ceiling="metal")
    room.balcony()
    room.curtains((0.12, 0.9))
    for i in range(30):
        box("baffle", 0.15 + i * 0.29, 0.4, 3.42, 0.2 + i * 0.29, 8.9, 3.72, m["oak"], 0.004, 1)
    table(m, 1.3, 2.6, 4.9, 1.5, 0.74, "timber")
    for i in range(5):
        task_chair(m, 1.85 + i * 0.95, 2.15, 0.05 * (i - 2), "leather")
        task_chair(m, 1.85 + i * 0.95, 4.55, math.pi + 0.06 * (i - 2), "leather")
    for i, x in enumerate((2.0, 3.7, 5.3)):
        laptop(m, x, 3.95 if i % 2 else 2.85, 0.74, math.pi if i % 2 else 0)
        box("notebook", x + 0.45, 3.6, 0.74, x + 0.66, 3.9, 0.755, m[("book red", "book blue", "book ochre")[i]], 0.003)
    bowl(m, 2.9, 3.35, 0.74, 0.17, "white")
    vase(m, 4.6, 3.35, 0.74, 0.7, "clay", 3)
    for i in range(3):
        pendant(m, 2.2 + i * 1.55, 3.35, 2.0, 3.45, 0.26, 26, "brass")
    box("wall screen", 0.0, 2.3, 1.0, 0.05, 4.5, 2.25, m["screen"], 0.01)
    for i, (low, high) in enumerate(((1.15, 1.5), (1.15, 1.75), (1.15, 1.62), (1.15, 1.95))):
        box("chart", 0.05, 2.7 + i * 0.36, low, 0.053, 2.95 + i * 0.36, high, m["ochre" if i == 3 else "sage"])
    box("cabinet", 0.0, 1.9, 0.25, 0.45, 4.9, 0.72, m["wood"], 0.008)
    vase(m, 0.22, 4.6, 0.72, 1.0, "white", 1)
    area_light("stone wash", 0.35, 4.5, 3.35, 0.1, 8.0, 45)
    for i in range(3):
        x = 0.5 + i * 1.65
        box("booth", x, 8.85, 0, x + 1.35, 9.0, 2.3, m["terracotta"])
        for side in (x, x + 1.29):
            box("booth side", side, 7.7, 0, side + 0.06, 8.9, 2.3, m["oak"], 0.01)
        box("booth roof", x, 7.7, 2.24, x + 1.35, 8.9, 2.3, m["oak"], 0.01)
        sheet("booth door", [[(x + 0.06, 7.75, 0.03), (x + 1.29, 7.75, 0.03)], [(x + 0.06, 7.75, 2.24), (x + 1.29, 7.75, 2.24)]], m["balustrade"], smooth=False)
        box("booth desk", x + 0.06, 8.5, 1.0, x + 1.29, 8.85, 1.03, m["white"])
        box("booth lamp", x + 0.2, 8.2, 2.225, x + 1.15, 8.28, 2.24, m["panel"])
        area_light("booth light", x + 0.67, 8.25, 2.2, 0.8, 0.2, 16)
    sofa(m, 7.9, 8.85, 2.4, math.pi, "mauve", pillows=("ochre", "linen"))
    rug(m, 5.2, 6.6, 8.4, 8.8, "textile")
    round_table(m, 6.5, 7.3, 0.42, 0.4, "timber")
    area_light("evening", 4.4, 4.6, 3.35, 7, 6, 150)
    area_light("evening sky", 4.4, -0.35, 1.9, 8.8, 3.6, 60, (0.55, 0.7, 1.0), (-math.pi / 2, 0, 0))
    room.pots((0.55, 0.95, 1.4, 2, fig), (5.15, 8.2, 1.1, 4, snake))
    person(m, 0.75, 5.0, 0, WEST + 0.5, "stand", 4)
    person(m, 2.8, 2.1, 0, 0.05, "sit", 1, True, 0.97)
    person(m, 1.85, 4.6, 0, math.pi, "sit", 2)
    person(m, 3.75, 4.6, 0, math.pi - 0.1, "sit", 5)
    person(m, 1.17, 8.35, 0, 0.2, "stand", 3)


def cardio(m):
    """Treadmills in a row before the sea: a dark room with lines of light, in the morning."""
    room = Room(m, 9.6, 8.4, floor="gym floor", sides="concrete", back="concrete", elevation=13.2, ceiling="metal")
    for i in range(6):
        x = 0.8 + i * 1.6
        box("light line", x - 0.025, 0.6, 3.77, x + 0.025, 8.2, 3.8, m["panel"])
        area_light("line", x, 4.4, 3.74, 0.08, 7.6, 26, (1.0, 0.95, 0.9))
    room.daylight(240)
    for i in range(5):
        treadmill(m, 1.2 + i * 1.8, 1.7)
    person(m, 3.0, 1.85, 0.18, math.pi, "run", 3)
    person(m, 6.6, 1.8, 0.18, math.pi, "run", 4, size=0.96)
    for i, x in enumerate((2.1, 3.9, 5.7, 7.5)):
        bike(m, x, 4.7, 0.0)
    for y0 in (2.3, 4.75):
        box("mirror", 0.0, y0, 0.25, 0.02, y0 + 2.4, 2.75, m["mirror"])
    dumbbells(m, 9.0, 9.45, 3.2, 6.6)
    box("band", 9.585, 0.2, 2.2, 9.6, 8.4, 2.26, m["lamp"])
    box("band", 0.0, 0.2, 3.0, 0.015, 8.4, 3.06, m["lamp"])
    for i in range(3):
        mat(m, 2.2 + i * 1.1, 6.9, 0.0, ("terracotta", "ochre", "sage")[i])
    ball("ball", 6.7, 6.5, 0.0, 0.33, m["terracotta"])
    ball("ball", 7.4, 6.9, 0.0, 0.28, m["ochre"])
    for i in range(3):
        kettlebell(m, 8.2 + 0.28 * i, 7.1 - 0.1 * i, 0.9 + 0.15 * i)
    room.pots((0.55, 0.8, 1.3, 2, snake), (9.05, 0.8, 1.3, 5, snake))


def relax(m):
    """Daybeds before a terracotta wall with a niche, ferns, and the sun through a slatted screen."""
    room = Room(m, 8.4, 7.6, floor="tiles", back="terracotta", sides="plaster", elevation=13.2, ceiling="boards")
    room.daylight(150)
    x = 0.2
    while x < 6.0:
        box("screen slat", x, 0.12, 0.02, x + 0.05, 0.24, 3.78, m["oak"])
        x += 0.21
    for x, tall in ((2.2, 2.1), (4.2, 2.5), (6.2, 2.1)):
        round_top = lathe("niche", [(0.001, -0.01), (0.62, -0.01), (0.62, 0.0), (0.001, 0.0)], x, 7.585, tall, m["leather"], 48)
        round_top.rotation_euler.x = math.pi / 2
        box("niche", x - 0.62, 7.583, 0.7, x + 0.62, 7.595, tall, m["leather"])
        box("niche shelf", x - 0.7, 7.3, 0.64, x + 0.7, 7.6, 0.7, m["limestone"], 0.01)
        vase(m, x - 0.2, 7.45, 0.7, 1.5, ("white", "limestone", "clay")[int(x) % 3], int(x), x != 4.2)
        bowl(m, x + 0.32, 7.45, 0.7, 0.13, "sage")
        area_light("niche light", x, 7.35, tall + 0.55, 0.5, 0.08, 14, (1.0, 0.78, 0.55), (0.5, 0, 0))
    daybed(m, 1.2, 5.3, 0, "linen")
    daybed(m, 4.3, 5.3, 0, "linen")
    rug(m, 1.5, 2.2, 6.2, 5.0, "textile")
    lounge(m, 1.55, 3.4, WEST, "terracotta")
    lounge(m, 1.9, 2.2, WEST + 0.5, "terracotta")
    round_table(m, 3.3, 3.5, 0.55, 0.30, "oak")
    round_table(m, 4.1, 4.1, 0.3, 0.42, "limestone")
    bowl(m, 3.3, 3.5, 0.30, 0.2, "clay")
    for x, y in ((3.05, 3.75), (3.6, 3.3), (3.15, 3.2)):
        rod("candle", x, y, 0.3, 0.4, 0.035, m["pages"])
    planter(m, 0.05, 4.4, 0.6, 7.4, 0.45, 0, 3, "terracotta")
    for i in range(3):
        box("towel", 5.55, 5.5, 0.46 + 0.055 * i, 6.0, 5.85, 0.51 + 0.055 * i, m[("white", "linen", "ochre")[i % 3]], 0.02, 3)
    for i, (x, y, low) in enumerate(((2.6, 4.3, 2.2), (3.5, 3.7, 2.6), (3.0, 5.0, 2.75))):
        pendant(m, x, y, low, 3.8, 0.34 - 0.05 * i, 14, "oak")
    room.pots((7.7, 7.0, 1.35, 1, fig), (0.7, 3.6, 1.2, 4, fern), (7.75, 6.1, 0.95, 3, fern), (6.95, 7.1, 1.0, 2, paddle))


AMENITIES = {
    # name: (builder, camera position, target, lens, shift upwards, exposure)
    "business-center": (business_center, (8.5, 4.9, 1.5), (0, 3.7, 1.5), 19, 0.03, 0.95),
    "cardio": (cardio, (4.8, 8.15, 1.45), (4.8, 0, 1.45), 19, 0.03, 0.3),
    "relax": (relax, (7.4, 0.7, 1.35), (2.4, 7.0, 1.2), 20, 0.02, 0.6),
}
