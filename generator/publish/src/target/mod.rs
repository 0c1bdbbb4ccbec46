//! The places that a site is published to.

mod cloud;
mod folder;
mod objects;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use model::config::{PublishTarget, Publishing};
use url::Url;

use crate::error::PublishError;

/// The version of an object, for conditional writes.
pub use object_store::UpdateVersion as Version;

pub use folder::FolderTarget;
pub use objects::ObjectTarget;

/// The headers of a file by their name in lower case.
pub type Headers = BTreeMap<String, String>;

/// A listed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The length in bytes.
    pub length: u64,
    /// The entity tag; it changes with the content.
    pub etag: Option<String>,
}

/// A place that a site is published to. Paths are those below `dist/`.
#[async_trait]
pub trait Target: Debug + Send + Sync {
    /// The content and version of a file; `None` when there is none.
    async fn read(&self, path: &str) -> Result<Option<(Bytes, Version)>, PublishError>;

    /// Replaces a file as a whole. Returns its entity tag.
    async fn write(
        &self,
        path: &str,
        bytes: Bytes,
        headers: &Headers,
    ) -> Result<Option<String>, PublishError>;

    /// Writes a file if it has the expected version, or if it does not exist when none is expected. Returns the new
    /// version; `None` when the file is another one. The content must be what no other publisher writes.
    async fn write_if(
        &self,
        path: &str,
        bytes: Bytes,
        expected: Option<&Version>,
    ) -> Result<Option<Version>, PublishError>;

    /// Replaces a file with a copy of another one, which is not sent again.
    async fn copy(&self, from: &str, to: &str) -> Result<(), PublishError>;

    /// Deletes files; missing ones are ignored.
    async fn delete(&self, paths: Vec<String>) -> Result<(), PublishError>;

    /// Every file at the target, the private ones too.
    async fn list(&self) -> Result<BTreeMap<String, Listed>, PublishError>;

    /// Removes what a killed publisher left half written; an object store has nothing such. The caller has the lease.
    async fn clean(&self) -> Result<(), PublishError> {
        Ok(())
    }

    /// Makes sure that a loss of power does not undo earlier writes. An object store answers when the object is stored.
    async fn flush(&self) -> Result<(), PublishError> {
        Ok(())
    }

    /// Whether text files get compressed files beside them.
    fn is_precompressed(&self) -> bool {
        false
    }

    /// Whether the site there has `_headers` and `_redirects`, which object stores would publish instead of applying them.
    fn takes_host_files(&self) -> bool {
        false
    }
}

/// The schemes of object stores, how the environment variables that configure each begin, and the option for its URL.
const SCHEMES: [(&str, &str, &str); 3] = [
    ("s3", "aws_", "aws_endpoint"),
    ("gs", "google_", "google_base_url"),
    ("az", "azure_", "azure_endpoint"),
];

/// The target of this name, or the only one; an error where there is none, or several.
pub fn select<'a>(
    publishing: &'a Publishing,
    name: Option<&str>,
) -> Result<(&'a str, &'a PublishTarget), PublishError> {
    let targets = &publishing.targets;
    let found = match name {
        Some(name) => targets.get_key_value(name),
        None if targets.len() == 1 => targets.first_key_value(),
        None => None,
    };
    found
        .map(|(name, target)| (name.as_str(), target))
        .ok_or_else(|| {
            let names: Vec<String> = publishing
                .targets
                .keys()
                .map(|name| format!("`{name}`"))
                .collect();
            PublishError::Usage(match (name, names.as_slice()) {
                (_, []) => "site.yaml has no target: add one to `publish.targets`".to_owned(),
                (Some(name), _) => format!(
                    "site.yaml has no target `{name}`: write one of {}",
                    names.join(", ")
                ),
                (None, _) => format!(
                    "site.yaml has several targets: write one of {}",
                    names.join(", ")
                ),
            })
        })
}

/// Whether a path begins with a drive, `C:`, or has backslashes between its parts.
fn is_windows_path(path: &str) -> bool {
    let has_drive = matches!(path.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic());
    has_drive || path.contains('\\')
}

/// Opens a target, if its URL and credentials can be used; the path of a folder is relative to `root`. Does not use the network.
pub fn open(root: &Path, target: &PublishTarget) -> Result<Arc<dyn Target>, PublishError> {
    let (scheme, rest) = target
        .url
        .split_once("://")
        .unwrap_or(("file", &target.url));
    let bad = |reason: &str| {
        PublishError::Problem(format!(
            "site.yaml: the target `{}` cannot be used: {reason}",
            target.url
        ))
    };
    if scheme == "file" {
        if !cfg!(windows) && is_windows_path(rest) {
            return Err(bad(
                "it is a path of Windows, and this machine has another system: write a path with `/`",
            ));
        }
        let folder = root.join(rest);
        // Its record and state would be published with the next build.
        if folder.starts_with(root.join("dist")) {
            return Err(bad(
                "it is in `dist`, the folder that is published: write another one",
            ));
        }
        return Ok(Arc::new(FolderTarget::new(folder, target.precompressed)));
    }
    let Some((_, variables, endpoint_key)) = SCHEMES.iter().find(|(known, ..)| *known == scheme)
    else {
        return Err(bad(
            "write a folder, or a URL that begins with s3://, gs:// or az://",
        ));
    };
    if target.precompressed {
        return Err(bad("`precompressed` is for folders only: remove it"));
    }
    let url = Url::parse(&target.url).map_err(|error| bad(&error.to_string()))?;
    let mut options: Vec<(String, String)> = std::env::vars_os()
        .filter_map(|(name, value)| {
            Some((
                name.into_string().ok()?.to_ascii_lowercase(),
                value.into_string().ok()?,
            ))
        })
        .filter(|(name, _)| name.starts_with(variables))
        .collect();
    if let Some(endpoint) = &target.endpoint {
        let is_plain = endpoint.starts_with("http://").to_string();
        options.extend([
            ((*endpoint_key).to_owned(), endpoint.clone()),
            ("allow_http".to_owned(), is_plain),
        ]);
    }
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (store, prefix) = cloud::open(&url, options).map_err(|error| {
        bad(&format!(
            "{error}: check the environment variables of its cloud, which docs/publishing.md names"
        ))
    })?;
    Ok(Arc::new(ObjectTarget::new(store, prefix)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    fn target(url: &str, precompressed: bool) -> PublishTarget {
        PublishTarget {
            url: url.to_owned(),
            endpoint: None,
            precompressed,
            staging: false,
            purge: None,
        }
    }

    #[test]
    fn every_store_can_have_an_endpoint() {
        // Azure's needs an account from the environment, too.
        for url in ["s3://bucket/site", "gs://bucket/site"] {
            let endpoint = "http://127.0.0.1:9";
            let target = PublishTarget {
                endpoint: Some(endpoint.to_owned()),
                ..target(url, false)
            };
            let opened = format!("{:?}", open(Path::new("."), &target).unwrap());
            assert!(opened.contains(endpoint), "{url}: {opened}");
        }
    }

    #[test]
    fn the_only_target_needs_no_name() {
        let with = |names: &[&str]| Publishing {
            targets: names
                .iter()
                .map(|name| ((*name).to_owned(), target("folder", false)))
                .collect(),
            ..Publishing::default()
        };
        let message =
            |publishing: &Publishing, name| select(publishing, name).unwrap_err().to_string();
        let (one, two) = (with(&["live"]), with(&["live", "test"]));
        assert_eq!(select(&one, None).unwrap().0, "live");
        assert_eq!(select(&two, Some("test")).unwrap().0, "test");
        assert_eq!(
            message(&two, None),
            "site.yaml has several targets: write one of `live`, `test`"
        );
        assert_eq!(
            message(&one, Some("x")),
            "site.yaml has no target `x`: write one of `live`"
        );
        assert_eq!(
            message(&with(&[]), None),
            "site.yaml has no target: add one to `publish.targets`"
        );
    }

    #[test]
    fn an_unknown_scheme_the_published_folder_and_compressed_objects_are_refused() {
        let unknown =
            "cannot be used: write a folder, or a URL that begins with s3://, gs:// or az://";
        let published = "it is in `dist`, the folder that is published: write another one";
        for (url, precompressed, end) in [
            (
                "ftp://host/x",
                false,
                format!("site.yaml: the target `ftp://host/x` {unknown}").as_str(),
            ),
            ("dist", false, published),
            ("C:\\web\\parque", false, "write a path with `/`"),
            ("file://D:/web", false, "write a path with `/`"),
            ("./dist/public", false, published),
            ("file://dist/.", false, published),
            (
                "s3://bucket",
                true,
                "`precompressed` is for folders only: remove it",
            ),
        ] {
            let error = open(Path::new("/project"), &target(url, precompressed))
                .unwrap_err()
                .to_string();
            assert!(error.ends_with(end), "{error}");
        }
    }
}
