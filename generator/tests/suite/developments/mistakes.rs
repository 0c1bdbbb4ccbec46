//! Mistakes in the files of a new project: each is one finding, with its place and what to do.

use std::fs;
use std::path::{Path, PathBuf};

use formats::problem::Severity;
use generator::check::{self, content};
use tempfile::TempDir;

use super::linked_engine;
use super::new_site::new_site;
use crate::support::files::{edit, read, write};
use crate::support::rendered::{lines, only};
use crate::support::requests;
use crate::support::torre::link_cache;

/// Of each mistake the file, the text in it that is changed and the text instead, as JSON; then what is reported, with `{at}` for
/// the file and the line of the change. Without a text, the new one is added at the end.
const MISTAKES: &str = r##"
site.yaml: "responsible: " => "responsible: ~ # "
  {at}:3: `legal.responsible` is empty: write its text
site.yaml: "  - content/inventory.json" => "  - content/inventry.json"
  {at}:5: `examples` names `content/inventry.json`, which does not exist: write the path of a file
site.yaml: "  - strings.site.place" => "  - strings.site.plac"
  {at}:5: `examples` names `strings.site.plac`, which does not exist: write the path of a file
site.yaml: "phase: presale" => "phase:presale"
  {at}:1: this line has no colon with a space after it: write `key: value`, or indent what belongs to the line above it
site.yaml: "url: \"\"" => "url: http://platform.example"
  {at}:3: the platform's URL must start with https:// (http:// is allowed for localhost only): correct it, or write "" while there is no platform
site.yaml: "levels:\n  1:" => "levels:\n  0:"
  {at}:3: a building has no level 0: the ground floor is 1, the level above it 2, a basement -1
site.yaml: "local: local }" => "local: bodega }"
  {at}:39: `uses` does not declare the use `bodega`: declare it, or write one of `departamento`, `local`
site.yaml: "page: /locales-comerciales" => "page: /locales"
  {at}:5: `page` of the use `local` is `/locales`, which is not the path of a page: write content/<language>/locales.md, or correct it
site.yaml: "apartments: 6" => "apartments: 7"
  {at}:3: `facts.apartments` is 7, but the inventory has 6 with the use departamento: correct the fact, or the units on the platform
site.yaml: "facts:\n" => "reference_currency: { rate: 1 USD = 18.5 MXN, date: 2099-01-01, source: { es: Banco, en: Bank } }\nfacts:\n"
  {at}:47: 2099-01-01 is in the future: write the day on which the rate was published
content/en/caracteristicas.md: "" => "漢\n"
  {at}:1: `漢` is not in the fonts of theme.yaml, so that it is shown in another one: cut the fonts
content/en/strings.json: "\"inventory\": \"Inventory\"" => "\"inventory\": \"\""
  {at}:5: `nav.inventory` is empty: write its text, as in the other languages
content/en/strings.json: "\",\n" => "\",,\n"
  {at}:31: invalid JSON: unexpected token in object: write `"key": "text"` with one comma between two values
theme.yaml: "family: Hanken Grotesk" => "family: Hankn Grotesk"
  {at}:5: `Hankn Grotesk` is not the family of `text-400.ttf`, so that documents do not find it: write `Hanken Grotesk`
theme.yaml: "regular: text-400.ttf" => "regular: texto.ttf"
  {at}:5: `texto.ttf` is not in templates/documents/fonts: add the file (docs/theme.md says how), or correct its name
theme.yaml: "web: text.woff2" => "web: texto.woff2"
  {at}:5: `texto.woff2` is not in templates/fonts: add the file (docs/theme.md says how), or correct its name
theme.yaml: "icon: content/logo/icon.svg" => "icon: content/logo/icn.svg"
  {at}:3: `content/logo/icn.svg` cannot be read: the file does not exist: add the file, or correct its name
theme.yaml: "ground: \"#f7f7f7\"" => "ground: #f7f7f7"
  {at}:10: light.ground: the colour is empty: write it in quotation marks, like "#0d5a63", because `#` begins a comment
templates/page/unit.html: "" => "<p></p>"
  templates/page/unit.html: nothing reads this file: did you mean `templates/pages/unit.html`?
templates/styles/motion.css: "" => ":root { --prmary: red }\na { margin: var(--prmry)"
  templates/styles/motion.css:2:25: Expected "}" to go with "{"
templates/styles/motion.css: "" => "a { color: var(--prmary) }"
  templates/styles/motion.css:1:16: nothing defines the custom property `--prmary`: did you mean `--primary`?
content/geometry.json: "\"level\": 1," => "\"level\": 0,"
  {at}:6: a building has no level 0: the ground floor is 1, the level above it 2, a basement -1
content/geometry.json: "\"length\": " => "\"length\": \"21.2\", \"x\": "
  {at}:18: the value is the text `21.2`: write a number
content/en/aviso-de-privacidad.md: "" => "![A view](/view.webp)\n"
  {at}:1: the picture `/view.webp` does not exist: correct its address, or add the file below templates/static/
content/en/departamentos.md: "- id: " => "- id: other-"
  is not the same in content/es/departamentos.md: an anchor is the same in all languages
"##;

/// What a build of the project reports, and what its finished pages show.
fn problems(root: &Path) -> Vec<String> {
    let problems = match requests::render(root) {
        Ok(site) => {
            let texts = content::check(root).0.into_iter().map(|finding| finding.problem);
            let texts = texts.filter(|problem| problem.code.level() == Severity::Error);
            check::check(&site.site, &site.files).into_iter().chain(texts).collect()
        }
        Err(error) => error.problems().unwrap(),
    };
    lines(problems)
}

/// A new project below an engine.
fn project() -> (TempDir, PathBuf) {
    let engine = linked_engine();
    let root = engine.path().join("sites/x");
    new_site().write(&root).unwrap();
    (engine, root)
}

#[test]
fn each_mistake_is_one_finding_with_its_place_and_what_to_do() {
    let (_engine, root) = project();
    link_cache(&root);
    let mut others = Vec::new();
    let lines: Vec<&str> = MISTAKES.trim().lines().collect();
    for mistake in lines.chunks(2) {
        let (file, change) = mistake[0].split_once(": ").unwrap();
        let (from, to) = change.split_once(" => ").unwrap();
        let [from, to]: [String; 2] = [from, to].map(|text| serde_json::from_str(text).unwrap());
        let path = root.join(file);
        let before = fs::read_to_string(&path).ok();
        let text = before.clone().unwrap_or_default();
        assert!(text.contains(&from), "{file}: {from}");
        let changed = if from.is_empty() { text.clone() + &to } else { text.replacen(&from, &to, 1) };
        let is_same = |(one, other): &(u8, u8)| one == other;
        let same = text.bytes().zip(changed.bytes()).take_while(is_same).count();
        let line = 1 + changed.as_bytes()[..same].iter().filter(|byte| **byte == b'\n').count();
        let expected = &mistake[1].trim().replace("{at}", &format!("{file}:{line}"));
        write(&root, file, changed);
        let found = problems(&root);
        match before {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let is_reported = found.len() == 1 && found[0].contains(expected);
        if !is_reported {
            others.push(format!("{file}: {to}\n{}\nnot: {expected}", found.join("\n")));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n\n"));
    assert_eq!(problems(&root), [""; 0], "of the project without a mistake");
}

#[test]
fn a_folder_without_a_project_is_told_what_a_root_is() {
    let (_engine, root) = project();
    let found = only(problems(root.parent().unwrap()));
    let message =
        format!("does not exist: `--root` must be the folder of a project, such as {}", root.display());
    assert!(found.ends_with(&message), "{found}");
}

#[test]
fn a_fact_that_no_text_shows_is_named() {
    let (_engine, root) = project();
    edit(&root, "site.yaml", "  apartments: 6\n", "  apartments: 6\n  odd: 7\n");
    let line = 1 + read(&root, "site.yaml").split("  odd: 7\n").next().unwrap().lines().count();
    let found = content::check(&root).0.into_iter().map(|finding| finding.problem.to_string());
    let found: Vec<String> = found.filter(|problem| problem.contains("the fact")).collect();
    let expected = format!(
        "site.yaml:{line}:3: no text shows the fact `odd`: write `{{{{facts.odd}}}}` in a text, or remove it"
    );
    assert_eq!(found, [expected]);
}
