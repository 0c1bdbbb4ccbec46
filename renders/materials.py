"""The few materials that everything is made of: limestone, dark metal, tropical wood, glass, planting."""
import bpy


def _principled(name, colour, roughness, metallic=0.0):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metallic
    return material, shader


def _variation(material, shader, dark, light, scale, stretch=(1, 1, 1), bump=0.0, detail=4):
    """Breaks an even colour up with noise, so that no large surface looks like plastic."""
    tree = material.node_tree
    position = tree.nodes.new("ShaderNodeTexCoord")
    mapping = tree.nodes.new("ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = stretch
    noise = tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = detail
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.35, 0.7
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = (*dark, 1), (*light, 1)
    tree.links.new(position.outputs["Object"], mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    tree.links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    tree.links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    if bump:
        relief = tree.nodes.new("ShaderNodeBump")
        relief.inputs["Strength"].default_value = bump
        relief.inputs["Distance"].default_value = 0.02
        tree.links.new(noise.outputs["Fac"], relief.inputs["Height"])
        tree.links.new(relief.outputs["Normal"], shader.inputs["Normal"])


def _boards(name, colours, seam, length, width):
    """Boards laid along x with fine seams, each of its own shade, for floors, decks and linings."""
    material, shader = _principled(name, colours[0], 0.45)
    tree = material.node_tree
    position = tree.nodes.new("ShaderNodeTexCoord")
    brick = tree.nodes.new("ShaderNodeTexBrick")
    for socket, colour in (("Color1", colours[0]), ("Color2", colours[1]), ("Mortar", seam)):
        brick.inputs[socket].default_value = (*colour, 1)
    for socket, value in (("Scale", 1.0), ("Brick Width", length), ("Row Height", width), ("Mortar Size", 0.003), ("Mortar Smooth", 0.2)):
        brick.inputs[socket].default_value = value
    stretch = tree.nodes.new("ShaderNodeMapping")
    stretch.inputs["Scale"].default_value = (1.3, 22, 22)
    grain = tree.nodes.new("ShaderNodeTexNoise")
    grain.inputs["Scale"].default_value, grain.inputs["Detail"].default_value = 1.6, 6
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = (0.62, 0.58, 0.54, 1), (1.15, 1.1, 1.05, 1)
    mix = tree.nodes.new("ShaderNodeMixRGB")
    mix.blend_type = "MULTIPLY"
    mix.inputs["Fac"].default_value = 1.0
    tree.links.new(position.outputs["Object"], brick.inputs["Vector"])
    tree.links.new(position.outputs["Object"], stretch.inputs["Vector"])
    tree.links.new(stretch.outputs["Vector"], grain.inputs["Vector"])
    tree.links.new(grain.outputs["Fac"], ramp.inputs["Fac"])
    tree.links.new(brick.outputs["Color"], mix.inputs["Color1"])
    tree.links.new(ramp.outputs["Color"], mix.inputs["Color2"])
    tree.links.new(mix.outputs["Color"], shader.inputs["Base Color"])
    return material


def _glass(name, tint, reflection):
    """Thin architectural glass: lets the light through without bending it, mirrors at flat angles."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    mix = tree.nodes.new("ShaderNodeMixShader")
    clear = tree.nodes.new("ShaderNodeBsdfTransparent")
    clear.inputs["Color"].default_value = (*tint, 1)
    mirror = tree.nodes.new("ShaderNodeBsdfGlossy")
    mirror.inputs["Roughness"].default_value = 0.02
    fresnel = tree.nodes.new("ShaderNodeLayerWeight")
    fresnel.inputs["Blend"].default_value = reflection
    tree.links.new(fresnel.outputs["Fresnel"], mix.inputs["Fac"])
    tree.links.new(clear.outputs["BSDF"], mix.inputs[1])
    tree.links.new(mirror.outputs["BSDF"], mix.inputs[2])
    tree.links.new(mix.outputs["Shader"], output.inputs["Surface"])
    return material


def _light(name, colour, strength):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    emission = tree.nodes.new("ShaderNodeEmission")
    emission.inputs["Color"].default_value = (*colour, 1)
    emission.inputs["Strength"].default_value = strength
    tree.links.new(emission.outputs["Emission"], output.inputs["Surface"])
    return material


def make(dusk=False):
    """All materials by name. At dusk the rooms are lit."""
    made = {}

    def plain(name, colour, roughness, metallic=0.0, dark=None, scale=1.0, stretch=(1, 1, 1), bump=0.0, detail=4):
        material, shader = _principled(name, colour, roughness, metallic)
        if dark:
            _variation(material, shader, dark, colour, scale, stretch, bump, detail)
        made[name] = material

    plain("limestone", (0.70, 0.63, 0.53), 0.78, dark=(0.58, 0.51, 0.42), scale=1.4, bump=0.25, detail=9)
    plain("plaster", (0.80, 0.76, 0.69), 0.85, dark=(0.74, 0.69, 0.62), scale=0.7)
    plain("concrete", (0.42, 0.40, 0.38), 0.8, dark=(0.33, 0.31, 0.30), scale=1.1, bump=0.2, detail=8)
    plain("metal", (0.055, 0.048, 0.045), 0.42, 0.7)
    plain("wood", (0.36, 0.19, 0.09), 0.5, dark=(0.22, 0.11, 0.05), scale=2.2, stretch=(9, 9, 0.6), bump=0.1, detail=6)
    plain("floor", (0.52, 0.46, 0.38), 0.35, dark=(0.44, 0.38, 0.31), scale=0.8, detail=7)
    plain("paving", (0.50, 0.46, 0.40), 0.8, dark=(0.40, 0.36, 0.31), scale=0.9, bump=0.2, detail=8)
    plain("asphalt", (0.085, 0.08, 0.08), 0.85, dark=(0.06, 0.058, 0.056), scale=3, detail=9)
    plain("grass", (0.10, 0.17, 0.045), 0.95, dark=(0.05, 0.10, 0.02), scale=5, bump=0.6, detail=9)
    plain("leaf", (0.09, 0.20, 0.05), 0.6, dark=(0.035, 0.09, 0.02), scale=2.5)
    plain("trunk", (0.26, 0.19, 0.13), 0.9, dark=(0.15, 0.11, 0.08), scale=6, stretch=(1, 1, 5), bump=0.5)
    plain("textile", (0.40, 0.33, 0.31), 0.95, dark=(0.33, 0.27, 0.25), scale=14, detail=8)
    plain("mauve", (0.26, 0.19, 0.19), 0.9)
    plain("white", (0.82, 0.80, 0.76), 0.6)
    plain("soil", (0.30, 0.21, 0.14), 1.0, dark=(0.19, 0.13, 0.08), scale=0.6, bump=0.8, detail=10)
    plain("blockwork", (0.50, 0.48, 0.45), 0.9, dark=(0.42, 0.40, 0.37), scale=4, bump=0.3)
    plain("rubber", (0.03, 0.03, 0.032), 0.7)
    plain("sea", (0.02, 0.30, 0.34), 0.6, dark=(0.012, 0.20, 0.28), scale=0.02, bump=0.1)
    plain("mirror", (0.8, 0.8, 0.8), 0.02, 1.0)
    wood = ((0.36, 0.19, 0.09), (0.27, 0.135, 0.06))
    made["boards"] = _boards("boards", wood, (0.06, 0.03, 0.015), 2.4, 0.14)
    made["timber"] = _boards("timber", (wood[0], (0.33, 0.17, 0.08)), (0.2, 0.1, 0.05), 40.0, 0.3)
    made["tiles"] = _boards("tiles", ((0.54, 0.48, 0.40), (0.51, 0.45, 0.37)), (0.36, 0.31, 0.25), 1.2, 0.6)
    made["glass"] = _glass("glass", (0.90, 0.94, 0.92), 0.22)
    made["balustrade"] = _glass("balustrade", (0.88, 0.94, 0.93), 0.12)
    made["lamp"] = _light("lamp", (1.0, 0.74, 0.46), 26.0 if dusk else 5.0)
    made["panel"] = _light("panel", (1.0, 0.80, 0.58), 11.0 if dusk else 5.0)
    return made
