//! What other services need: the hosted editor, targets, the policy of browsers.

use super::text_forms::{is_base_url, is_word};
use super::{Findings, is_given_wrong};
use crate::config::Config;
use crate::config::settings::is_repository;

/// The editor, the keys of targets and the sources of the policy.
pub(super) fn check(config: &Config, found: &mut Findings) {
    let editor = config.editor.as_ref();
    let message = "this is not a repository: write its owner and its name, like `owner/site`";
    found.refuse(
        "editor.repo",
        message,
        is_given_wrong(editor.map(|editor| &editor.repo), is_repository),
    );
    let message = "`branch` is empty: write the name of a branch, like `main`";
    found.refuse(
        "editor.branch",
        message,
        editor.is_some_and(|editor| editor.branch.trim().is_empty()),
    );
    let message =
        "`sign_in` is not the origin of a site: write one like `https://sign-in.example.com`";
    let is_origin = |origin: &str| origin.starts_with("https://") && is_base_url(origin);
    found.refuse(
        "editor.sign_in",
        message,
        is_given_wrong(editor.and_then(|editor| editor.sign_in.as_ref()), is_origin),
    );
    let is_folder = |folder: &str| {
        folder
            .split('/')
            .all(|part| !matches!(part, "" | "." | "..") && !part.contains('\\'))
    };
    let message = "`folder` is not a folder of the repository: write one like `sites/torre`";
    found.refuse(
        "editor.folder",
        message,
        is_given_wrong(editor.and_then(|editor| editor.folder.as_ref()), is_folder),
    );

    let message = "`index_now` is not a key: write from 8 to 128 letters, digits and hyphens";
    for (name, target) in &config.publish.targets {
        let key = target
            .purge
            .as_ref()
            .and_then(|purge| purge.index_now.as_ref());
        let is_key = |key: &str| (8..=128).contains(&key.len()) && is_word(key);
        found.refuse(
            &format!("publish.targets.{name}.purge.index_now"),
            message,
            is_given_wrong(key, is_key),
        );
    }

    let splits = |source: &String| source.contains([';', ',', '\n']);
    let message = "`csp` has a source with a semicolon, comma or line break: write each source as an item of its own";
    found.refuse("csp", message, config.csp.values().flatten().any(splits));

    let message = "`csp` has an unknown directive: use one that ends in `-src`, `form-action` or `frame-ancestors`";
    let is_known =
        |name: &str| name.ends_with("-src") || matches!(name, "form-action" | "frame-ancestors");
    found.refuse(
        "csp",
        message,
        config.csp.keys().any(|name| !is_known(name)),
    );
}
