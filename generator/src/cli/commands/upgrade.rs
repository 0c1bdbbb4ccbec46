//! `site upgrade`, and the outputs of two builds, compared for people.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;
use std::time::Duration;

use anyhow::Context as _;
use similar::{ChangeTag, TextDiff};
use walkdir::WalkDir;

use crate::cache::{self, stored_file};
use crate::cli::console::{CommandResult, Console, ExitStatus, count};
use crate::project::{self, packages};
use lead_site::OUTBOX;
use model::build_error::BuildError;
use model::schema::ENGINE;
use system::SCRIPT_SUFFIX;

pub const AFTER_HELP: &str = "\
Builds copies of the project with the installed engine and with the other one, from the same inventory, and
lists the files that differ, with a word diff of one page. Then installs that version, unless `--check` is given
or its build fails. The project's dist/ and inventory are not touched: build and check the site afterwards.

Examples:
  site upgrade --check            what the latest version would change
  site upgrade                    the same, and install it
  site upgrade 0.1.0              go back to a version";

/// The version where none is named.
pub const LATEST: &str = "latest";

pub fn upgrade(root: &Path, version: &str, is_check: bool, console: &Console) -> CommandResult {
    let root = root.canonicalize().map_err(BuildError::at(root))?;
    let description = root.join(packages::DESCRIPTION);
    let not_installed = || {
        BuildError::Usage(format!(
            "{}: the project does not install its engine with npm: upgrade the folder of the engine instead",
            description.display()
        ))
    };
    if !is_check && !description.is_file() {
        return Err(not_installed().into());
    }
    let engine = project::engine(&root).ok_or_else(not_installed)?;
    let package = packages::engine_name();
    let folder = tempfile::tempdir()?;
    let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
    copy(&root, &old)?;
    copy(&root, &new)?;

    let is_path = version.contains(['/', '\\']) || version.ends_with(".tgz");
    // npm runs in other folders.
    let wanted = if is_path {
        absolute(version)?.display().to_string()
    } else {
        version.to_owned()
    };
    console.say(&format!(
        "site: installing {package}@{wanted} in a temporary folder"
    ));
    run(
        npm(&new, &wanted).arg("--ignore-scripts"),
        "npm cannot install it",
    )?;
    let installed = new.join(packages::FOLDER);
    // npm writes the version that the registry gives it. A package may say another one of itself, which would be installed then.
    let of_registry = (!is_path).then(|| needed_version(&new, &package)).flatten();
    let version = match of_registry {
        Some(version) => version,
        None => packages::description(&installed.join(&package))?.version,
    };
    if wanted == LATEST && is_older(&version, ENGINE) {
        return Err(BuildError::Usage(format!(
            "the latest version is {version}, older than the installed {ENGINE}: to go back to it, run `site upgrade {version}`"
        ))
        .into());
    }
    console.say(&format!("site: building with {ENGINE} and with {version}"));
    let program = std::env::current_exe().context("cannot find this program")?;
    run(
        build(program, &old).env("SITE_ENGINE", engine),
        "the build with the installed engine failed",
    )?;
    let program = installed.join(format!(".bin/{package}{SCRIPT_SUFFIX}"));
    let failed = format!("the build with {version} failed, and nothing is installed");
    run(build(program, &new).env_remove("SITE_ENGINE"), &failed)?;
    let comparison = compare(&old.join("dist"), &new.join("dist"))?;
    console.result(&format!("{package} {ENGINE} -> {version}\n{comparison}"));
    if !is_check {
        let before = needed_version(&root, &package).unwrap_or_else(|| ENGINE.to_owned());
        let wanted = if is_path { wanted } else { version };
        run(&mut npm(&root, &wanted), "npm cannot install it")?;
        console.result(&format!(
            "installed; to undo it: npm install --save-exact {package}@{before}"
        ));
    }
    Ok(ExitStatus::Done)
}

/// Copies what a build reads: a project without its output and its stored leads, but with the last good inventory and the results
/// of earlier builds. Links that lead out of the project are left out: a build refuses them. `root` is canonical.
fn copy(root: &Path, to: &Path) -> Result<(), BuildError> {
    let is_read = |path: &Path| {
        let canonical = path.canonicalize().ok();
        let below = canonical
            .as_ref()
            .and_then(|path| path.strip_prefix(root).ok());
        let Some(path) = below else { return false };
        let is_state = |kept: &str| path.starts_with(kept) || Path::new(kept).starts_with(path);
        if path.starts_with(".site") {
            is_state(stored_file::STATE) || is_state(cache::FOLDER)
        } else {
            ["dist", packages::FOLDER, ".git", OUTBOX]
                .iter()
                .all(|other| path != Path::new(other))
        }
    };
    let entries = WalkDir::new(root).follow_links(true).into_iter();
    for entry in entries.filter_entry(|entry| is_read(entry.path())) {
        let entry = match entry {
            // It leads nowhere, or to a folder above.
            Err(error) if error.path().is_some_and(Path::is_symlink) => continue,
            entry => entry.map_err(|error| BuildError::at(root)(error.into()))?,
        };
        let target = to.join(entry.path().strip_prefix(root).unwrap_or(entry.path()));
        let kind = entry.file_type();
        let copied = if kind.is_dir() {
            fs::create_dir_all(&target)
        } else if kind.is_file() {
            fs::copy(entry.path(), &target).map(drop)
        } else {
            // Reading a pipe or a socket may never end.
            Ok(())
        };
        copied.map_err(BuildError::at(entry.path()))?;
    }
    Ok(())
}

/// The version of a package that a project needs, as its description names it.
fn needed_version(project: &Path, package: &str) -> Option<String> {
    packages::description(project).ok()?.take_needed(package)
}

/// Whether a version is older than another one. What is not a version of [Semantic Versioning](https://semver.org) is not.
fn is_older(version: &str, other: &str) -> bool {
    // A version comes after those that prepare it: `0.3.0-beta.1`.
    let parts = |version: &str| {
        let without_build = version.split('+').next()?;
        let (numbers, is_final) = without_build
            .split_once('-')
            .map_or((without_build, true), |(numbers, _)| (numbers, false));
        let numbers: Vec<u64> = numbers
            .split('.')
            .map(|number| number.parse().ok())
            .collect::<Option<_>>()?;
        Some((numbers, is_final))
    };
    parts(version)
        .zip(parts(other))
        .is_some_and(|(version, other)| version < other)
}

fn npm(project: &Path, wanted: &str) -> Command {
    let mut command = Command::new(format!("npm{SCRIPT_SUFFIX}"));
    command
        .current_dir(project)
        .args(["install", "--prefix"])
        .arg(project);
    // A folder is installed like its package, and not linked.
    command.args(["--save-exact", "--install-links", "--no-audit", "--no-fund"]);
    command.arg(format!("{}@{wanted}", packages::engine_name()));
    command
}

fn build(program: PathBuf, project: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(project)
        .args(["build", "--offline", "--root", "."]);
    command
}

/// Runs a command to its end. An inventory that is too old is not a failure.
fn run(command: &mut Command, failed: &str) -> Result<(), BuildError> {
    let error = match command.output() {
        Ok(output)
            if output.status.success()
                || output.status.code() == Some(ExitStatus::Overdue as i32) =>
        {
            return Ok(());
        }
        Ok(output) => String::from_utf8_lossy(&output.stderr)
            .trim_end()
            .to_owned(),
        Err(error) => format!("{}: {error}", command.get_program().display()),
    };
    Err(BuildError::Tool(format!("{failed}:\n{error}")))
}

/// How many files, and how many changes of the page, are listed.
const MOST: usize = 20;
/// The words and spaces around a change.
const CONTEXT: usize = 8;
/// The most characters of one changed or unchanged part: data in a page may be one long word.
const LONGEST: usize = 200;
/// After this time the diff of a page need no longer be the shortest one.
const PATIENCE: Duration = Duration::from_secs(2);
/// The folder of the files whose names contain a hash of their content.
const ASSETS: &str = "assets/";

/// What differs between two folders: how many files, their paths, and the changes of the first page. Assets that have the name of
/// another version of them, and files that differ only by these names, are counted.
fn compare(old: &Path, new: &Path) -> Result<String, BuildError> {
    let (before, after) = (paths(old)?, paths(new)?);
    let mut gone: Vec<&String> = before.difference(&after).collect();
    let mut added: Vec<&String> = after.difference(&before).collect();
    let names: HashSet<&str> = gone
        .iter()
        .chain(&added)
        .filter_map(|path| path.strip_prefix(ASSETS))
        .collect();
    let (mut same, mut renamed, mut only_names) = (0, 0, 0);
    let stem_of: fn(&str) -> Option<(&str, &str)> = |path| path.strip_prefix(ASSETS).and_then(stem);
    added.retain(|path| {
        let stem = stem_of(path);
        let earlier = gone
            .iter()
            .position(|old| stem.is_some() && stem_of(old) == stem);
        renamed += usize::from(earlier.is_some());
        earlier.map(|index| gone.remove(index)).is_none()
    });
    let mut different: Vec<&String> = Vec::new();
    let mut page = None;
    for path in before.intersection(&after) {
        let read =
            |folder: &Path| fs::read(folder.join(path)).map_err(BuildError::at(&folder.join(path)));
        let (one, other) = (read(old)?, read(new)?);
        if one == other {
            same += 1;
            continue;
        }
        let [one, other] =
            [one, other].map(|bytes| without_hashes(&String::from_utf8_lossy(&bytes), &names));
        if one == other {
            only_names += 1;
            continue;
        }
        different.push(path);
        if page.is_none() && path.ends_with(".html") {
            page = Some((path, changes(&one, &other)));
        }
    }
    let mut text = format!(
        "{} the same, {} different, {} new, {} gone",
        count(same, "file is", "files are"),
        different.len(),
        added.len(),
        gone.len()
    );
    if renamed + only_names > 0 {
        let renamed = count(renamed, "asset", "assets");
        let naming = count(only_names, "file differs", "files differ");
        text += &format!("\n{renamed} with another hash in the name; {naming} only by such names");
    }
    let mut lines = Vec::new();
    for (what, paths) in [("differs", different), ("new", added), ("gone", gone)] {
        lines.extend(paths.iter().map(|path| format!("{what:<7} {path}")));
    }
    text += &list(&lines);
    if let Some((page, changes)) = page {
        text += &format!(
            "\n\n{page}, [-old words-] and {{+new words+}}:{}",
            list(&changes)
        );
    }
    Ok(text)
}

fn list(lines: &[String]) -> String {
    let shown = lines.iter().take(MOST).map(|line| format!("\n  {line}"));
    let more = (lines.len() > MOST).then(|| format!("\n  and {} more", lines.len() - MOST));
    shown.chain(more).collect()
}

fn paths(folder: &Path) -> Result<BTreeSet<String>, BuildError> {
    let mut paths = BTreeSet::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| BuildError::at(folder)(error.into()))?;
        if entry.file_type().is_file() {
            paths.insert(system::slashed(
                entry.path().strip_prefix(folder).unwrap_or(entry.path()),
            ));
        }
    }
    Ok(paths)
}

/// The name of an asset without its hash: `form.js` of `form-4EF8B9F7.js`.
fn stem(name: &str) -> Option<(&str, &str)> {
    let (name, extension) = name.rsplit_once('.')?;
    Some((name.rsplit_once('-')?.0, extension))
}

fn without_hashes(text: &str, names: &HashSet<&str>) -> String {
    let is_other = |letter: char| !letter.is_ascii_alphanumeric() && !"-._".contains(letter);
    let tokens = text.split_inclusive(is_other).map(|token| {
        let name = token.trim_end_matches(is_other);
        match stem(name) {
            Some((stem, extension)) if names.contains(name) => {
                format!("{stem}.{extension}{}", &token[name.len()..])
            }
            _ => token.to_owned(),
        }
    });
    tokens.collect()
}

fn changes(old: &str, new: &str) -> Vec<String> {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_words(old, new);
    let groups = diff.grouped_ops(CONTEXT);
    let part = |(tag, words): (ChangeTag, &[&str])| {
        let text = shortened(&words.concat());
        match tag {
            ChangeTag::Equal => text,
            ChangeTag::Delete => format!("[-{text}-]"),
            ChangeTag::Insert => format!("{{+{text}+}}"),
        }
    };
    let shown = groups.iter().map(|group| {
        group
            .iter()
            .flat_map(|op| op.iter_slices(diff.old_slices(), diff.new_slices()))
            .map(part)
            .collect()
    });
    shown.collect()
}

/// The text in one line, without what is in the middle of a long one.
fn shortened(text: &str) -> String {
    let mut text: Vec<char> = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    if text.len() > LONGEST {
        text.splice(LONGEST / 2..text.len() - LONGEST / 2, " … ".chars());
    }
    text.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_whose_hash_changed_are_counted_and_pages_with_their_names_are_not_listed() {
        let [old, new] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for (folder, path, text) in [
            (&old, "a.html", "<script src=/assets/form-AAAA.js></script>"),
            (&new, "a.html", "<script src=/assets/form-CCCC.js></script>"),
            (&old, "b.html", "one two"),
            (&new, "b.html", "one <b>three</b>"),
            (&old, "c.txt", "c"),
            (&new, "c.txt", "c"),
            (&old, "assets/form-AAAA.js", "1"),
            (&new, "assets/form-CCCC.js", "3"),
            (&old, "assets/form-BBBB.css", "2"),
        ] {
            fs::create_dir_all(folder.path().join(ASSETS)).unwrap();
            fs::write(folder.path().join(path), text).unwrap();
        }
        assert_eq!(
            compare(old.path(), new.path()).unwrap(),
            "1 file is the same, 1 different, 0 new, 1 gone\n\
             1 asset with another hash in the name; 1 file differs only by such names\n  \
             differs b.html\n  \
             gone    assets/form-BBBB.css\n\n\
             b.html, [-old words-] and {+new words+}:\n  \
             one [-two-]{+<b>three</b>+}"
        );
    }

    #[test]
    fn versions_have_an_order() {
        for (version, other, expected) in [
            ("0.0.9", "0.1.0", true),
            ("0.9.0", "0.10.0", true),
            ("0.1.0-beta.1", "0.1.0", true),
            ("0.1.0", "0.1.0-beta.1", false),
            ("0.1.0", "0.1.0", false),
            ("0.1.0+5", "0.1.0", false),
            ("1.0.0", "0.9.9", false),
            ("newest", "0.1.0", false),
            ("99999999999999999999.0.0", "0.1.0", false),
        ] {
            assert_eq!(is_older(version, other), expected, "{version} {other}");
        }
    }

    #[test]
    fn stored_leads_are_not_copied() {
        let [project, copied] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for name in ["site.yaml", ".outbox/lead.0001.json", "content/es/index.md"] {
            let path = project.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        let root = project.path().canonicalize().unwrap();
        copy(&root, copied.path()).unwrap();
        assert!(copied.path().join("content/es/index.md").exists());
        assert!(!copied.path().join(OUTBOX).exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_project_and_pipes_are_not_copied() {
        use std::os::unix::fs::symlink;
        let [project, copied, other] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let root = project.path().canonicalize().unwrap();
        fs::write(other.path().join("private"), "x").unwrap();
        fs::write(root.join("site.yaml"), "x").unwrap();
        symlink("site.yaml", root.join("inside")).unwrap();
        symlink(other.path(), root.join("folder")).unwrap();
        symlink(other.path().join("private"), root.join("file")).unwrap();
        symlink("missing", root.join("broken")).unwrap();
        let pipe = Command::new("mkfifo").arg(root.join("pipe")).status();
        assert!(pipe.unwrap().success());
        copy(&root, copied.path()).unwrap();
        let names = paths(copied.path()).unwrap();
        assert_eq!(Vec::from_iter(names), ["inside", "site.yaml"]);
    }

    #[test]
    fn lists_and_long_parts_are_shortened() {
        let [old, new] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for number in 0..=MOST {
            fs::write(new.path().join(format!("{number:02}")), "").unwrap();
        }
        let comparison = compare(old.path(), new.path()).unwrap();
        assert!(
            comparison.ends_with("\n  new     19\n  and 1 more"),
            "{comparison}"
        );
        let long = "ñ".repeat(10 * LONGEST);
        assert!(shortened(&long).chars().count() < 2 * LONGEST);
    }
}
