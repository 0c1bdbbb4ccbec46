//! What the elements of a drawing refer to: style sheets, and other elements.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node, NodeType};

use super::place::Cursor;
use super::style::{Declared, Styles};
use formats::problem::{Code, Place, Problem};

/// The namespace of the references of SVG 1.1.
const XLINK: &str = "http://www.w3.org/1999/xlink";
const UNREAD_STYLES: &str = "save the plan as plain SVG, with its styles in the elements";

/// The style sheets and the elements with ids of a drawing.
#[derive(Default)]
pub(super) struct Definitions<'a, 'input> {
    styles: Styles,
    elements: HashMap<&'a str, Node<'a, 'input>>,
    /// The ids of the elements that others use.
    used: HashSet<&'a str>,
}

impl<'a, 'input> Definitions<'a, 'input> {
    /// Collects them, and notes the styles that are not applied.
    pub(super) fn collect(
        file: &str,
        text: &str,
        document: &'a Document<'input>,
        notes: &mut Vec<Problem>,
    ) -> Definitions<'a, 'input> {
        let mut definitions = Definitions::default();
        let mut cursor = Cursor::new(text);
        let mut note = |at: Place, message: String| {
            let note = Problem::at(Code::InvalidGeometry, file, at, message);
            notes.push(note.hint(UNREAD_STYLES));
        };
        for node in document.descendants() {
            if node.node_type() == NodeType::PI
                && node.pi().is_some_and(|pi| pi.target == "xml-stylesheet")
            {
                let at = cursor.place_of(node.range().start);
                note(at, "a style sheet in another file is not read".to_owned());
            }
            if let Some(id) = node.attribute("id") {
                definitions.elements.entry(id).or_insert(node);
            }
            match node.tag_name().name() {
                "use" => definitions.used.extend(reference(node)),
                "style" if is_for_browsers(node) => {
                    let texts = node.children().filter_map(|child| child.text());
                    let sheet: String = texts.collect();
                    let start = node.first_child().map_or(0, |child| child.range().start);
                    for rule in definitions.styles.add(&sheet) {
                        let mut at = cursor.place_of(start);
                        if rule.line > 0 {
                            at = Place {
                                line: at.line + rule.line,
                                column: 1,
                            };
                        }
                        note(at, format!("`{}` is not applied", rule.start));
                    }
                }
                _ => {}
            }
        }
        definitions
    }

    /// What the styles of an element say.
    pub(super) fn declared(&self, node: Node<'a, 'input>) -> Declared<'_, 'a, 'input> {
        self.styles.declared(node)
    }

    /// The element with an id.
    pub(super) fn element(&self, id: &str) -> Option<Node<'a, 'input>> {
        self.elements.get(id).copied()
    }

    /// Whether another element draws the one with an id.
    pub(super) fn is_used(&self, id: &str) -> bool {
        self.used.contains(id)
    }
}

/// The id that an element refers to.
pub(super) fn reference<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let reference = node.attribute("href").or(node.attribute((XLINK, "href")));
    reference?.trim().strip_prefix('#')
}

/// Whether a style sheet is one of CSS, for the screen.
fn is_for_browsers(node: Node<'_, '_>) -> bool {
    let is_css = node
        .attribute("type")
        .is_none_or(|kind| kind.trim() == "text/css");
    let media = node.attribute("media").unwrap_or("all");
    is_css && (media.contains("all") || media.contains("screen"))
}
