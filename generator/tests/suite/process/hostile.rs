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

/// The most memory that a build may use, in KB of address space: several times what an ordinary build needs.
const MEMORY_KB: u32 = 3 * 1024 * 1024;

/// More nested parts than any author writes.
const DEPTH: usize = 50_000;

/// Builds a site after `prepare` has changed it, and checks the message.
#[track_caller]
fn refused_after(prepare: impl FnOnce(&Path), expected: &str) {
    let site = SampleSite::with("units");
    site.build();
    let before = site.files();
    prepare(site.root());
    let script = format!("ulimit -v {MEMORY_KB}; exec timeout 60 \"$@\"");
    let ran = Ran::of(&mut site.build_under("bash", &["-c", &script, "bash"])).ends(1).says(expected);
    assert!(ran.stderr.len() < 4000, "{} bytes of messages", ran.stderr.len());
    assert!(site.files() == before, "the last site stays");
    println!("torture: hostile files, build | 1 | 1 | 0 | 0");
}

/// Builds a site with this file, and checks the message.
#[track_caller]
fn refused(file: &str, text: impl AsRef<[u8]>, expected: &str) {
    refused_after(|root| write(root, file, text), expected);
}

/// The home page with these lines in its front matter and this text.
fn home(front: &str, body: &str) -> String {
    format!("---\n{front}title: Inicio\ndescription: Una muestra.\n---\n\n{body}\n")
}

#[test]
fn aliases_that_multiply() {
    let mut bomb = "data:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        bomb += &format!("  a{level}: &a{level} [{aliases}]\n");
    }
    let message =
        ":2:1: aliases (`*name`) repeat too many values: write the values out, or use fewer aliases";
    refused(HOME, home(&bomb, ""), &format!("{HOME}{message}"));
}

#[test]
fn yaml_nested_too_deeply() {
    let too_deep = "values are nested too deeply: nest fewer lists and groups in each other";
    let bomb = format!("data:\n  deep: {}{}\n", "[".repeat(DEPTH), "]".repeat(DEPTH));
    refused(HOME, home(&bomb, ""), &format!("{HOME}:3:264: {too_deep}"));
    let bomb = format!("deep: {}1{}\n", "{a: ".repeat(DEPTH), "}".repeat(DEPTH));
    for file in ["site.yaml", "theme.yaml", "content/payment-plans.yaml"] {
        refused(file, &bomb, &format!("{file}:1:259: {too_deep}"));
    }
}

#[test]
fn json_nested_too_deeply() {
    let bomb = format!("{}1{}", "{\"a\":".repeat(DEPTH), "}".repeat(DEPTH));
    for (file, message) in [
        ("content/es/strings.json", ":1:1282: invalid JSON: values are nested too deeply"),
        ("content/geometry.json", ":1:"),
        ("content/inventory.json", ":1:636: cannot be used: values are nested too deeply"),
    ] {
        let prepare = |root: &Path| {
            fs::remove_dir_all(root.join(".site")).unwrap();
            write(root, file, &bomb);
        };
        refused_after(prepare, &format!("{file}{message}"));
    }
}

#[test]
fn markdown_nested_too_deeply() {
    let too_deep = "lists, quotes, links or styles are nested in more than 10 levels: put fewer of them inside each other";
    for (mark, end, column) in [("- ", "", 21), ("1. ", "", 31), ("> - ", "", 21), ("*a **b ", "** a*", 36)] {
        let bomb = format!("{}x{}", mark.repeat(3000), end.repeat(3000));
        refused(HOME, home("", &bomb), &format!(":{column}: {too_deep}"));
    }
    let lines: Vec<String> = (0..500).map(|level| format!("      {}- x\n", "  ".repeat(level))).collect();
    let front = format!("data:\n  items:\n  - body: |\n{}", lines.concat());
    refused(HOME, home(&front, ""), &format!("{HOME}:4:5: {too_deep}"));
    let template = "{% set deep = \"> - \" * 3000 %}{{ deep | md }}";
    refused(TEMPLATE, template, &format!("{TEMPLATE}:1:41: in this text {too_deep}"));
}

#[test]
fn templates_that_do_not_end() {
    let steps = "the templates of a page may run 5 million steps, and this one goes on: loop over less";
    refused(
        TEMPLATE,
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        &format!(": {steps}: the error occurs in content/"),
    );
    let at_its_place = format!("{TEMPLATE}:1:");
    refused(TEMPLATE, "{% macro a(b) %}{{ a(b) }}{% endmacro %}{{ a(1) }}", &at_its_place);
    refused(TEMPLATE, "{% include \"pages/text.html\" %}", &at_its_place);
    let too_long = "more than the 64 KB of a template: move parts of it to templates that it includes";
    for (levels, expected) in [(2500, "template exceeds maximum recursion limits"), (DEPTH, too_long)] {
        for (start, middle, end) in [("{% if 1 %}", "", "{% endif %}"), ("(", "1", ")")] {
            let nested = format!("{}{middle}{}", start.repeat(levels), end.repeat(levels));
            let code = if middle.is_empty() { nested } else { format!("{{{{ {nested} }}}}") };
            refused(TEMPLATE, code, expected);
        }
    }
    // The longest chains of operators that fit into a template are compiled, and fail only when they run.
    for chain in ["1+", "1~"] {
        refused(TEMPLATE, format!("{{{{ {}nothing }}}}", chain.repeat(30_000)), &at_its_place);
    }
}

#[test]
fn an_enormous_page() {
    let message =
        "is 17 MB; text files may have at most 16 MB: split it, or remove what does not belong to it";
    refused(HOME, vec![b' '; 17 << 20], &format!("{HOME}: {message}"));
}

#[test]
fn links_out_of_the_project_and_what_never_ends_when_it_is_read() {
    let linked = |to: &str, file: &str, message: &str| {
        let link = |root: &Path| {
            fs::create_dir_all(root.join("templates/static")).unwrap();
            symlink(to, root.join(file)).unwrap();
        };
        refused_after(link, &format!("{file}: {message}"));
    };
    let outside = "this link leads out of the project: replace the symbolic link with a copy of its target";
    linked("/etc/passwd", "content/es/passwd.md", outside);
    linked("/etc", "templates/static/machine", outside);
    let endless = "is neither a file nor a folder: replace it with a file";
    linked("/dev/zero", "content/es/zero.md", endless);
    let pipe = |root: &Path| {
        let status = Command::new("mkfifo").arg(root.join("content/es/pipe.md")).status();
        assert!(status.unwrap().success());
    };
    refused_after(pipe, &format!("content/es/pipe.md: {endless}"));
}
