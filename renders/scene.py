"""Sky, sun, camera and the renderer's settings: the same sun for every picture."""
import math

import bpy
from mathutils import Vector

SUN = {"day": (34, 205), "dusk": (1.2, 250)}  # elevation and rotation, degrees


def empty():
    """A scene with nothing in it."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    from shapes import _PLANTS

    _PLANTS.clear()


def sky(hour="day", strength=None):
    """A physical sky; at dusk it is what is left after the sun."""
    elevation, rotation = SUN[hour]
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    tree.nodes.clear()
    output = tree.nodes.new("ShaderNodeOutputWorld")
    background = tree.nodes.new("ShaderNodeBackground")
    texture = tree.nodes.new("ShaderNodeTexSky")
    texture.sky_type = "NISHITA"
    texture.sun_elevation, texture.sun_rotation = math.radians(elevation), math.radians(rotation)
    texture.sun_disc = hour == "day"
    texture.sun_intensity = 0.55
    texture.air_density, texture.dust_density, texture.ozone_density = 1.1, 0.8, 2.2
    background.inputs["Strength"].default_value = strength if strength is not None else (0.30 if hour == "day" else 0.55)
    tree.links.new(texture.outputs["Color"], background.inputs["Color"])
    tree.links.new(background.outputs["Background"], output.inputs["Surface"])


def camera(position, target, lens=28, shift=0.0):
    """A camera held level like an architect's: uprights stay upright, the horizon is shifted instead."""
    data = bpy.data.cameras.new("camera")
    data.lens, data.shift_y, data.clip_end = lens, shift, 2000
    thing = bpy.data.objects.new("camera", data)
    thing.location = position
    aim = Vector(target) - Vector(position)
    if shift:
        aim.z = 0
    thing.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def render(path, width, height, samples, exposure=0.0):
    """Renders to a PNG."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.03
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 8, 4, 3
    scene.cycles.transparent_max_bounces = 16
    scene.cycles.sample_clamp_indirect = 6
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.view_settings.exposure = exposure
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
