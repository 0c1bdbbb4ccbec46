//! Findings in the authors' texts: one text, what is found in it, and what `--fix` makes of it.

use std::fs;
use std::path::Path;
use std::process::Command;

use formats::problem::{Code, Problem};
use generator::check::content;
use model::lang::sample::ES;

use crate::support::files::{engine_file, read, write};

/// A text that triggers a code: its file, the text, the place of the finding, and the text after `--fix`.
type Case = (
    Code,
    &'static str,
    &'static str,
    (usize, usize),
    &'static str,
);

pub(super) const CASES: [Case; 4] = [
    (
        Code::StraightQuote,
        "content/en/x.md",
        "---\r\ntitle: \"It's\"\r\nmore: 'It''s'\r\ndata: {a: \"b's\"}\r\n---\r\n\r\nSay \"yes\" \u{a0}`'`\r\n",
        (2, 11),
        "---\r\ntitle: \"It’s\"\r\nmore: 'It’s'\r\ndata: {a: \"b's\"}\r\n---\r\n\r\nSay “yes” \u{a0}`'`\r\n",
    ),
    (
        Code::BreakingSpace,
        "content/es/strings.json",
        "{\"a\": \"Son 62 km y 45 m²  \", \"b\": \"62\u{a0}km, 3 hoteles, 4 mil\"}",
        (1, 14),
        "{\"a\": \"Son 62\u{a0}km y 45\u{a0}m²  \", \"b\": \"62\u{a0}km, 3 hoteles, 4 mil\"}",
    ),
    (
        Code::UnusedString,
        "content/es/strings.json",
        "{\n  \"shown\": \"a\",\n  \"old\": {\n    \"one\": \"b\",\n    \"two\": {\"x\": \"c\", \"y\": \"d\"}\n  }\n}\n",
        (4, 5),
        "{\n  \"shown\": \"a\"\n}\n",
    ),
    (
        Code::Misspelling,
        "content/en/x.md",
        MISSPELT,
        (5, 44),
        MISSPELT,
    ),
];

const MISSPELT: &str =
    "---\ntitle: A house\n---\n\nThe [hose](/hose) of the house, Arboleda’s hause.\n";

/// A project with one text, a program that shows the string `shown`, and a small dictionary.
fn project(file: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        (file, text),
        ("generator/src/a.rs", "t(\"shown\"); \"a\" \"b\""),
        ("functions/src/a.rs", ""),
        ("site.yaml", "languages: [es, en]\n"),
        ("content/words.txt", "# names\nArboleda’s\n"),
        ("islands/node_modules/dictionary-en/package.json", "{}"),
        (
            "islands/node_modules/dictionary-en/index.aff",
            "SET UTF-8\nTRY aeiou\n",
        ),
        (
            "islands/node_modules/dictionary-en/index.dic",
            "8\nA\nhouse\nThe\nthe\nof\nhose\nSay\nyes\nIt's\n",
        ),
    ] {
        write(folder.path(), path, text);
    }
    folder
}

fn found(root: &Path, codes: &[Code]) -> Vec<Problem> {
    let findings = content::check(root)
        .0
        .into_iter()
        .map(|finding| finding.problem);
    findings
        .filter(|problem| codes.contains(&problem.code))
        .collect()
}

fn places(root: &Path, code: Code) -> Vec<(usize, usize)> {
    let found = found(root, &[code]);
    found
        .iter()
        .map(|problem| (problem.line.unwrap(), problem.column.unwrap()))
        .collect()
}

#[test]
fn each_text_triggers_its_code_until_it_is_fixed() {
    for (code, file, text, place, fixed) in CASES {
        let folder = project(file, text);
        let root = folder.path();
        assert_eq!(places(root, code).first(), Some(&place), "{code}");
        content::apply(root, &content::check(root).0).unwrap();
        assert_eq!(read(root, file), fixed, "{code}");
        if code == Code::Misspelling {
            write(root, "content/en/words.txt", "hause\n");
        }
        assert_eq!(places(root, code), [], "{code}");
    }
}

#[test]
fn spelling_skips_what_is_not_a_file_knows_labels_and_reports_a_language_without_a_dictionary() {
    let folder = project(
        "content/en/x.md",
        "\u{feff}---\ntitle: A house\n---\n\nThe hause.\n",
    );
    let root = folder.path();
    assert!(
        Command::new("mkfifo")
            .arg(root.join("content/en/y.md"))
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(places(root, Code::Misspelling), [(5, 5)]);

    // The words of the labels in site.yaml are known in their language.
    let folder = project(
        "content/en/x.md",
        "---\ntitle: The lofts\n---\n\nThe kasas of the lofts.\n",
    );
    let root = folder.path();
    let uses = "uses:\n  - key: loft\n    plural: { es: kasas, en: lofts }\n";
    write(root, "site.yaml", format!("languages: [es, en]\n{uses}"));
    assert_eq!(places(root, Code::Misspelling), [(5, 5)]);

    let folder = project("content/es/x.md", "---\ntitle: Ksa\n---\n");
    let (findings, unchecked_spelling) = content::check(folder.path());
    assert_eq!((findings.len(), unchecked_spelling), (0, vec![ES]));
}

#[test]
fn a_picture_must_be_large_enough_and_have_a_text_in_each_language() {
    let folder = project(
        "content/es/strings.json",
        "{\"images\": {\"casa\": {\"alt\": \"Una casa\"}}}",
    );
    let root = folder.path();
    write(
        root,
        "content/en/strings.json",
        "{\"images\": {\"casa\": {\"alt\": \" \"}}}",
    );
    let found = |width: u32| -> Vec<String> {
        fs::create_dir_all(root.join("content/images")).unwrap();
        let file = fs::File::create(root.join("content/images/casa.png")).unwrap();
        png::Encoder::new(file, width, 1).write_header().unwrap();
        found(root, &[Code::SmallPicture, Code::MissingAlt])
            .iter()
            .map(Problem::labelled)
            .collect()
    };
    let without_text = "content/en/strings.json: the picture `content/images/casa.png` has no alternative text: \
                  add the string `images.casa.alt`: what it shows [missing-alt]";
    assert_eq!(found(800), [without_text]);
    let small = "content/images/casa.png: the picture is 799 pixels wide, and pages show it 800 pixels wide or more: replace \
                 it by the original, best 2,560 pixels wide; the build makes the smaller sizes [small-picture]";
    assert_eq!(found(799), [small, without_text]);
}

#[test]
fn a_copy_that_nobody_translated_is_found_until_it_is_translated_or_a_draft() {
    let text = "---\ntitle: Arboleda\n---\n\nLa primera frase de la casa.\n\nLa última frase de la casa, y de todas las demás.\n";
    let folder = project("content/es/x.md", text);
    let root = folder.path();
    let found = |copy: &str| -> Vec<String> {
        write(root, "content/en/x.md", copy);
        found(root, &[Code::Untranslated])
            .iter()
            .map(Problem::labelled)
            .collect()
    };
    let message = "content/en/x.md:5:1: 17 of 17 words are the same as in content/es/x.md: translate the text, or write \
                   `draft: true` until it is translated [untranslated]";
    assert_eq!(found(text), [message]);
    assert_eq!(
        found(&text.replace("---\ntitle", "---\ndraft: true\ntitle")),
        [""; 0]
    );
    let last = (
        "La última frase de la casa, y de todas las demás",
        "The last sentence of the house, and of all others",
    );
    assert_eq!(found(&text.replace(last.0, last.1)), [""; 0]);
}

#[test]
fn a_project_in_git_must_ignore_the_leads_that_are_stored_in_it() {
    let folder = project("content/en/x.md", "---\ntitle: A house\n---\n");
    let root = folder.path();
    let found = || -> Vec<String> {
        found(root, &[Code::UnignoredLeads])
            .iter()
            .map(Problem::labelled)
            .collect()
    };
    assert_eq!(found(), [""; 0], "not in a repository");
    let mut git = Command::new("git");
    git.args(["init", "--quiet"]).current_dir(root);
    assert!(git.status().unwrap().success());
    write(root, ".gitignore", "dist/\n");
    let message = ".gitignore: git does not ignore `.outbox/`, where `site serve` stores leads: the next commit would contain \
                   personal data: add a line `.outbox/` [unignored-leads]";
    assert_eq!(found(), [message]);
    for file in [
        ".gitignore",
        "starter/gitignore",
        "examples/torre/.gitignore",
        "examples/residencial/.gitignore",
    ] {
        write(root, ".gitignore", fs::read(engine_file(file)).unwrap());
        assert_eq!(found(), [""; 0], "{file}");
    }
}
