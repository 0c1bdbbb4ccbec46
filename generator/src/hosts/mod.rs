//! Configuration files for hosts that do not read `_headers` and `_redirects`: nginx, Caddy, and CloudFront with S3;
//! and for Cloudflare Pages the route to the lead function.
//!
//! They are written from the same rules as those two files. `site host-files` stores them in `deploy/`; docs/hosting.md
//! says how to use them and where hosts differ.

mod cloudfront;
mod rules;

use formats::problem::Bug;
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use model::build_error::BuildError;
use model::lang::Lang;
use model::output::OutputFile;
use model::schema::ENGINE;
use model::site::Site;
use serde_json::json;

use crate::outputs::headers::Rules;
use crate::outputs::redirects;

/// The templates by the path of their file below `deploy/`.
const TEMPLATES: [(&str, &str); 4] = [
    ("nginx/rules.conf", include_str!("templates/nginx-rules.conf")),
    ("nginx/site.conf", include_str!("templates/nginx-site.conf")),
    ("caddy/Caddyfile", include_str!("templates/Caddyfile")),
    (cloudfront::FUNCTION, include_str!("templates/function.js")),
];

/// The configuration files of every host, by their path below `deploy/`.
///
/// # Errors
/// A rule that a host cannot have, with what to do.
pub fn files(site: &Site) -> Result<Vec<OutputFile>, BuildError> {
    let mut rules = Rules::from_site(site);
    // A rule for a file that the site does not have has no effect.
    rules.add_licenses();
    let redirects = redirects::redirects(site).into_iter();
    let (folders, redirects): (Vec<_>, Vec<_>) = redirects.partition(|redirect| redirect.folders().is_some());
    let host = site.config.base_url.split("://").nth(1).unwrap_or_default();
    let languages = site.config.languages;
    let values = context! {
        host,
        engine => ENGINE,
        first_language => languages.first().code(),
        error_pages => rules::error_pages(site),
        prefixed => languages.others(languages.first()).map(Lang::code).collect::<Vec<_>>(),
        headers => rules::by_header(&rules),
        content_types => rules::content_types(&rules),
        types => rules::types_by_extension(),
        compressible => rules::compressible_types(&rules),
        lead_paths => rules::lead_paths(),
        redirects => redirects.iter().map(|redirect| context! {
            from => &redirect.from,
            to => &redirect.to,
        }).collect::<Vec<_>>(),
        folders => folders.iter().filter_map(|redirect| {
            let (from, to) = redirect.folders()?;
            Some(context! { from, to })
        }).collect::<Vec<_>>(),
        moved => cloudfront::moved(&redirects),
        status => redirects::STATUS,
    };
    let mut files = Vec::new();
    for (path, template) in TEMPLATES {
        files.push(file(path, render(path, template, &values)?));
    }
    files.push(cloudfront::stack(&rules, &files, &values)?);
    for pattern in lead_site::PATHS {
        // The name that Pages gives to the function of a path, and of every path below a folder.
        let path = format!("pages/functions{}.js", pattern.replace('*', "[[path]]"));
        let text = render(&path, include_str!("templates/pages-function.js"), &values)?;
        files.push(file(&path, text));
    }
    Ok(files)
}

fn file(path: &str, text: String) -> OutputFile {
    OutputFile::new(path, text, "site.yaml")
}

/// Renders a template. The filter `quoted` writes a text in double quotes, as all of these formats read it.
fn render(name: &str, template: &str, values: &Value) -> Result<String, Bug> {
    let mut environment = Environment::new();
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(syntax.map_err(|error| Bug(error.to_string()))?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.add_filter("quoted", |text: &str| json!(text).to_string());
    environment.render_named_str(name, template, values).map_err(|error| Bug(error.to_string()))
}
