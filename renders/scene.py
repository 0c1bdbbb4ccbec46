"""Sky, sun, camera and render settings, the same for every picture."""
import math

import bpy
from mathutils import Vector

import plants
import shapes

SUN = {"day": (31, 218), "afternoon": (17, 252), "dusk": (-1.0, 250)}  # elevation and rotation, degrees; at dusk the sun has just set


def empty():
    """An empty scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    shapes.forget()
    plants.forget()


def sky(hour="day", strength=None):
    """A physical sky; at dusk without the sun's disc."""
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
    texture.sun_disc = hour != "dusk"
    texture.sun_intensity = 0.55
    texture.air_density, texture.dust_density, texture.ozone_density = 1.1, 0.8, 2.2
    background.inputs["Strength"].default_value = strength if strength is not None else (0.64 if hour == "dusk" else 0.30)
    tree.links.new(_clouds(tree, texture.outputs["Color"]), background.inputs["Color"])
    tree.links.new(background.outputs["Background"], output.inputs["Surface"])


def _clouds(tree, colour):
    """Thin high clouds, as paler streaks of the sky."""
    position = tree.nodes.new("ShaderNodeTexCoord")
    mapping = tree.nodes.new("ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = (1.0, 1.6, 5.0)
    noise = tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = 1.9, 9
    noise.inputs["Roughness"].default_value = 0.62
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.48, 0.80
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = (1, 1, 1, 1), (2.3, 1.75, 1.3, 1)
    mix = tree.nodes.new("ShaderNodeMixRGB")
    mix.blend_type = "MULTIPLY"
    mix.inputs["Fac"].default_value = 1.0
    tree.links.new(position.outputs["Generated"], mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    tree.links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    tree.links.new(colour, mix.inputs["Color1"])
    tree.links.new(ramp.outputs["Color"], mix.inputs["Color2"])
    return mix.outputs["Color"]


def camera(position, target, lens=28, shift=0.0):
    """A level camera with a vertical shift, so that vertical edges stay vertical."""
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
    scene.cycles.adaptive_threshold, scene.cycles.adaptive_min_samples = 0.05, 6
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 6, 3, 2
    scene.cycles.transparent_max_bounces = 48  # a ray along the facade passes dozens of panes; a lower limit renders black
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.cycles.sample_clamp_indirect = 6
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - High Contrast"
    scene.view_settings.exposure = exposure
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
