//! Mistakes in the files of a new project: each is one finding, with its place and what to do.

use std::fs;
use std::path::Path;

use formats::problem::Severity;
use generator::check::{self, content};
use generator::pipeline;
use generator::pipeline::Silent;
use generator::stages::pull::Origin;

use super::linked_engine;
use super::new_site::new_site;
use crate::support::requests;
use crate::support::torre::link_cache;

/// A file, the text in it that is changed and the text instead; what is reported, with `{line}` for the line of the change.
/// Without a text, the new one is added at the end.
type Mistake = (&'static str, &'static str, &'static str, &'static str);

const MISTAKES: [Mistake; 25] = [
    (
        "site.yaml",
        "responsible: ",
        "responsible: ~ # ",
        "site.yaml:{line}:3: `legal.responsible` is empty: write its text",
    ),
    (
        "content/en/caracteristicas.md",
        "",
        "漢\n",
        "content/en/caracteristicas.md:{line}:1: `漢` is not in the fonts of theme.yaml, so that it is shown in another one: cut the fonts",
    ),
    (
        "site.yaml",
        "  - content/inventory.json",
        "  - content/inventry.json",
        "site.yaml:{line}:5: `examples` names `content/inventry.json`, which does not exist: write the path of a file",
    ),
    (
        "site.yaml",
        "  - strings.site.place",
        "  - strings.site.plac",
        "site.yaml:{line}:5: `examples` names `strings.site.plac`, which does not exist: write the path of a file",
    ),
    (
        "content/en/strings.json",
        "\"inventory\": \"Inventory\"",
        "\"inventory\": \"\"",
        "content/en/strings.json:{line}:5: `nav.inventory` is empty: write its text, as in the other languages",
    ),
    (
        "content/en/strings.json",
        "\",\n",
        "\",,\n",
        "content/en/strings.json:{line}:31: invalid JSON: unexpected token in object: write `\"key\": \"text\"` with one comma between two values",
    ),
    (
        "theme.yaml",
        "family: Hanken Grotesk",
        "family: Hankn Grotesk",
        "theme.yaml:{line}:5: `Hankn Grotesk` is not the family of `text-400.ttf`, so that documents do not find it: write `Hanken Grotesk`",
    ),
    (
        "theme.yaml",
        "regular: text-400.ttf",
        "regular: texto.ttf",
        "theme.yaml:{line}:5: `texto.ttf` is not in templates/documents/fonts: add the file (docs/theme.md says how), or correct its name",
    ),
    (
        "theme.yaml",
        "web: text.woff2",
        "web: texto.woff2",
        "theme.yaml:{line}:5: `texto.woff2` is not in templates/fonts: add the file (docs/theme.md says how), or correct its name",
    ),
    (
        "theme.yaml",
        "icon: content/logo/icon.svg",
        "icon: content/logo/icn.svg",
        "theme.yaml:{line}:3: `content/logo/icn.svg` cannot be read: the file does not exist: add the file, or correct its name",
    ),
    (
        "theme.yaml",
        "ground: \"#f7f7f7\"",
        "ground: #f7f7f7",
        "theme.yaml:{line}:10: light.ground: the colour is empty: write it in quotation marks, like \"#0d5a63\", because `#` begins a comment",
    ),
    (
        "templates/page/unit.html",
        "",
        "<p></p>",
        "templates/page/unit.html: nothing reads this file: did you mean `templates/pages/unit.html`?",
    ),
    (
        "templates/styles/motion.css",
        "",
        ":root { --prmary: red }\na { margin: var(--prmry)",
        "templates/styles/motion.css:2:25: Expected \"}\" to go with \"{\"",
    ),
    (
        "templates/styles/motion.css",
        "",
        "a { color: var(--prmary) }",
        "templates/styles/motion.css:1:16: nothing defines the custom property `--prmary`: did you mean `--primary`?",
    ),
    (
        "site.yaml",
        "phase: presale",
        "phase:presale",
        "site.yaml:{line}:1: this line has no colon with a space after it: write `key: value`, or indent what belongs to the line above it",
    ),
    (
        "site.yaml",
        "url: \"\"",
        "url: http://platform.example",
        "site.yaml:{line}:3: the platform's URL must start with https:// (http:// is allowed for localhost only): correct it, or write \"\" while there is no platform",
    ),
    (
        "site.yaml",
        "levels:\n  1:",
        "levels:\n  0:",
        "site.yaml:{line}:3: a building has no level 0: the ground floor is 1, the level above it 2, a basement -1",
    ),
    (
        "content/geometry.json",
        "\"level\": 1,",
        "\"level\": 0,",
        "content/geometry.json:{line}:6: a building has no level 0: the ground floor is 1, the level above it 2, a basement -1",
    ),
    (
        "content/geometry.json",
        "\"length\": ",
        "\"length\": \"21.2\", \"x\": ",
        "content/geometry.json:{line}:18: the value is the text `21.2`: write a number",
    ),
    (
        "site.yaml",
        "local: local }",
        "local: bodega }",
        "site.yaml:{line}:39: `uses` does not declare the use `bodega`: declare it, or write one of `departamento`, `local`",
    ),
    (
        "site.yaml",
        "page: /locales-comerciales",
        "page: /locales",
        "site.yaml:{line}:5: `page` of the use `local` is `/locales`, which is not the path of a page: write content/<language>/locales.md, or correct it",
    ),
    (
        "site.yaml",
        "apartments: 6",
        "apartments: 7",
        "site.yaml:{line}:3: `facts.apartments` is 7, but the inventory has 6 with the use departamento: correct the fact, or the units on the platform",
    ),
    (
        "site.yaml",
        "facts:\n",
        "reference_currency: { rate: 1 USD = 18.5 MXN, date: 2099-01-01, source: { es: Banco, en: Bank } }\nfacts:\n",
        "site.yaml:{line}:47: 2099-01-01 is in the future: write the day on which the rate was published",
    ),
    (
        "content/en/aviso-de-privacidad.md",
        "",
        "![A view](/view.webp)\n",
        "content/en/aviso-de-privacidad.md:{line}:1: the picture `/view.webp` does not exist: correct its address, or add the file below templates/static/",
    ),
    (
        "content/en/departamentos.md",
        "- id: ",
        "- id: other-",
        "is not the same in content/es/departamentos.md: an anchor is the same in all languages",
    ),
];

/// What a build of the project reports, and what its finished pages show.
fn problems(root: &Path) -> Vec<String> {
    let request = requests::build(root, requests::pull(Origin::Offline));
    let problems = match pipeline::render(&request, &Silent) {
        Ok(site) => {
            let texts = content::check(root).findings.into_iter().map(|finding| finding.problem);
            let texts = texts.filter(|problem| problem.code.level() == Severity::Error);
            check::check(&site.site, &site.files).into_iter().chain(texts).collect()
        }
        Err(error) => error.problems().unwrap(),
    };
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn each_mistake_is_one_finding_with_its_place_and_what_to_do() {
    let engine = linked_engine();
    let root = engine.path().join("sites/x");
    new_site().write(&root).unwrap();
    link_cache(&root);
    let mut others = Vec::new();
    for (file, from, to, expected) in MISTAKES {
        let path = root.join(file);
        let before = fs::read_to_string(&path).ok();
        let text = before.clone().unwrap_or_default();
        assert!(text.contains(from), "{file}: {from}");
        let changed = if from.is_empty() { text.clone() + to } else { text.replacen(from, to, 1) };
        let is_same = |(one, other): &(u8, u8)| one == other;
        let same = text.bytes().zip(changed.bytes()).take_while(is_same).count();
        let line = 1 + changed.as_bytes()[..same].iter().filter(|byte| **byte == b'\n').count();
        let expected = &expected.replace("{line}", &line.to_string());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, changed).unwrap();
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
    let engine = linked_engine();
    let root = engine.path().join("sites/x");
    new_site().write(&root).unwrap();
    let found = problems(root.parent().unwrap());
    assert_eq!(found.len(), 1, "{found:?}");
    let message =
        format!("does not exist: `--root` must be the folder of a project, such as {}", root.display());
    assert!(found[0].ends_with(&message), "{found:?}");
}

#[test]
fn a_fact_that_no_text_shows_is_named() {
    let engine = linked_engine();
    let root = engine.path().join("sites/x");
    new_site().write(&root).unwrap();
    let file = root.join("site.yaml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("  apartments: 6\n", "  apartments: 6\n  odd: 7\n", 1)).unwrap();
    let line = 2 + text.split("  apartments: 6\n").next().unwrap().lines().count();
    let found = content::check(&root).findings.into_iter().map(|finding| finding.problem.to_string());
    let found: Vec<String> = found.filter(|problem| problem.contains("the fact")).collect();
    let expected = format!(
        "site.yaml:{line}:3: no text shows the fact `odd`: write `{{{{facts.odd}}}}` in a text, or remove it"
    );
    assert_eq!(found, [expected]);
}
