//! Runs esbuild's native binary, without Node, once for each kind of script. It writes only into the folder that the caller gives;
//! its errors are errors in the author's TypeScript or CSS and become [`Problem`]s with their line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use serde_json::Value;

use crate::outputs::theme::STYLE_SHEET;
use crate::project::{self, packages};
use formats::problem::{Code, Place, Problem};
use model::build_error::BuildError;

/// Identifiers of scripts with their values.
pub(super) type Constants = Vec<(&'static str, Value)>;

/// The oldest browsers that the site supports, at two levels ([docs/browsers.md](../../../../docs/browsers.md)).
const BROWSERS: &str = include_str!("../../../../islands/browsers.json");

/// The arguments common to all runs. The islands import `react`; the bundle contains preact.
const ARGUMENTS: [&str; 14] = [
    "--bundle",
    "--jsx=automatic",
    "--charset=utf8",
    "--legal-comments=none",
    "--log-level=warning",
    "--log-limit=0",
    "--color=false",
    "--entry-names=[name]-[hash]",
    "--chunk-names=[name]-[hash]",
    "--asset-names=[name]-[hash]",
    "--alias:react=preact/compat",
    "--alias:react-dom/client=preact/compat/client",
    "--alias:react-dom/server=preact-render-to-string",
    "--alias:react/jsx-runtime=preact/jsx-runtime",
];

/// Extensions of files that styles and scripts may import; each file is copied under a hashed name.
pub(super) const ASSETS: [&str; 5] = ["woff2", "png", "webp", "avif", "jpg"];

/// One run of esbuild: entries as (output name, path relative to `islands/`), and the arguments that differ.
#[derive(Debug)]
pub(super) struct EsbuildRun {
    /// Also the name of the run's folder and of its metafile.
    pub name: &'static str,
    pub entries: Vec<(String, String)>,
    /// Arguments beyond the common ones.
    pub arguments: &'static [&'static str],
}

/// The argument that limits syntax to what the oldest browsers in which the site is usable can read.
pub(super) fn target() -> Result<String, BuildError> {
    let levels: BTreeMap<String, BTreeMap<String, f64>> = serde_json::from_str(BROWSERS)
        .map_err(|error| BuildError::Tool(format!("islands/browsers.json: {error}")))?;
    let usable = levels.get("usable").into_iter().flatten();
    let browsers: String = usable
        .map(|(name, version)| format!(",{name}{version}"))
        .collect();
    Ok(format!("--target=es2022{browsers}"))
}

/// The native binary, which npm installed as a package of its own.
fn binary(root: &Path) -> Result<PathBuf, BuildError> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let folder = packages::installed(root, &format!("@esbuild/{system}-{processor}"))?;
    Ok(folder.join(if cfg!(windows) {
        "esbuild.exe"
    } else {
        "bin/esbuild"
    }))
}

/// Runs esbuild in `islands/` of the project at `root`. Files go to `out/<run>/`, the metafiles to `out/<run>.json`. `theme` is what
/// style sheets import as `theme.css`; `constants` are identifiers that the scripts may use, with their values as JavaScript.
pub(super) fn run(
    root: &Path,
    sources: &BundleSources,
    out: &Path,
    runs: &[EsbuildRun],
    theme: &str,
    constants: &Constants,
) -> Result<(), BuildError> {
    let (binary, target) = (binary(root)?, target()?);
    let sheet = std::path::absolute(out.join(STYLE_SHEET)).map_err(BuildError::at(out))?;
    std::fs::write(&sheet, theme).map_err(BuildError::at(&sheet))?;
    let run = |run: &EsbuildRun| {
        let mut command = Command::new(&binary);
        command
            .current_dir(&sources.islands)
            .args(
                run.entries
                    .iter()
                    .map(|(name, path)| format!("{name}={}", sources.argument(path))),
            )
            .args(ARGUMENTS)
            .arg(&target)
            .arg(format!("--alias:{STYLE_SHEET}={}", sheet.display()))
            // Where the fonts of that style sheet are.
            .arg(format!(
                "--alias:{}={}",
                project::TEMPLATES,
                sources.path(TEMPLATES).display()
            ))
            .args(ASSETS.map(|extension| format!("--loader:.{extension}=file")))
            // Styles contain their drawings, so that these are there at the first paint.
            .arg("--loader:.svg=dataurl")
            .args(
                constants
                    .iter()
                    .map(|(name, value)| format!("--define:{name}={value}")),
            )
            .arg(format!("--outdir={}", out.join(run.name).display()))
            .arg(format!(
                "--metafile={}",
                out.join(format!("{}.json", run.name)).display()
            ))
            .args(run.arguments);
        let output = command.output().map_err(|error| {
            BuildError::Tool(format!("could not start {}: {error}", binary.display()))
        })?;
        let text = sources.plain(String::from_utf8_lossy(&output.stderr).into_owned());
        match problems(&text) {
            none if none.is_empty() && output.status.success() => Ok(()),
            none if none.is_empty() => {
                Err(BuildError::Tool(format!("esbuild failed: {}", text.trim())))
            }
            problems => Err(problems.into()),
        }
    };
    // Every run that reads a file reports its errors: each is reported once.
    BuildError::collect(runs.par_iter().map(run).collect::<Vec<_>>()).map(drop)
}

/// Parses esbuild's messages: a line `✘ [ERROR] what` or `▲ [WARNING] what [kind]`, then an indented `file:line:column:`.
/// Browsers would drop what a warning is about without a word.
fn problems(text: &str) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut message: Option<&str> = None;
    for line in text.lines() {
        if let Some((_, what)) = line.split_once("[ERROR] ") {
            message = Some(what);
        } else if let Some((_, what)) = line.split_once("[WARNING] ") {
            message = Some(what.rsplit_once(" [").map_or(what, |(what, _)| what));
        } else if let (Some(what), Some((file, place))) = (message, position(line)) {
            found.push(Problem::at(Code::ScriptError, file, place, what));
            message = None;
        }
    }
    found
}

/// Parses `    src/a.ts:5:30:`. esbuild counts columns from 0, and its paths are relative to `islands/`.
fn position(line: &str) -> Option<(String, Place)> {
    let mut parts = line.trim().strip_suffix(':')?.rsplitn(3, ':');
    let column: usize = parts.next()?.parse().ok()?;
    let line: usize = parts.next()?.parse().ok()?;
    let file = parts.next()?;
    let place = Place {
        line,
        column: column + 1,
    };
    Some((from_root(file), place))
}

/// Turns a path relative to `islands/` into one relative to the project's root.
pub(super) fn from_root(path: &str) -> String {
    path.strip_prefix("../")
        .map_or_else(|| format!("islands/{path}"), str::to_owned)
}

const TEMPLATES: &str = "../templates/";

#[derive(Debug)]
pub(super) struct BundleSources {
    /// `islands/`, where esbuild runs.
    pub(super) islands: PathBuf,
    /// The folder of the templates, if it is not beside `islands/`.
    templates: Option<PathBuf>,
}

impl BundleSources {
    /// The sources of the project at `root`. Without a current folder, relative paths are an error.
    pub(super) fn find(root: &Path) -> Result<BundleSources, BuildError> {
        let absolute = |path: PathBuf| std::path::absolute(&path).map_err(BuildError::at(&path));
        let templates =
            project::engine(root).map(|_| absolute(project::path(root, project::TEMPLATES)));
        Ok(BundleSources {
            islands: absolute(project::path(root, project::ISLANDS))?,
            templates: templates.transpose()?,
        })
    }

    /// The path, for esbuild, of a source that is named from `islands/`.
    pub(super) fn argument(&self, source: &str) -> String {
        match (source.strip_prefix(TEMPLATES), &self.templates) {
            (Some(file), Some(templates)) => templates.join(file).to_string_lossy().into_owned(),
            _ => source.to_owned(),
        }
    }

    /// Where a source is that is named from `islands/`.
    pub(super) fn path(&self, source: &str) -> PathBuf {
        self.islands.join(self.argument(source))
    }

    /// What esbuild printed, with all templates named as if they were beside `islands/`.
    pub(super) fn plain(&self, printed: String) -> String {
        let Some(templates) = &self.templates else {
            return printed;
        };
        printed.replace(
            &format!("{}/", project::relative(&self.islands, templates)),
            TEMPLATES,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_file_from_the_project_root() {
        let text = "✘ [ERROR] Could not resolve \"./x\"\n\n    src/registry.ts:5:30:\n      5 │ import\n        ╵\n\n\
                    ▲ [WARNING] Expected \"}\" [css-syntax-error]\n\n    ../templates/styles/site.css:2:0:\n      2 │ a {\n";
        let printed: Vec<String> = problems(text).iter().map(ToString::to_string).collect();
        assert_eq!(
            printed,
            [
                "islands/src/registry.ts:5:31: Could not resolve \"./x\"",
                "templates/styles/site.css:2:1: Expected \"}\"",
            ]
        );
    }

    #[test]
    fn the_target_is_the_oldest_usable_browsers() {
        assert_eq!(
            target().unwrap(),
            "--target=es2022,chrome108,firefox121,safari16.4"
        );
    }

    #[test]
    fn a_missing_binary_is_reported_with_the_command_to_run() {
        let folder = tempfile::tempdir().unwrap();
        let error = binary(folder.path()).unwrap_err();
        assert!(error.to_string().contains("run `make set-up`"), "{error}");
    }
}
