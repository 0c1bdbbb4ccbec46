//! The structured data (JSON-LD) of finished pages: prices and availability are the inventory's, every address exists,
//! and every reference resolves.
//!
//! Types, required properties and lists are not checked: they do not depend on data, and a golden file has one page of
//! each kind.

mod addresses;
mod offers;

use serde_json::Value;

use super::files::Files;
use super::page::CheckedPage;
use formats::code::Code;
use formats::problem::Problem;
use model::site::Site;

/// A page with its blocks of JSON-LD.
struct Described<'a> {
    page: &'a CheckedPage<'a>,
    blocks: Vec<Value>,
}

impl Described<'_> {
    /// Every object of the page that has the type.
    fn of_type(&self, kind: &str) -> Vec<&Value> {
        let has_type = |object: &&Value| match &object["@type"] {
            Value::Array(kinds) => kinds.iter().any(|one| one == kind),
            one => one == kind,
        };
        objects(&self.blocks).into_iter().filter(has_type).collect()
    }

    fn problem(&self, message: impl std::fmt::Display) -> Problem {
        self.page.problem(Code::StructuredData, format!("structured data: {message}"))
    }
}

/// Checks the structured data of all pages. A site without any is not a problem.
pub(super) fn check(site: &Site, pages: &[CheckedPage], files: &Files) -> Vec<Problem> {
    if pages.iter().all(|page| page.facts.structured.is_empty()) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    let pages: Vec<Described> = pages.iter().map(|page| read(page, &mut problems)).collect();
    for page in &pages {
        problems.extend(offers::check(site, page));
    }
    problems.extend(addresses::check(&site.config.base_url, &pages, files));
    problems
}

fn read<'a>(page: &'a CheckedPage, problems: &mut Vec<Problem>) -> Described<'a> {
    let mut described = Described { page, blocks: Vec::new() };
    if page.facts.structured.is_empty() && page.page.is_listed() {
        let problem = described.problem("the page has none, but other pages do");
        problems.push(problem.hint("write {{ structured_data() }} into its layout"));
    }
    for text in &page.facts.structured {
        match serde_json::from_str(text) {
            Ok(block) => described.blocks.push(block),
            Err(error) => problems.push(described.problem(format!("the block is not JSON: {error}"))),
        }
    }
    described
}

/// Every JSON object in some values, at any depth.
fn objects<'a>(values: impl IntoIterator<Item = &'a Value>) -> Vec<&'a Value> {
    let mut found = Vec::new();
    for value in values {
        if let Value::Array(list) = value {
            found.extend(objects(list));
        } else if let Value::Object(properties) = value {
            found.push(value);
            found.extend(objects(properties.values()));
        }
    }
    found
}
