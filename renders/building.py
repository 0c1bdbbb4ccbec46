"""The building out of content/geometry.json: the same drawing that the plans and the selector show."""
import json
import pathlib
import random

from shapes import area_light, box, letters, palm_mesh, plant, prism, rod, shrub_mesh, tree_mesh

GEOMETRY = pathlib.Path(__file__).resolve().parent.parent / "content" / "geometry.json"
SLAB = 0.35  # thickness of a floor
GLASS_INSET = 0.45  # how far the glazing stands behind the facade's face
PIER = 0.5  # width of the stone piers between two units
MULLION = 1.45  # about the distance between two mullions
RAIL = 1.05  # height of a balustrade


class Building:
    """The geometry in render coordinates: x along the street, y from the street to the back, z up."""

    def __init__(self, materials, dusk=False, seed=7):
        self.drawing = json.loads(GEOMETRY.read_text())
        self.length, self.depth, self.top = self.drawing["length"], self.drawing["depth"], self.drawing["top"]
        self.materials, self.dusk = materials, dusk
        self.draw = random.Random(seed)
        self.levels = self.drawing["levels"]

    def at(self, points):
        """Sheet coordinates (y downwards, the street below) to render coordinates."""
        return [(x, self.depth - y) for x, y in points]

    def bounds(self, points):
        xs, ys = [p[0] for p in self.at(points)], [p[1] for p in self.at(points)]
        return min(xs), min(ys), max(xs), max(ys)

    def ceiling(self, number):
        """Height of the next floor, or of the roof."""
        return self.levels[number]["elevation"] if number < len(self.levels) else self.top

    # The finished building -------------------------------------------------------------------------------------

    def build(self):
        for number, level in enumerate(self.levels, start=1):
            self.floor(level, number)
            self.inside(level, number)
            for unit in level["units"]:
                self.facade(level, number, unit)
                self.terrace(level, unit)
            self.ends(level, number)
        self.roof()
        self.street_front()

    def floor(self, level, number):
        x0, y0, x1, y1 = self.bounds(level["outline"])
        z, stone = level["elevation"], self.materials["limestone"]
        reach = 0.35 if number > 1 else 0.0
        box(f"slab {number}", x0 - reach, y0 - reach, z - SLAB, x1 + reach, y1 + reach, z, stone)
        box(f"finish {number}", x0 + 0.3, y0 + 0.3, z, x1 - 0.3, y1 - 0.3, z + 0.02, self.materials["floor"])
        top = self.ceiling(number) - SLAB
        box(f"ceiling {number}", x0 + 0.3, y0 + 0.6, top - 0.12, x1 - 0.3, y1 - 0.6, top - 0.08, self.materials["plaster"])

    def inside(self, level, number):
        z, top = level["elevation"], self.ceiling(number) - SLAB - 0.1
        cx0, cy0, cx1, cy1 = self.bounds(level["core"]["outline"])
        box(f"core {number}", cx0, cy0, z, cx1, cy1, top, self.materials["plaster"])
        for unit in level["units"]:
            x0, y0, x1, y1 = self.bounds(unit["polygon"])
            wall = self.materials["plaster"]
            box("party wall", x0 - 0.06, y0 + 0.7, z, x0 + 0.06, y1 - 0.7, top, wall)
            front = self.bounds([unit["facade"][0], unit["facade"][1]])[1] < (y0 + y1) / 2
            back = y1 if front else y0
            box("corridor wall", x0, back - 0.06, z, x1, back + 0.06, top, wall)
            lit = self.draw.random() < (0.9 if self.dusk else 0.55) or number == 1
            if lit:
                step = 3.2
                count = max(1, int((x1 - x0) / step))
                for i in range(count):
                    x = x0 + (i + 0.5) * (x1 - x0) / count
                    y = (y0 + y1) / 2
                    box("lamp", x - 0.5, y - 2.6, top - 0.07, x + 0.5, y + 2.6, top - 0.05, self.materials["panel"])
            if number > 2 and self.draw.random() < 0.8:
                self.desks(x0, y0, x1, y1, z)
            if number == 1 and front:
                self.wares(x0, x1, y0, y1, z)

    def desks(self, x0, y0, x1, y1, z):
        """Something stands in an office, so that the glass does not look into nothing."""
        y = y0 + 2.4
        while y < y1 - 1.6:
            box("desk", x0 + 0.9, y, z + 0.7, x1 - 0.9, y + 0.75, z + 0.74, self.materials["wood"])
            y += 2.6

    def wares(self, x0, x1, y0, y1, z):
        """What a shop shows: a wooden back wall, shelves with jars, a table near the glass."""
        m = self.materials
        box("shop back", x0 + 0.3, y1 - 3.4, z, x1 - 0.3, y1 - 3.3, z + 3.6, m["wood"])
        box("counter", x0 + 1.6, y1 - 4.8, z, x1 - 1.6, y1 - 4.2, z + 1.05, m["limestone"])
        for i in range(max(2, int((x1 - x0) / 1.1))):
            x = x0 + 0.7 + i * 1.1
            for height in (0.9, 1.5, 2.1):
                if x < x1 - 0.6:
                    rod("jar", x, y1 - 3.6, z + height, z + height + self.draw.uniform(0.15, 0.4), self.draw.uniform(0.08, 0.16), m[self.draw.choice(("white", "mauve", "limestone", "textile"))], 16)
        for height in (0.86, 1.46, 2.06):
            box("shop shelf", x0 + 0.4, y1 - 3.85, z + height, x1 - 0.4, y1 - 3.4, z + height + 0.04, m["timber"])
        area_light("shop light", (x0 + x1) / 2, (y0 + y1) / 2 - 1.5, z + 3.7, x1 - x0 - 2, 5, 420 if self.dusk else 700)
        middle = (x0 + x1) / 2
        box("show table", middle - 1.3, y0 + 2.0, z + 0.8, middle + 1.3, y0 + 3.0, z + 0.86, m["timber"])
        box("show table leg", middle - 1.0, y0 + 2.3, z, middle + 1.0, y0 + 2.7, z + 0.8, m["metal"])
        for i in range(5):
            rod("jar", middle - 1.0 + i * 0.5, y0 + 2.5, z + 0.86, z + 0.86 + self.draw.uniform(0.15, 0.45), self.draw.uniform(0.08, 0.15), m[self.draw.choice(("white", "mauve", "limestone"))], 16)

    def facade(self, level, number, unit):
        z, top = level["elevation"], self.ceiling(number) - SLAB
        (xa, ya), (xb, yb) = self.at(unit["facade"])
        x0, x1 = sorted((xa, xb))
        inner = 1 if ya < self.depth / 2 else -1  # towards the inside
        face, glass = ya, ya + inner * GLASS_INSET
        stone, metal = self.materials["limestone"], self.materials["metal"]
        for x in (x0, x1):
            # A little proud of the end walls: two faces in one plane would render black.
            box("pier", x - PIER / 2, face - inner * 0.03, z, x + PIER / 2, face + inner * 0.75, top, stone)
        box("pane", x0, glass, z + 0.05, x1, glass + inner * 0.02, top - 0.05, self.materials["glass"])
        count = max(2, round((x1 - x0) / MULLION))
        if number > 1:
            self.blinds(x0, x1, count, glass + inner * 0.2, z, top)
        for i in range(1, count):
            x = x0 + i * (x1 - x0) / count
            box("mullion", x - 0.03, glass - inner * 0.09, z, x + 0.03, glass + inner * 0.05, top, metal)
        for height in (z + 0.06, z + 2.75, top - 0.06):
            box("rail", x0, glass - inner * 0.06, height - 0.035, x1, glass + inner * 0.04, height + 0.035, metal)
        if number >= 3 and unit["terrace"] is None:
            self.screen(x0 + PIER / 2, x1 - PIER / 2, face, inner, z, top)

    def blinds(self, x0, x1, count, y, z, top):
        """Roller blinds, each as far down as somebody left it."""
        step, drop = (x1 - x0) / count, self.draw.choice((0.0, 0.0, 0.25, 0.4, 0.6))
        for i in range(count):
            part = max(0.0, drop + self.draw.choice((-0.12, 0.0, 0.0, 0.1)))
            if part > 0.05:
                box("blind", x0 + i * step + 0.05, y, top - (top - z) * part, x0 + (i + 1) * step - 0.05, y + 0.01, top - 0.1, self.materials["white"])

    def screen(self, x0, x1, face, inner, z, top):
        """Upright wooden slats before the glass of units without a terrace: shade from the west."""
        half = x0 + (x1 - x0) * (0.5 if self.draw.random() < 0.5 else 0.36)
        x = x0 + 0.12
        while x < half:
            box("slat", x, face + inner * 0.02, z + 0.02, x + 0.055, face + inner * 0.2, top - 0.02, self.materials["wood"])
            x += 0.19

    def terrace(self, level, unit):
        if unit["terrace"] is None:
            return
        z, number = level["elevation"], level["level"]
        corners = self.at(unit["terrace"])
        prism("terrace", corners, z - 0.28, z, self.materials["limestone"])
        prism("deck", corners, z, z + 0.03, self.materials["boards"])
        inside = self.bounds(unit["polygon"])
        count = len(corners)
        for i in range(count):
            (xa, ya), (xb, yb) = corners[i], corners[(i + 1) % count]
            touches = all(inside[0] - 0.01 <= x <= inside[2] + 0.01 and inside[1] - 0.01 <= y <= inside[3] + 0.01 for x, y in ((xa, ya), (xb, yb)))
            if touches:
                continue
            shared = abs(xa - xb) < 0.01 and any(abs(xa - edge) < 0.01 for edge in (inside[0], inside[2]))
            kind = self.materials["wood"] if shared and number == 4 else self.materials["balustrade"]
            pad = 0.02 if kind is self.materials["balustrade"] else 0.03
            box("balustrade", min(xa, xb) - pad, min(ya, yb) - pad, z + 0.03, max(xa, xb) + pad, max(ya, yb) + pad, z + RAIL, kind)
            box("handrail", min(xa, xb) - 0.035, min(ya, yb) - 0.035, z + RAIL, max(xa, xb) + 0.035, max(ya, yb) + 0.035, z + RAIL + 0.05, self.materials["metal"])
        x0, y0, x1, y1 = self.bounds(unit["terrace"])
        if number == 4:
            box("planter", x0 + 0.5, y0 + 0.12, z, x0 + 2.2, y0 + 0.6, z + 0.55, self.materials["limestone"])
            for i in range(3):
                plant(shrub_mesh(self.materials, 3 + i), x0 + 0.75 + i * 0.55, y0 + 0.36, z + 0.5, 0.85, i * 1.3)

    def ends(self, level, number):
        """The two short sides: stone with slots of glass."""
        x0, y0, x1, y1 = self.bounds(level["outline"])
        z, top = level["elevation"], self.ceiling(number) - SLAB
        corridor = self.bounds(level["corridor"])
        slots = [(corridor[1] + 0.2, corridor[3] - 0.2), (y0 + 2.2, y0 + 5.4), (y1 - 5.4, y1 - 2.2)]
        for x, out in ((x0, -1), (x1, 1)):
            solid = y0
            for start, end in sorted(slots):
                box("end wall", x, solid, z, x - out * 0.4, start, top, self.materials["limestone"])
                box("end pane", x - out * 0.25, start, z + 0.05, x - out * 0.27, end, top - 0.05, self.materials["glass"])
                for y in (start, (start + end) / 2, end):
                    box("end mullion", x - out * 0.2, y - 0.03, z, x - out * 0.32, y + 0.03, top, self.materials["metal"])
                solid = end
            box("end wall", x, solid, z, x - out * 0.4, y1, top, self.materials["limestone"])

    def roof(self):
        x0, y0, x1, y1 = self.bounds(self.levels[-1]["outline"])
        stone = self.materials["limestone"]
        box("roof", x0 - 0.9, y0 - 0.9, self.top - SLAB, x1 + 0.9, y1 + 0.6, self.top, stone)
        for a in ((x0 - 0.9, y0 - 0.9, x1 + 0.9, y0 - 0.6), (x0 - 0.9, y1 + 0.3, x1 + 0.9, y1 + 0.6), (x0 - 0.9, y0 - 0.6, x0 - 0.6, y1 + 0.3), (x1 + 0.6, y0 - 0.6, x1 + 0.9, y1 + 0.3)):
            box("parapet", a[0], a[1], self.top, a[2], a[3], self.top + 0.4, stone)
        cx0, cy0, cx1, cy1 = self.bounds(self.levels[-1]["core"]["outline"])
        box("overrun", cx0 + 1, cy0 + 0.5, self.top, cx1 - 1, cy1 - 2, self.top + 2.6, stone)
        for i in range(24):
            x = cx0 - 14 + i * 0.55
            box("pergola", x, y0 + 1.4, self.top + 2.5, x + 0.1, y0 + 8.2, self.top + 2.68, self.materials["wood"])
        for x in (cx0 - 14, cx0 - 1.2):
            for y in (y0 + 1.6, y0 + 8):
                box("post", x, y, self.top, x + 0.14, y + 0.14, self.top + 2.5, self.materials["metal"])
            box("beam", x, y0 + 1.4, self.top + 2.3, x + 0.14, y0 + 8.2, self.top + 2.5, self.materials["metal"])

    def street_front(self):
        """Canopies over the shops, and the entrance."""
        metal, wood = self.materials["metal"], self.materials["wood"]
        level = self.levels[0]
        for unit in level["units"]:
            (xa, ya), (xb, _) = self.at(unit["facade"])
            if ya > 1:
                continue
            x0, x1 = sorted((xa, xb))
            box("canopy", x0 + 0.3, -1.7, 3.05, x1 - 0.3, 0.2, 3.14, metal)
            box("canopy lining", x0 + 0.36, -1.64, 3.02, x1 - 0.36, 0.2, 3.05, self.materials["boards"])
            box("sign", x0 + 0.5, -0.12, 3.4, x1 - 0.5, -0.06, 3.95, metal)
            for i in range(max(1, int((x1 - x0) / 2.6))):
                x = x0 + 1.3 + i * 2.6
                if x < x1 - 0.6:
                    box("spot", x - 0.05, -0.9, 3.0, x + 0.05, -0.8, 3.015, self.materials["lamp"])
            if self.dusk:
                area_light("canopy light", (x0 + x1) / 2, -0.8, 2.98, x1 - x0 - 1, 0.6, 90)
        x0, y0, x1, y1 = self.bounds(level["lobby"][0])
        box("portal", x0 - 0.1, -2.4, 4.02, x1 + 0.1, 0.4, 4.5, self.materials["limestone"])
        for x in (x0 - 0.1, x1 - 0.4):
            box("portal leg", x, -2.4, 0, x + 0.5, 0.4, 4.02, self.materials["limestone"])
        letters("CEIBALTA", (x0 + x1) / 2, -2.42, 4.12, 0.36, self.materials["metal"])
        box("lobby glass", x0, 0.6, 0.05, x1, 0.62, 4.0, self.materials["glass"])
        for i in range(6):
            x = x0 + i * (x1 - x0) / 5
            box("lobby mullion", x - 0.03, 0.55, 0, x + 0.03, 0.67, 4.0, metal)
        i = x0 + 0.3
        while i < x1 - 0.2:
            box("lobby slat", i, 9.8, 0, i + 0.07, 9.95, 4.0, wood)
            i += 0.2
        box("lobby light", x0 + 1, 3, 3.96, x1 - 1, 8, 3.98, self.materials["panel"])
        # The void over the entrance hall on the second level.
        vx0, _, vx1, _ = self.bounds(self.levels[1]["lobby"][0])
        box("void glass", vx0, 0.45, 4.55, vx1, 0.47, 8.6, self.materials["glass"])
        for i in range(7):
            x = vx0 + i * (vx1 - vx0) / 6
            box("void mullion", x - 0.03, 0.38, 4.5, x + 0.03, 0.5, 8.65, metal)

    # The place ------------------------------------------------------------------------------------------------

    def place(self, planting=True):
        """Pavement, street and planting."""
        m = self.materials
        box("earth", -400, -400, -0.4, 500, 500, -0.16, m["grass"])
        box("plot", -4, -6, -0.2, self.length + 4, self.depth + 6, -0.02, m["paving"])
        box("kerb", -90, -6.4, -0.2, self.length + 90, -6.0, -0.02, m["concrete"])
        box("pavement", -90, -6.0, -0.22, self.length + 90, -3.0, -0.04, m["paving"])
        box("street", -300, -15.4, -0.3, self.length + 300, -6.4, -0.14, m["asphalt"])
        box("far kerb", -300, -15.8, -0.3, self.length + 300, -15.4, -0.02, m["concrete"])
        box("far pavement", -300, -19.5, -0.3, self.length + 300, -15.8, -0.04, m["paving"])
        for i in range(-12, 26):
            box("lane mark", i * 6, -10.95, -0.14, i * 6 + 2.6, -10.83, -0.135, m["white"])
        if not planting:
            return
        for i, x in enumerate((3, 12.5, 22, 31.5, 54, 63.5, 73, 81.5)):
            box("bed", x - 1.4, -5.6, -0.02, x + 1.4, -4.0, 0.28, m["limestone"])
            plant(palm_mesh(m, 1 + i % 3), x, -4.8, 0.2, 0.95 + 0.12 * (i % 3), i * 1.9)
            for j in range(7):
                plant(shrub_mesh(m, 1 + j % 4), x - 1.15 + j * 0.38, -4.9 + 0.25 * (j % 2), 0.24, 0.8 + 0.1 * (j % 3), j * 2.1 + i)
        for x in (8, 27, 58.5, 77):
            self.street_lamp(x, -5.4)
        self.far_side()
        self.surroundings()

    def street_lamp(self, x, y):
        m = self.materials
        rod("lamp post", x, y, -0.04, 4.4, 0.05, m["metal"], 10)
        box("lamp arm", x - 0.06, y, 4.34, x + 0.06, y + 0.9, 4.4, m["metal"])
        box("lamp head", x - 0.05, y + 0.35, 4.32, x + 0.05, y + 0.85, 4.34, m["lamp"])
        if self.dusk:
            area_light("street light", x, y + 0.6, 4.3, 0.4, 0.4, 160)

    def far_side(self):
        """A long low wall with planting on the other side of the street."""
        m, draw = self.materials, random.Random(21)
        box("low wall", -60, -20.4, -0.1, self.length + 60, -20.1, 0.42, m["limestone"])
        box("bed", -60, -23.0, -0.1, self.length + 60, -20.4, 0.3, m["soil"])
        for i in range(420):
            x, y = draw.uniform(-58, self.length + 58), draw.uniform(-22.6, -20.7)
            plant(shrub_mesh(m, 1 + i % 4), x, y, 0.26, draw.uniform(0.45, 0.8), draw.random() * 6)

    def surroundings(self):
        """Trees and palms behind the building and along the street, so that no horizon is bare."""
        m, draw = self.materials, random.Random(5)
        for i in range(620):
            x, y = draw.uniform(-150, self.length + 190), draw.uniform(-120, 120)
            beside = x < -34 or x > self.length + 42
            behind = y > self.depth + 11
            clear_of_street = abs(y + 11) > 13
            across = y < -27 and x > 14
            if (beside and clear_of_street) or behind or across:
                mesh = palm_mesh(m, 1 + i % 3) if draw.random() < 0.35 else tree_mesh(m, 1 + i % 4)
                plant(mesh, x, y, -0.2, draw.uniform(0.75, 1.25), draw.random() * 6)
        for i in range(150):
            x, y = draw.uniform(20, self.length + 130), -27 - 12 * draw.random()
            mesh = palm_mesh(m, 1 + i % 3) if i % 3 == 0 else tree_mesh(m, 1 + i % 4)
            plant(mesh, x, y, -0.2, draw.uniform(0.7, 1.05), draw.random() * 6)
            plant(shrub_mesh(m, 1 + i % 4), x, -26 - 3 * draw.random(), -0.18, draw.uniform(1.2, 2.4), draw.random() * 6)
        for i in range(260):
            x, y = draw.uniform(-60, self.length + 60), self.depth + draw.uniform(7, 12)
            plant(shrub_mesh(m, 1 + i % 4), x, y, -0.18, draw.uniform(1.2, 2.2), draw.random() * 6)
