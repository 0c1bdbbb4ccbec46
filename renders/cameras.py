"""The cameras of the views from outside. Without Blender, so that `facade.py` can compute what they see."""

# Position, target, focal length in millimetres on a sensor of 36 mm, and vertical shift in widths of the picture.
EXTERIORS = {
    "exterior-day": ((-13, -24.6, 1.8), (33.5, 2, 0), 23, 0.12),
    "exterior-dusk": ((97, -23.8, 1.9), (49, 2.5, 0), 24, 0.11),
    "street": ((5.6, -3.35, 1.6), (40, -2.5, 2), 24, 0.08),
}
