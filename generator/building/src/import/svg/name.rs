//! The name that a person gave an element, as drawing programs write it.

use roxmltree::Node;

use super::role::{is_given, level_of, role};

/// The namespace of the labels of Inkscape, which its users see instead of the ids.
const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";
/// The namespace of the names that Affinity could not write as ids.
const SERIF: &str = "http://www.serif.com/";

/// The name of an element; empty when it has none. Its label in Inkscape is its name whatever else it has. Of what other programs
/// write beside the id, that which means something on a plan is preferred.
pub(super) fn name_of(node: Node<'_, '_>) -> String {
    let written = |text: Option<&str>| {
        let text = text.unwrap_or_default().trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    if let Some(label) = written(node.attribute((INKSCAPE, "label"))) {
        return label;
    }
    let layer = written(node.attribute((SERIF, "id"))).or(written(node.attribute("data-name")));
    let id = written(node.attribute("id")).map(|id| without_copy(&decoded(&id)));
    let title = written(title(node)).filter(|title| has_meaning(title));
    let names = [layer, id, title];
    let found = names.iter().flatten().find(|name| has_meaning(name));
    let first = || names.iter().flatten().find(|name| !is_given(name));
    found.or_else(first).cloned().unwrap_or_default()
}

fn has_meaning(name: &str) -> bool {
    role(name).is_some() || level_of(name).is_some()
}

/// The title of an element, which Visio writes, and which people take for a name.
fn title<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let is_title = |child: &Node<'_, '_>| child.tag_name().name() == "title";
    node.children().find(is_title)?.text()
}

/// An id with the characters that Illustrator and CorelDRAW escape in it: `_x5F_` for `_`, `_x0020_` for a space.
fn decoded(id: &str) -> String {
    let mut text = String::new();
    let mut rest = id;
    while let Some(at) = rest.find("_x") {
        let after = &rest[at + 2..];
        let digits = after.find('_').map(|end| &after[..end]);
        let number = digits
            .filter(|digits| (2..=6).contains(&digits.len()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let letter = number
            .and_then(char::from_u32)
            .filter(|letter| !letter.is_control());
        if let (Some(letter), Some(digits)) = (letter, digits) {
            text.push_str(&rest[..at]);
            text.push(letter);
            rest = &after[digits.len() + 1..];
        } else {
            text.push_str(&rest[..at + 2]);
            rest = after;
        }
    }
    text + rest
}

/// An id without the number that Illustrator appends to the second element of a name: `corridor_1_`. It may also end with an
/// underscore because the name ends with a space.
fn without_copy(id: &str) -> String {
    let numbered = id.strip_suffix('_').and_then(|id| id.rsplit_once('_'));
    let is_number =
        |text: &str| !text.is_empty() && text.chars().all(|letter: char| letter.is_ascii_digit());
    match numbered {
        Some((name, number)) if is_number(number) && has_meaning(name) => name.to_owned(),
        _ => id.trim_end_matches(['_', ' ']).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_characters_and_numbers_of_copies_are_removed() {
        for (id, name) in [
            ("O_x5F_101", "O_101"),
            ("O-_x2A_01", "O-*01"),
            ("N1_x002D_04", "N1-04"),
            ("_x31_01", "101"),
            ("Nivel_x0020_1", "Nivel 1"),
            ("scale_x2D_10_1_", "scale-10"),
            ("corridor_1_", "corridor"),
            ("outline_x002D_2_3_", "outline-2"),
            ("O-101_1_", "O-101"),
            ("Nivel_1_", "Nivel_1"),
            ("Nivel_1_2_", "Nivel_1"),
            ("O_1_", "O_1"),
            ("a_x_y", "a_x_y"),
            ("a_x1F_y", "a_x1F_y"),
            ("a_xZZ_", "a_xZZ"),
            ("a_x5F", "a_x5F"),
        ] {
            assert_eq!(without_copy(&decoded(id)), name, "{id}");
        }
    }

    #[test]
    fn the_name_is_what_the_person_wrote_in_the_program() {
        for (element, name) in [
            (r#"<g i:label="corridor" id="O-1"/>"#, "corridor"),
            (r#"<g i:label="despacho" id="O-1"/>"#, "despacho"),
            (r#"<g data-name="101" id="_101"/>"#, "101"),
            (r#"<g data-name="corridor" id="corridor-2"/>"#, "corridor"),
            (r#"<g data-name="de María" id="O-1"/>"#, "O-1"),
            (r#"<g data-name="O 101" id="path3"/>"#, "O 101"),
            (r#"<g s:id="O-101" id="O-1011"/>"#, "O-101"),
            (r#"<g id="shape5-1"><title>O-101</title></g>"#, "O-101"),
            (r#"<g id="path7"><title>Sheet</title></g>"#, ""),
            ("<g/>", ""),
        ] {
            let namespaces = format!("<g xmlns:i=\"{INKSCAPE}\" xmlns:s=\"{SERIF}\"");
            let text = element.replacen("<g", &namespaces, 1);
            let document = roxmltree::Document::parse(&text).expect("XML");
            assert_eq!(name_of(document.root_element()), name, "{element}");
        }
    }
}
