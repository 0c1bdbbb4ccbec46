//! Configuration files for hosts that do not read `_headers` and `_redirects`, from the rules of these two: nginx, Caddy, and
//! CloudFront with S3; and for Cloudflare Pages the route to the lead function. docs/hosting.md says how to use them.

use std::collections::BTreeMap;

use http::StatusCode;
use indexmap::{IndexMap, IndexSet};
use minijinja::{Value, context};
use serde_json::json;

use crate::hosted_editor;
use crate::outputs::headers::{self, HeaderRule, content_type};
use crate::outputs::redirects::{self, Redirect};
use crate::outputs::{fallback_page, render_text};
use model::build_error::BuildError;
use model::config::FILE;
use model::lang::Lang;
use model::output::{OutputFile, is_compressible};
use model::schema::ENGINE;
use model::site::Site;

const FUNCTION: &str = "cloudfront/function.js";

/// The largest function that CloudFront accepts, in bytes (quota "Maximum function size").
const MAX_FUNCTION: usize = 10_240;

/// Headers that S3 stores with each object. `site publish` sets them, by the same rules.
const STORED: [&str; 3] = ["Cache-Control", "Content-Type", "Content-Disposition"];

/// A segment that a redirect may repeat of a request, as a regular expression.
/// Its letters are the same in a decoded path and in a header; the development server has the same rule.
const PLAIN_SEGMENT: &str = r"[\w.~-]+";

/// The other templates by the path of their file below `deploy/`.
const TEMPLATES: [(&str, &str); 4] = [
    (
        "nginx/rules.conf",
        include_str!("templates/nginx-rules.conf"),
    ),
    ("nginx/site.conf", include_str!("templates/nginx-site.conf")),
    ("caddy/Caddyfile", include_str!("templates/Caddyfile")),
    (
        "cloudfront/template.yaml",
        include_str!("templates/cloudfront.yaml"),
    ),
];

/// The configuration files of every host, by their path below `deploy/`. An error is what a host cannot have, with what to do.
pub fn files(site: &Site) -> Result<Vec<OutputFile>, BuildError> {
    // A rule for a file that the site does not have has no effect.
    let rules = headers::parse(&headers::to_file(site, true)?);
    let mut redirects = redirects::redirects(site);
    let folders: Vec<_> = redirects
        .iter()
        .filter_map(Redirect::folders)
        .map(|(from, to)| context! { from, to })
        .collect();
    redirects.retain(|redirect| redirect.folders().is_none());
    let languages = site.config.languages;
    let everywhere = rules
        .iter()
        .filter(|rule| rule.pattern == "/*")
        .flat_map(|rule| &rule.headers)
        .filter(|(name, _)| !STORED.contains(&name.as_str()));
    let editor = rules
        .iter()
        .find(|rule| rule.pattern == hosted_editor::PATH);
    let has_robots =
        |rule: &&HeaderRule| rule.headers.iter().any(|(name, _)| name == "X-Robots-Tag");
    // The hosted editor has a policy of its own.
    let not_indexed = rules
        .iter()
        .filter(has_robots)
        .filter(|rule| rule.pattern != hosted_editor::PATH);
    let values = context! {
        host => site.config.base_url.split("://").nth(1),
        engine => ENGINE,
        first_language => languages.first().code(),
        error_pages => error_pages(site),
        prefixed => languages.others(languages.first()).map(Lang::code).collect::<Vec<_>>(),
        headers => by_header(&rules),
        content_types => cases(&rules, CONTENT_TYPE).1,
        types => types_by_extension(),
        compressible => compressible_types(&rules).into_iter().collect::<Vec<_>>(),
        plain_path => format!("{PLAIN_SEGMENT}(?:/{PLAIN_SEGMENT})*"),
        shortest_plain_path => format!("{PLAIN_SEGMENT}(?:/{PLAIN_SEGMENT})*?"),
        lead_paths => lead_site::PATHS.map(|pattern| context! { pattern, regex => regex(pattern) }),
        redirects => redirects.iter().map(|Redirect { from, to }| context! { from, to }).collect::<Vec<_>>(),
        folders,
        moved => moved(&redirects),
        status => redirects::STATUS,
        everywhere => Value::from_pairs(everywhere.map(|(name, value)| (name, value))),
        not_indexed => not_indexed.map(|rule| rule.pattern.clone()).collect::<Vec<_>>(),
        editor_path => hosted_editor::PATH,
        editor => editor.map(|rule| rule.headers.iter().cloned().collect::<BTreeMap<_, _>>()),
    };
    let function = render_text(FUNCTION, include_str!("templates/function.js"), &values)?;
    check_size(function.len())?;
    let values = context! { function => function.trim_end(), ..values };
    let mut files = vec![OutputFile::new(FUNCTION, function, FILE)];
    for (path, template) in TEMPLATES {
        files.push(OutputFile::new(
            path,
            render_text(path, template, &values)?,
            FILE,
        ));
    }
    for pattern in lead_site::PATHS {
        // The name that Pages gives to the function of a path, and of every path below a folder.
        let path = format!("pages/functions{}.js", pattern.replace('*', "[[path]]"));
        let text = render_text(&path, include_str!("templates/pages-function.js"), &values)?;
        files.push(OutputFile::new(&path, text, FILE));
    }
    Ok(files)
}

const CONTENT_TYPE: &str = "Content-Type";

/// The extensions of the files that a site can have; other files are downloaded as bytes.
const EXTENSIONS: &str =
    "html css js json md csv txt xml atom webmanifest svg png jpg webp avif ico woff2 pdf mp4 vtt";

/// Every header except the content type: its name, its value at every address (empty without one), and its cases.
fn by_header(rules: &[HeaderRule]) -> Vec<Value> {
    let names: IndexSet<&str> = rules
        .iter()
        .flat_map(|rule| &rule.headers)
        .map(|(name, _)| name.as_str())
        .filter(|name| *name != CONTENT_TYPE)
        .collect();
    let header = |name: &str| {
        let (everywhere, cases) = cases(rules, name);
        let variable = name.to_ascii_lowercase().replace('-', "_");
        context! { name, variable, everywhere, cases }
    };
    names.into_iter().map(header).collect()
}

/// The value of a header at every address, and the rules for some addresses with the one that takes precedence first.
fn cases(rules: &[HeaderRule], name: &str) -> (String, Vec<Value>) {
    let (mut everywhere, mut cases) = (String::new(), Vec::new());
    for rule in rules {
        for (_, value) in rule.headers.iter().filter(|(other, _)| other == name) {
            if rule.pattern == "/*" {
                everywhere.clone_from(value);
            } else {
                cases.insert(0, context! { regex => regex(&rule.pattern), value });
            }
        }
    }
    (everywhere, cases)
}

/// The extensions of files with their content types; `essence` is the type without its character set.
fn types_by_extension() -> Vec<Value> {
    let of = |extension| {
        let full = content_type(&format!("a.{extension}"));
        context! { extension, essence => essence(&full), is_text => full != essence(&full), full }
    };
    EXTENSIONS.split(' ').map(of).collect()
}

/// Every content type of a file that gets smaller when it is compressed, without and with its character set.
fn compressible_types(rules: &[HeaderRule]) -> IndexSet<String> {
    let by_extension = EXTENSIONS
        .split(' ')
        .map(|extension| content_type(&format!("a.{extension}")));
    let by_rule = rules
        .iter()
        .flat_map(|rule| &rule.headers)
        .filter(|(name, _)| name == CONTENT_TYPE)
        .map(|(_, value)| value.clone());
    let all = by_extension
        .chain(by_rule)
        .flat_map(|full| [essence(&full).to_owned(), full]);
    // Servers always compress text/html, and warn about a second mention.
    all.filter(|kind| is_compressible(kind) && kind != "text/html")
        .collect()
}

/// The error pages, those of the first language first, each with its HTML for when the site's own is missing (S5f).
fn error_pages(site: &Site) -> Vec<Value> {
    let page = |lang: Lang| {
        [StatusCode::NOT_FOUND, StatusCode::INTERNAL_SERVER_ERROR].map(|status| {
            let last_resort = fallback_page(Some(site.strings.get(lang)), Some(lang), None, status);
            // Web servers read variables in quotation marks: nginx `$name`, Caddy `{name}`.
            let last_resort = last_resort.replace('$', "&#36;").replace('{', "&#123;");
            let status = status.as_u16();
            let path = lang.path(&format!("/{status}"));
            context! { status, path, last_resort, language => lang.code(), prefix => lang.prefix() }
        })
    };
    site.config.languages.iter().flat_map(page).collect()
}

fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}

/// A regular expression for the paths that a pattern matches.
fn regex(pattern: &str) -> String {
    let escaped = pattern.chars().map(|character| match character {
        '*' => ".*".to_owned(),
        _ if r".+?()[]{}|^$\".contains(character) => format!("\\{character}"),
        _ => character.to_string(),
    });
    let regex = format!("^{}$", escaped.collect::<String>());
    match regex.strip_suffix(".*$") {
        Some(prefix) => prefix.to_owned(),
        None => regex,
    }
}

/// Redirects by the names of the files that they start from, because the function's size is limited: a unit that left has
/// one name in several folders. Each value has `names`, a JSON list, and `places`: folder, extension and target.
fn moved(redirects: &[Redirect]) -> Vec<Value> {
    let mut names_by_place: IndexMap<String, Vec<&str>> = IndexMap::new();
    for Redirect { from, to } in redirects {
        let (folder, file) = from.split_at(from.rfind('/').map_or(0, |slash| slash + 1));
        let (name, extension) = file.split_at(file.rfind('.').unwrap_or(file.len()));
        names_by_place
            .entry(json!([folder, extension, to]).to_string())
            .or_default()
            .push(name);
    }
    let mut places_by_names: IndexMap<String, Vec<String>> = IndexMap::new();
    for (place, names) in names_by_place {
        places_by_names
            .entry(json!(names).to_string())
            .or_default()
            .push(place);
    }
    places_by_names
        .into_iter()
        .map(|(names, places)| context! { names, places })
        .collect()
}

fn check_size(bytes: usize) -> Result<(), BuildError> {
    let message = format!(
        "{FUNCTION}: {bytes} bytes, but CloudFront accepts {MAX_FUNCTION}: delete .site/snapshot/history.json to forget the \
         units that left and their redirects"
    );
    if bytes <= MAX_FUNCTION {
        Ok(())
    } else {
        Err(BuildError::Tool(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_extension_has_a_type() {
        for extension in EXTENSIONS.split(' ') {
            let kind = content_type(&format!("a.{extension}"));
            assert_ne!(kind, "application/octet-stream", "{extension}");
        }
    }

    #[test]
    fn names_are_listed_once_for_all_folders() {
        let redirects = ["O-301", "O-302"].map(|code| {
            [
                ("/inventario/", ".md", "/inventario.md"),
                ("/en/inventario/", "", "/en/inventario"),
            ]
            .map(|(folder, end, to)| Redirect {
                from: format!("{folder}{code}{end}"),
                to: to.to_owned(),
            })
        });
        let groups = moved(&redirects.concat());
        assert_eq!(groups.len(), 1);
        let part = |name| groups[0].get_attr(name).expect("an attribute");
        assert_eq!(part("names").to_string(), r#"["O-301","O-302"]"#);
        let places = r#"['["/inventario/",".md","/inventario.md"]', '["/en/inventario/","","/en/inventario"]']"#;
        assert_eq!(part("places").to_string(), places);
    }

    #[test]
    fn a_function_that_is_too_large_is_refused() {
        assert!(check_size(MAX_FUNCTION).is_ok());
        let error = check_size(MAX_FUNCTION + 1).expect_err("too large");
        assert!(error.to_string().contains("10241 bytes"), "{error}");
    }
}
