//! Where the files of a project are: its own below its root; templates and islands in the engine, which several projects
//! share. A file of a project's own `templates/` replaces the engine's file of the same path.
//!
//! A root that holds `islands/` is the engine itself. Any other project is built with the engine of the environment variable
//! `SITE_ENGINE`, or else with the nearest folder above its root that holds `islands/` and `templates/`; without one, the
//! project has no other templates than its own. `stages::load::merge_templates` copies the templates of both to [`MERGED`].

pub mod licenses;
pub mod packages;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use formats::problem::Problem;
use model::build_error::BuildError;
use model::lang::Languages;
use model::{config, schema};
use walkdir::WalkDir;

/// The environment variable with the engine's folder.
const VARIABLE: &str = "SITE_ENGINE";

/// The folder of templates, below a root and below the engine.
pub const TEMPLATES: &str = "templates";
/// The folder of the fonts of documents and share pictures.
pub const DOCUMENT_FONTS: &str = "templates/documents/fonts";
/// The folder of the fonts for browsers.
pub const WEB_FONTS: &str = "templates/fonts";
/// The folder of islands, below the engine.
pub const ISLANDS: &str = "islands";
/// Where the templates of a project and of its engine are together, from the root.
pub const MERGED: &str = ".site/engine";

/// The engine of the project at `root`; `None` when the root is the engine, or when there is none.
pub fn engine(root: &Path) -> Option<PathBuf> {
    if root.join(ISLANDS).is_dir() {
        return None;
    }
    if let Some(named) = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        return Path::new(&named).canonicalize().ok();
    }
    // The folder of a new project does not exist yet.
    let root = root
        .canonicalize()
        .or_else(|_| std::path::absolute(root))
        .ok()?;
    let mut above = root.ancestors().skip(1);
    above.find(|folder| is_engine(folder)).map(Path::to_owned)
}

/// Checks that the project at `root` can be built: it has templates, its own or those of an engine.
pub fn check_engine(root: &Path) -> Result<(), BuildError> {
    let named = std::env::var(VARIABLE).unwrap_or_default();
    let is_named = !named.is_empty() && !root.join(ISLANDS).is_dir();
    let message = match engine(root) {
        Some(engine) if is_engine(&engine) => return Ok(()),
        None if !is_named && root.join(TEMPLATES).is_dir() => return Ok(()),
        None if !is_named => format!(
            "the project has no engine, the folder with `{TEMPLATES}/` and `{ISLANDS}/`: run `npm install` and start the \
             command with `npx {}`, or name the folder in {VARIABLE}",
            packages::engine_name()
        ),
        _ => format!(
            "{VARIABLE} names {named}, which is not an engine: name the folder with `{TEMPLATES}/` and `{ISLANDS}/`, or \
             remove the variable"
        ),
    };
    Err(BuildError::Tool(message))
}

fn is_engine(folder: &Path) -> bool {
    folder.join(ISLANDS).is_dir() && folder.join(TEMPLATES).is_dir()
}

/// The folder below which a file of the project is read. `file` is its path from the root.
pub fn base(root: &Path, file: &str) -> PathBuf {
    let first = file.split('/').next().unwrap_or_default();
    match engine(root) {
        Some(engine) if first == ISLANDS => engine,
        Some(_) if first == TEMPLATES => root.join(MERGED),
        _ => root.to_owned(),
    }
}

/// Where a file of the project is read.
pub fn path(root: &Path, file: &str) -> PathBuf {
    base(root, file).join(file)
}

/// Names the files of problems as their author finds them: the engine's by their path from `root`.
pub fn locate(root: &Path, problems: &mut [Problem]) {
    let Some(engine) = engine(root) else { return };
    for problem in problems {
        let first = problem.file.split('/').next().unwrap_or_default();
        let is_own = !matches!(first, TEMPLATES | ISLANDS) || root.join(&problem.file).exists();
        if !is_own && engine.join(&problem.file).exists() {
            problem.file = relative(root, &engine.join(&problem.file));
        }
    }
}

/// Writes the schemas of the author's files for editors, those that changed; nothing in a folder that is not a project.
pub fn write_schemas(root: &Path) -> io::Result<()> {
    if !root.join(config::FILE).is_file() {
        return Ok(());
    }
    let folder = root.join(schema::FOLDER);
    fs::create_dir_all(&folder)?;
    for (name, ..) in schema::FILES {
        let text = schema::schema(name).map(|schema| format!("{:#}\n", schema.to_value()));
        let (path, text) = (
            folder.join(format!("{name}.json")),
            text.unwrap_or_default(),
        );
        if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            fs::write(path, text)?;
        }
    }
    Ok(())
}

/// The path from a folder to a file or folder, with `/`; both must exist.
pub fn relative(from: &Path, to: &Path) -> String {
    let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (from, to) = (canonical(from), canonical(to));
    let is_common = |(one, other): &(Component<'_>, Component<'_>)| one == other;
    let common = from
        .components()
        .zip(to.components())
        .take_while(is_common)
        .count();
    let up = from.components().skip(common).map(|_| "..".into());
    let down = to
        .components()
        .skip(common)
        .map(|part| part.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The paths of the Markdown files below the folder of each language, without `.md`, sorted.
pub fn content_slugs(root: &Path, languages: Languages) -> BTreeSet<String> {
    let mut slugs = BTreeSet::new();
    for lang in languages.iter() {
        let folder = root.join(format!("content/{lang}"));
        for entry in WalkDir::new(&folder).into_iter().filter_map(Result::ok) {
            let below = entry
                .path()
                .strip_prefix(&folder)
                .ok()
                .and_then(Path::to_str);
            slugs.extend(
                below
                    .and_then(|path| path.strip_suffix(".md"))
                    .map(str::to_owned),
            );
        }
    }
    slugs
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::problem::Code;

    #[test]
    fn the_nearest_folder_above_with_templates_and_islands_is_the_engine() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("sites/a");
        for path in ["sites/a/templates/parts", "templates/parts", "islands/src"] {
            fs::create_dir_all(folder.path().join(path)).unwrap();
        }
        fs::write(folder.path().join("templates/parts/a.html"), "").unwrap();
        fs::write(root.join("templates/parts/b.html"), "").unwrap();
        assert_eq!(engine(&root), folder.path().canonicalize().ok());
        assert_eq!(engine(folder.path()), None);
        assert_eq!(
            path(&root, "templates/parts/a.html"),
            root.join(".site/engine/templates/parts/a.html")
        );
        assert_eq!(path(&root, "site.yaml"), root.join("site.yaml"));
        let problem = |file: &str| Problem::in_file(Code::TemplateError, file, "is wrong");
        let mut problems = [
            "templates/parts/a.html",
            "templates/parts/b.html",
            "content/x.md",
        ]
        .map(problem);
        locate(&root, &mut problems);
        let files = problems.map(|problem| problem.file);
        assert_eq!(
            files,
            [
                "../../templates/parts/a.html",
                "templates/parts/b.html",
                "content/x.md"
            ]
        );
    }
}
