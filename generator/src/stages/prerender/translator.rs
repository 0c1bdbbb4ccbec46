//! The package `i18next-translator`, which `make set-up` cuts out of the installed i18next.

use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::outputs::licenses::LOCK;
use model::build_error::BuildError;
use model::fingerprint::hex;

/// The script that makes the package, from the root. Its text is part of the bundle's hash.
pub(super) const SCRIPT: &str = "islands/scripts/make-translator.mjs";
/// The description of the package, from the root: `version` is that of i18next, `madeBy` the SHA-256 of the script.
const PACKAGE: &str = "islands/node_modules/i18next-translator/package.json";

/// Checks that the package was made from the locked i18next by the current script. A project without the script uses no
/// such package.
///
/// # Errors
/// [`BuildError::Tool`] when it was not, or when it is missing; a file that cannot be read.
pub(super) fn check(root: &Path) -> Result<(), BuildError> {
    let script = root.join(SCRIPT);
    if !script.exists() {
        return Ok(());
    }
    let text = std::fs::read(&script).map_err(BuildError::at(&script))?;
    let lock = root.join(LOCK);
    let bytes = std::fs::read(&lock).map_err(BuildError::at(&lock))?;
    let lock: Value = serde_json::from_slice(&bytes).map_err(|error| BuildError::at(&lock)(error.into()))?;
    let locked = &lock["packages"]["node_modules/i18next"]["version"];
    let package: Value = std::fs::read(root.join(PACKAGE))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let made_by = hex(&Sha256::digest(&text));
    if package["version"] == *locked && package["madeBy"] == made_by.as_str() {
        Ok(())
    } else {
        let message = "islands/node_modules/i18next-translator: is missing, or was made from another i18next or by \
                       another islands/scripts/make-translator.mjs: run `make set-up`";
        Err(BuildError::Tool(message.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_or_script_asks_for_set_up() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let is_current = || match check(root.path()) {
            Ok(()) => true,
            Err(error) => {
                assert!(error.to_string().ends_with("run `make set-up`"), "{error}");
                false
            }
        };
        assert!(is_current(), "a project without the script");
        write(
            LOCK,
            r#"{"packages": {"node_modules/i18next": {"version": "1.0.0"}}}"#,
        );
        write(SCRIPT, "first");
        assert!(!is_current(), "no package");
        let made_by = hex(&Sha256::digest("first"));
        let describe = |version: &str| format!(r#"{{"version": "{version}", "madeBy": "{made_by}"}}"#);
        write(PACKAGE, &describe("1.0.0"));
        assert!(is_current());
        write(PACKAGE, &describe("1.0.1"));
        assert!(!is_current(), "another version");
        write(PACKAGE, &describe("1.0.0"));
        write(SCRIPT, "second");
        assert!(!is_current(), "another script");
    }
}
