//! CloudFront in front of a private S3 bucket: the function for addresses, and the CloudFormation stack.

use minijinja::{Value, context};
use model::build_error::BuildError;
use model::output::OutputFile;
use model::problem::Bug;
use serde_json::json;

use super::{file, render};
use crate::outputs::headers::{Rule, Rules};
use crate::outputs::redirects::Redirect;

/// The function's file below `deploy/`.
pub(super) const FUNCTION: &str = "cloudfront/function.js";

const STACK: &str = "cloudfront/template.yaml";

/// The largest function that CloudFront accepts, in bytes (quota "Maximum function size").
const MAX_FUNCTION: usize = 10_240;

/// Headers that S3 stores with each object. `site publish` sets them, by the same rules.
const STORED: [&str; 3] = ["Cache-Control", "Content-Type", "Content-Disposition"];

/// The headers for which a response headers policy has keys of its own; others are custom headers there.
const SECURITY: [&str; 5] = [
    "Content-Security-Policy",
    "Strict-Transport-Security",
    "X-Content-Type-Options",
    "X-Frame-Options",
    "Referrer-Policy",
];

/// Redirects in groups that differ in the file's name only, because the function's size is limited.
pub(super) fn moved(redirects: &[Redirect]) -> Vec<Value> {
    let mut groups: Vec<(&str, &str, &str, Vec<&str>)> = Vec::new();
    for Redirect { from, to } in redirects {
        let (folder, file) = from.split_at(from.rfind('/').map_or(0, |slash| slash + 1));
        let (name, extension) = file.split_at(file.rfind('.').unwrap_or(file.len()));
        let group = groups
            .iter_mut()
            .find(|group| (group.0, group.1, group.2) == (folder, extension, to.as_str()));
        match group {
            Some(group) => group.3.push(name),
            None => groups.push((folder, extension, to, vec![name])),
        }
    }
    let value = |(folder, extension, to, names): (&str, &str, &str, Vec<&str>)| {
        context! { folder, extension, to, names => json!(names).to_string() }
    };
    groups.into_iter().map(value).collect()
}

/// The CloudFormation stack, with the function in it.
///
/// # Errors
/// A function that is too large, and a rule that a response headers policy cannot have.
pub(super) fn stack(rules: &Rules, files: &[OutputFile], values: &Value) -> Result<OutputFile, BuildError> {
    let function = files.iter().find(|file| file.path == FUNCTION);
    let function = function.map_or(&[][..], |file| &file.bytes);
    if function.len() > MAX_FUNCTION {
        let message = format!(
            "{FUNCTION}: {} bytes: CloudFront accepts {MAX_FUNCTION}: remove units that left long ago from `gone` in \
             .site/snapshot/history.json",
            function.len()
        );
        return Err(BuildError::Tool(message));
    }
    let function = String::from_utf8_lossy(function);
    let everywhere: Vec<_> = rules
        .iter()
        .filter(|rule| rule.pattern == "/*")
        .flat_map(|rule| &rule.headers)
        .filter(|(name, _)| !STORED.contains(name))
        .collect();
    let security = |wanted: &str| {
        let found = everywhere.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    let custom = everywhere.iter().filter(|(name, _)| !SECURITY.contains(name));
    let transport = security("Strict-Transport-Security");
    let values = context! {
        content_security_policy => security("Content-Security-Policy"),
        frame_option => security("X-Frame-Options"),
        referrer_policy => security("Referrer-Policy"),
        transport_seconds => max_age(transport)?,
        transport_subdomains => transport.contains("includeSubDomains"),
        custom => custom.map(|(name, value)| context! { name => *name, value }).collect::<Vec<_>>(),
        not_indexed => not_indexed(rules),
        function => function.trim_end(),
        ..values.clone()
    };
    let text = render(STACK, include_str!("templates/cloudfront.yaml"), &values)?;
    Ok(file(STACK, text))
}

/// The seconds of a `Strict-Transport-Security` header.
fn max_age(transport: &str) -> Result<u64, Bug> {
    let seconds = transport
        .split(';')
        .find_map(|part| part.trim().strip_prefix("max-age="));
    let seconds = seconds.and_then(|seconds| seconds.parse().ok());
    seconds.ok_or_else(|| Bug(format!("Strict-Transport-Security has no max-age: {transport}")))
}

/// The patterns of the addresses that are kept out of search engines.
fn not_indexed(rules: &Rules) -> Vec<String> {
    let has_robots = |rule: &&Rule| rule.headers.iter().any(|(name, _)| *name == "X-Robots-Tag");
    let found = rules.iter().filter(has_robots);
    found.map(|rule| rule.pattern.clone()).collect()
}
