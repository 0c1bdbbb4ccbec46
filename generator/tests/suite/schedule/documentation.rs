//! The commands of docs/publishing.md, in their order, on a small project.

use std::fs;

use super::project::Project;
use crate::support::command::Ran;
use crate::support::files::engine_file;

/// The fenced blocks of a Markdown text that are marked `run`, each with its language.
fn marked(text: &str) -> Vec<(&str, &str)> {
    let blocks = text.split("\n```").skip(1).step_by(2);
    blocks
        .filter_map(|block| {
            let (mark, content) = block.split_once('\n')?;
            Some((mark.strip_suffix(" run")?, content))
        })
        .collect()
}

#[test]
fn the_commands_of_the_documentation_succeed() {
    let text = fs::read_to_string(engine_file("docs/publishing.md")).unwrap();
    let blocks = marked(&text);
    let project = Project::start();
    for (language, content) in &blocks {
        match *language {
            "yaml" => project.configure(content),
            "sh" => {
                let mut shell = project.command("bash");
                Ran::of(shell.args(["-euxo", "pipefail", "-c", content])).ends(0);
            }
            other => panic!("a block of {other} cannot be run: mark only yaml and sh"),
        }
    }
    assert!(blocks.len() > 3, "{blocks:?}");
    assert!(project.public_files().contains_key("index.html"));
}
