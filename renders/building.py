"""The building, modelled from content/geometry.json, which the site's plans and selector also use."""
import json
import math
import pathlib
import random

from furniture import cafe_set, curtain, lounge, pendant, planter, pot, table, vase
from place import Place
from shapes import area_light, box, letters, prism, rod, sheet

GEOMETRY = pathlib.Path(__file__).resolve().parent.parent / "content" / "geometry.json"
SLAB = 0.35  # thickness of a floor
GLASS_INSET = 0.45  # distance of the glazing behind the face of the facade
PIER = 0.5  # width of the stone piers between two units
MULLION = 1.45  # approximate distance between two mullions
RAIL = 1.05  # height of a balustrade
# Invented shops of the pictures: what the sign says, its plate and its letters.
TRADES = (
    ("CAFÉ", "forest", "white"), ("LIBROS", "metal", "brass"), ("FLORES", "terracotta", "white"), ("PAN", "navy", "brass"), ("ÓPTICA", "white", "metal"),
    ("TÉ", "metal", "white"), ("GALERÍA", "forest", "brass"), ("VINOS", "mauve", "white"),
)


class Building:
    """The geometry in render coordinates: x along the street, y from the street to the back, z up."""

    def __init__(self, materials, dusk=False, seed=7, furnished=True):
        self.drawing = json.loads(GEOMETRY.read_text())
        self.length, self.depth, self.top = self.drawing["length"], self.drawing["depth"], self.drawing["top"]
        self.materials, self.dusk, self.furnished = materials, dusk, furnished
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

    def pane(self, x0, y0, z0, x1, y1, z1, material="facade glass"):
        """A pane of glass as a single face, so that no ray is reflected between two faces."""
        sheet("pane", [[(x0, y0, z0), (x1, y1, z0)], [(x0, y0, z1), (x1, y1, z1)]], self.materials[material], smooth=False)

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
            wall = self.materials["wood" if number == 1 else "plaster"]
            if x0 > self.bounds(level["outline"])[0] + 0.1:
                box("party wall", x0 - 0.06, y0 + 0.7, z, x0 + 0.06, y1 - 0.7, top, wall)
            front = self.bounds([unit["facade"][0], unit["facade"][1]])[1] < (y0 + y1) / 2
            back = y1 if front else y0
            lining = self.materials[self.draw.choice(("wood", "wood", "plaster", "sage", "textile"))]
            box("corridor wall", x0, back - 0.06, z, x1, back + 0.06, top, lining)
            lit = self.draw.random() < (0.9 if self.dusk else 0.55) or number == 1
            if lit:
                step = 2.6
                count = max(1, int((x1 - x0) / step))
                for i in range(count):
                    x = x0 + (i + 0.5) * (x1 - x0) / count
                    y = (y0 + y1) / 2
                    box("lamp", x - 0.09, y - 3.6, top - 0.07, x + 0.09, y + 3.6, top - 0.05, self.materials["panel"])
            if number > 2 and self.draw.random() < 0.8:
                self.desks(x0, y0, x1, y1, z)
            if number == 1 and front:
                self.wares(x0, x1, y0, y1, z)

    def desks(self, x0, y0, x1, y1, z):
        """Desks in an office, so that the rooms behind the glass are not empty."""
        y = y0 + 2.4
        while y < y1 - 1.6:
            box("desk", x0 + 0.9, y, z + 0.7, x1 - 0.9, y + 0.75, z + 0.74, self.materials["wood"])
            y += 2.6

    def wares(self, x0, x1, y0, y1, z):
        """The furniture of a shop: a wooden back wall, shelves with jars, a table near the glass."""
        m, draw, middle = self.materials, self.draw, (x0 + x1) / 2
        box("shop back", x0 + 0.3, y1 - 3.4, z, x1 - 0.3, y1 - 3.3, z + 3.6, m["wood"])
        box("counter", x0 + 1.6, y1 - 4.8, z, x1 - 1.6, y1 - 4.2, z + 1.05, m["limestone"], 0.015)
        for height in (0.86, 1.46, 2.06):
            box("shop shelf", x0 + 0.4, y1 - 3.85, z + height, x1 - 0.4, y1 - 3.4, z + height + 0.04, m["timber"])
            x = x0 + 0.7
            while x < x1 - 0.7:
                vase(m, x, y1 - 3.62, z + height + 0.04, draw.uniform(0.5, 1.15), draw.choice(("clay", "white", "limestone", "sage")), 1, False)
                x += draw.uniform(0.35, 0.8)
        area_light("shop light", middle, (y0 + y1) / 2 - 1.5, z + 3.7, x1 - x0 - 2, 5, 600 if self.dusk else 800)
        table(m, middle - 1.3, y0 + 2.0, 2.6, 1.0, 0.86)
        for i in range(4):
            vase(m, middle - 0.95 + i * 0.62, y0 + 2.5, z + 0.86, draw.uniform(0.6, 1.1), draw.choice(("clay", "white", "sage")), 1 + i % 3, i % 2 == 0)
        pot(m, x0 + 1.0, y0 + 1.4, 1.5, 3, z)
        for i in range(3):
            pendant(m, middle - 1.2 + i * 1.2, y0 + 2.5, z + 2.4, z + 4.0, 0.22, 12, draw.choice(("metal", "clay")))

    def facade(self, level, number, unit):
        z, top = level["elevation"], self.ceiling(number) - SLAB
        (xa, ya), (xb, yb) = self.at(unit["facade"])
        x0, x1 = sorted((xa, xb))
        inner = 1 if ya < self.depth / 2 else -1  # towards the inside
        face, glass = ya, ya + inner * GLASS_INSET
        stone, metal = self.materials["limestone"], self.materials["metal"]
        for x in (x0, x1):
            # In front of the end walls: two faces in one plane would render black.
            box("pier", x - PIER / 2, face - inner * 0.03, z, x + PIER / 2, face + inner * 0.75, top, stone)
        self.pane(x0, glass, z + 0.05, x1, glass, top - 0.05)
        count = max(2, round((x1 - x0) / MULLION))
        if number > 1 and self.draw.random() < 0.4:
            side = self.draw.uniform(0.2, 0.45) * (x1 - x0)
            curtain(self.materials, x1 - side, x1 - 0.4, glass + inner * 0.3, z + 0.03, top - 0.15)
        elif number > 1:
            self.blinds(x0, x1, count, glass + inner * 0.2, z, top)
        for i in range(1, count):
            x = x0 + i * (x1 - x0) / count
            box("mullion", x - 0.03, glass - inner * 0.09, z, x + 0.03, glass + inner * 0.05, top, metal)
        for height in (z + 0.06, z + 2.75, top - 0.06):
            box("rail", x0, glass - inner * 0.06, height - 0.035, x1, glass + inner * 0.04, height + 0.035, metal)
        if number >= 3 and unit["terrace"] is None:
            self.screen(x0 + PIER / 2, x1 - PIER / 2, face, inner, z, top)

    def blinds(self, x0, x1, count, y, z, top):
        """Roller blinds, lowered to different heights."""
        step, drop = (x1 - x0) / count, self.draw.choice((0.0, 0.0, 0.0, 0.2, 0.35))
        for i in range(count):
            part = max(0.0, drop + self.draw.choice((-0.12, 0.0, 0.0, 0.1)))
            if part > 0.05:
                box("blind", x0 + i * step + 0.05, y, top - (top - z) * part, x0 + (i + 1) * step - 0.05, y + 0.01, top - 0.1, self.materials["white"])

    def screen(self, x0, x1, face, inner, z, top):
        """Vertical wooden slats in front of the glass of units without a terrace, as sun protection."""
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
        front = y0 < self.depth / 2
        if not self.furnished or (number == 4 and x0 < 5 and front):
            return  # the corner terrace has its own picture
        edge = y0 + 0.1 if front else y1 - 0.55
        planter(self.materials, x0 + 0.5, edge, x0 + min(2.8, x1 - x0 - 1), edge + 0.45, 0.5, z + 0.03, number + int(x0))
        if number == 4 and front:
            planter(self.materials, x1 - 2.2, edge, x1 - 0.5, edge + 0.45, 0.5, z + 0.03, int(x0))
            lounge(self.materials, (x0 + x1) / 2, y0 + 1.1, 2.6, "linen", z + 0.03)
        elif front:
            cafe_set(self.materials, x1 - 1.5, y0 + 0.95, z + 0.03, self.draw.random() * 3)

    def ends(self, level, number):
        """The two short sides: stone with slots of glass."""
        x0, y0, x1, y1 = self.bounds(level["outline"])
        z, top = level["elevation"], self.ceiling(number) - SLAB
        corridor = self.bounds(level["corridor"])
        slots = [(corridor[1] + 0.2, corridor[3] - 0.2), (y0 + 2.2, y0 + 5.4), (y1 - 5.4, y1 - 2.2)]
        for x, out in ((x0, -1), (x1, 1)):
            solid = y0
            for start, end in sorted(slots):
                box("end wall", x, solid, z - 0.04, x - out * 0.4, start, top + 0.04, self.materials["ashlar"])
                self.pane(x - out * 0.25, start, z + 0.05, x - out * 0.25, end, top - 0.05)
                for y in (start, (start + end) / 2, end):
                    box("end mullion", x - out * 0.2, y - 0.03, z, x - out * 0.32, y + 0.03, top, self.materials["metal"])
                solid = end
            box("end wall", x, solid, z - 0.04, x - out * 0.4, y1, top + 0.04, self.materials["ashlar"])

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
        for number, unit in enumerate(level["units"]):
            (xa, ya), (xb, _) = self.at(unit["facade"])
            if ya > 1:
                continue
            x0, x1 = sorted((xa, xb))
            box("canopy", x0 + 0.3, -1.7, 3.05, x1 - 0.3, 0.2, 3.14, metal)
            box("canopy lining", x0 + 0.36, -1.64, 3.02, x1 - 0.36, 0.2, 3.05, self.materials["boards"])
            trade, plate, script = TRADES[number % len(TRADES)]
            box("sign", x0 + 0.5, -0.12, 3.4, x1 - 0.5, -0.06, 3.95, self.materials[plate])
            letters(trade, (x0 + x1) / 2, -0.14, 3.55, 0.32, self.materials[script])
            box("blade sign", x0 + 0.9, -1.45, 2.3, x0 + 0.95, -0.65, 2.75, self.materials[plate])
            rod("blade sign rod", x0 + 0.925, -1.05, 2.75, 3.03, 0.012, metal)
            letters(trade, x0 + 0.89, -1.05, 2.47, 1 / (len(trade) + 1), self.materials[script], -math.pi / 2)
            for i in range(max(1, int((x1 - x0) / 2.6))):
                x = x0 + 1.3 + i * 2.6
                if x < x1 - 0.6:
                    box("spot", x - 0.05, -0.9, 3.0, x + 0.05, -0.8, 3.015, self.materials["lamp"])
            if self.dusk:
                area_light("canopy light", (x0 + x1) / 2, -0.8, 2.98, x1 - x0 - 1, 0.6, 90)
        x0, y0, x1, y1 = self.bounds(level["lobby"][0])
        box("portal", x0 - 0.1, -3.2, 4.05, x1 + 0.1, 0.4, 4.5, self.materials["limestone"], 0.015)
        box("portal lining", x0 + 0.05, -3.05, 4.01, x1 - 0.05, 0.4, 4.05, self.materials["boards"])
        for x in (x0 + 0.1, x1 - 0.1):
            for y in (-2.9, -1.2):
                rod("column", x, y, -0.02, 4.05, 0.09, metal)
            y = -1.05
            while y < 0.3:
                box("portal slat", x - 0.05, y, 0, x + 0.05, y + 0.05, 4.02, wood)
                y += 0.13
        for x in (x0 + 1.2, (x0 + x1) / 2, x1 - 1.2):
            box("spot", x - 0.06, -1.6, 4.0, x + 0.06, -1.48, 4.012, self.materials["lamp"])
        letters("CEIBALTA", (x0 + x1) / 2, -3.22, 4.15, 0.34, metal)
        for x in (x0 + 0.9, x1 - 0.9):
            pot(self.materials, x, -0.4, 1.7, 4, -0.02)
        self.pane(x0, 0.6, 0.05, x1, 0.6, 4.0)
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
        self.pane(vx0, 0.46, 4.55, vx1, 0.46, 8.6)
        for i in range(7):
            x = vx0 + i * (vx1 - vx0) / 6
            box("void mullion", x - 0.03, 0.38, 4.5, x + 0.03, 0.5, 8.65, metal)

    def place(self):
        """The street and the planting around."""
        Place(self.materials, self.length, self.depth, self.dusk).build()
