"""The rooms: the same shell for all (floor, ceiling, glass towards the view), then what stands in each."""
import math
import random

from shapes import area_light, box, letters, palm_mesh, plant, rod, shrub_mesh, tree_mesh


def outlook(m, ground, near=9.0, trees=2600, spread=22):
    """What is seen outside towards the street side: tree tops, then the sea."""
    box("ground", -500, -230, ground - 0.5, 500, -3, ground, m["leaf"])
    box("beach", -500, -240, ground - 0.5, 500, -230, ground - 0.05, m["plaster"])
    box("sea", -6000, -9000, ground - 0.8, 6000, -240, ground - 0.3, m["sea"])
    draw = random.Random(11)
    for i in range(trees):
        y = -near - (225 - near) * math.sqrt(draw.random())
        x = draw.uniform(-1, 1) * (spread - 0.95 * y)
        mesh = palm_mesh(m, 1 + i % 3) if i % 9 == 0 else tree_mesh(m, 1 + i % 4)
        plant(mesh, x, y, ground, draw.uniform(0.6, 0.95) if y < -25 else 0.6, draw.random() * 6)


LIGHT = 2.4  # how much brighter the rooms are lit than the lamps' own watts, to balance the day outside


class Room:
    """A room of the building: the glass is at y = 0, the visitor looks from the back towards it."""

    def __init__(self, materials, width, depth, height=3.8, floor="tiles", back="plaster", sides="plaster", elevation=9.0):
        self.m, self.width, self.depth, self.height = materials, width, depth, height
        m = materials
        box("floor", 0, -2.4, -0.3, width, depth, 0, m[floor])
        box("ceiling", -0.2, -0.4, height, width + 0.2, depth, height + 0.3, m["plaster"])
        box("left", -0.25, -0.4, 0, 0, depth, height, m[sides])
        box("right", width, -0.4, 0, width + 0.25, depth, height, m[sides])
        box("back", 0, depth, 0, width, depth + 0.2, height, m[back])
        self.glazing()
        self.view(elevation)

    def glazing(self, step=1.45):
        m = self.m
        box("pane", 0, -0.01, 0.05, self.width, 0.01, self.height - 0.05, m["glass"])
        count = max(2, round(self.width / step))
        for i in range(count + 1):
            x = i * self.width / count
            box("mullion", x - 0.03, -0.06, 0, x + 0.03, 0.06, self.height, m["metal"])
        for z in (0.04, 2.75, self.height - 0.04):
            box("transom", 0, -0.05, z - 0.03, self.width, 0.05, z + 0.03, m["metal"])

    def view(self, elevation):
        outlook(self.m, -elevation)

    def balcony(self, depth=1.8):
        m = self.m
        box("deck", 0, -depth, 0.0, self.width, -0.06, 0.015, m["boards"])
        box("balustrade", 0, -depth, 0.02, self.width, -depth + 0.03, 1.02, m["balustrade"])
        box("handrail", 0, -depth - 0.02, 1.02, self.width, -depth + 0.05, 1.07, m["metal"])

    def lines(self, count=2, watts=90):
        """Slim lamps along the room."""
        for i in range(count):
            x = (i + 0.5) * self.width / count
            box("lamp line", x - 0.05, 1.0, self.height - 0.03, x + 0.05, self.depth - 0.8, self.height - 0.01, self.m["panel"])
            area_light("line", x, self.depth / 2, self.height - 0.06, 0.3, self.depth - 2, watts * LIGHT, turn=(0, 0, 0))

    def slats(self, x, y0, y1, out=1, step=0.14):
        """A wall of upright wooden slats, along the depth."""
        y = y0
        while y < y1:
            box("slat", x, y, 0.02, x + out * 0.06, y + 0.06, self.height - 0.02, self.m["wood"])
            y += step

    def back_slats(self, x0, x1, step=0.14):
        x = x0
        while x < x1:
            box("slat", x, self.depth - 0.08, 0.02, x + 0.06, self.depth, self.height - 0.02, self.m["wood"])
            x += step


def table(m, x, y, width, depth, height=0.74, top="timber"):
    box("top", x, y, height - 0.035, x + width, y + depth, height, m[top])
    for px in (x + 0.08, x + width - 0.13):
        for py in (y + 0.08, y + depth - 0.13):
            box("leg", px, py, 0, px + 0.05, py + 0.05, height - 0.035, m["metal"])


def chair(m, x, y, turn=0.0, seat="textile"):
    """A shell chair; turn 0 looks towards +y."""
    parts = [
        box("seat", -0.24, -0.24, 0.43, 0.24, 0.24, 0.49, m[seat]),
        box("rest", -0.23, -0.27, 0.56, 0.23, -0.22, 0.92, m[seat]),
        rod("stem", 0, 0, 0.06, 0.43, 0.03, m["metal"]),
        rod("foot", 0, 0, 0.0, 0.03, 0.27, m["metal"], 20),
        box("joint", -0.03, -0.26, 0.45, 0.03, -0.22, 0.62, m["metal"]),
    ]
    for part in parts:
        part.location, part.rotation_euler = (x, y, 0), (0, 0, turn)


def sofa(m, x, y, width=2.2, turn=0.0, cover="textile"):
    parts = [
        box("base", 0, 0, 0.14, width, 0.88, 0.42, m[cover]),
        # Nothing in one plane with the base: two faces in one place render black.
        box("back", 0.01, -0.01, 0.42, width - 0.01, 0.22, 0.8, m[cover]),
        box("arm", -0.01, 0, 0.42, 0.2, 0.87, 0.6, m[cover]),
        box("arm", width - 0.2, 0, 0.42, width + 0.01, 0.87, 0.6, m[cover]),
        box("plinth", 0.1, 0.1, 0.0, width - 0.1, 0.8, 0.14, m["metal"]),
    ]
    for part in parts:
        part.location, part.rotation_euler = (x, y, 0), (0, 0, turn)
    return parts


def screen(m, x, y, turn=0.0):
    parts = [box("screen", -0.31, -0.012, 0.9, 0.31, 0.012, 1.27, m["rubber"]), box("stand", -0.03, -0.03, 0.74, 0.03, 0.03, 0.95, m["metal"])]
    for part in parts:
        part.location, part.rotation_euler = (x, y, 0), (0, 0, turn)


def pot(m, x, y, size=1.0, seed=1, floor=0.0):
    rod("pot", x, y, floor, floor + 0.45 * size, 0.24 * size, m["limestone"], 24)
    for i in range(3):
        plant(shrub_mesh(m, seed + i), x, y, floor + 0.42 * size, 1.15 * size, i * 2.1)


def rug(m, x0, y0, x1, y1):
    box("rug", x0, y0, 0, x1, y1, 0.012, m["mauve"])


def pendant(m, x, y, low, high, radius=0.16, watts=18):
    rod("cord", x, y, low + 0.2, high, 0.006, m["metal"], 6)
    rod("shade", x, y, low, low + 0.2, radius, m["metal"], 24)
    rod("glow", x, y, low - 0.005, low, radius * 0.85, m["lamp"], 24)
    area_light("pendant", x, y, low - 0.02, 0.25, 0.25, watts * 2)


def office(m):
    """An office of Nivel 3 with a terrace: desks along the glass, a meeting table, the wooden wall."""
    room = Room(m, 9.6, 11.25, elevation=9.0)
    room.balcony()
    room.lines(3, 55)
    room.slats(0, 3.2, 11.0)
    for i in range(3):
        x = 1.6 + i * 2.7
        table(m, x, 1.5, 1.7, 0.8)
        screen(m, x + 0.85, 1.85, math.pi)
        chair(m, x + 0.85, 2.75, math.pi)
    table(m, 3.3, 5.6, 3.6, 1.3)
    for i in range(4):
        chair(m, 3.8 + i * 0.88, 5.25, 0)
        chair(m, 3.8 + i * 0.88, 7.25, math.pi)
    for i in range(3):
        pendant(m, 4.1 + i * 1.0, 6.25, 2.1, 3.8)
    rug(m, 2.7, 4.7, 7.5, 7.9)
    pot(m, 8.9, 0.9, 1.4, 2)
    pot(m, 0.8, 0.9, 1.2, 5)
    box("shelf", 9.2, 3.2, 0.4, 9.6, 8.4, 0.44, m["wood"])
    box("shelf", 9.2, 3.2, 1.1, 9.6, 8.4, 1.14, m["wood"])
    box("shelf", 9.2, 3.2, 1.8, 9.6, 8.4, 1.84, m["wood"])
    draw = random.Random(3)
    for z in (0.44, 1.14):
        y = 3.35
        while y < 8.2:
            width = draw.uniform(0.03, 0.06)
            if draw.random() < 0.7:
                box("book", 9.3, y, z, 9.55, y + width, z + draw.uniform(0.2, 0.32), m[draw.choice(["white", "mauve", "textile", "wood", "limestone"])])
            y += width + (0.004 if draw.random() < 0.85 else 0.3)


def shop(m):
    """A commercial unit of Planta Baja, just fitted out: counter, shelves, high glass to the street."""
    room = Room(m, 9.6, 11.25, height=4.05, floor="concrete", elevation=0.15)
    room.lines(3, 60)
    room.back_slats(0, 9.6, 0.18)
    box("counter", 2.6, 7.2, 0, 7.0, 7.9, 1.02, m["limestone"])
    box("counter top", 2.5, 7.1, 1.02, 7.1, 8.0, 1.07, m["wood"])
    for i in range(5):
        pendant(m, 3.0 + i * 0.9, 7.5, 2.3, 4.05, 0.13, 14)
    for x0, x1 in ((0.05, 0.45), (9.15, 9.55)):
        for z in (0.5, 1.2, 1.9, 2.6):
            box("shelf", x0, 1.6, z, x1, 9.4, z + 0.04, m["wood"])
        draw = random.Random(int(x0 * 10))
        for z in (0.54, 1.24, 1.94):
            y = 1.8
            while y < 9.2:
                height = draw.uniform(0.14, 0.4)
                rod("jar", (x0 + x1) / 2, y, z, z + height, draw.uniform(0.05, 0.12), m[draw.choice(["white", "limestone", "mauve", "wood"])], 20)
                y += draw.uniform(0.26, 0.55)
    table(m, 3.6, 3.2, 2.4, 1.2, 0.9)
    pot(m, 8.3, 9.6, 1.4, 3)
    pot(m, 1.3, 9.8, 1.2, 6)


def lobby(m):
    """The entrance hall: limestone, a desk, the wooden wall in which the elevators are."""
    room = Room(m, 7.2, 13.6, height=4.05, sides="limestone", elevation=0.15)
    room.lines(2, 80)
    room.back_slats(0.0, 7.2, 0.13)
    for i in range(3):
        x = 1.35 + i * 1.6
        box("door frame", x, 13.40, 0, x + 1.2, 13.62, 2.35, m["metal"])
        box("door", x + 0.08, 13.37, 0, x + 0.58, 13.5, 2.25, m["concrete"])
        box("door", x + 0.62, 13.37, 0, x + 1.12, 13.5, 2.25, m["concrete"])
    box("desk", 4.5, 7.6, 0, 5.2, 10.6, 1.06, m["limestone"])
    box("desk top", 4.4, 7.5, 1.06, 5.35, 10.7, 1.1, m["timber"])
    box("desk wall", 7.06, 6.9, 0.0, 7.2, 11.3, 3.1, m["wood"])
    letters("CEIBALTA", 7.03, 9.1, 1.9, 0.42, m["metal"], -math.pi / 2)
    sofa(m, 0.3, 9.3, 2.6, -math.pi / 2)
    rug(m, 0.25, 5.6, 3.1, 10.0)
    box("low table", 1.75, 7.3, 0.3, 2.45, 8.7, 0.36, m["timber"])
    box("table foot", 1.95, 7.6, 0.0, 2.25, 8.4, 0.3, m["metal"])
    box("planter", 0.0, 10.6, 0, 0.7, 13.2, 0.55, m["limestone"])
    for i in range(6):
        plant(shrub_mesh(m, 1 + i % 4), 0.35, 10.9 + i * 0.42, 0.5, 1.25, i * 1.7)
    pot(m, 6.6, 12.4, 1.4, 7)
    for i in range(3):
        pendant(m, 4.9, 8.1 + i * 1.0, 2.35, 4.05, 0.14, 20)


def business_center(m):
    """A long table for twelve before the view."""
    room = Room(m, 8.4, 9.0, elevation=9.0)
    room.lines(2, 50)
    room.slats(0, 0.4, 8.8)
    table(m, 2.0, 2.6, 4.8, 1.5)
    for i in range(5):
        chair(m, 2.5 + i * 0.95, 2.25, 0)
        chair(m, 2.5 + i * 0.95, 4.45, math.pi)
    chair(m, 1.7, 3.35, -math.pi / 2)
    chair(m, 7.1, 3.35, math.pi / 2)
    for i in range(4):
        pendant(m, 2.9 + i * 1.0, 3.35, 2.0, 3.8, 0.2)
    rug(m, 1.1, 1.5, 7.7, 5.2)
    box("wall screen", 8.34, 2.4, 1.0, 8.4, 4.4, 2.15, m["rubber"])
    pot(m, 7.8, 0.8, 1.4, 2)


def cardio(m):
    """Treadmills and bicycles towards the glass."""
    room = Room(m, 9.0, 8.0, floor="boards", elevation=13.2)
    room.lines(3, 45)
    for i in range(4):
        x = 0.9 + i * 2.0
        box("belt", x, 1.3, 0.12, x + 0.75, 3.1, 0.2, m["rubber"])
        box("frame", x - 0.06, 1.2, 0.04, x + 0.81, 3.15, 0.14, m["metal"])
        for side in (x - 0.02, x + 0.73):
            box("upright", side, 1.35, 0.14, side + 0.05, 1.43, 1.3, m["metal"])
            box("grip", side, 1.35, 1.0, side + 0.05, 2.0, 1.05, m["rubber"])
        box("console", x, 1.32, 1.25, x + 0.76, 1.4, 1.55, m["rubber"])
    rack = 8.3
    for z in (0.35, 0.75, 1.15):
        box("rack", rack, 3.0, z, 8.85, 6.4, z + 0.05, m["metal"])
        for i in range(9):
            rod("weight", rack + 0.27, 3.2 + i * 0.37, z + 0.05, z + 0.26, 0.09 + 0.012 * (i % 3), m["rubber"], 20)
    for y in (3.05, 6.35):
        box("rack post", rack, y - 0.04, 0, 8.85, y + 0.04, 1.3, m["metal"])
    for i in range(3):
        box("mat", 1.2 + i * 2.1, 4.9, 0.001, 1.95 + i * 2.1, 6.7, 0.02, m["mauve"])
        rod("ball", 2.5 + i * 2.1, 6.4, 0.0, 0.28, 0.14, m["textile"], 24)
    box("bench", 0.1, 4.2, 0.40, 0.55, 6.8, 0.45, m["timber"])
    for y in (4.4, 6.5):
        box("bench foot", 0.15, y, 0, 0.5, y + 0.08, 0.40, m["metal"])
    box("mirror", 0.005, 1.0, 0.4, 0.02, 7.6, 2.6, m["mirror"])
    pot(m, 8.5, 0.7, 1.2, 5)


def relax(m):
    """Two low chairs, a daybed, plants: quiet."""
    room = Room(m, 8.0, 7.0, floor="boards", elevation=13.2)
    room.slats(0, 0.3, 6.8)
    sofa(m, 0.35, 5.0, 2.8, -math.pi / 2)
    sofa(m, 5.75, 1.75, 1.05, math.pi / 2 - 0.25, "mauve")
    sofa(m, 6.0, 3.3, 1.05, math.pi / 2 + 0.1, "mauve")
    box("low table", 2.6, 2.7, 0.26, 3.8, 4.1, 0.31, m["timber"])
    box("table foot", 2.9, 3.0, 0.0, 3.5, 3.8, 0.26, m["metal"])
    rod("bowl", 3.0, 3.5, 0.31, 0.39, 0.15, m["limestone"], 28)
    rug(m, 1.3, 1.3, 5.9, 5.3)
    for x, y, size, seed in ((0.7, 0.8, 1.5, 1), (7.4, 0.8, 1.4, 4), (0.7, 5.9, 1.1, 3)):
        pot(m, x, y, size, seed)
    pendant(m, 3.8, 3.7, 1.9, 3.8, 0.42, 22)


def furnish_terrace(m, floor):
    """Stands on the corner terrace of the Penthouse (x 0.8 to 6, y 0 to 11): pergola, seats, planting."""
    lift = []
    for x in (1.1, 5.5):
        for y in (2.6, 8.2):
            lift.append(box("post", x, y, 0, x + 0.12, y + 0.12, 2.6, m["metal"]))
        lift.append(box("beam", x, 2.2, 2.5, x + 0.12, 8.8, 2.66, m["metal"]))
    y = 2.3
    while y < 8.7:
        lift.append(box("pergola", 0.9, y, 2.66, 5.9, y + 0.07, 2.8, m["wood"]))
        y += 0.32
    lift += [box("rug", 1.5, 3.0, 0, 4.9, 7.2, 0.012, m["mauve"]), box("low table", 2.7, 4.4, 0.28, 3.6, 5.8, 0.33, m["timber"]), box("table foot", 2.95, 4.7, 0, 3.35, 5.5, 0.28, m["metal"])]
    for thing in lift:
        thing.location.z = floor
    for parts in (sofa(m, 1.3, 6.6, 2.6, -math.pi / 2), sofa(m, 4.95, 3.6, 1.05, math.pi / 2), sofa(m, 4.95, 5.2, 1.05, math.pi / 2)):
        for part in parts:
            part.location.z = floor
    for x, y, size in ((1.25, 9.6, 1.25), (5.45, 1.2, 1.2), (1.2, 1.2, 1.1)):
        pot(m, x, y, size, 2, floor)


ROOMS = {
    # name: (builder, camera position, target, lens, exposure)
    "office": (office, (8.3, 10.6, 1.55), (3.6, 0, 1.5), 19, 0.6),
    "shop": (shop, (7.9, 0.9, 1.6), (3.6, 9, 1.6), 19, 0.6),
    "lobby": (lobby, (2.9, 0.9, 1.6), (3.9, 13, 1.7), 19, 0.6),
    "business-center": (business_center, (7.6, 8.5, 1.6), (2.8, 0, 1.35), 20, 0.6),
    "cardio": (cardio, (7.6, 7.6, 1.6), (3.2, 0, 1.3), 19, 0.6),
    "relax": (relax, (7.4, 6.7, 1.55), (2.7, 0, 1.1), 20, 0.6),
}
