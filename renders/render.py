#!/usr/bin/env python3
"""Render the pictures of the building: renders/render.py [--draft] [--out DIR] NAME...

Needs the PyPI package bpy (Blender 4.5 as a module). See renders/README.md.
"""
import argparse
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import materials  # noqa: E402
import scene  # noqa: E402
from amenities import AMENITIES  # noqa: E402
from building import Building  # noqa: E402
from cameras import EXTERIORS  # noqa: E402
from furnish import ROOMS, furnish_terrace  # noqa: E402
from rooms import outlook  # noqa: E402


ROOM_SKY = 0.13  # brightness of the sky seen from a room, lower than outdoors, as in a photograph exposed for the room


def exterior(name, hour, exposure):
    def make():
        made = materials.make(dusk=hour == "dusk")
        building = Building(made, dusk=hour == "dusk")
        building.build()
        building.place()
        scene.sky(hour)
        scene.camera(*EXTERIORS[name])
        return exposure

    return make


def interior(room, hour="day"):
    def make():
        builder, position, target, lens, shift, exposure = room
        builder(materials.make())
        scene.sky(hour, ROOM_SKY if hour != "dusk" else None)
        scene.camera(position, target, lens, shift or 0.001)
        return exposure

    return make


def terrace():
    """The corner terrace of the Penthouse, under a pergola, towards the street."""
    made = materials.make()
    building = Building(made, furnished=False)
    building.build()
    furnish_terrace(made, building.levels[3]["elevation"] + 0.03)
    outlook(made, -0.2, 8.0, trees=4200, spread=75)
    scene.sky("afternoon")
    scene.camera((4.3, 10.7, 14.95), (2.5, 0, 14.95), 20, -0.01)
    return -0.5


VIEWS = {
    "terrace": terrace,
    **{name: interior(room) for name, room in {**ROOMS, **AMENITIES}.items()},
    "business-center": interior(AMENITIES["business-center"], "dusk"),
    "exterior-day": exterior("exterior-day", "day", -0.8),
    "exterior-dusk": exterior("exterior-dusk", "dusk", 1.6),
    "street": exterior("street", "day", -0.55),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=sorted(VIEWS))
    parser.add_argument("--draft", action="store_true", help="640 x 360 with 12 samples")
    parser.add_argument("--width", type=int, default=1920, help="of the picture in pixels; the height follows")
    parser.add_argument("--samples", type=int, default=32, help="rays for each pixel before the denoiser")
    parser.add_argument("--out", default=str(pathlib.Path(__file__).resolve().parent / "out"))
    options = parser.parse_args()
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    width, samples = (640, 12) if options.draft else (options.width, options.samples)
    for name in options.names:
        begun = time.monotonic()
        scene.empty()
        exposure = VIEWS[name]()
        scene.render(out / f"{name}.png", width, width * 9 // 16, samples, exposure)
        print(f"{name}: {time.monotonic() - begun:.0f} s", flush=True)


main()
