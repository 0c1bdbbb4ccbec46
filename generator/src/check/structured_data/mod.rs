//! What pages tell machines (JSON-LD): it parses, its words are known, its addresses are ours and there, its prices
//! are those of the inventory, and nothing is said twice in two ways.

mod addresses;
mod identity;
mod lists;
mod node;
mod offers;
mod shape;
mod video;

use serde_json::Value;

use super::files::Files;
use super::page::CheckedPage;
use crate::outputs::structured_data::CONTEXT;
use model::problem::Problem;
use model::site::Site;
use node::Node;

/// A page with what it tells.
struct Told<'a> {
    page: &'a CheckedPage<'a>,
    blocks: Vec<Value>,
}

impl Told<'_> {
    /// Every thing that is described, however deep; names of things described elsewhere are none.
    fn nodes(&self) -> Vec<Node<'_>> {
        self.blocks.iter().flat_map(node::all).collect()
    }

    fn problem(&self, message: impl std::fmt::Display) -> Problem {
        self.page.problem(format!("structured data: {message}"))
    }
}

/// Checks what all pages tell. A site that tells nothing at all is no problem.
pub(super) fn check(site: &Site, pages: &[CheckedPage], files: &Files) -> Vec<Problem> {
    if pages.iter().all(|page| page.facts.structured.is_empty()) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    let told: Vec<Told> = pages.iter().map(|page| read(page, &mut problems)).collect();
    for told in &told {
        problems.extend(shape::check(told));
        problems.extend(addresses::check(site, told, files));
        problems.extend(lists::check(site, told));
        problems.extend(offers::check(site, told));
        problems.extend(video::check(site, told));
    }
    problems.extend(identity::check(&told));
    problems
}

fn read<'a>(page: &'a CheckedPage, problems: &mut Vec<Problem>) -> Told<'a> {
    let mut told = Told {
        page,
        blocks: Vec::new(),
    };
    if page.facts.structured.is_empty() && page.page.is_listed() {
        let problem = told.problem("the page tells nothing, and other pages do");
        problems.push(problem.hint("write {{ structured_data() }} into its layout"));
    }
    for text in &page.facts.structured {
        match serde_json::from_str::<Value>(text) {
            Ok(block) if block["@context"] == CONTEXT => told.blocks.push(block),
            Ok(block) => problems.push(told.problem(format!(
                "@context is {}, and not \"{CONTEXT}\"",
                block["@context"]
            ))),
            Err(error) => problems.push(told.problem(format!("not JSON: {error}"))),
        }
    }
    told
}
