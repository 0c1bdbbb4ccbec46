//! Questions and answers of a page, from its front matter (`data.faq.items`).

use serde::Deserialize;
use serde_json::{Value, json};

use formats::markdown::blocks::{Block, Run, blocks};
use model::site::Site;

/// A question in the front matter; the answer is Markdown.
#[derive(Deserialize)]
struct Item {
    question: String,
    answer: String,
}

/// The questions of a page, in its order; none when it has none.
pub(super) fn questions(site: &Site, data: &Value) -> Vec<Value> {
    let items = data.pointer("/faq/items").and_then(Value::as_array);
    let items = items.into_iter().flatten();
    items
        .filter_map(|item| Item::deserialize(item).ok())
        .map(|item| {
            let answer = json!({"@type": "Answer", "text": words(site, &item.answer)});
            json!({"@type": "Question", "name": item.question, "acceptedAnswer": answer})
        })
        .collect()
}

/// The plain text of a Markdown text, a line for each paragraph, item or row.
fn words(site: &Site, markdown: &str) -> String {
    let address = |written: &str| Some(site.config.absolute(written));
    let mut lines = Vec::new();
    for block in blocks(markdown, &address) {
        lines_of(&block, &mut lines);
    }
    lines.join("\n")
}

fn lines_of(block: &Block, lines: &mut Vec<String>) {
    let line = |runs: &[Run]| runs.iter().map(|run| run.text.as_str()).collect::<String>();
    match block {
        Block::Heading { text, .. } | Block::Paragraph { text } => lines.push(line(text)),
        Block::List { items, .. } => {
            let inner = items.iter().flatten();
            inner.for_each(|block| lines_of(block, lines));
        }
        Block::Table { rows } => {
            let cells = |row: &Vec<Vec<Run>>| row.iter().map(|cell| line(cell)).collect::<Vec<_>>();
            lines.extend(rows.iter().map(|row| cells(row).join(", ")));
        }
    }
}
