"""Furniture, modelled around the origin and then moved to its place. Turn 0 faces +y."""
import math
import random

from plants import paddle, plant, shrub, twigs
from shapes import area_light, ball, box, cushion, lathe, move, rod, sheet, tube


def shell(m, cover="linen", wrap=0.10, low=0.44, high=0.84):
    """A seat and back bent from one sheet; `wrap` bends the sides of the back forward."""
    line = [(0.25, low - 0.02), (0.22, low + 0.005), (0.08, low - 0.015), (-0.08, low - 0.02), (-0.18, low + 0.01), (-0.235, low + 0.09), (-0.25, low + 0.2), (-0.275, high - 0.06), (-0.285, high)]
    rows = []
    for i, (y, z) in enumerate(line):
        back = max(0.0, (i - 3) / 5)
        wide = 0.24 - 0.02 * back - (0.05 if i in (0, 8) else 0)
        row = []
        for k in range(9):
            u = k / 4 - 1
            row.append((u * wide, y + wrap * back ** 0.6 * u * u, z + 0.03 * (1 - back) * u * u))
        rows.append(row)
    return sheet("shell", rows, m[cover], 0.022)


def chair(m, x, y, turn=0.0, cover="linen", legs="timber"):
    """A dining or meeting chair: a bent shell on four splayed legs."""
    parts = [shell(m, cover)]
    for sx in (-1, 1):
        for sy in (-1, 1):
            parts.append(tube("leg", [(sx * 0.13, sy * 0.12 - 0.02, 0.425), (sx * 0.22, sy * 0.21 - 0.02, 0)], 0.013, m[legs]))
    parts.append(tube("frame", [(-0.13, -0.14, 0.42), (0.13, -0.14, 0.42), (0.13, 0.1, 0.42), (-0.13, 0.1, 0.42)], 0.009, m["metal"], closed=True))
    return move(parts, x, y, 0, turn)


def task_chair(m, x, y, turn=0.0, cover="mauve"):
    """A desk chair with armrests on a five-star base."""
    parts = [shell(m, cover, 0.14, 0.46, 0.98), rod("column", 0, 0, 0.1, 0.44, 0.025, m["metal"]), lathe("plate", [(0.001, 0.42), (0.1, 0.42), (0.1, 0.445), (0.001, 0.445)], 0, 0, 0, m["metal"])]
    for i in range(5):
        a = i * 2 * math.pi / 5 + 0.3
        parts.append(tube("star", [(0, 0, 0.12), (0.29 * math.cos(a), 0.29 * math.sin(a), 0.075)], 0.016, m["metal"]))
        parts.append(ball("castor", 0.29 * math.cos(a), 0.29 * math.sin(a), 0.0, 0.032, m["rubber"]))
    for side in (-1, 1):
        parts.append(tube("arm", [(side * 0.1, 0, 0.435), (side * 0.29, 0, 0.44), (side * 0.29, -0.04, 0.66), (side * 0.29, 0.16, 0.665)], 0.012, m["metal"], True))
    return move(parts, x, y, 0, turn)


def sofa(m, x, y, width=2.2, turn=0.0, cover="textile", z=0.0, pillows=("mauve", "linen")):
    """A low sofa of loose cushions; an armchair when it is narrow. Its back is at its -y side."""
    seats = max(1, round((width - 0.3) / 0.8))
    parts = [
        box("base", 0.02, 0.04, 0.13, width - 0.02, 0.9, 0.27, m[cover], 0.03, 3),
        box("back frame", 0.005, -0.02, 0.14, width - 0.005, 0.18, 0.70, m[cover], 0.045, 4),
        box("arm", 0, 0, 0.14, 0.16, 0.92, 0.57, m[cover], 0.045, 4),
        box("arm", width - 0.16, 0, 0.14, width, 0.92, 0.57, m[cover], 0.045, 4),
    ]
    each = (width - 0.32) / seats
    for i in range(seats):
        left = 0.16 + i * each
        parts.append(box("seat", left + 0.004, 0.17, 0.26, left + each - 0.004, 0.94, 0.45, m[cover], 0.055, 5))
        lean = box("lean", 0.01, -0.09, 0, each - 0.01, 0.1, 0.42, m[cover], 0.07, 5)
        lean.location, lean.rotation_euler.x = (left, 0.27, 0.44), 0.16
        parts.append(lean)
    for i, pillow in enumerate(pillows if seats > 1 else pillows[:1]):
        side = 0.3 if i == 0 else width - 0.72
        soft = cushion("pillow", -0.21, -0.07, -0.2, 0.21, 0.07, 0.2, m[pillow], 0.1)
        soft.location, soft.rotation_euler = (side + 0.2, 0.47, 0.62), (0.35, 0.12 - 0.3 * i, 0.25 - 0.6 * i)
        parts.append(soft)
    for px in (0.1, width - 0.1):
        for py in (0.1, 0.82):
            parts.append(rod("foot", px, py, 0, 0.14, 0.014, m["metal"]))
    return move(parts, x, y, z, turn)


def lounge(m, x, y, turn=0.0, cover="linen", z=0.0):
    """A wooden lounge chair with two cushions."""
    parts = []
    for side in (-0.33, 0.33):
        parts.append(tube("side", [(side, 0.36, 0), (side, 0.33, 0.52), (side, -0.42, 0.5), (side, -0.46, 0)], 0.02, m["timber"]))
        parts.append(tube("back post", [(side * 0.85, -0.3, 0.29), (side * 0.85, -0.53, 0.86)], 0.016, m["timber"]))
    for part in (0.35, 0.7, 1.0):
        parts.append(tube("rung", [(-0.28, -0.3 - 0.23 * part, 0.29 + 0.57 * part), (0.28, -0.3 - 0.23 * part, 0.29 + 0.57 * part)], 0.014, m["timber"]))
    parts.append(box("seat frame", -0.31, -0.3, 0.26, 0.31, 0.36, 0.3, m["timber"], 0.01))
    seat = box("seat", -0.29, -0.28, 0.3, 0.29, 0.38, 0.42, m[cover], 0.045, 5)
    back = box("back", -0.29, -0.06, 0, 0.29, 0.07, 0.52, m[cover], 0.05, 5)
    back.location, back.rotation_euler.x = (0, -0.245, 0.36), 0.36
    return move(parts + [seat, back], x, y, z, turn)


def daybed(m, x, y, turn=0.0, cover="linen"):
    """A daybed: timber frame, mattress, bolster and a folded throw."""
    parts = [box("frame", 0, 0, 0.2, 2.0, 0.86, 0.29, m["timber"], 0.012)]
    parts += [box("leg", px, py, 0, px + 0.07, py + 0.07, 0.2, m["timber"], 0.006) for px in (0.06, 1.87) for py in (0.06, 0.73)]
    parts.append(box("mattress", 0.03, 0.03, 0.29, 1.97, 0.83, 0.46, m[cover], 0.06, 5))
    roll = lathe("bolster", [(0.001, 0), (0.1, 0.01), (0.12, 0.05), (0.12, 0.68), (0.1, 0.72), (0.001, 0.73)], 0, 0, 0, m["mauve"])
    roll.rotation_euler, roll.location = (-math.pi / 2, 0, 0), (0.2, 0.06, 0.58)
    parts += [roll, box("throw", 1.35, -0.015, 0.36, 1.8, 0.875, 0.475, m["sage"], 0.02, 3)]
    return move(parts, x, y, 0, turn)


def table(m, x, y, width, depth, height=0.74, top="timber"):
    """A thin chamfered top on two metal trestles."""
    box("top", x, y, height - 0.03, x + width, y + depth, height, m[top], 0.008)
    for px in (x + 0.16, x + width - 0.16):
        tube("trestle", [(px, y + 0.1, 0.0), (px, y + 0.1, height - 0.05), (px, y + depth - 0.1, height - 0.05), (px, y + depth - 0.1, 0.0)], 0.02, m["metal"])
    tube("beam", [(x + 0.16, y + depth / 2, height - 0.05), (x + width - 0.16, y + depth / 2, height - 0.05)], 0.018, m["metal"])


def round_table(m, x, y, radius=0.4, height=0.74, top="limestone", z=0.0):
    """A round top on a foot."""
    lathe("top", [(0.001, height - 0.03), (radius - 0.02, height - 0.03), (radius, height - 0.012), (radius, height), (0.001, height)], x, y, z, m[top], 56)
    rod("stem", x, y, z + 0.02, z + height - 0.03, 0.03, m["metal"])
    lathe("foot", [(0.001, 0), (radius * 0.6, 0), (radius * 0.6, 0.012), (0.03, 0.03)], x, y, z, m["metal"])


def cafe_set(m, x, y, z=0.0, turn=0.0, chairs=2):
    """A small round table with chairs, for a sidewalk or a terrace."""
    round_table(m, x, y, 0.34, 0.74, "white", z)
    lathe("cup", [(0.001, 0), (0.025, 0), (0.038, 0.07)], x + 0.1, y + 0.08, z + 0.74, m["clay"], 20)
    for i in range(chairs):
        a = turn + i * 2 * math.pi / chairs
        for part in chair(m, x + 0.62 * math.cos(a), y + 0.62 * math.sin(a), a + math.pi / 2, "sage", "metal"):
            part.location.z += z


def monitor(m, x, y, z, turn=0.0):
    parts = [box("screen", -0.31, -0.012, 0.14, 0.31, 0.012, 0.50, m["screen"], 0.005), rod("neck", 0, 0.03, 0, 0.3, 0.014, m["steel"]), box("stand", -0.11, -0.06, 0, 0.11, 0.1, 0.01, m["steel"], 0.003)]
    parts.append(box("keys", -0.2, 0.22, 0, 0.2, 0.34, 0.012, m["white"], 0.004))
    return move(parts, x, y, z, turn)


def laptop(m, x, y, z, turn=0.0):
    lid = box("lid", -0.16, -0.006, 0, 0.16, 0.004, 0.22, m["steel"], 0.003)
    face = box("face", -0.15, 0.0042, 0.008, 0.15, 0.0048, 0.21, m["screen"])
    for part in (lid, face):
        part.location, part.rotation_euler.x = (0, -0.11, 0.012), 0.3
    return move([box("base", -0.16, -0.11, 0, 0.16, 0.11, 0.014, m["steel"], 0.005), lid, face], x, y, z, turn)


def vase(m, x, y, z, size=1.0, cover="clay", seed=1, branches=True):
    lathe("vase", [(0.001, 0), (0.07, 0), (0.11, 0.08), (0.115, 0.16), (0.07, 0.24), (0.04, 0.28), (0.05, 0.31), (0.035, 0.31)], x, y, z, m[cover]).scale = (size, size, size)
    if branches:
        plant(twigs(m, seed), x, y, z + 0.27 * size, size, seed * 1.3)


def bowl(m, x, y, z, radius=0.16, cover="clay"):
    lathe("bowl", [(0.001, 0), (radius * 0.4, 0), (radius * 0.8, radius * 0.25), (radius, radius * 0.5), (radius * 0.95, radius * 0.5), (radius * 0.74, radius * 0.29), (0.001, 0.03)], x, y, z, m[cover])


def pot(m, x, y, size=1.0, seed=1, floor=0.0, cover="limestone", kind=None):
    """A turned pot with a plant; `kind` is a plant of `plants`, by default a bird of paradise."""
    lathe("pot", [(0.001, 0), (0.17, 0), (0.24, 0.2), (0.25, 0.44), (0.22, 0.44), (0.21, 0.38), (0.001, 0.38)], x, y, floor, m[cover], 48).scale = (size, size, size)
    for i in range(2):
        plant((kind or paddle)(m, seed + i), x, y, floor + 0.37 * size, 1.05 * size, i * 2.1 + seed)


def rug(m, x0, y0, x1, y1, cover="rug", z=0.0):
    box("rug", x0, y0, z, x1, y1, z + 0.014, m[cover], 0.006)


def pendant(m, x, y, low, high, radius=0.16, watts=18, kind="metal"):
    """A pendant lamp: a dome on a cord; `kind` is its material."""
    rod("cord", x, y, low + 0.2, high, 0.004, m["metal"], 6)
    lathe("shade", [(0.03, 0.24), (0.045, 0.2), (radius * 0.75, 0.13), (radius, 0.0), (radius * 0.97, 0.0), (radius * 0.72, 0.12), (0.03, 0.19)], x, y, low, m[kind])
    ball("bulb", x, y, low + 0.02, 0.045, m["lamp"])
    area_light("pendant", x, y, low - 0.02, 0.25, 0.25, watts * 2)


def curtain(m, x0, x1, y, low, high, waves=0.14, cover="veil", depth=0.055):
    """A sheer curtain in folds, hung along x."""
    count = max(8, int((x1 - x0) / waves * 8))
    row = lambda z, part: [(x0 + (x1 - x0) * i / count, y + depth * part * math.sin(2 * math.pi * i / 8) + 0.012 * math.sin(i * 0.37), z) for i in range(count + 1)]  # noqa: E731
    sheet("curtain", [row(low, 1.15), row((low + high) / 2, 1.0), row(high, 0.75)], m[cover])
    box("track", x0 - 0.05, y - 0.02, high, x1 + 0.05, y + 0.02, high + 0.02, m["metal"])


def _book(m, x0, y, x1, z, wide, tall, cover):
    """An upright book: covers and spine around pages that are a little smaller."""
    inward = 1 if x1 > x0 else -1
    box("cover", x0, y, z, x1, y + 0.003, z + tall, m[cover])
    box("cover", x0, y + wide - 0.003, z, x1, y + wide, z + tall, m[cover])
    box("spine", x0 - inward * 0.003, y, z, x0 + inward * 0.004, y + wide, z + tall, m[cover], 0.002, 1)
    box("pages", x0 + inward * 0.004, y + 0.003, z + 0.003, x1 - inward * 0.005, y + wide - 0.003, z + tall - 0.005, m["pages"])


SPINES = ("white", "book blue", "linen", "book red", "book green", "mauve", "book ochre", "rubber", "linen", "clay")


def books(m, y0, y1, x0, x1, z, seed=3, tall=(0.2, 0.3)):
    """Books of different sizes and a few objects on a shelf along y; the spines face x0."""
    draw, y, inward = random.Random(seed), y0, 1 if x1 > x0 else -1
    while y < y1 - 0.3:
        chance = draw.random()
        if chance < 0.68:
            series = draw.random() < 0.25
            wide, high, cover = draw.uniform(0.02, 0.03), draw.uniform(*tall), draw.choice(SPINES)
            for _ in range(draw.randint(6, 16)):
                if not series:
                    wide, high, cover = draw.uniform(0.014, 0.048), draw.uniform(*tall), draw.choice(SPINES)
                if y + wide > y1:
                    break
                _book(m, x0 + inward * draw.uniform(0, 0.03), y, x1, z, wide - 0.001, high, cover)
                y += wide
            y += draw.uniform(0.03, 0.3)
        elif chance < 0.83:
            for i in range(draw.randint(2, 5)):
                box("pile", x0, y + 0.01 * (i % 2), z + 0.032 * i, x0 + inward * 0.17, y + 0.25 - 0.02 * i, z + 0.032 * (i + 1) - 0.003, m[draw.choice(SPINES)], 0.003, 1)
            y += 0.42
        else:
            vase(m, (x0 + x1) / 2, y + 0.15, z, draw.uniform(0.6, 0.85), draw.choice(("clay", "white", "limestone")), draw.randint(1, 3), draw.random() < 0.4)
            y += 0.42


def planter(m, x0, y0, x1, y1, height=0.5, floor=0.0, seed=1, cover="limestone"):
    """A stone planter with mixed plants."""
    box("trough", x0, y0, floor, x1, y1, floor + height, m[cover], 0.012)
    box("soil", x0 + 0.04, y0 + 0.04, floor + height - 0.02, x1 - 0.04, y1 - 0.04, floor + height + 0.012, m["soil"])
    draw, long = random.Random(seed), max(x1 - x0, y1 - y0)
    for i in range(int(long / 0.27)):
        part = (i + 0.5) / int(long / 0.27)
        x = x0 + (x1 - x0) * (part if x1 - x0 > y1 - y0 else draw.uniform(0.3, 0.7))
        y = y0 + (y1 - y0) * (part if y1 - y0 >= x1 - x0 else draw.uniform(0.3, 0.7))
        mesh = paddle(m, i % 3) if i % 3 == 0 else shrub(m, i % 4)
        plant(mesh, x, y, floor + height - 0.02, draw.uniform(0.7, 1.0), draw.random() * 6)
