"""The rooms: one shell for all (floor, ceiling, window), and the view outside."""
import math
import random

from furniture import curtain, pot
from plants import bush, palm, plant, tree
from shapes import area_light, box, sheet
from traffic import neighbour


# Across the street: where each building begins, its width, its floors and what it is covered with.
HOUSES = (
    (-74, 15, 3, "white"), (-57, 18, 2, "house sand"), (-37, 14, 3, "plaster"), (-21, 16, 2, "house clay"), (-3, 13, 3, "house sand"),
    (12, 17, 2, "white"), (31, 15, 3, "house clay"), (48, 18, 2, "plaster"), (68, 14, 3, "house sand"),
)


def outlook(m, ground, near=9.0, trees=2600, spread=22):
    """The view outside: trees along the street, low buildings across it, and treetops behind them."""
    box("ground", -900, -900, ground - 0.5, 900, -3, ground, m["ground"])
    for seed, (start, wide, floors, cover) in enumerate(HOUSES):
        neighbour(m, start, -42, start + wide, -26, floors, cover, seed, ground=ground)
    draw = random.Random(11)
    for i in range(trees):
        y = -46 - 280 * math.sqrt(draw.random())
        x = draw.uniform(-1, 1) * (spread - 0.95 * y)
        mesh = palm(m, 1 + i % 3) if i % 9 == 0 else tree(m, 1 + i % 4)
        plant(mesh, x, y, ground, draw.uniform(0.65, 1.0), draw.random() * 6)
    for i in range(trees // 20):
        y = -draw.uniform(near, near + 4) if i % 3 else -draw.uniform(22.5, 25)
        mesh = palm(m, 1 + i % 3) if i % 4 == 0 else tree(m, 1 + i % 4)
        plant(mesh, draw.uniform(-80, 80), y, ground, draw.uniform(0.5, 0.75), draw.random() * 6)


class Room:
    """A room of the building: the window is at y = 0 along x; daylight comes from -y."""

    def __init__(self, materials, width, depth, height=3.8, floor="tiles", back="plaster", sides="plaster", elevation=9.0, view=True, ceiling="ceiling"):
        self.m, self.width, self.depth, self.height = materials, width, depth, height
        m = materials
        box("floor", -0.02, -0.3, -0.3, width + 0.02, depth + 0.02, 0, m[floor])
        box("ceiling", -0.2, -0.4, height, width + 0.2, depth + 0.2, height + 0.3, m[ceiling])
        box("left", -0.25, -0.4, -0.2, 0, depth, height + 0.1, m[sides])
        box("right", width, -0.4, -0.2, width + 0.25, depth, height + 0.1, m[sides])
        box("back", -0.2, depth, -0.2, width + 0.2, depth + 0.2, height + 0.1, m[back])
        for x0, y0, x1, y1 in ((0, 0.1, 0.012, depth), (width - 0.012, 0.1, width, depth), (0, depth - 0.012, width, depth)):
            box("skirting", x0, y0, 0, x1, y1, 0.08, m["white"])
        self.glazing()
        if view:
            outlook(m, -elevation)

    def glazing(self, step=1.45, low=0.0, high=None):
        m, high = self.m, high or self.height
        sheet("pane", [[(0, 0, low + 0.05), (self.width, 0, low + 0.05)], [(0, 0, high - 0.05), (self.width, 0, high - 0.05)]], m["glass"], smooth=False)
        count = max(2, round(self.width / step))
        for i in range(count + 1):
            x = i * self.width / count
            box("mullion", x - 0.025, -0.06, low, x + 0.025, 0.06, high, m["metal"], 0.004)
        for z in (low + 0.04, low + 2.75, high - 0.04):
            box("transom", 0, -0.05, z - 0.025, self.width, 0.05, z + 0.025, m["metal"])

    def daylight(self, watts):
        """The light of the sky through the window, and a weak fill light from behind the camera."""
        middle = self.width / 2
        area_light("window", middle, -0.35, self.height / 2, self.width, self.height - 0.2, watts, (0.92, 0.96, 1.0), (-math.pi / 2, 0, 0))
        area_light("fill", middle, self.depth - 0.15, self.height * 0.6, self.width - 1, self.height * 0.7, watts * 0.32, (1.0, 0.95, 0.89), (math.pi / 2, 0, 0))

    def balcony(self, depth=1.8):
        m = self.m
        box("deck", 0, -depth, -0.2, self.width, -0.06, 0.005, m["boards"])
        sheet("balustrade", [[(0, -depth, 0.02), (self.width, -depth, 0.02)], [(0, -depth, 1.02), (self.width, -depth, 1.02)]], m["balustrade"], smooth=False)
        box("handrail", 0, -depth - 0.02, 1.02, self.width, -depth + 0.03, 1.05, m["metal"])

    def lines(self, count=2, watts=60, inset=1.2):
        """Slim recessed lamps in the ceiling along the room."""
        for i in range(count):
            x = (i + 0.5) * self.width / count
            box("lamp line", x - 0.03, inset, self.height - 0.012, x + 0.03, self.depth - inset, self.height + 0.01, self.m["panel"])
            area_light("line", x, self.depth / 2, self.height - 0.04, 0.3, self.depth - 2 * inset, watts)

    def slats(self, x, y0, y1, out=1, step=0.1, high=None):
        """A wall of vertical wooden slats on a dark background, along the depth of the room."""
        high = high or self.height - 0.02
        box("slat ground", x - 0.01, y0 - 0.02, 0.02, x + out * 0.012, y1 + 0.04, high, self.m["mauve"])
        y = y0
        while y < y1:
            box("slat", x, y, 0.02, x + out * 0.055, y + 0.045, high, self.m["wood"], 0.004, 1)
            y += step

    def back_slats(self, x0, x1, step=0.1, low=0.02, high=None, y=None):
        high, y = high or self.height - 0.02, y or self.depth
        box("slat ground", x0 - 0.02, y - 0.012, low, x1 + 0.02, y + 0.01, high, self.m["mauve"])
        x = x0
        while x < x1:
            box("slat", x, y - 0.055, low, x + 0.045, y, high, self.m["wood"], 0.004, 1)
            x += step

    def curtains(self, *spans, y=0.3):
        for x0, x1 in spans:
            curtain(self.m, x0, x1, y, 0.02, self.height - 0.02)

    def pots(self, *places):
        """Plants: (x, y, size, seed, kind)."""
        for i, (x, y, size, seed, kind) in enumerate(places):
            pot(self.m, x, y, size, seed, 0.0, ("limestone", "clay", "white")[i % 3], kind)
