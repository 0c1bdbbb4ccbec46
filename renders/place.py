"""The surroundings of the building: sidewalk, street, planting, people and cars, and the trees behind."""
import math
import random

from furniture import cafe_set
from people import person, stroll
from plants import bush, fern, grasses, lawn, paddle, palm, plant, shrub, snake, tree
from shapes import area_light, box, rod
from traffic import neighbours, parked_and_passing

BEDS = (3, 12.5, 22, 31.5, 54, 63.5, 73, 81.5)  # positions along the street, with a palm or a tree each
CAFES = ((9.6, 0.3), (13.9, 1.3), (16.6, 0.6), (19.2, 0.1), (24.6, 0.9), (27.4, 0.3), (65.6, 0.8), (68.0, 0.2), (75.6, 0.4), (78.4, 1.0))
GUESTS = (1, 2, 4, 6, 7, 9)  # cafe tables that are taken
EAST, WEST, NORTH, SOUTH = -math.pi / 2, math.pi / 2, 0.0, math.pi
PEOPLE = (
    # x, y, the direction they face, pose; along the shops, then at the crossing and on the other side
    (15.2, -2.7, WEST, "walk"), (18.6, -3.2, EAST, "walk"), (19.1, -3.7, EAST - 0.1, "walk"), (20.8, -0.7, NORTH, "stand"), (23.4, -3.1, WEST + 0.1, "walk"),
    (29.6, -2.6, EAST, "walk"), (34.2, -1.0, 0.5, "stand"), (34.8, -0.8, 1.9, "stand"), (38.6, -3.4, WEST, "walk"), (42.3, -2.2, NORTH, "walk"), (44.9, -3.9, 2.4, "stand"),
    (45.5, -4.3, -0.6, "stand"), (49.5, -2.9, EAST, "walk"), (56.2, -1.6, WEST, "walk"), (60.1, -3.0, EAST, "walk"), (60.6, -3.5, EAST, "walk"), (66.9, -3.3, WEST, "walk"),
    (71.2, -2.4, 0.3, "stand"), (76.9, -3.3, WEST, "walk"), (80.2, -2.5, EAST, "walk"), (41.2, -9.2, NORTH, "walk"), (42.6, -12.4, SOUTH, "walk"),
    (13.6, -17.1, EAST, "walk"), (14.2, -17.6, EAST, "walk"), (33.4, -16.9, WEST, "walk"), (58.8, -17.2, EAST, "walk"), (77.5, -17.4, WEST, "walk"), (78.1, -16.9, WEST, "walk"), (94.0, -3.4, EAST, "walk"),
)


class Place:
    """The surroundings of a building with this length and depth. The street is along x, in front of y = 0."""

    def __init__(self, m, length, depth, dusk=False):
        self.m, self.length, self.depth, self.dusk = m, length, depth, dusk

    def build(self):
        m, length = self.m, self.length
        box("earth", -600, -600, -0.5, 700, 700, -0.24, m["ground"])
        box("lawn", -200, 31, -0.4, length + 200, 90, -0.15, m["grass"])
        box("plot", -4, -6, -0.25, length + 4, self.depth + 6, -0.02, m["paving"])
        for x0, x1 in ((-90, -4), (length + 4, length + 90)):
            box("pavement", x0, -6.0, -0.25, x1, -2.6, -0.02, m["paving"])
            box("verge", x0, -2.6, -0.25, x1, self.depth + 6, -0.06, m["grass"])
        box("kerb", -300, -6.25, -0.25, length + 300, -6.0, -0.015, m["limestone"], 0.02)
        box("street", -300, -15.4, -0.3, length + 300, -6.25, -0.15, m["asphalt"])
        box("far kerb", -300, -15.65, -0.3, length + 300, -15.4, -0.015, m["limestone"], 0.02)
        box("far pavement", -300, -19.0, -0.3, length + 300, -15.65, -0.02, m["paving"])
        for i in range(-12, 26):
            box("lane mark", i * 6, -10.9, -0.16, i * 6 + 2.6, -10.78, -0.146, m["white"])
        for i in range(9):
            box("crossing", 38.5 + i * 1.05, -14.6, -0.16, 39.05 + i * 1.05, -7.0, -0.146, m["white"])
        self.sidewalk()
        self.far_side()
        self.trees()
        stroll(m, PEOPLE)
        neighbours(m, length, self.dusk)
        parked_and_passing(m, length, self.dusk)

    def bed(self, x0, y0, x1, y1, height, seed, edge=True):
        """A low, densely planted bed: rosettes, ferns, birds of paradise and grasses."""
        m, draw = self.m, random.Random(seed)
        if edge:
            box("bed", x0, y0, -0.05, x1, y1, height, m["limestone"], 0.015)
        box("soil", x0 + 0.1, y0 + 0.1, height - 0.05, x1 - 0.1, y1 - 0.1, height + 0.01, m["soil"])
        for _ in range(int((x1 - x0) * (y1 - y0) * 8)):
            x, y = draw.uniform(x0 + 0.2, x1 - 0.2), draw.uniform(y0 + 0.2, y1 - 0.2)
            chance = draw.random()
            kind = grasses if chance < 0.25 else shrub if chance < 0.48 else fern if chance < 0.64 else paddle if chance < 0.78 else snake if chance < 0.86 else bush
            plant(kind(m, draw.randint(1, 3)), x, y, height - 0.02, draw.uniform(0.55, 0.85), draw.random() * 6)

    def sidewalk(self):
        m = self.m
        for i, x in enumerate(BEDS):
            self.bed(x - 1.7, -5.6, x + 1.7, -4.2, 0.3, i)
            if i in (2, 6):
                plant(tree(m, 1 + i % 4), x, -4.9, 0.1, 0.62, i * 1.9)
            else:
                plant(palm(m, 1 + i % 3), x, -4.9, 0.2, 1.0 + 0.1 * (i % 3), i * 1.9)
            if self.dusk:
                area_light("palm light", x + 0.7, -5.2, 0.5, 0.3, 0.3, 110, turn=(math.pi, 0, 0))
            if x not in (31.5, 54):
                box("seat", x + 1.85, -5.4, 0.36, x + 3.6, -4.95, 0.42, m["timber"], 0.01)
                for leg in (x + 2.05, x + 3.3):
                    box("seat leg", leg, -5.35, -0.02, leg + 0.1, -5.0, 0.36, m["metal"])
        for i, (x, turn) in enumerate(CAFES):
            cafe_set(m, x, -1.4, -0.02, turn)
            for k in range(2 if i in GUESTS else 0):
                a = turn + k * math.pi
                person(m, x + 0.6 * math.cos(a), -1.4 + 0.6 * math.sin(a), -0.04, a + math.pi / 2, "sit", i + k * 3, k == 1)
        for x in (27.6, 37, 48.5, 59.6, 69, 78):
            rod("lamp post", x, -5.4, -0.04, 4.4, 0.05, m["metal"], 16)
            box("lamp arm", x - 0.05, -5.4, 4.34, x + 0.05, -4.5, 4.4, m["metal"])
            box("lamp head", x - 0.04, -5.05, 4.32, x + 0.04, -4.55, 4.34, m["lamp"])
            if self.dusk:
                area_light("street light", x, -4.8, 4.3, 0.4, 0.4, 160)

    def far_side(self):
        """Planting and lawn on the other side of the street, where the camera is."""
        m, draw = self.m, random.Random(21)
        box("low wall", -120, -19.35, -0.1, self.length + 120, -19.0, 0.32, m["limestone"], 0.02)
        box("bed", -120, -22.2, -0.3, self.length + 120, -19.35, 0.2, m["soil"])
        box("park", -300, -60, -0.4, self.length + 300, -22.2, 0.05, m["grass"])
        for i in range(2500):
            x, y = draw.uniform(-40, self.length + 60), draw.uniform(-22.35, -19.6)
            chance = draw.random()
            kind = grasses if chance < 0.42 else shrub if chance < 0.72 else bush if chance < 0.9 else paddle
            plant(kind(m, 1 + i % 3), x, y, 0.18, draw.uniform(0.45, 0.8), draw.random() * 6)
        for x in range(-30, self.length + 34, 2):
            for y in (-23.2, -25.2, -27.2, -29.2):
                plant(lawn(m, 1 + draw.randint(0, 2)), x, y, 0.05, 1.0, draw.randint(0, 3) * 1.5708)

        for x in range(-28, self.length + 30, 4):
            rod("bollard", x, -19.2, 0.3, 0.95, 0.06, m["metal"], 16)
            rod("bollard lamp", x, -19.2, 0.95, 1.05, 0.055, m["lamp"], 16)
            if self.dusk:
                area_light("bollard light", x, -19.6, 1.5, 1.2, 1.2, 26)

    def trees(self):
        """Trees behind the building, next to it and along the street, which hide the horizon."""
        m, draw = self.m, random.Random(5)

        def stand(count, x0, x1, y0, y1, low, high, palms=0.25, under=0.0):
            for i in range(count):
                x, y = draw.uniform(x0, x1), draw.uniform(y0, y1)
                mesh = palm(m, 1 + i % 3) if draw.random() < palms else tree(m, 1 + i % 4)
                plant(mesh, x, y, -0.2, draw.uniform(low, high), draw.random() * 6)
                if draw.random() < under:
                    plant(bush(m, 1 + i % 3), x + draw.uniform(-3, 3), y + draw.uniform(-2, 2), -0.2, draw.uniform(2.4, 4.2), draw.random() * 6)

        length, back = self.length, self.depth
        stand(150, -70, length + 90, back + 14, back + 60, 0.8, 1.25, under=0.8)
        stand(420, -260, length + 300, back + 60, back + 190, 1.0, 1.7)
        for x0, x1 in ((-260, -40), (length + 30, length + 330)):
            stand(60, x0, x1, 21, 50, 0.8, 1.2, under=0.8)
            stand(150, x0, x1, 24, 90, 0.9, 1.4)
        stand(120, length + 20, length + 330, -80, -40, 0.8, 1.2, under=0.9)
        stand(110, -330, -50, -80, -40, 0.8, 1.2, under=0.9)
        for i in range(7):
            plant(tree(m, 1 + i % 4), 19 + i * 8.5 + draw.uniform(-1, 1), -26.3 + draw.uniform(-0.8, 0.8), 0, draw.uniform(0.8, 1.05), i * 1.7)
        stand(50, -80, 14, -60, -31, 0.75, 1.1, under=0.9)
        stand(60, 10, length + 30, -66, -36, 0.75, 1.1, under=0.9)
        for i in range(24):
            plant(palm(m, 1 + i % 3), -88 + i * 9 if i < 9 else length + 12 + (i - 9) * 9, -4.9, -0.1, draw.uniform(0.9, 1.1), i)
