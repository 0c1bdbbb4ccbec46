//! Blocks and runs of sample texts, and of arbitrary text.

use proptest::prelude::*;

use super::*;

fn read(markdown: &str) -> Vec<Block> {
    blocks(markdown, &|written| {
        written.starts_with("http").then(|| written.to_owned())
    })
}

fn words(runs: &[Run]) -> String {
    runs.iter().map(|run| run.text.as_str()).collect()
}

#[test]
fn runs_have_their_style_typographic_quotes_and_their_absolute_link() {
    let read = read(
        "Hola **mundo** y\n[más](https://a.example), [aquí](/inventario), \"62 km\", 45 a 180 m², 4.05 m.\n",
    );
    let [Block::Paragraph { text }] = read.as_slice() else {
        panic!("{read:?}")
    };
    assert_eq!(
        words(text),
        "Hola mundo y más, aquí, “62\u{a0}km”, 45 a 180\u{a0}m², 4.05\u{a0}m."
    );
    assert!(text[1].strong && !text[0].strong);
    assert_eq!(text[3].link.as_deref(), Some("https://a.example"));
    assert_eq!(text.iter().filter(|run| run.link.is_some()).count(), 1);
}

#[test]
fn nested_lists_and_table_cells_are_read() {
    let read = read("## Uno\n\n1. a\n2. b\n   - c\n\n| x | y |\n|---|---:|\n| 1 | 2 |\n");
    let [
        Block::Heading { level: 2, .. },
        Block::List {
            ordered: true,
            items,
        },
        Block::Table { columns, rows },
    ] = read.as_slice()
    else {
        panic!("{read:?}")
    };
    assert!(matches!(
        items[1].as_slice(),
        [Block::Paragraph { .. }, Block::List { ordered: false, .. }]
    ));
    assert_eq!(columns, &[ColumnAlignment::Start, ColumnAlignment::End]);
    let cells: Vec<_> = rows.iter().flatten().map(|cell| words(cell)).collect();
    assert_eq!((rows.len(), cells.join(" ").as_str()), (2, "x y 1 2"));
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in any::<String>()) {
        let _ = read(&text);
        prop_assert_eq!(bound(&text).replace('\u{a0}', " "), text.replace('\u{a0}', " "));
    }
}
