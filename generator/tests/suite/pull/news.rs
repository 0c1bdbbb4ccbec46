//! News of the inventory as the commands print and write them.

use std::fs;

use super::command::{done, project, site, text};
use generator::pipeline::publication;
use serde_json::{Value, json};

#[test]
fn commands_say_what_changed_since_the_last_publication() {
    let fixture = project();
    let read = |name: &str| fs::read_to_string(fixture.root().join(".site").join(name)).unwrap();
    let said = |arguments: &[&str]| {
        let output = site(&fixture, arguments);
        done(&output);
        let messages = text(&output.stderr);
        let line = messages.lines().find_map(|line| line.strip_prefix("site: news: "));
        line.unwrap_or_else(|| panic!("no news in {messages}")).to_owned()
    };
    assert!(said(&["pull"]).starts_with("sin publicación anterior: 34 unidades ("));
    fixture.put("units/O-301", &json!({"status": "vendido"}));
    assert_eq!(said(&["pull"]), "1 vendida: O-301", "since the pull before");
    assert!(read("news.md").starts_with("### Cambios del inventario\n\nDesde la consulta anterior"));
    assert!(said(&["build"]).starts_with("sin publicación anterior: "));
    let data_file = fs::read(fixture.root().join("dist/data/inventory.json")).unwrap();
    publication::record_published(fixture.root(), &data_file).unwrap();
    fixture.put("units/O-305", &json!({"price": 3_328_000}));
    let built = site(&fixture, &["build", "--json"]);
    done(&built);
    let report: Value = serde_json::from_slice(&built.stdout).unwrap();
    assert_eq!(report["news"]["text"], "1 precio sube 4 %: O-305");
    assert_eq!(report["news"]["since"]["kind"], "publication");
    assert_eq!(
        report["news"]["changes"],
        json!([{"code": "O-305", "kind": "price", "from": 320_000_000, "to": 332_800_000}])
    );
    assert_eq!(read("news.txt"), "1 precio sube 4 %: O-305\n");
    assert!(read("news.md").ends_with("- 1 precio sube 4 %: `O-305`\n"));
    assert_eq!(said(&["pull", "--offline"]), "1 precio sube 4 %: O-305");
}
