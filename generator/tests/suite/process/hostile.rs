//! Files made to break the build: each ends it with one clear message, in bounded memory, and the last site stays.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::support::command::Ran;
use crate::support::files::write;
use crate::support::sample_site::SampleSite;

const HOME: &str = "content/es/index.md";
const TEMPLATE: &str = "templates/pages/text.html";

/// More nested parts than any author writes.
const DEPTH: usize = 50_000;

/// Builds the site, which was built before, with what `put` makes of a file, checks the message, and puts the file back.
#[track_caller]
fn refused_with(site: &SampleSite, put: impl FnOnce(&Path), file: &str, expected: &str) {
    let (path, before) = (site.root().join(file), site.files());
    let original = fs::read(&path);
    let _ = fs::remove_file(&path);
    put(&path);
    // Several times the KB of address space that an ordinary build needs.
    let script = "ulimit -v $((3 * 1024 * 1024)); exec timeout 60 \"$@\"";
    let ran = Ran::run(&mut site.build_under("bash", &["-c", script, "bash"]))
        .ends(1)
        .says(expected);
    assert!(
        ran.stderr.len() < 4000,
        "{} bytes of messages",
        ran.stderr.len()
    );
    assert!(
        site.files() == before && !before.is_empty(),
        "{expected}: the last site stays"
    );
    fs::remove_file(&path).unwrap();
    if let Ok(bytes) = original {
        fs::write(path, bytes).unwrap();
    }
    println!("torture: hostile files, build | 1 | 1 | 0 | 0");
}

#[track_caller]
fn refused(site: &SampleSite, file: &str, text: impl AsRef<[u8]>, expected: &str) {
    refused_with(site, |path| fs::write(path, text).unwrap(), file, expected);
}

fn home(front: &str, body: &str) -> String {
    format!("---\n{front}title: Inicio\ndescription: Una muestra.\n---\n\n{body}\n")
}

#[test]
fn data_that_multiplies_or_is_nested_too_deeply() {
    let site = SampleSite::with("units");
    site.build();
    let mut bomb = "data:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("  a{level}: &a{level} [{aliases}]\n");
    }
    let message = ":2:1: aliases (`*name`) repeat too many values: write the values out, or use fewer aliases";
    refused(&site, HOME, home(&bomb, ""), &format!("{HOME}{message}"));

    let too_deep = "values are nested too deeply: nest fewer lists and groups in each other";
    let bomb = format!(
        "data:\n  deep: {}{}\n",
        "[".repeat(DEPTH),
        "]".repeat(DEPTH)
    );
    refused(
        &site,
        HOME,
        home(&bomb, ""),
        &format!("{HOME}:3:264: {too_deep}"),
    );
    let bomb = format!("deep: {}1{}\n", "{a: ".repeat(DEPTH), "}".repeat(DEPTH));
    for file in ["site.yaml", "theme.yaml", "content/payment-plans.yaml"] {
        refused(&site, file, &bomb, &format!("{file}:1:259: {too_deep}"));
    }

    let bomb = format!("{}1{}", "{\"a\":".repeat(DEPTH), "}".repeat(DEPTH));
    // A snapshot would replace the inventory.
    fs::remove_dir_all(site.root().join(".site")).unwrap();
    for (file, message) in [
        (
            "content/es/strings.json",
            ":1:1282: invalid JSON: values are nested too deeply",
        ),
        ("content/geometry.json", ":1:"),
        (
            "content/inventory.json",
            ":1:636: cannot be used: values are nested too deeply",
        ),
    ] {
        refused(&site, file, &bomb, &format!("{file}{message}"));
    }
}

#[test]
fn markdown_nested_too_deeply() {
    let site = SampleSite::with("units");
    site.build();
    let too_deep = "lists, quotes, links or styles are nested in more than 10 levels: put fewer of them inside each other";
    for (mark, end, column) in [
        ("- ", "", 21),
        ("1. ", "", 31),
        ("> - ", "", 21),
        ("*a **b ", "** a*", 36),
    ] {
        let bomb = format!("{}x{}", mark.repeat(3000), end.repeat(3000));
        refused(
            &site,
            HOME,
            home("", &bomb),
            &format!(":{column}: {too_deep}"),
        );
    }
    let lines: Vec<String> = (0..500)
        .map(|level| format!("      {}- x\n", "  ".repeat(level)))
        .collect();
    let front = format!("data:\n  items:\n  - body: |\n{}", lines.concat());
    refused(
        &site,
        HOME,
        home(&front, ""),
        &format!("{HOME}:4:5: {too_deep}"),
    );
    let template = "{% set deep = \"> - \" * 3000 %}{{ deep | md }}";
    refused(
        &site,
        TEMPLATE,
        template,
        &format!("{TEMPLATE}:1:41: in this text {too_deep}"),
    );
}

#[test]
fn templates_that_do_not_end() {
    let site = SampleSite::with("units");
    site.build();
    let steps =
        "the templates of a page may run 5 million steps, and this one goes on: loop over less";
    refused(
        &site,
        TEMPLATE,
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        &format!(": {steps}: the error occurs in content/"),
    );
    let at_its_place = format!("{TEMPLATE}:1:");
    refused(
        &site,
        TEMPLATE,
        "{% macro a(b) %}{{ a(b) }}{% endmacro %}{{ a(1) }}",
        &at_its_place,
    );
    refused(
        &site,
        TEMPLATE,
        "{% include \"pages/text.html\" %}",
        &at_its_place,
    );
    let too_long =
        "more than the 64 KB of a template: move parts of it to templates that it includes";
    for (levels, expected) in [
        (2500, "template exceeds maximum recursion limits"),
        (DEPTH, too_long),
    ] {
        for (start, middle, end) in [("{% if 1 %}", "", "{% endif %}"), ("(", "1", ")")] {
            let nested = format!("{}{middle}{}", start.repeat(levels), end.repeat(levels));
            let code = if middle.is_empty() {
                nested
            } else {
                format!("{{{{ {nested} }}}}")
            };
            refused(&site, TEMPLATE, code, expected);
        }
    }
    // The longest chains of operators that fit into a template are compiled, and fail only when they run.
    for chain in ["1+", "1~"] {
        refused(
            &site,
            TEMPLATE,
            format!("{{{{ {}nothing }}}}", chain.repeat(30_000)),
            &at_its_place,
        );
    }
}

#[test]
fn enormous_pages_links_out_of_the_project_and_what_never_ends_when_it_is_read() {
    let site = SampleSite::with("units");
    site.build();
    let enormous = "is 17 MB; text files may have at most 16 MB: split it, or remove what does not belong to it";
    refused(
        &site,
        HOME,
        vec![b' '; 17 << 20],
        &format!("{HOME}: {enormous}"),
    );
    fs::create_dir_all(site.root().join("templates/static/api")).unwrap();
    refused(
        &site,
        "templates/static/inventario",
        b"x",
        "templates/static/inventario: is in the place of a folder, which `/inventario/",
    );
    refused(
        &site,
        "templates/static/api/leads",
        b"x",
        "templates/static/api/leads: the address `/api/leads` cannot be used: `/api/` is for the lead function",
    );
    write(site.root(), "templates/static/x.txt", "x");
    let outside =
        "this link leads out of the project: replace the symbolic link with a copy of its target";
    let endless = "is neither a file nor a folder: replace it with a file";
    for (to, file, message) in [
        ("/etc/passwd", "content/es/passwd.md", outside),
        ("/etc", "templates/static/machine", outside),
        ("/dev/zero", "content/es/zero.md", endless),
    ] {
        refused_with(
            &site,
            |path| symlink(to, path).unwrap(),
            file,
            &format!("{file}: {message}"),
        );
    }
    let pipe = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    refused_with(
        &site,
        pipe,
        "content/es/pipe.md",
        &format!("content/es/pipe.md: {endless}"),
    );
}
