//! Files made to break the build: each ends it with one clear message, in bounded memory, and the last site stays.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::support::command::Ran;
use crate::support::files::{change, write};
use crate::support::sample_site::SampleSite;

/// The text of the home page, and its template.
const HOME: &str = "content/es/index.md";
const TEMPLATE: &str = "templates/pages/text.html";

/// The most memory that a build may use, in KB of address space: several times what an ordinary build needs.
const MEMORY_KB: u32 = 3 * 1024 * 1024;

/// More nested parts than any author writes.
const DEPTH: usize = 50_000;

/// Builds a site after `prepare` has changed it, and checks the message.
#[track_caller]
fn refused(prepare: impl FnOnce(&Path), expected: &str) {
    let site = SampleSite::with("units");
    site.build();
    let before = site.files();
    prepare(site.root());
    let build = site.command(&["build", "--offline"]);
    let script = format!("ulimit -v {MEMORY_KB}; exec timeout 60 \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, "bash"]).arg(build.get_program()).args(build.get_args());
    let ran = Ran::of(&mut command).ends(1).says(expected);
    assert!(ran.stderr.len() < 4000, "{} bytes of messages", ran.stderr.len());
    assert!(site.files() == before, "the last site stays");
    println!("torture: hostile files, build | 1 | 1 | 0 | 0");
}

/// Adds lines to the front matter of the home page.
fn add_to_front_matter(root: &Path, lines: &str) {
    change(root, HOME, |text| text.replacen("---\n", &format!("---\n{lines}"), 1));
}

/// Adds code to the template of the home page.
fn with(code: &str) -> impl Fn(&Path) {
    move |root| change(root, TEMPLATE, |text| format!("{code}\n{text}"))
}

#[test]
fn aliases_that_multiply() {
    let mut bomb = "data:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("  a{level}: &a{level} [{aliases}]\n");
    }
    refused(
        |root| add_to_front_matter(root, &bomb),
        "content/es/index.md:2:1: aliases (`*name`) repeat too many values: write the values out, or use fewer aliases",
    );
}

#[test]
fn yaml_nested_too_deeply() {
    let too_deep = "values are nested too deeply: nest fewer lists and groups in each other";
    let bomb = format!("data:\n  deep: {}{}\n", "[".repeat(DEPTH), "]".repeat(DEPTH));
    refused(|root| add_to_front_matter(root, &bomb), &format!("content/es/index.md:3:264: {too_deep}"));
    let bomb = format!("deep: {}1{}\n", "{a: ".repeat(DEPTH), "}".repeat(DEPTH));
    for file in ["site.yaml", "theme.yaml", "content/payment-plans.yaml"] {
        refused(|root| write(root, file, &bomb), &format!("{file}:1:259: {too_deep}"));
    }
}

#[test]
fn json_nested_too_deeply() {
    let bomb = format!("{}1{}", "{\"a\":".repeat(DEPTH), "}".repeat(DEPTH));
    let strings = "content/es/strings.json:1:1282: invalid JSON: values are nested too deeply";
    refused(|root| write(root, "content/es/strings.json", &bomb), strings);
    refused(|root| write(root, "content/geometry.json", &bomb), "content/geometry.json:1:");
    let inventory = |root: &Path| {
        fs::remove_dir_all(root.join(".site")).unwrap();
        write(root, "content/inventory.json", &bomb);
    };
    refused(inventory, "content/inventory.json:1:636: cannot be used: values are nested too deeply");
}

#[test]
fn markdown_nested_too_deeply() {
    let too_deep = "lists, quotes, links or styles are nested in more than 10 levels: put fewer of them inside each other";
    let marks = [("- ", "", 21), ("1. ", "", 31), ("> - ", "", 21), ("*a **b ", "** a*", 36)];
    for (mark, end, column) in marks {
        let bomb = format!("\n{}x{}\n", mark.repeat(3000), end.repeat(3000));
        let body = |root: &Path| change(root, HOME, |text| text.to_owned() + &bomb);
        refused(body, &format!(":{column}: {too_deep}"));
    }
    let lines: Vec<String> = (0..500).map(|level| format!("      {}- x", "  ".repeat(level))).collect();
    let front = "title: a\ndescription: b\ndata:\n  items:\n  - body: |";
    let bomb = format!("---\n{front}\n{}\n---\n", lines.join("\n"));
    refused(|root| write(root, HOME, &bomb), &format!("{HOME}:6:5: {too_deep}"));
    let template = "{% set deep = \"> - \" * 3000 %}{{ deep | md }}";
    refused(with(template), &format!("{TEMPLATE}:1:41: in this text {too_deep}"));
}

#[test]
fn templates_that_do_not_end() {
    let steps = "the templates of a page may run 5 million steps, and this one goes on: loop over less";
    refused(
        with("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"),
        &format!(": {steps}: the error occurs in content/"),
    );
    refused(with("{% macro a(b) %}{{ a(b) }}{% endmacro %}{{ a(1) }}"), &format!("{TEMPLATE}:1:"));
    refused(with("{% include \"pages/text.html\" %}"), &format!("{TEMPLATE}:1:"));
    for levels in [2500, DEPTH] {
        let blocks = format!("{}{}", "{% if 1 %}".repeat(levels), "{% endif %}".repeat(levels));
        let groups = format!("{{{{ {}1{} }}}}", "(".repeat(levels), ")".repeat(levels));
        let expected = match levels {
            DEPTH => "more than the 64 KB of a template: move parts of it to templates that it includes",
            _ => "template exceeds maximum recursion limits",
        };
        for nested in [blocks, groups] {
            refused(with(&nested), expected);
        }
    }
    // The longest chains of operators that fit into a template are compiled, and fail only when they run.
    for chain in ["1+", "1~"] {
        let longest = format!("{{{{ {}nothing }}}}", chain.repeat(60_000 / chain.len()));
        refused(with(&longest), &format!("{TEMPLATE}:1:"));
    }
}

#[test]
fn an_enormous_page() {
    let enormous = |root: &Path| {
        let file = fs::File::options().append(true).open(root.join("content/es/index.md"));
        file.unwrap().set_len(100 * 1024 * 1024).unwrap();
    };
    refused(
        enormous,
        "content/es/index.md: is 100 MB; text files may have at most 16 MB: split it, or remove what does not belong to it",
    );
}

#[test]
fn links_out_of_the_project_and_what_never_ends_when_it_is_read() {
    let link = |to: &'static str, file: &'static str| {
        move |root: &Path| {
            fs::create_dir_all(root.join("templates/static")).unwrap();
            symlink(to, root.join(file)).unwrap();
        }
    };
    let message = "this link leads out of the project: replace the symbolic link with a copy of its target";
    for (to, file) in [("/etc/passwd", "content/es/passwd.md"), ("/etc", "templates/static/machine")] {
        refused(link(to, file), &format!("{file}: {message}"));
    }
    let message = "is neither a file nor a folder: replace it with a file";
    let pipe = |root: &Path| {
        let status = Command::new("mkfifo").arg(root.join("content/es/pipe.md")).status();
        assert!(status.unwrap().success());
    };
    refused(pipe, &format!("content/es/pipe.md: {message}"));
    refused(link("/dev/zero", "content/es/zero.md"), &format!("content/es/zero.md: {message}"));
}
