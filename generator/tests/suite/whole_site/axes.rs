//! A building whose geometry has no structural axes: `docs/geometry.md` allows empty lists.

use std::fs;

use generator::outputs::share;
use serde_json::{Value, json};

use crate::support::requests;
use crate::support::torre::{copied, inventory_of, link_cache};

#[test]
fn a_building_without_axes_has_the_same_drawings_but_for_them() {
    let project = copied();
    let root = project.path();
    link_cache(root);
    let file = root.join("content/geometry.json");
    let mut geometry: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    geometry["axes"] = json!({"x": [], "y": []});
    fs::write(&file, geometry.to_string()).unwrap();
    let site = requests::make(root, inventory_of(root, &["O-302", "L-104"]));
    // 47.4 m by 37.8 m, in decimetres.
    for (path, extent) in [
        (
            "index.html",
            "class=\"plan-north\" transform=\"translate(518 -30) ",
        ),
        (
            "inventario/O-302.html",
            "class=\"plan plan-whole\" viewBox=\"-20 -20 514 454\"",
        ),
    ] {
        let page = site.files.iter().find(|file| file.path == path).unwrap();
        assert!(String::from_utf8_lossy(&page.bytes).contains(extent), "{path}");
    }
    for path in ["pdf/unidades/O-302.pdf", "pdf/units/L-104.pdf"] {
        assert!(site.files.iter().any(|file| file.path == path), "{path}");
    }
    let drawings = share::drawings(root, &site.site).unwrap();
    assert!(drawings.iter().any(|drawn| drawn.url == "/inventario/O-302"));
}
