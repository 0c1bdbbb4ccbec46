//! Opens the target that `site.yaml` describes.

use std::path::Path;
use std::sync::Arc;

use model::config::{PublishTarget, Publishing};
use url::Url;

use super::{FolderTarget, ObjectTarget, Target};
use crate::error::PublishError;

/// The schemes of object stores, and what the library calls the URL of their service.
const SCHEMES: [(&str, &str); 3] =
    [("s3", "aws_endpoint"), ("gs", "google_base_url"), ("az", "azure_endpoint")];

/// The environment variables that configure object stores begin with these words: credentials, region, account.
const VARIABLES: [&str; 3] = ["aws_", "google_", "azure_"];

/// The target of this name, or the only one.
///
/// # Errors
/// There is no such target, or a name is needed.
pub fn select<'a>(
    publishing: &'a Publishing,
    name: Option<&str>,
) -> Result<(&'a str, &'a PublishTarget), PublishError> {
    let mut targets = publishing.targets.iter();
    let found = match name {
        Some(name) => publishing.targets.get_key_value(name),
        None => targets.next().filter(|_| targets.next().is_none()),
    };
    found.map(|(name, target)| (name.as_str(), target)).ok_or_else(|| {
        let names: Vec<String> = publishing.targets.keys().map(|name| format!("`{name}`")).collect();
        PublishError::Usage(match (name, names.as_slice()) {
            (_, []) => "site.yaml has no target: add one to `publish.targets`".to_owned(),
            (Some(name), _) => format!("site.yaml has no target `{name}`: write one of {}", names.join(", ")),
            (None, _) => format!("site.yaml has several targets: write one of {}", names.join(", ")),
        })
    })
}

/// Opens a target; the path of a folder is relative to `root`. Does not use the network.
///
/// # Errors
/// A URL that is none, or credentials that cannot be used.
pub fn open(root: &Path, target: &PublishTarget) -> Result<Arc<dyn Target>, PublishError> {
    let Some((scheme, rest)) = target.url.split_once("://") else {
        let folder = FolderTarget::new(root.join(&target.url), target.precompressed);
        return Ok(Arc::new(folder));
    };
    let bad = |reason: &str| {
        let message = format!("site.yaml: the target `{}` cannot be used: {reason}", target.url);
        PublishError::Target(message)
    };
    if scheme == "file" {
        return Ok(Arc::new(FolderTarget::new(Path::new(rest).to_owned(), target.precompressed)));
    }
    let Some((_, endpoint_key)) = SCHEMES.iter().find(|(known, _)| *known == scheme) else {
        return Err(bad("write a folder, or a URL that begins with s3://, gs:// or az://"));
    };
    if target.precompressed {
        return Err(bad("`precompressed` is for folders only: remove it"));
    }
    let url = Url::parse(&target.url).map_err(|error| bad(&error.to_string()))?;
    let environment = std::env::vars()
        .map(|(name, value)| (name.to_ascii_lowercase(), value))
        .filter(|(name, _)| VARIABLES.iter().any(|start| name.starts_with(start)));
    let mut options: Vec<(String, String)> = environment.collect();
    if let Some(endpoint) = &target.endpoint {
        options.push(((*endpoint_key).to_owned(), endpoint.clone()));
        let is_plain = endpoint.starts_with("http://");
        options.push(("allow_http".to_owned(), is_plain.to_string()));
    }
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (store, prefix) = object_store::parse_url_opts(&url, options).map_err(|error| {
        bad(&format!("{error}: check the environment variables of its cloud, which docs/publishing.md names"))
    })?;
    Ok(Arc::new(ObjectTarget::new(Arc::from(store), prefix)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    fn target(url: &str, precompressed: bool) -> PublishTarget {
        PublishTarget { url: url.to_owned(), endpoint: None, precompressed, staging: false, purge: None }
    }

    #[test]
    fn folders_and_object_stores_are_told_apart() {
        let root = Path::new("/project");
        for (url, kind) in [
            ("../public", "FolderTarget"),
            ("/var/www/site", "FolderTarget"),
            ("s3://bucket/prefix", "ObjectTarget"),
        ] {
            let opened = open(root, &target(url, false)).unwrap();
            assert!(format!("{opened:?}").starts_with(kind), "{url}: {opened:?}");
        }
    }

    #[test]
    fn every_store_can_have_an_endpoint() {
        // Azure's needs an account from the environment, too.
        for url in ["s3://bucket/site", "gs://bucket/site"] {
            let endpoint = "http://127.0.0.1:9";
            let target = PublishTarget { endpoint: Some(endpoint.to_owned()), ..target(url, false) };
            let opened = format!("{:?}", open(Path::new("."), &target).unwrap());
            assert!(opened.contains(endpoint), "{url}: {opened}");
        }
    }

    #[test]
    fn the_only_target_needs_no_name() {
        let with = |names: &[&str]| Publishing {
            targets: names.iter().map(|name| ((*name).to_owned(), target("folder", false))).collect(),
            ..Publishing::default()
        };
        let message = |publishing: &Publishing, name| select(publishing, name).unwrap_err().to_string();
        let (one, two) = (with(&["live"]), with(&["live", "test"]));
        assert_eq!(select(&one, None).unwrap().0, "live");
        assert_eq!(select(&two, Some("test")).unwrap().0, "test");
        assert_eq!(message(&two, None), "site.yaml has several targets: write one of `live`, `test`");
        assert_eq!(message(&one, Some("x")), "site.yaml has no target `x`: write one of `live`");
        assert_eq!(message(&with(&[]), None), "site.yaml has no target: add one to `publish.targets`");
    }

    #[test]
    fn an_unknown_scheme_and_compressed_objects_are_refused() {
        let error = open(Path::new("."), &target("ftp://host/x", false)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "site.yaml: the target `ftp://host/x` cannot be used: write a folder, or a URL that begins with s3://, \
             gs:// or az://"
        );
        let error = open(Path::new("."), &target("s3://bucket", true)).unwrap_err();
        assert!(error.to_string().ends_with("`precompressed` is for folders only: remove it"));
    }
}
