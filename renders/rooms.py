"""The rooms: the same shell for all (floor, ceiling, glass towards the view), then what stands in each."""
import math
import random

from shapes import area_light, box, palm_mesh, plant, prism, rod, shrub_mesh


class Room:
    """A room of the building: the glass is at y = 0, the visitor looks from the back towards it."""

    def __init__(self, materials, width, depth, height=3.8, floor="floor", back="plaster", sides="plaster", elevation=9.0):
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
        """What is seen outside: tree tops, the sea far off."""
        m, ground = self.m, -elevation
        box("ground", -400, -700, ground - 0.5, 400, -3, ground, m["grass"])
        box("sea", -6000, -9000, ground - 0.2, 6000, -420, ground + 0.1, m["sea"])
        draw = random.Random(11)
        for i in range(260):
            x, y = draw.uniform(-160, 160), -draw.uniform(14, 320)
            plant(palm_mesh(m, 1 + i % 3), x, y, ground, draw.uniform(0.8, 1.35), draw.random() * 6)
        for i in range(700):
            x, y = draw.uniform(-190, 190), -draw.uniform(10, 400)
            plant(shrub_mesh(m, 1 + i % 4), x, y, ground, draw.uniform(3, 7), draw.random() * 6)

    def balcony(self, depth=1.8):
        m = self.m
        box("deck", 0, -depth, -0.02, self.width, -0.05, 0.0, m["wood"])
        box("balustrade", 0, -depth, 0.02, self.width, -depth + 0.03, 1.02, m["balustrade"])
        box("handrail", 0, -depth - 0.02, 1.02, self.width, -depth + 0.05, 1.07, m["metal"])

    def lines(self, count=2, watts=90):
        """Slim lamps along the room."""
        for i in range(count):
            x = (i + 0.5) * self.width / count
            box("lamp line", x - 0.05, 1.0, self.height - 0.03, x + 0.05, self.depth - 0.8, self.height - 0.01, self.m["panel"])
            area_light("line", x, self.depth / 2, self.height - 0.06, 0.3, self.depth - 2, watts, turn=(0, 0, 0))

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


def table(m, x, y, width, depth, height=0.74, top="wood"):
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
        box("back", 0, 0, 0.3, width, 0.22, 0.8, m[cover]),
        box("arm", 0, 0, 0.3, 0.2, 0.88, 0.6, m[cover]),
        box("arm", width - 0.2, 0, 0.3, width, 0.88, 0.6, m[cover]),
        box("plinth", 0.1, 0.1, 0.0, width - 0.1, 0.8, 0.14, m["metal"]),
    ]
    for part in parts:
        part.location, part.rotation_euler = (x, y, 0), (0, 0, turn)


def screen(m, x, y, turn=0.0):
    parts = [box("screen", -0.31, -0.012, 0.9, 0.31, 0.012, 1.27, m["rubber"]), box("stand", -0.03, -0.03, 0.74, 0.03, 0.03, 0.95, m["metal"])]
    for part in parts:
        part.location, part.rotation_euler = (x, y, 0), (0, 0, turn)


def pot(m, x, y, size=1.0, seed=1):
    rod("pot", x, y, 0, 0.45 * size, 0.24 * size, m["limestone"], 24)
    for i in range(3):
        plant(shrub_mesh(m, seed + i), x, y, 0.42 * size, 1.15 * size, i * 2.1)


def rug(m, x0, y0, x1, y1):
    box("rug", x0, y0, 0, x1, y1, 0.012, m["mauve"])


def pendant(m, x, y, low, high, radius=0.16, watts=18):
    rod("cord", x, y, low + 0.2, high, 0.006, m["metal"], 6)
    rod("shade", x, y, low, low + 0.2, radius, m["metal"], 24)
    rod("glow", x, y, low - 0.005, low, radius * 0.85, m["lamp"], 24)
    area_light("pendant", x, y, low - 0.02, 0.25, 0.25, watts)


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
    pot(m, 8.4, 1.0, 1.5, 3)
    pot(m, 1.2, 1.0, 1.3, 6)


def lobby(m):
    """The entrance hall: limestone, a desk, the wooden wall behind which the elevators are."""
    room = Room(m, 7.2, 13.6, height=4.05, sides="limestone", elevation=0.15)
    room.lines(2, 80)
    for x in (0.0, 7.2):
        pass
    room.back_slats(0.0, 7.2, 0.13)
    for i in range(3):
        x = 1.35 + i * 1.6
        box("door frame", x, 13.45, 0, x + 1.2, 13.62, 2.35, m["metal"])
        box("door", x + 0.08, 13.42, 0, x + 0.58, 13.5, 2.25, m["concrete"])
        box("door", x + 0.62, 13.42, 0, x + 1.12, 13.5, 2.25, m["concrete"])
    box("desk", 4.3, 8.2, 0, 6.6, 8.9, 1.08, m["limestone"])
    box("desk top", 4.2, 8.1, 1.08, 6.7, 9.0, 1.12, m["wood"])
    sofa(m, 0.55, 8.6, 2.4, -math.pi / 2)
    rug(m, 0.3, 5.2, 2.9, 9.4)
    box("low table", 1.7, 6.9, 0.3, 2.4, 7.9, 0.36, m["wood"])
    pot(m, 0.7, 3.2, 1.7, 4)
    pot(m, 6.5, 3.4, 1.5, 7)
    for i in range(4):
        pendant(m, 5.45, 8.55, 2.35, 4.05, 0.3 if i == 0 else 0.001, 30 if i == 0 else 0)


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
    room = Room(m, 9.0, 8.0, floor="wood", elevation=13.2)
    room.lines(3, 45)
    for i in range(4):
        x = 0.9 + i * 2.0
        box("belt", x, 1.3, 0.12, x + 0.75, 3.1, 0.2, m["rubber"])
        box("frame", x - 0.06, 1.2, 0.04, x + 0.81, 3.15, 0.14, m["metal"])
        for side in (x - 0.02, x + 0.73):
            box("upright", side, 1.35, 0.14, side + 0.05, 1.43, 1.3, m["metal"])
            box("grip", side, 1.35, 1.0, side + 0.05, 2.0, 1.05, m["rubber"])
        box("console", x, 1.32, 1.25, x + 0.76, 1.4, 1.55, m["rubber"])
    for i in range(3):
        x = 1.8 + i * 2.4
        box("bike base", x, 4.6, 0, x + 0.5, 4.68, 0.08, m["metal"])
        box("bike base", x, 5.6, 0, x + 0.5, 5.68, 0.08, m["metal"])
        box("bike body", x + 0.2, 4.7, 0.25, x + 0.3, 5.6, 0.5, m["metal"])
        rod("wheel", x + 0.25, 4.9, 0.2, 0.72, 0.06, m["rubber"])
        box("post", x + 0.21, 5.4, 0.4, x + 0.29, 5.48, 0.95, m["metal"])
        box("saddle", x + 0.14, 5.3, 0.95, x + 0.36, 5.62, 1.0, m["rubber"])
        box("bar post", x + 0.21, 4.75, 0.4, x + 0.29, 4.83, 1.12, m["metal"])
        box("bar", x, 4.74, 1.1, x + 0.5, 4.84, 1.15, m["rubber"])
    box("mirror", 0.005, 1.0, 0.4, 0.02, 7.6, 2.6, m["mirror"])
    pot(m, 8.5, 0.7, 1.2, 5)


def relax(m):
    """Two low chairs, a daybed, plants: quiet."""
    room = Room(m, 8.0, 7.0, floor="wood", elevation=13.2)
    room.slats(0, 0.3, 6.8)
    sofa(m, 2.2, 5.9, 2.8, math.pi + 0.0 if False else 0.0)
    sofa(m, 4.9, 2.2, 1.0, math.pi / 2 + 0.5, "mauve")
    sofa(m, 6.9, 2.0, 1.0, math.pi / 2 + 0.9, "mauve")
    box("low table", 3.2, 3.3, 0.24, 4.3, 4.2, 0.3, m["wood"])
    rug(m, 1.6, 1.5, 6.6, 5.4)
    for x, y, size, seed in ((0.9, 0.9, 1.7, 1), (7.2, 0.8, 1.5, 4), (7.4, 5.9, 1.3, 6), (1.0, 5.6, 1.0, 3)):
        pot(m, x, y, size, seed)
    pendant(m, 3.8, 3.7, 1.9, 3.8, 0.42, 22)


ROOMS = {
    # name: (builder, camera position, target, lens, exposure)
    "office": (office, (8.3, 10.6, 1.55), (3.6, 0, 1.5), 19, 0.4),
    "shop": (shop, (5.0, 0.7, 1.55), (4.6, 9, 1.6), 18, 0.5),
    "lobby": (lobby, (3.6, 0.9, 1.6), (3.6, 13, 1.7), 19, 0.6),
    "business-center": (business_center, (7.6, 8.5, 1.6), (2.8, 0, 1.35), 20, 0.4),
    "cardio": (cardio, (8.3, 7.5, 1.6), (2.6, 0, 1.3), 19, 0.4),
    "relax": (relax, (7.3, 6.6, 1.5), (2.6, 0, 1.1), 20, 0.4),
}
