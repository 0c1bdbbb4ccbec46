//! CloudFront in front of a private S3 bucket: the function for addresses, and the CloudFormation stack.

use std::collections::BTreeMap;

use formats::templating::values::from_serialize;
use minijinja::{Value, context};
use model::build_error::BuildError;
use model::output::OutputFile;
use serde_json::{Map, json};

use super::file;
use crate::hosted_editor;
use crate::outputs::headers::HeaderRule;
use crate::outputs::redirects::Redirect;
use crate::outputs::render_text;

pub(super) const FUNCTION: &str = "cloudfront/function.js";

const STACK: &str = "cloudfront/template.yaml";

/// The largest function that CloudFront accepts, in bytes (quota "Maximum function size").
const MAX_FUNCTION: usize = 10_240;

/// Headers that S3 stores with each object. `site publish` sets them, by the same rules.
const STORED: [&str; 3] = ["Cache-Control", "Content-Type", "Content-Disposition"];

/// Redirects by the names of the files that they start from, because the function's size is limited: a unit that left has
/// one name in several folders. Each value has `names`, a JSON list, and `places`: folder, extension and target.
pub(super) fn moved(redirects: &[Redirect]) -> Vec<Value> {
    let mut names_by_place: Vec<(String, Vec<&str>)> = Vec::new();
    for Redirect { from, to } in redirects {
        let (folder, file) = from.split_at(from.rfind('/').map_or(0, |slash| slash + 1));
        let (name, extension) = file.split_at(file.rfind('.').unwrap_or(file.len()));
        let place = json!([folder, extension, to]).to_string();
        match names_by_place.iter_mut().find(|(known, _)| *known == place) {
            Some((_, names)) => names.push(name),
            None => names_by_place.push((place, vec![name])),
        }
    }
    let mut groups: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for (place, names) in names_by_place {
        match groups.iter_mut().find(|(known, _)| *known == names) {
            Some((_, places)) => places.push(place),
            None => groups.push((names, vec![place])),
        }
    }
    let value = |(names, places): (Vec<&str>, Vec<String>)| {
        context! { names => json!(names).to_string(), places }
    };
    groups.into_iter().map(value).collect()
}

/// The CloudFormation stack, with the function in it.
///
/// # Errors
/// A function that is too large, and a rule that a response headers policy cannot have.
pub(super) fn stack(
    rules: &[HeaderRule],
    files: &[OutputFile],
    values: &Value,
) -> Result<OutputFile, BuildError> {
    let function = files.iter().find(|file| file.path == FUNCTION);
    let function = function.map_or(&[][..], |file| &file.bytes);
    check_size(function.len())?;
    let function = String::from_utf8_lossy(function);
    let everywhere = rules.iter().filter(|rule| rule.pattern == "/*").flat_map(|rule| &rule.headers);
    let everywhere = everywhere.filter(|(name, _)| !STORED.contains(&name.as_str()));
    let everywhere: Map<_, _> = everywhere.map(|(name, value)| (name.clone(), json!(value))).collect();
    let values = context! {
        everywhere => from_serialize(&everywhere),
        not_indexed => not_indexed(rules),
        editor_path => hosted_editor::PATH,
        editor => of_editor(rules),
        function => function.trim_end(),
        ..values.clone()
    };
    let text = render_text(STACK, include_str!("templates/cloudfront.yaml"), &values)?;
    Ok(file(STACK, text))
}

fn check_size(bytes: usize) -> Result<(), BuildError> {
    if bytes <= MAX_FUNCTION {
        return Ok(());
    }
    Err(BuildError::Tool(format!(
        "{FUNCTION}: {bytes} bytes, but CloudFront accepts {MAX_FUNCTION}: delete .site/snapshot/history.json to forget the \
         units that left and their redirects"
    )))
}

/// The headers of the hosted editor's page by their names, on a site that has one.
fn of_editor(rules: &[HeaderRule]) -> Option<BTreeMap<String, String>> {
    let rule = rules.iter().find(|rule| rule.pattern == hosted_editor::PATH)?;
    let headers = rule.headers.iter();
    Some(headers.map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
}

/// The patterns of the addresses that are kept out of search engines. That of the hosted editor's page has a policy of its
/// own.
fn not_indexed(rules: &[HeaderRule]) -> Vec<String> {
    let has_robots = |rule: &&HeaderRule| rule.headers.iter().any(|(name, _)| name == "X-Robots-Tag");
    let found = rules.iter().filter(has_robots).filter(|rule| rule.pattern != hosted_editor::PATH);
    found.map(|rule| rule.pattern.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redirect(from: String, to: &str) -> Redirect {
        let to = to.to_owned();
        Redirect { from, to }
    }

    #[test]
    fn names_are_listed_once_for_all_folders() {
        let redirects = ["O-301", "O-302"].map(|code| {
            [
                redirect(format!("/inventario/{code}.md"), "/inventario.md"),
                redirect(format!("/en/inventario/{code}"), "/en/inventario"),
            ]
        });
        let groups = moved(&redirects.concat());
        assert_eq!(groups.len(), 1);
        let part = |name| groups[0].get_attr(name).expect("an attribute");
        assert_eq!(part("names").to_string(), r#"["O-301","O-302"]"#);
        let places: Vec<String> =
            part("places").try_iter().expect("a list").map(|place| place.to_string()).collect();
        assert_eq!(
            places,
            [r#"["/inventario/",".md","/inventario.md"]"#, r#"["/en/inventario/","","/en/inventario"]"#]
        );
    }

    #[test]
    fn a_function_that_is_too_large_is_refused() {
        assert!(check_size(MAX_FUNCTION).is_ok());
        let error = check_size(MAX_FUNCTION + 1).expect_err("too large");
        assert!(error.to_string().contains("10241 bytes"), "{error}");
    }
}
