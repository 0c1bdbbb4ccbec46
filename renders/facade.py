#!/usr/bin/env python3
"""The facades that a view from outside shows, as an SVG over its picture: renders/facade.py VIEW > VIEW.svg

Each shape has the name that `site geometry facade` expects: `outline` for a level, else the code of a unit. Needs no Blender.
"""
import argparse
import json
import math
import pathlib

from cameras import EXTERIORS

GEOMETRY = pathlib.Path(__file__).resolve().parent.parent / "content" / "geometry.json"
SENSOR = 36  # millimetres
WIDTH, HEIGHT = 1600, 900


class View:
    """A level camera with a vertical shift, as `scene.camera` makes it."""

    def __init__(self, position, target, lens, shift):
        self.position, self.shift, self.scale = position, shift, lens / SENSOR
        angle = math.atan2(target[1] - position[1], target[0] - position[0])
        self.ahead = (math.cos(angle), math.sin(angle))

    def at(self, x, y, z):
        """A point of the building in the picture, in pixels."""
        dx, dy = x - self.position[0], y - self.position[1]
        depth = dx * self.ahead[0] + dy * self.ahead[1]
        aside = dx * self.ahead[1] - dy * self.ahead[0]
        right = self.scale * aside / depth
        up = self.scale * (z - self.position[2]) / depth - self.shift
        return round(WIDTH * (0.5 + right)), round(HEIGHT / 2 - WIDTH * up)

    def wall(self, a, b, inside, low, high):
        """The wall from `a` to `b` as the picture shows it; nothing where it shows only the side of the point `inside`."""
        side = lambda point: (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])  # noqa: E731
        if side(inside) * side(self.position) >= 0:
            return []
        return [self.at(*a, low), self.at(*b, low), self.at(*b, high), self.at(*a, high)]


def middle(points):
    return tuple(sum(axis) / len(points) for axis in zip(*points))


def around(points):
    """The convex polygon around points, by Andrew's monotone chain."""
    def chain(ordered):
        line = []
        for point in ordered:
            while len(line) > 1 and (line[-1][0] - line[-2][0]) * (point[1] - line[-2][1]) <= (line[-1][1] - line[-2][1]) * (point[0] - line[-2][0]):
                line.pop()
            line.append(point)
        return line[:-1]

    ordered = sorted(set(points))
    return chain(ordered) + chain(ordered[::-1])


def element(name, points):
    corners = " ".join(f"{x},{y}" for x, y in points)
    return f'<polygon id="{name}" points="{corners}"/>'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("view", choices=sorted(EXTERIORS))
    name = parser.parse_args().view
    view = View(*EXTERIORS[name])
    building = json.loads(GEOMETRY.read_text())
    at = lambda point: (point[0], building["depth"] - point[1])  # noqa: E731
    levels = building["levels"]
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">')
    for number, level in enumerate(levels):
        low = level["elevation"]
        high = levels[number + 1]["elevation"] if number + 1 < len(levels) else building["top"]
        print(f'<g id="level-{level["level"]}">')
        outline = [at(point) for point in level["outline"]]
        walls = [view.wall(a, b, middle(outline), low, high) for a, b in zip(outline, outline[1:] + outline[:1])]
        for count, wall in enumerate(filter(None, walls), start=1):
            print(element("outline" if count == 1 else f"outline-{count}", wall))
        for unit in level["units"]:
            facade = [at(point) for point in unit["facade"]]
            inside = middle([at(point) for point in unit["polygon"]])
            seen = [point for a, b in zip(facade, facade[1:]) for point in view.wall(a, b, inside, low, high)]
            if seen:
                print(element(unit["code"], around(seen)))
        print("</g>")
    print("</svg>")


main()
