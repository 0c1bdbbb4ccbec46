"""The materials of the scene: limestone, dark metal, tropical wood, glass, planting."""
import bpy


class Shader:
    """Builds the node tree of a material."""

    def __init__(self, name, colour=(0.8, 0.8, 0.8), roughness=0.5, metallic=0.0):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.surface = self.tree.nodes["Principled BSDF"]
        self.output = self.tree.nodes["Material Output"]
        self.surface.inputs["Base Color"].default_value = (*colour, 1)
        self.surface.inputs["Roughness"].default_value = roughness
        self.surface.inputs["Metallic"].default_value = metallic

    def node(self, kind, **inputs):
        node = self.tree.nodes.new(kind)
        for name, value in inputs.items():
            node.inputs[name.replace("_", " ")].default_value = value
        return node

    def link(self, start, end):
        self.tree.links.new(start, end)

    def place(self, scale=(1, 1, 1), upright=False):
        """Texture coordinates of a point on its object; `upright` maps walls to a plane: (x + y, z)."""
        where = self.node("ShaderNodeTexCoord").outputs["Object"]
        if upright:
            parts, flat = self.node("ShaderNodeSeparateXYZ"), self.node("ShaderNodeCombineXYZ")
            total = self.node("ShaderNodeMath")
            self.link(where, parts.inputs[0])
            self.link(parts.outputs["X"], total.inputs[0])
            self.link(parts.outputs["Y"], total.inputs[1])
            self.link(total.outputs[0], flat.inputs["X"])
            self.link(parts.outputs["Z"], flat.inputs["Y"])
            where = flat.outputs[0]
        mapping = self.node("ShaderNodeMapping", Scale=scale)
        self.link(where, mapping.inputs["Vector"])
        return mapping.outputs["Vector"]

    def noise(self, where, scale, detail=5.0):
        noise = self.node("ShaderNodeTexNoise", Scale=scale, Detail=detail)
        self.link(where, noise.inputs["Vector"])
        return noise.outputs["Fac"]

    def ramp(self, factor, dark, light, low=0.33, high=0.68):
        ramp = self.node("ShaderNodeValToRGB")
        for element, place, colour in zip(ramp.color_ramp.elements, (low, high), (dark, light)):
            element.position, element.color = place, (*colour, 1)
        self.link(factor, ramp.inputs["Fac"])
        return ramp.outputs["Color"]

    def times(self, one, other, part=1.0):
        mix = self.node("ShaderNodeMixRGB", Fac=part)
        mix.blend_type = "MULTIPLY"
        self.link(one, mix.inputs["Color1"])
        self.link(other, mix.inputs["Color2"])
        return mix.outputs["Color"]

    def bricks(self, where, colours, seam, width, height, joint):
        brick = self.node("ShaderNodeTexBrick", Scale=1.0, Brick_Width=width, Row_Height=height, Mortar_Size=joint, Mortar_Smooth=0.15)
        for socket, colour in (("Color1", colours[0]), ("Color2", colours[1]), ("Mortar", seam)):
            brick.inputs[socket].default_value = (*colour, 1)
        self.link(where, brick.inputs["Vector"])
        return brick

    def colour(self, socket):
        self.link(socket, self.surface.inputs["Base Color"])

    def bump(self, height, strength, distance=0.01):
        relief = self.node("ShaderNodeBump", Strength=strength, Distance=distance)
        self.link(height, relief.inputs["Height"])
        self.link(relief.outputs["Normal"], self.surface.inputs["Normal"])


def _grainy(name, colour, dark, roughness, scale, stretch=(1, 1, 1), bump=0.0, detail=6, metallic=0.0):
    shader = Shader(name, colour, roughness, metallic)
    noise = shader.noise(shader.place(stretch), scale, detail)
    shader.colour(shader.ramp(noise, dark, colour))
    if bump:
        shader.bump(noise, bump)
    return shader.material


def _laid(name, colours, seam, width, height, joint, roughness, upright=False, clouds=((0.82, 0.80, 0.77), (1.08, 1.07, 1.05)), stretch=(1, 1, 1), scale=1.5, bump=0.15):
    """Stones or boards in rows with fine joints, each with a different shade and texture."""
    shader = Shader(name, colours[0], roughness)
    rows = shader.bricks(shader.place(upright=upright), colours, seam, width, height, joint)
    noise = shader.noise(shader.place(stretch, upright), scale, 9)
    shader.colour(shader.times(rows.outputs["Color"], shader.ramp(noise, *clouds)))
    shader.bump(rows.outputs["Fac"], -bump, 0.004)
    return shader.material


def _wood(name, dark, light, stretch, roughness=0.42):
    """Wood with a long grain: broad bands and fine fibres."""
    shader = Shader(name, light, roughness)
    bands = shader.ramp(shader.noise(shader.place(tuple(part * 0.35 for part in stretch)), 1.4, 3), dark, light)
    fibres = shader.noise(shader.place(stretch), 4.5, 8)
    shader.colour(shader.times(bands, shader.ramp(fibres, (0.72, 0.69, 0.66), (1.12, 1.1, 1.08))))
    shader.bump(fibres, 0.06)
    return shader.material


def _leaf(name, dark, light, through, scale=1.6):
    """Translucent leaves; the green varies by plant and branch."""
    shader = Shader(name, light, 0.42)
    which = shader.node("ShaderNodeObjectInfo").outputs["Random"]
    noise = shader.noise(shader.place(), scale, 5)
    total = shader.node("ShaderNodeMath")
    total.operation = "MULTIPLY_ADD"
    total.inputs[1].default_value = 0.35
    shader.link(which, total.inputs[0])
    shader.link(noise, total.inputs[2])
    green = shader.ramp(total.outputs[0], dark, light, 0.45, 0.98)
    shader.colour(green)
    glow = shader.node("ShaderNodeBsdfTranslucent", Color=(*through, 1))
    mix = shader.node("ShaderNodeMixShader", Fac=0.3)
    shader.link(shader.surface.outputs[0], mix.inputs[1])
    shader.link(glow.outputs[0], mix.inputs[2])
    shader.link(mix.outputs[0], shader.output.inputs["Surface"])
    return shader.material


def _glass(name, tint, straight, flat=1.0):
    """Thin architectural glass: no refraction, and more reflection at flat viewing angles."""
    shader = Shader(name)
    clear = shader.node("ShaderNodeBsdfTransparent", Color=(*tint, 1))
    mirror = shader.node("ShaderNodeBsdfGlossy", Roughness=0.0)
    facing = shader.node("ShaderNodeLayerWeight", Blend=0.5)
    power = shader.node("ShaderNodeMath")
    power.operation, power.inputs[1].default_value = "POWER", 5.0
    share = shader.node("ShaderNodeMath")
    share.operation, share.inputs[1].default_value, share.inputs[2].default_value = "MULTIPLY_ADD", flat - straight, straight
    mix = shader.node("ShaderNodeMixShader")
    shader.link(facing.outputs["Facing"], power.inputs[0])
    shader.link(power.outputs[0], share.inputs[0])
    shader.link(share.outputs[0], mix.inputs["Fac"])
    shader.link(clear.outputs[0], mix.inputs[1])
    shader.link(mirror.outputs[0], mix.inputs[2])
    shader.link(mix.outputs[0], shader.output.inputs["Surface"])
    return shader.material


def _veil(name, colour, clear):
    """A sheer curtain."""
    shader = Shader(name)
    cloth = shader.node("ShaderNodeBsdfTranslucent", Color=(*colour, 1))
    skin = shader.node("ShaderNodeBsdfDiffuse", Color=(*colour, 1))
    hole = shader.node("ShaderNodeBsdfTransparent")
    woven, mix = shader.node("ShaderNodeMixShader", Fac=0.45), shader.node("ShaderNodeMixShader", Fac=clear)
    shader.link(cloth.outputs[0], woven.inputs[1])
    shader.link(skin.outputs[0], woven.inputs[2])
    shader.link(woven.outputs[0], mix.inputs[1])
    shader.link(hole.outputs[0], mix.inputs[2])
    shader.link(mix.outputs[0], shader.output.inputs["Surface"])
    return shader.material


def _light(name, colour, strength):
    shader = Shader(name)
    lamp = shader.node("ShaderNodeEmission", Color=(*colour, 1), Strength=strength)
    shader.link(lamp.outputs[0], shader.output.inputs["Surface"])
    return shader.material


def make(dusk=False):
    """All materials by name. At dusk the rooms are lit."""
    stone, pale = ((0.63, 0.565, 0.47), (0.585, 0.52, 0.43)), (0.64, 0.575, 0.48)
    walnut = ((0.30, 0.165, 0.083), (0.215, 0.113, 0.055))
    made = {
        "limestone": _grainy("limestone", pale, (0.54, 0.475, 0.385), 0.75, 1.6, bump=0.15, detail=10),
        "ashlar": _laid("ashlar", stone, (0.36, 0.31, 0.25), 1.5, 0.75, 0.006, 0.72, upright=True, scale=2.2, bump=0.5),
        "plaster": _grainy("plaster", (0.79, 0.765, 0.72), (0.75, 0.72, 0.67), 0.9, 0.7),
        "ceiling": Shader("ceiling", (0.83, 0.815, 0.78), 0.95).material,
        "concrete": _grainy("concrete", (0.40, 0.385, 0.36), (0.31, 0.30, 0.285), 0.5, 1.1, bump=0.05, detail=9),
        "metal": Shader("metal", (0.045, 0.039, 0.036), 0.38, 0.75).material,
        "steel": Shader("steel", (0.55, 0.53, 0.50), 0.28, 1.0).material,
        "brass": Shader("brass", (0.60, 0.42, 0.22), 0.3, 1.0).material,
        "wood": _wood("wood", walnut[1], walnut[0], (26, 26, 1.2)),
        "timber": _wood("timber", walnut[1], (0.33, 0.185, 0.095), (1.2, 26, 26)),
        "oak": _wood("oak", (0.40, 0.27, 0.16), (0.50, 0.36, 0.225), (1.2, 26, 26)),
        "boards": _laid("boards", walnut, (0.05, 0.027, 0.014), 2.4, 0.14, 0.004, 0.4, clouds=((0.7, 0.67, 0.64), (1.14, 1.11, 1.08)), stretch=(1.3, 24, 24), bump=0.3),
        "parquet": _laid("parquet", ((0.44, 0.30, 0.18), (0.36, 0.235, 0.135)), (0.16, 0.10, 0.055), 1.9, 0.16, 0.0025, 0.36, clouds=((0.78, 0.75, 0.72), (1.1, 1.08, 1.06)), stretch=(1.3, 24, 24), bump=0.15),
        "tiles": _laid("tiles", ((0.56, 0.51, 0.44), (0.525, 0.475, 0.405)), (0.33, 0.29, 0.24), 1.2, 1.2, 0.004, 0.24, scale=1.1, bump=0.12),
        "floor": _grainy("floor", (0.50, 0.45, 0.38), (0.42, 0.37, 0.31), 0.35, 0.8, detail=7),
        "paving": _laid("paving", ((0.47, 0.43, 0.37), (0.41, 0.375, 0.325)), (0.22, 0.2, 0.17), 1.2, 0.6, 0.008, 0.7, scale=1.3, bump=0.4),
        "asphalt": _grainy("asphalt", (0.10, 0.097, 0.094), (0.062, 0.06, 0.058), 0.75, 2.2, bump=0.12, detail=12),
        "grass": _grainy("grass", (0.085, 0.13, 0.035), (0.045, 0.08, 0.02), 0.95, 3.0, bump=0.5, detail=10),
        "ground": _grainy("ground", (0.045, 0.065, 0.022), (0.022, 0.035, 0.012), 1.0, 0.6, bump=0.6, detail=10),
        "leaf": _leaf("leaf", (0.028, 0.075, 0.017), (0.10, 0.185, 0.045), (0.20, 0.34, 0.05)),
        "frond": _leaf("frond", (0.035, 0.075, 0.016), (0.10, 0.155, 0.04), (0.18, 0.25, 0.045), 0.8),
        "foliage": _leaf("foliage", (0.022, 0.06, 0.013), (0.085, 0.155, 0.035), (0.17, 0.28, 0.045), 0.7),
        "straw": _leaf("straw", (0.10, 0.13, 0.045), (0.30, 0.30, 0.13), (0.40, 0.40, 0.16), 3.0),
        "turf": _leaf("turf", (0.045, 0.095, 0.018), (0.10, 0.165, 0.035), (0.18, 0.28, 0.05), 1.2),
        "trunk": _grainy("trunk", (0.27, 0.215, 0.165), (0.15, 0.115, 0.085), 0.9, 6, (1, 1, 5), 0.5),
        "textile": _grainy("textile", (0.52, 0.46, 0.40), (0.45, 0.395, 0.34), 0.95, 60, bump=0.25, detail=3),
        "linen": _grainy("linen", (0.70, 0.66, 0.58), (0.63, 0.59, 0.51), 0.95, 70, bump=0.25, detail=3),
        "mauve": _grainy("mauve", (0.235, 0.175, 0.17), (0.19, 0.14, 0.138), 0.95, 60, bump=0.25, detail=3),
        "rug": _grainy("rug", (0.50, 0.455, 0.40), (0.40, 0.355, 0.31), 1.0, 55, bump=0.9, detail=4),
        "leather": _grainy("leather", (0.235, 0.115, 0.06), (0.17, 0.08, 0.04), 0.45, 7, bump=0.06),
        "clay": _grainy("clay", (0.46, 0.27, 0.18), (0.38, 0.21, 0.135), 0.8, 4, bump=0.08),
        "white": Shader("white", (0.80, 0.785, 0.75), 0.5).material,
        "sage": Shader("sage", (0.30, 0.335, 0.27), 0.7).material,
        "soil": _grainy("soil", (0.16, 0.11, 0.075), (0.09, 0.062, 0.042), 1.0, 5, bump=0.8, detail=10),
        "rubber": Shader("rubber", (0.022, 0.022, 0.024), 0.5).material,
        "screen": Shader("screen", (0.012, 0.013, 0.015), 0.12).material,
        "sea": _grainy("sea", (0.015, 0.27, 0.31), (0.01, 0.17, 0.25), 0.35, 0.02, bump=0.1),
        "mirror": Shader("mirror", (0.86, 0.87, 0.86), 0.0, 1.0).material,
        "glass": _glass("glass", (0.90, 0.93, 0.92), 0.085),
        "facade glass": _glass("facade glass", (0.84, 0.88, 0.87) if dusk else (0.62, 0.68, 0.67), 0.07 if dusk else 0.13),
        "balustrade": _glass("balustrade", (0.92, 0.955, 0.945), 0.06, 0.75),
        "veil": _veil("veil", (0.80, 0.775, 0.73), 0.42),
        "navy": _grainy("navy", (0.045, 0.06, 0.095), (0.03, 0.042, 0.07), 0.9, 60, bump=0.2, detail=3),
        "ochre": _grainy("ochre", (0.46, 0.28, 0.085), (0.38, 0.22, 0.06), 0.9, 50, bump=0.15, detail=3),
        "forest": _grainy("forest", (0.052, 0.085, 0.062), (0.04, 0.068, 0.05), 0.85, 0.8),
        "terracotta": _grainy("terracotta", (0.50, 0.285, 0.20), (0.43, 0.235, 0.16), 0.92, 0.9, bump=0.05, detail=8),
        "house clay": _grainy("house clay", (0.42, 0.235, 0.165), (0.36, 0.195, 0.135), 0.9, 0.6),
        "house sand": _grainy("house sand", (0.58, 0.46, 0.31), (0.52, 0.40, 0.265), 0.9, 0.6),
        "carpet": _grainy("carpet", (0.14, 0.125, 0.125), (0.10, 0.088, 0.09), 1.0, 45, bump=0.7, detail=4),
        "gym floor": _grainy("gym floor", (0.055, 0.055, 0.058), (0.035, 0.035, 0.038), 0.6, 90, bump=0.2, detail=3),
        "cement": _laid("cement", ((0.21, 0.235, 0.205), (0.55, 0.51, 0.45)), (0.16, 0.15, 0.13), 0.4, 0.4, 0.003, 0.4, scale=2.0, bump=0.06),
        "pages": Shader("pages", (0.72, 0.68, 0.58), 0.9).material,
        "book blue": Shader("book blue", (0.035, 0.075, 0.14), 0.55).material,
        "book red": Shader("book red", (0.30, 0.052, 0.035), 0.55).material,
        "book green": Shader("book green", (0.028, 0.09, 0.058), 0.55).material,
        "book ochre": Shader("book ochre", (0.50, 0.30, 0.06), 0.55).material,
        "skin dark": Shader("skin dark", (0.16, 0.085, 0.052), 0.55).material,
        "skin brown": Shader("skin brown", (0.33, 0.185, 0.115), 0.55).material,
        "skin light": Shader("skin light", (0.48, 0.30, 0.21), 0.55).material,
        "paint red": Shader("paint red", (0.20, 0.02, 0.018), 0.22).material,
        "paint blue": Shader("paint blue", (0.03, 0.075, 0.12), 0.22).material,
        "car glass": Shader("car glass", (0.018, 0.022, 0.024), 0.06).material,
        "tail lamp": _light("tail lamp", (1.0, 0.03, 0.015), 12.0) if dusk else Shader("tail lamp", (0.35, 0.01, 0.008), 0.2).material,
        "lamp": _light("lamp", (1.0, 0.78, 0.52), 30.0 if dusk else 9.0),
        "window light": _light("window light", (1.0, 0.76, 0.48), 1.6),
        "panel": _light("panel", (1.0, 0.80, 0.56) if dusk else (1.0, 0.90, 0.77), 14.0 if dusk else 6.0),
    }
    return made
