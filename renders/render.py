#!/usr/bin/env python3
"""Render the pictures of the building: renders/render.py [--draft] [--out DIR] NAME...

Needs the PyPI package bpy (Blender 4.5 as a module). See renders/README.md.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import materials  # noqa: E402
import scene  # noqa: E402
from building import Building  # noqa: E402
from rooms import ROOMS  # noqa: E402


def exterior(hour, position, target, lens, shift, exposure, planting=True):
    def make():
        made = materials.make(dusk=hour == "dusk")
        building = Building(made, dusk=hour == "dusk")
        building.build()
        building.place(planting)
        scene.sky(hour)
        scene.camera(position, target, lens, shift)
        return exposure

    return make


def interior(name):
    def make():
        builder, position, target, lens, exposure = ROOMS[name]
        builder(materials.make())
        scene.sky("day")
        scene.camera(position, target, lens, 0.001)
        return exposure

    return make


VIEWS = {
    **{name: interior(name) for name in ROOMS},
    "exterior-day": exterior("day", (-15, -25, 1.7), (40, 8, 0), 22, 0.13, -0.75),
    "exterior-dusk": exterior("dusk", (99, -24, 1.7), (44, 8, 0), 22, 0.13, 0.6),
    "street": exterior("day", (14, -5.2, 1.6), (52, 0.5, 2), 21, 0.08, -0.6),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=sorted(VIEWS))
    parser.add_argument("--draft", action="store_true")
    parser.add_argument("--out", default=str(pathlib.Path(__file__).resolve().parent.parent / "content" / "images"))
    options = parser.parse_args()
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    for name in options.names:
        scene.empty()
        exposure = VIEWS[name]()
        size = (640, 360, 12) if options.draft else (2560, 1440, 72)
        scene.render(out / f"{name}.png", *size, exposure)
        print(name, "done")


main()
