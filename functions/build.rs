//! Finds what the lead function has of the site: its time zone, its theme, its languages with their strings, the pages to which
//! the function leads, by their template, as the site's build does; and the texts of the privacy notice.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The environment variable with the folder of the site's project, from the repository's; without it, the repository.
const ROOT: &str = "SITE_ROOT";

/// The templates of the pages; `THANKS` becomes the environment variable `PAGE_THANKS` of the compiler, a path without
/// language.
const TEMPLATES: [&str; 4] = ["brochure", "inventory", "privacy", "thanks"];

/// The template of the privacy notice, whose file in each language becomes `notice-<language>.md`.
const PRIVACY: &str = "privacy";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed={ROOT}");
    let repository = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("..");
    let root = repository.join(env::var_os(ROOT).unwrap_or_default());
    if !root.join("site.yaml").is_file() {
        return Err(format!("{ROOT}: {} holds no site.yaml", root.display()).into());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let settings = root.join("site.yaml");
    println!("cargo::rerun-if-changed={}", settings.display());
    let settings = fs::read_to_string(settings)?;
    // The program parses it; the site's build reports a wrong one.
    let time_zone = key("time_zone", &settings).unwrap_or_default();
    let time_zone = time_zone
        .lines()
        .next()
        .and_then(|line| line.split([':', '#']).nth(1));
    println!(
        "cargo::rustc-env=SITE_TIME_ZONE={}",
        time_zone.unwrap_or_default().trim().trim_matches(['"', '\''])
    );
    let declared = key("languages", &settings).ok_or(
        "site.yaml has no `languages`: write the names of the folders below content/, the default first",
    )?;
    fs::write(out.join("languages.yaml"), declared)?;
    let theme = root.join("theme.yaml");
    if theme.is_file() {
        println!("cargo::rerun-if-changed={}", theme.display());
    }
    fs::write(out.join("theme.yaml"), fs::read(theme).unwrap_or_default())?;
    let content = root.join("content");
    let languages = languages(&content)?;
    let original = content.join(&languages[0]);
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
    let mut texts = String::from("&[");
    for language in &languages {
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
        let strings = content.join(language).join("strings.json");
        println!("cargo::rerun-if-changed={}", strings.display());
        fs::copy(strings, out.join(format!("strings-{language}.json")))?;
        texts.push_str(&format!(
            "Texts {{ code: {language:?}, \
             strings: include_str!(concat!(env!(\"OUT_DIR\"), \"/strings-{language}.json\")), \
             notice: include_str!(concat!(env!(\"OUT_DIR\"), \"/notice-{language}.md\")) }},\n"
        ));
    }
    texts.push(']');
    fs::write(out.join("texts.rs"), texts)?;
    Ok(())
}

/// The lines of a top-level key and its value. The program parses them.
fn key(name: &str, text: &str) -> Option<String> {
    let is_start = |line: &str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'));
    let mut lines = text.lines().skip_while(|line| !is_start(line));
    let mut found = format!("{}\n", lines.next()?);
    for line in lines.take_while(|line| line.is_empty() || line.starts_with([' ', '-', '#', ']'])) {
        found.push_str(line);
        found.push('\n');
    }
    Some(found)
}

/// The folders with strings, sorted. The site's build refuses one that is not declared.
fn languages(content: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(content)? {
        let path = entry?.path();
        if path.join("strings.json").is_file() {
            found.extend(path.file_name().and_then(|name| Some(name.to_str()?.to_owned())));
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err("no folder below content/ has a strings.json".into()),
        false => Ok(found),
    }
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
