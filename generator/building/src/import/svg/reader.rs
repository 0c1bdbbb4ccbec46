//! Walks through the elements of a drawing as a browser draws them.

use kurbo::{Affine, BezPath, Size};
use roxmltree::Node;
use svgtypes::ViewBox;

use super::definitions::{Definitions, reference};
use super::name::name_of;
use super::outline::{SHAPES, outline};
use super::place::Cursor;
use super::role::{level_of, role, unknown};
use super::style::Declared;
use super::{Found, Label, LeftOut, NamedShape, Reason, transform, viewport};
use formats::problem::{Code, Place, Problem};

/// Elements that draw nothing where they are, and whose content is none of a plan's.
const NOT_DRAWN: [&str; 17] = [
    "animate",
    "animateMotion",
    "animateTransform",
    "clipPath",
    "desc",
    "filter",
    "linearGradient",
    "marker",
    "mask",
    "metadata",
    "pattern",
    "radialGradient",
    "script",
    "set",
    "style",
    "title",
    "view",
];
/// Elements whose content is drawn.
const GROUPS: [&str; 5] = ["g", "a", "svg", "switch", "use"];
/// The most groups around a shape. Each one takes a part of the stack.
const MAX_GROUPS: usize = 100;
/// The most elements that those with `use` draw together: a few of them can draw each other without end.
const MAX_USED: usize = 100_000;

/// What an element has from those around it.
#[derive(Clone, Copy)]
struct Surroundings {
    transform: Affine,
    building: Option<usize>,
    level: Option<i16>,
    /// How many groups they are.
    groups: usize,
    /// The size that percentages are of; nothing when the drawing does not say.
    viewport: Option<Size>,
    /// The place of the outermost `use` around it, where a person finds it.
    use_place: Option<Place>,
    /// The element around it that is left out whatever is in it.
    left_out: Option<usize>,
    /// The element around it by which it is not visible, unless it says otherwise.
    invisible: Option<usize>,
}

impl Surroundings {
    /// The element around it by which it is left out.
    fn hidden(&self) -> Option<usize> {
        self.left_out.or(self.invisible)
    }
}

/// A group with the name of a shape.
struct NamedGroup {
    name: String,
    place: Place,
    /// The shapes in it without a name of a plan, as far as two of them.
    shapes: Vec<UnnamedShape>,
    /// Whether a shape in it has its name.
    has_named: bool,
}

/// A shape that may have the name of the group around it.
struct UnnamedShape {
    path: Result<BezPath, String>,
    building: Option<usize>,
    level: Option<i16>,
    /// The note about its own name.
    note: Option<Problem>,
}

pub(super) struct Reader<'a, 'input> {
    file: &'a str,
    cursor: Cursor<'a>,
    /// The namespace of the drawing. Elements of others are those of drawing programs.
    namespace: Option<&'a str>,
    /// The names that groups of each building may have.
    buildings: &'a [Vec<String>],
    definitions: &'a Definitions<'a, 'input>,
    /// The groups with names around the element that is read.
    groups: Vec<NamedGroup>,
    /// Whether a shape is in too many groups, which is said once.
    is_too_deep: bool,
    /// How many elements those with `use` have drawn.
    drawn_by_use: usize,
    /// How many shapes, and how many names of a plan, have been read.
    read: [usize; 2],
    pub(super) found: Found,
}

impl<'a, 'input> Reader<'a, 'input> {
    pub(super) fn new(
        file: &'a str,
        text: &'a str,
        buildings: &'a [Vec<String>],
        definitions: &'a Definitions<'a, 'input>,
    ) -> Reader<'a, 'input> {
        Reader {
            file,
            cursor: Cursor::new(text),
            namespace: None,
            buildings,
            definitions,
            groups: Vec::new(),
            is_too_deep: false,
            drawn_by_use: 0,
            read: [0; 2],
            found: Found::default(),
        }
    }

    /// Reads the whole drawing, and returns its extent.
    pub(super) fn read_all(&mut self, root: Node<'a, 'input>) -> Option<String> {
        self.namespace = root.tag_name().namespace();
        let extent = viewport::extent(&self.definitions.declared(root)).unwrap_or_else(|what| {
            let at = self.cursor.place_of(root.range().start);
            self.problem(at, format!("`svg` {what}"), "save the plan as plain SVG");
            None
        });
        let outermost = Surroundings {
            transform: Affine::IDENTITY,
            building: None,
            level: None,
            groups: 0,
            viewport: extent.map(|extent| Size::new(extent.w, extent.h)),
            use_place: None,
            left_out: None,
            invisible: None,
        };
        self.walk(root, outermost, None);
        let written = root.attribute("viewBox").map(str::to_owned);
        let size = |ViewBox { x, y, w, h }| format!("{x} {y} {w} {h}");
        extent.map(|extent| written.unwrap_or_else(|| size(extent)))
    }

    fn note(&mut self, at: Place, message: &str, hint: &str) {
        let note = Problem::at(Code::InvalidGeometry, self.file, at, message);
        self.found.notes.push(note.hint(hint));
    }

    fn problem(&mut self, at: Place, message: String, hint: &str) {
        let problem = Problem::at(Code::InvalidGeometry, self.file, at, message);
        self.found.problems.push(problem.hint(hint));
    }

    /// Begins to leave out an element and what is in it.
    fn leave_out(&mut self, name: &str, tag: &str, reason: Reason, place: Place) -> Option<usize> {
        let is_named = GROUPS.contains(&tag) || SHAPES.contains(&tag);
        let element = if is_named && !name.is_empty() {
            name
        } else {
            tag
        };
        self.found.left_out.push(LeftOut {
            element: element.to_owned(),
            reason,
            place,
            names: Vec::new(),
        });
        Some(self.found.left_out.len() - 1)
    }

    /// Reads an element. One that is placed by a `use` is given with it.
    fn walk(
        &mut self,
        node: Node<'a, 'input>,
        mut around: Surroundings,
        placed: Option<&Use<'_, 'a, 'input>>,
    ) {
        let tag = node.tag_name().name();
        if node.tag_name().namespace() != self.namespace || NOT_DRAWN.contains(&tag) {
            return;
        }
        let at = match around.use_place {
            Some(place) => place,
            None => self.cursor.place_of(node.range().start),
        };
        if around.use_place.is_some() {
            self.drawn_by_use += 1;
            if self.drawn_by_use == MAX_USED {
                let message = format!("draws more than {MAX_USED} elements with `use`");
                self.problem(at, message, "save the plan as plain SVG, without clones");
            }
            if self.drawn_by_use >= MAX_USED {
                return;
            }
        }
        if around.groups > MAX_GROUPS {
            if around.left_out.is_none() && !self.is_too_deep {
                self.is_too_deep = true;
                let message = format!("is in more than {MAX_GROUPS} groups");
                self.problem(at, message, "ungroup the drawing, or save it as plain SVG");
            }
            return;
        }
        let is_named_by_use = placed.is_some_and(|placed| placed.is_named);
        let mut name = if is_named_by_use {
            String::new()
        } else {
            name_of(node)
        };
        // Figma gives what is in a group the name of the group with a number.
        if let Some(group) = self.groups.last()
            && let Some(number) = name.strip_prefix(&*group.name)
            && number.strip_prefix('_').is_some_and(is_number)
        {
            name.clone_from(&group.name);
        }
        if around.left_out.is_none() {
            let is_used = placed.is_some();
            let reason = match tag {
                _ if needs_extension(node) => Some(Reason::NotChosen),
                "defs" => Some(Reason::NotUsed),
                "symbol" if !is_used => Some(Reason::NotUsed),
                "symbol" | "text" | "image" => None,
                tag if GROUPS.contains(&tag) || SHAPES.contains(&tag) => None,
                _ => Some(Reason::Unknown),
            };
            if let Some(reason) = reason {
                around.left_out = self.leave_out(&name, tag, reason, at);
            }
        } else if placed.is_none() && self.is_used_elsewhere(node, &around) {
            return;
        }
        if SHAPES.contains(&tag) {
            self.read_shape(node, name, at, around);
        } else if ["text", "image"].contains(&tag) {
            if around.hidden().is_none() && role(&name).is_some() {
                let (tag, place) = (tag.to_owned(), at);
                self.found.labels.push(Label { name, tag, place });
            }
        } else if node.has_children() || tag == "use" {
            self.read_group(node, &name, at, around, placed);
        }
    }

    /// Whether an element that is not drawn where it is, because it is in `defs`, is drawn by another one.
    fn is_used_elsewhere(&self, node: Node<'a, 'input>, around: &Surroundings) -> bool {
        let is_used = node
            .attribute("id")
            .is_some_and(|id| self.definitions.is_used(id));
        let reason = around
            .left_out
            .map(|index| self.found.left_out[index].reason);
        is_used && matches!(reason, Some(Reason::NotUsed))
    }

    /// Applies what an element says of its visibility to it and what is in it.
    fn hide(
        &mut self,
        declared: &Declared<'_, '_, '_>,
        name: &str,
        at: Place,
        around: &mut Surroundings,
    ) {
        let tag = declared.tag();
        if around.left_out.is_none() && declared.is_removed() {
            around.left_out = self.leave_out(name, tag, Reason::Hidden, at);
        }
        if declared.is("visibility", "visible") {
            around.invisible = None;
        } else if around.invisible.is_none()
            && (declared.is("visibility", "hidden") || declared.is("visibility", "collapse"))
        {
            around.invisible = self.leave_out(name, tag, Reason::Hidden, at);
        }
        if around.left_out.is_none()
            && let Some((property, value)) = declared.computed()
        {
            let message = format!("has the {property} `{value}` in its style, which is computed");
            self.problem(at, message, "write the value itself");
        }
    }

    fn read_shape(
        &mut self,
        node: Node<'a, 'input>,
        name: String,
        at: Place,
        mut around: Surroundings,
    ) {
        self.read[0] += 1;
        let note = || {
            let message = format!("`{name}` is ignored");
            let note = Problem::at(Code::InvalidGeometry, self.file, at, message);
            unknown(&name).map(|hint| note.hint(hint))
        };
        let is_named = role(&name).is_some();
        if !is_named && self.groups.is_empty() {
            if around.hidden().is_none() {
                let note = note();
                self.found.notes.extend(note);
            }
            return;
        }
        let note = if is_named { None } else { note() };
        let declared = self.definitions.declared(node);
        self.hide(&declared, &name, at, &mut around);
        if let Some(index) = around.hidden() {
            if is_named {
                self.found.left_out[index].names.push(name);
            }
        } else {
            let path = self.path(&declared, around);
            let (building, level) = (around.building, around.level);
            if is_named {
                self.add(name, path, (building, level), at);
            } else if let Some(group) = self.groups.last_mut()
                && group.shapes.len() < 2
            {
                group.shapes.push(UnnamedShape {
                    path,
                    building,
                    level,
                    note,
                });
            } else {
                self.found.notes.extend(note);
            }
        }
    }

    /// The path of a shape in units of the drawing, or what is wrong with it.
    fn path(
        &self,
        declared: &Declared<'_, '_, '_>,
        around: Surroundings,
    ) -> Result<BezPath, String> {
        let transform = transform::read(declared, around.viewport)?;
        let path = outline(declared, around.viewport)?;
        Ok(around.transform * transform * path)
    }

    fn add(
        &mut self,
        name: String,
        path: Result<BezPath, String>,
        (building, level): (Option<usize>, Option<i16>),
        place: Place,
    ) {
        self.read[1] += 1;
        for group in &mut self.groups {
            group.has_named |= group.name == name;
        }
        match path {
            Ok(path) => self.found.shapes.push(NamedShape {
                name,
                building,
                level,
                path,
                place,
            }),
            Err(what) => {
                let message = format!("`{name}` {what}");
                self.problem(place, message, DRAW_OTHERWISE);
            }
        }
    }

    fn read_group(
        &mut self,
        node: Node<'a, 'input>,
        name: &str,
        at: Place,
        around: Surroundings,
        placed: Option<&Use<'_, 'a, 'input>>,
    ) {
        let declared = self.definitions.declared(node);
        let mut inside = Surroundings {
            groups: around.groups + 1,
            ..around
        };
        self.hide(&declared, name, at, &mut inside);
        let is_root = node.parent_element().is_none();
        let within = transform::read(&declared, around.viewport).and_then(|own| {
            let (content, size) = match declared.tag() {
                tag if tag == "symbol" || tag == "svg" && !is_root => {
                    let placed = placed.map(|placed| placed.declared);
                    viewport::inner(&declared, placed, around.viewport)?
                }
                "use" => (
                    viewport::offset(&declared, around.viewport)?,
                    around.viewport,
                ),
                _ => (Affine::IDENTITY, around.viewport),
            };
            Ok((own * content, size))
        });
        match within {
            Ok((transform, size)) => {
                inside.transform = around.transform * transform;
                inside.viewport = size;
            }
            Err(_) if inside.left_out.is_some() => {}
            Err(what) => {
                let element = if name.is_empty() {
                    node.tag_name().name()
                } else {
                    name
                };
                self.problem(at, format!("`{element}` {what}"), DRAW_OTHERWISE);
                return;
            }
        }
        let own_level = level_of(name);
        let own_building = self.building_of(name);
        inside.building = own_building.or(around.building);
        let is_container = own_level.is_some() || own_building.is_some();
        inside.level = match placed {
            Some(_) => around.level.or(own_level),
            None => own_level.or(around.level),
        };
        let can_have_role = !is_root && (GROUPS.contains(&declared.tag()) || placed.is_some());
        let has_role = can_have_role && !is_container && role(name).is_some();
        let before = self.read;
        if is_container {
            self.read[1] += 1;
        }
        if has_role && let Some(index) = inside.left_out {
            self.found.left_out[index].names.push(name.to_owned());
        }
        let is_named = has_role && inside.left_out.is_none();
        if is_named {
            self.groups.push(NamedGroup {
                name: name.to_owned(),
                place: at,
                shapes: Vec::new(),
                has_named: false,
            });
        }
        self.read_children(node, name, at, inside, has_role || is_container);
        if is_named && let Some(group) = self.groups.pop() {
            self.name_shape(group, inside);
        } else if !has_role && inside.hidden().is_none() && !is_root {
            self.note_unknown_group(name, at, before);
        }
    }

    /// The building that a group is of, by its name.
    fn building_of(&self, name: &str) -> Option<usize> {
        let plain = |name: &str| name.to_lowercase().replace(['_', '-'], " ");
        let is_meant = |names: &Vec<String>| names.iter().any(|one| plain(one) == plain(name));
        self.buildings.iter().position(is_meant)
    }

    fn read_children(
        &mut self,
        node: Node<'a, 'input>,
        name: &str,
        at: Place,
        inside: Surroundings,
        is_named: bool,
    ) {
        let elements = || node.children().filter(Node::is_element);
        match node.tag_name().name() {
            "use" => self.read_used(node, name, at, inside, is_named),
            "switch" => {
                let chosen = chosen(node);
                for child in elements() {
                    let mut around = inside;
                    if Some(child) != chosen && around.left_out.is_none() {
                        let own_place = self.cursor.place_of(child.range().start);
                        let place = around.use_place.unwrap_or(own_place);
                        let tag = child.tag_name().name();
                        around.left_out =
                            self.leave_out(&name_of(child), tag, Reason::NotChosen, place);
                    }
                    self.walk(child, around, None);
                }
            }
            _ => elements().for_each(|child| self.walk(child, inside, None)),
        }
    }

    fn read_used(
        &mut self,
        node: Node<'a, 'input>,
        name: &str,
        at: Place,
        mut inside: Surroundings,
        is_named: bool,
    ) {
        let id = reference(node);
        let Some(target) = id.and_then(|id| self.definitions.element(id)) else {
            if is_named && inside.left_out.is_none() {
                let message = format!("`{name}` uses an element that the drawing does not have");
                self.problem(at, message, "draw it, or save the plan as plain SVG");
            }
            return;
        };
        inside.use_place = Some(at);
        let declared = self.definitions.declared(node);
        let placed = Use {
            declared: &declared,
            is_named,
        };
        self.walk(target, inside, Some(&placed));
    }

    /// Gives the name of a group to the shape in it, when there is one.
    fn name_shape(&mut self, group: NamedGroup, inside: Surroundings) {
        let NamedGroup {
            name,
            place,
            mut shapes,
            has_named,
        } = group;
        if !has_named && shapes.len() == 1 {
            for shape in shapes {
                let floor = (shape.building, shape.level);
                self.add(name.clone(), shape.path, floor, place);
            }
            return;
        }
        self.found
            .notes
            .extend(shapes.iter_mut().filter_map(|shape| shape.note.take()));
        if has_named {
            return;
        }
        if let Some(index) = inside.invisible {
            self.found.left_out[index].names.push(name);
            return;
        }
        let what = if shapes.is_empty() {
            "is a group without a shape for its name"
        } else {
            "is a group of several shapes"
        };
        let hint = "give its name to one shape in it";
        self.note(place, &format!("`{name}` {what}, and is ignored"), hint);
    }

    /// Notes the name of a group that is none of a plan, if the group is a shape, or if the name is nearly that of one.
    fn note_unknown_group(&mut self, name: &str, at: Place, before: [usize; 2]) {
        let [shapes, names] = [0, 1].map(|index| self.read[index] - before[index]);
        if names > 0 {
            return;
        }
        if let Some(hint) = unknown(name)
            && (shapes == 1 || hint.starts_with("did you mean"))
        {
            self.note(at, &format!("`{name}` is ignored"), &hint);
        }
    }
}

const DRAW_OTHERWISE: &str = "draw it as a closed path, polygon or rectangle";

/// An element with `use`, by which another one is drawn.
struct Use<'u, 'a, 'input> {
    declared: &'u Declared<'u, 'a, 'input>,
    /// Whether it has a name, which is that of what it draws.
    is_named: bool,
}

/// Whether only programs with an extension draw an element.
fn needs_extension(node: Node<'_, '_>) -> bool {
    node.attribute("requiredExtensions").is_some()
}

/// The child of a `switch` that is drawn: the first one in any language, or else the first one.
fn chosen<'a, 'input>(switch: Node<'a, 'input>) -> Option<Node<'a, 'input>> {
    let drawn = || {
        let elements = switch.children().filter(Node::is_element);
        elements.filter(|child| !needs_extension(*child))
    };
    let has_language = |child: &Node<'_, '_>| child.attribute("systemLanguage").is_some();
    drawn()
        .find(|child| !has_language(child))
        .or(drawn().next())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit())
}
