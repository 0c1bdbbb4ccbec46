//! Every text of every share picture, measured as it is painted.

use std::fs;

use generator::outputs::share;
use resvg::usvg::{Group, Node, Options, Text, Tree, fontdb};

use super::PAINTED;
use super::project::site_with;

/// Everything that is written, as it is painted: within the picture, and on a unit's picture clear of the drawing.
#[test]
fn no_text_leaves_its_room() {
    let (project, site, _) = &*PAINTED;
    let longest = site_with(project, |unit| {
        unit["price"] = 29_999_999.into();
        unit["unit"] = "1234 B (esquina norte, con entresuelo)".into();
        (unit["useType"], unit["level"]) = ("local".into(), 17.into());
        unit["interiorArea"] = 123_456.78.into();
    });
    let root = project.root();
    let longest = share::drawings(root, &longest).unwrap();
    let usual = share::drawings(root, site).unwrap();
    assert_eq!(usual.len(), longest.len());
    let mut database = fontdb::Database::new();
    for name in ["display.ttf", "text-400.ttf", "text-600.ttf"] {
        database.load_font_data(fs::read(root.join("templates/documents/fonts").join(name)).unwrap());
    }
    let options = Options {
        fontdb: database.into(),
        ..Options::default()
    };
    for drawn in usual.iter().chain(&longest) {
        let page = &drawn.url;
        let tree = Tree::from_str(&drawn.svg, &options).unwrap();
        let is_unit = page.contains("/inventario/");
        each_text(tree.root(), &mut |text| {
            let room = text.abs_bounding_box();
            let words: String = text
                .chunks()
                .iter()
                .map(|chunk| chunk.text().to_owned())
                .collect();
            let place = format!("{page}: \"{words}\" {room:?}");
            assert!(room.top() >= 20.0 && room.bottom() <= 622.0, "{place}");
            // Labels of the drawing may run out of the picture with it.
            let is_column = room.left() < 640.0;
            assert!(
                !is_column || (room.left() >= 50.0 && room.right() <= 650.0),
                "{place}"
            );
            assert!(is_unit || room.right() <= 1150.0, "{place}");
        });
    }
}

fn each_text(group: &Group, told: &mut impl FnMut(&Text)) {
    for node in group.children() {
        match node {
            Node::Group(inner) => each_text(inner, told),
            Node::Text(text) => told(text),
            _ => {}
        }
    }
}
