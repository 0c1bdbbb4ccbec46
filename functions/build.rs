//! Finds the pages of the site to which the lead function leads, by their template, as the site's build does; and the
//! texts of the privacy notice.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The templates of the pages; `THANKS` becomes the environment variable `PAGE_THANKS` of the compiler, a path without
/// language.
const TEMPLATES: [&str; 4] = ["brochure", "inventory", "privacy", "thanks"];

/// The template of the privacy notice, whose file in each language becomes `notice-<language>.md`.
const PRIVACY: &str = "privacy";

const LANGUAGES: [&str; 2] = ["es", "en"];

fn main() -> Result<(), Box<dyn Error>> {
    let content = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../content");
    let original = content.join(LANGUAGES[0]);
    let mut files = Vec::new();
    list(&original, &mut files)?;
    files.sort();
    let mut notice = None;
    for template in TEMPLATES {
        let found = files.iter().find(|file| has_template(file, template));
        // A page that gets another address or template changes its file; no other page must compile the function again.
        println!("cargo::rerun-if-changed={}", found.unwrap_or(&original).display());
        let slug = found.and_then(|file| file.strip_prefix(&original).ok());
        let slug = slug.map_or_else(String::new, |slug| slug.with_extension("").display().to_string());
        println!("cargo::rustc-env=PAGE_{}=/{slug}", template.to_uppercase());
        if template == PRIVACY {
            notice = found.and_then(|file| file.strip_prefix(&original).ok());
        }
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for language in LANGUAGES {
        // A site without a notice has no form that shows it; the function still compiles.
        let file = notice.map(|file| content.join(language).join(file));
        if let Some(file) = &file {
            println!("cargo::rerun-if-changed={}", file.display());
        }
        let text = file.and_then(|file| fs::read(file).ok());
        fs::write(
            out.join(format!("notice-{language}.md")),
            text.unwrap_or_default(),
        )?;
    }
    Ok(())
}

/// Adds every Markdown file below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "md") {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether the front matter of a page names a template.
fn has_template(file: &Path, template: &str) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let front = text.split("\n---").next().unwrap_or_default();
    front.lines().any(|line| {
        let value = line.strip_prefix("template:").unwrap_or_default();
        let value = value.split('#').next().unwrap_or_default();
        value.trim().trim_matches(['"', '\'']) == template
    })
}
