//! What must be replaced or confirmed before going live: values of `site.yaml`, payment plans, pages, months of
//! construction and the geometry that are marked as examples.

use std::path::Path;

use super::{Sources, files};
use building;
use formats::code::Code;
use formats::problem::{Problem, sorted};
use model::config;
use model::payment;
use model::source::ContentFile;

/// A problem for each example among the sources of the project at `root`, with its position.
///
/// # Errors
/// A file that cannot be read a second time.
pub fn examples(root: &Path, sources: &Sources) -> Result<Vec<Problem>, Problem> {
    let mut found = sources.config.examples_in(&files::read_text(root, config::FILE)?);
    if !sources.payment_plans.is_empty() {
        let text = files::read_text(root, payment::FILE)?;
        found.extend(payment::examples_in(&text, &sources.payment_plans));
    }
    let pages = sources.pages.iter().filter(|page| page.front.example);
    found.extend(pages.map(in_content));
    let entries = sources.entries.iter().filter(|entry| entry.front.example);
    found.extend(entries.map(in_content));
    if sources.geometry.as_ref().is_some_and(|geometry| geometry.example) {
        found.push(
            Problem::in_file(Code::ExampleValue, building::FILE, "the building is an example").hint(CONFIRM),
        );
    }
    Ok(sorted(found))
}

const CONFIRM: &str = "replace or confirm it, and remove `example`";

fn in_content<F: serde::de::DeserializeOwned>(file: &ContentFile<F>) -> Problem {
    let problem = file.problem(Code::ExampleValue, "example", "this text is an example");
    problem.hint(CONFIRM)
}
