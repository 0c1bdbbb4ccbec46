//! Mistakes in the files of a new project: what is reported, with its place and what to do.

use std::fs;
use std::path::{Path, PathBuf};

use formats::problem::Problem;
use tempfile::TempDir;

use super::new_site::new_site;
use super::{findings, linked_engine};
use crate::support::files::write;
use crate::support::rendered::only;
use crate::support::requests;
use crate::support::torre::link_cache;

/// Of each mistake the file, the text in it that is changed and the text instead, as JSON; then what is reported, with `{at}` for
/// the file and the line of the change, and its code. Without a text, the new one is added at the end.
const MISTAKES: &str = r##"
site.yaml: "responsible: " => "responsible: ~ # "
  {at}:3: `legal.responsible` is empty: write its text [value-out-of-range]
site.yaml: "  - content/inventory.json" => "  - content/inventry.json"
  {at}:5: `examples` names `content/inventry.json`, which does not exist: did you mean `content/inventory.json`? [unknown-example]
site.yaml: "  - strings.site.place" => "  - strings.site.plac"
  {at}:5: `examples` names `strings.site.plac`, which does not exist: write the path of a file [unknown-example]
site.yaml: "languages: [ es, en ]" => "languages: [ es, en, fr ]"
  {at}:1: `fr` is one of `languages`, and has no folder content/fr: run `site add language fr`, which copies the texts as drafts, or remove it [unreadable-file]
site.yaml: "phase: presale" => "phase:presale"
  {at}:1: this line has no colon with a space after it: write `key: value`, or indent what belongs to the line above it [invalid-syntax]
site.yaml: "languages: " => "lenguages: "
  {at}:1: unknown key `lenguages`: did you mean `languages`? [unknown-key]
site.yaml: "languages: [ es" => "languages: [ fr, es"
  {at}:1: `fr` is one of `languages`, and has no folder content/fr: write first a language that has its texts [unreadable-file]
site.yaml: "  responsible: " => "   responsible: "
  {at}:4: this line is not indented like the lines above it: start all keys of a group in the same column [invalid-syntax]
site.yaml: "base_url: https:" => "base_url: http:"
  {at}:1: `base_url` begins with http: write https, which visitors, search engines and share pictures need [value-out-of-range]
content/en/departamentos.md: "title: " => "date: 25/11/2026\ntitle: "
  {at}:7: date: `25/11/2026` is not a date: write it like `2026-11-20` [invalid-value]
content/en/caracteristicas.md: "    lead: " => "    lead: ~ # "
  {at}:5: `data.hero.lead` has no value: write it, `""` for an empty text, or remove the key [invalid-value]
content/en/contacto.md: "data:\n" => "data: 3\nother:\n"
  {at}:7: `data` is `3`: write a group of keys [invalid-value]
content/en/caracteristicas.md: "    lead: " => "    edition: 1.10\n    lead: "
  {at}:5: `data.hero.edition` is written `1.10` and read as 1.1: put it in quotation marks to show it as it is written [invalid-value]
content/en/ayuda.txt: "" => "x"
  content/en/ayuda.txt: is not a page: nothing reads it: rename it to content/en/ayuda.md, or move it out of content/ [invalid-file-name]
site.yaml: "url: \"\"" => "url: http://platform.example"
  {at}:3: the platform's URL must start with https:// (http:// is allowed for localhost only): correct it, or write "" while there is no platform [value-out-of-range]
site.yaml: "levels:\n  1:" => "levels:\n  0:"
  {at}:3: a building has no level 0: the ground floor is 1, the level above it 2, a basement -1 [value-out-of-range]
site.yaml: "local: local }" => "local: retail_unit }"
  platform.uses: `retail_unit` is not the key of a use: write 1 to 32 lower-case letters, digits or hyphens, first a letter [invalid-value]
site.yaml: "local: local }" => "local: bodega }"
  {at}:39: `uses` does not declare the use `bodega`: declare it, or write one of `departamento`, `local` [value-out-of-range]
site.yaml: "page: /locales-comerciales" => "page: /locales"
  {at}:5: `page` of the use `local` is `/locales`, which is not the path of a page: write content/<language>/locales.md, or correct it [missing-page]
site.yaml: "page: /locales-comerciales" => "page: /departamentos"
  {at}:5: `page` of the use `local` is `/departamentos`, which is the page of the use `departamento`, too: write a page of its own [duplicate-address]
site.yaml: "facts:\n" => "reference_currency: { rate: 1 USD = 18.5 MXN, date: 2099-01-01, source: { es: Banco, en: Bank } }\nfacts:\n"
  {at}:47: 2099-01-01 is in the future: write the day on which the rate was published [value-out-of-range]
content/en/strings.json: "\"inventory\": \"Inventory\"" => "\"inventory\": \"\""
  {at}:5: `nav.inventory` is empty: write its text, as in the other languages [invalid-string]
content/en/strings.json: "\",\n" => "\",,\n"
  {at}:31: invalid JSON: unexpected token in object: write `"key": "text"` with one comma between two values [invalid-syntax]
theme.yaml: "family: Hanken Grotesk" => "family: Hankn Grotesk"
  {at}:5: `Hankn Grotesk` is not the family of `text-400.ttf`, so that documents do not find it: write `Hanken Grotesk` [invalid-font]
theme.yaml: "regular: text-400.ttf" => "regular: texto.ttf"
  {at}:5: `texto.ttf` is not in templates/documents/fonts: add the file (docs/theme.md says how), or correct its name [invalid-font]
theme.yaml: "web: text.woff2" => "web: texto.woff2"
  {at}:5: `texto.woff2` is not in templates/fonts: add the file (docs/theme.md says how), or correct its name [invalid-font]
templates/fonts/text.woff2: "" => "<!doctype html>"
  `text.woff2` is not a whole WOFF2 file: make it again (docs/theme.md says how), or get it again [invalid-font]
theme.yaml: "icon: content/logo/icon.svg" => "icon: content/logo/icn.svg"
  {at}:3: `content/logo/icn.svg` cannot be read: the file does not exist: add the file, or correct its name [unreadable-file]
theme.yaml: "logo:\n  icon: content/logo/icon.svg" => ""
  templates/parts/head.html:6:26: there is no file `templates/static/favicon.ico`: name an SVG file as `logo.icon` in theme.yaml, of which it is made [template-error]
theme.yaml: "ground: \"#f7f7f7\"" => "ground: #f7f7f7"
  {at}:10: light.ground: the colour is empty: write it in quotation marks, like "#0d5a63", because `#` begins a comment [invalid-value]
templates/page/unit.html: "" => "<p></p>"
  templates/page/unit.html: nothing reads this file: did you mean `templates/pages/unit.html`? [invalid-file-name]
templates/styles/pages/plaza.css: "" => "a { color: red }"
  templates/styles/pages/plaza.css: nothing reads this file: link it in a template with `{{ asset("plaza.css") }}`, or name it after a template of templates/pages [invalid-file-name]
templates/styles/motion.css: "" => ":root { --prmary: red }\na { margin: var(--prmry)"
  templates/styles/motion.css:2:25: Expected "}" to go with "{" [script-error]
templates/styles/motion.css: "" => "a { color: var(--prmary) }"
  templates/styles/motion.css:1:16: nothing defines the custom property `--prmary`: did you mean `--primary`? [script-error]
content/geometry.json: "\"level\": 1," => "\"level\": 0,"
  {at}:6: a building has no level 0: the ground floor is 1, the level above it 2, a basement -1 [invalid-geometry]
content/geometry.json: "\"length\": " => "\"length\": \"21.2\", \"x\": "
  {at}:18: the value is the text `21.2`: write a number [invalid-syntax]
content/en/aviso-de-privacidad.md: "" => "\n![A view](/view.webp)\n"
  there is no picture `view` in content/images: use one of `exterior`, `interior` [unknown-picture]
content/en/aviso-de-privacidad.md: "" => "\n![A view](../images/exterior.png)\n"
  the picture `../images/exterior.png` has the name `exterior`: write ![description](exterior) [unknown-picture]
content/en/aviso-de-privacidad.md: "" => "\n![A view](exteriors)\n"
  there is no picture `exteriors` in content/images: did you mean `exterior`? [unknown-picture]
content/en/aviso-de-privacidad.md: "" => "\n![A view](https://pictures.example/a.jpg)\n"
  the picture `https://pictures.example/a.jpg` is on another site: save it in content/images, and write ![description](its-name) [unknown-picture]
content/en/aviso-de-privacidad.md: "" => "\n![A view](data:image/gif;base64,AAAA)\n"
  the picture `data:image/gif;base64,AAAA` is data in the text: save it in content/images, and write ![description](its-name) [unknown-picture]
content/en/aviso-de-privacidad.md: "" => "![](exterior)\n"
  {at}:1: the picture `exterior` has no text: describe what it shows between the brackets [missing-alt]
content/en/aviso-de-privacidad.md: "" => "See ![A view](exterior)\n"
  {at}:5: the picture `exterior` is in a line of text: make it a paragraph of its own, with an empty line above and below [misplaced-picture]
content/en/aviso-de-privacidad.md: "" => "\n![A view](exterior 'A view')\n"
  the picture `exterior` has a title, which pages do not show: remove it: what is below the picture is the string `images.<name>.caption` [misplaced-picture]
content/en/caracteristicas.md: "title: " => "image: exteriors\ntitle: "
  {at}:1: there is no picture `exteriors` in content/images: did you mean `exterior`? [unknown-picture]
content/en/caracteristicas.md: "title: " => "date: 2026-11-05\ntitle: "
  {at}:1: `date` is not the same in content/es/caracteristicas.md: write the same in all languages [unequal-settings]
content/en/departamentos.md: "- id: " => "- id: other-"
  is not the same in content/es/departamentos.md: an anchor is the same in all languages [unequal-data]
site.yaml: "counts: false" => "counts: true"
  {at}:1: `counts` is true, and content/en/aviso-de-privacidad.md has no privacy notice with the sentence `legal.counts` [legal-counts-notice]
  {at}:1: `counts` is true, and content/es/aviso-de-privacidad.md has no privacy notice with the sentence `legal.counts` [legal-counts-notice]
content/en/strings.json: "\"inventory\": \"Inventory\"" => "\"inventory\": 1"
  {at}:5: `nav.inventory` is not a text: write a text in quotation marks, or a group of texts in braces [invalid-string]
content/images/Fachada 1.png: "" => "x"
  content/images/Fachada 1.png: the picture's name becomes part of an address: use lower-case letters, digits and hyphens [invalid-file-name]
content/images/fachada.txt: "" => "x"
  content/images/fachada.txt: is not a picture of a known format: known: jpg, jpeg, png, webp [invalid-picture]
templates/icons/casa.svg: "" => "x"
  templates/icons/casa.svg: this icon has no `<svg>` element [invalid-drawing]
site.yaml: "html_css_fonts_home: 61440" => "html_css_fonts_home: 1"
  bytes, and `budgets.html_css_fonts_home` allows 1: make it smaller, or raise the budget [over-budget]
site.yaml: "home: exterior" => "home: plaza"
  {at}:3: there is no picture `plaza` in content/images: use one of `exterior`, `interior` [unknown-picture]
site.yaml: "facts:\n" => "amenity_icons: { a: cross }\nfacts:\n"
  {at}:18: there is no icon `templates/icons/cross.svg`: use one of `arrow`, `back`, [unknown-icon]
content/es/avance-de-obra/2026-11.md: "stage: estudios" => "stage: acabados"
  {at}:1: the stage `acabados` contradicts `phase: presale` of site.yaml: change the stage of the month or the phase [phase-contradiction]
theme.yaml: "muted: \"#555555\"" => "muted: \"#999999\""
  {at}:3: `light.muted` on `light.ground` has the contrast 2.66: change one of them to reach 4.5 [low-contrast]
  {at}:3: `light.muted` on `light.raised` has the contrast 2.85: change one of them to reach 4.5 [low-contrast]
content/en/departamentos.md: "title: " => "title: \"\" # "
  {at}:1: `title` is empty [missing-title]
templates/documents/privacy.typ: "" => "\n #nada()"
  templates/documents/privacy.typ:2:3: unknown variable: nada [document-error]
site.yaml: "to: /caracteristicas" => "to: /caracteristica"
  {at}:7: the link `/caracteristica` leads to no page: did you mean `/caracteristicas`? [broken-link]
site.yaml: "label: nav.progress" => "label: nav.progres"
  there is no string `nav.progres` in content/es/strings.json: add it in each language, or correct the key [missing-string]
site.yaml: "furniture: shelves" => "furniture: [ shelves, shelve ]"
  {at}:27: `uses[1].furniture[1]` cannot be `shelve`: did you mean `shelves`? [invalid-value]
site.yaml: "furniture: shelves" => "furniture: [ shelves, shelves ]"
  {at}:16: uses[1].furniture: a kind is written twice: remove one of both [invalid-value]
site.yaml: "facts:\n" => "timeline: { structure: { from: 2097-01, till: 2098-05 } }\nfacts:\n"
  {at}:41: timeline.structure: unknown key `till`: use one of `from`, `to` [unknown-key]
"##;

/// Mistakes that only the check of the finished site finds, in the same form.
const MISTAKES_ON_PAGES: &str = r##"
site.yaml: "apartments: 6" => "apartments: 7"
  {at}:3: `facts.apartments` is 7, but the inventory has 6 with the use departamento: correct the fact, or the units on the platform [fact-contradiction]
site.yaml: "facts:\n" => "timeline: { deed: 2020-01 }\nfacts:\n"
  {at}:13: `timeline.deed` is 2020-01, which is past, and `phase` is presale: correct the month or the phase [fact-contradiction]
site.yaml: "facts:\n" => "timeline: { finishes: { from: 2097-01, to: 2098-05 }, delivery: 2098-03 }\nfacts:\n"
  {at}:55: `timeline.delivery` is 2098-03, before `timeline.finishes.to` (2098-05): correct one of them [fact-contradiction]
content/en/caracteristicas.md: "" => "漢\n"
  {at}:1: the template of this page does not show the text below its front matter [unused-body]
  {at}:1: `漢` is of a script that the fonts of theme.yaml lack: add a font with Chinese letters, such as Noto Sans SC (Noto Sans JP for Japanese), to `fonts.fallback` of theme.yaml (docs/theme.md) [invalid-font]
site.yaml: "facts:\n" => "reference_currency: { rate: 1 USD = 18.5 MXN, date: 2020-01-01, source: { es: Banco, en: Bank } }\nfacts:\n"
  {at}:47: `reference_currency.date` is 2020-01-01, 2515 days before the inventory: write a new rate with its date [stale-rate]
content/inventory.json: "D-201" => "D-209"
  level 2 of the inventory has units that are not drawn: `D-209`: draw them, or correct the codes of those that are [undrawn-unit]
  content/geometry.json:25:9: `D-201` is drawn, and the inventory does not have it: did you mean `D-209`? [unequal-geometry]
site.yaml: "  apartments: 6\n" => "  apartments: 6\n  odd: 7\n"
  {at}:3: no text shows the fact `odd`: write `{{facts.odd}}` in a text, or remove it [unused-fact]
content/inventory.json: "\"typology\":\"T1\"" => "\"typology\":\"☂\""
  the unit `L-101` has the text `☂`, which has a letter that the fonts lack [missing-glyph]
"##;

pub(crate) fn codes() -> impl Iterator<Item = &'static str> {
    [MISTAKES, MISTAKES_ON_PAGES]
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.rsplit_once(" [")?.1.strip_suffix(']'))
}

fn problems(root: &Path) -> Vec<String> {
    let found = match requests::render(root) {
        Ok(site) => findings(root, &site),
        Err(error) => error.problems().unwrap(),
    };
    found.iter().map(Problem::labelled).collect()
}

/// A new project below an engine's folder.
fn project(engine: &TempDir) -> PathBuf {
    let root = engine.path().join("sites/x");
    new_site("").write(&root).unwrap();
    link_cache(&root);
    root
}

/// Makes each mistake in the project, one after the other.
fn assert_each_is_reported(root: &Path, mistakes: &str) {
    let mut others = Vec::new();
    for mistake in mistakes.trim().replace("\n  ", "\t").lines() {
        let (change, expected) = mistake.split_once('\t').unwrap();
        let (file, texts) = change.split_once(": ").unwrap();
        let (from, to) = texts.split_once(" => ").unwrap();
        let [from, to]: [String; 2] = [from, to].map(|text| serde_json::from_str(text).unwrap());
        let path = root.join(file);
        let before = fs::read_to_string(&path).ok();
        let text = before.clone().unwrap_or_default();
        assert!(text.contains(&from), "{file}: {from}");
        let changed = if from.is_empty() {
            text.clone() + &to
        } else {
            text.replacen(&from, &to, 1)
        };
        let line = 1 + text
            .lines()
            .zip(changed.lines())
            .take_while(|(one, other)| one == other)
            .count();
        write(root, file, changed);
        let found = problems(root);
        match before {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let expected = expected.replace("{at}", &format!("{file}:{line}"));
        let is_reported = |(found, expected): (&String, &str)| {
            let (message, code) = expected.rsplit_once(" [").unwrap();
            found.contains(message) && found.ends_with(&format!(" [{code}"))
        };
        let is_each = found.len() == expected.split('\t').count()
            && found.iter().zip(expected.split('\t')).all(is_reported);
        if !is_each {
            others.push(format!("{change}\n{}\nnot: {expected}", found.join("\n")));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n\n"));
}

#[test]
#[ignore = "make test-rest"]
fn each_mistake_on_finished_pages_is_reported() {
    let engine = linked_engine();
    assert_each_is_reported(&project(&engine), MISTAKES_ON_PAGES);
}

#[test]
fn each_mistake_is_reported_with_its_place_and_what_to_do() {
    let engine = linked_engine();
    let root = project(&engine);
    assert_each_is_reported(&root, MISTAKES);
    assert_eq!(problems(&root), [""; 0], "of the project without a mistake");
    let found = only(problems(root.parent().unwrap()));
    let message = format!(
        "does not exist: `--root` must be the folder of a project, such as {}",
        root.display()
    );
    assert!(found.contains(&message), "of the folder above it: {found}");
}
