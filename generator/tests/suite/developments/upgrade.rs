//! Projects below an engine, whose templates their own files replace; `site upgrade` with packages in folders.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::json;
use tempfile::TempDir;

use crate::support::command::{Ran, site_binary, site_command};
use crate::support::files::{copy_folder, golden_sites, read_files, read_json, write};
use crate::support::rendered::text;
use crate::support::requests;

/// The command of a package: builds with the engine of the tests, as an engine that finds itself, and changes the result.
const COMMAND: &str = r#"#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
if (process.env.SITE_ENGINE) throw new Error("the engine of the other version");
const env = { ...process.env, SITE_ENGINE: process.env.TEST_ENGINE };
const built = spawnSync(process.env.TEST_SITE, process.argv.slice(2), { env, stdio: "inherit" });
const page = readFileSync("dist/index.html", "utf8");
writeFileSync("dist/index.html", page.replace("</h1>", "</h1> newer words"));
writeFileSync("dist/added.txt", "");
rmSync("dist/robots.txt");
process.exitCode = built.status;
"#;

#[test]
fn an_upgrade_lists_what_it_changes_and_can_be_undone_and_a_failing_one_is_not_installed() {
    let folder = engine();
    let root = folder.path().join("Año nuevo");
    fs::rename(folder.path().join("sites/one"), &root).unwrap();
    let failing = "#!/usr/bin/env node\nthrow new Error('no paper');";
    for (version, command) in [("0.1.0", ""), ("0.2.0", COMMAND), ("0.3.0", failing)] {
        let package = folder.path().join("packages").join(version);
        let description = json!({"name": "ceibalta", "version": version, "bin": "command.mjs"});
        write(&package, "package.json", description.to_string());
        write(&package, "command.mjs", command);
    }
    write(&root, "package.json", "{\"private\": true}");
    let install = ["install", "--save-exact", "--offline", "../packages/0.1.0"];
    Ran::run(Command::new("npm").current_dir(&root).args(install)).ends(0);
    let upgrade = |arguments: &[&str]| {
        let mut command = site_command(&["upgrade"]);
        command.args(arguments).current_dir(&root);
        command
            .env("SITE_ENGINE", folder.path())
            .env("npm_config_offline", "true");
        command
            .env("TEST_ENGINE", folder.path())
            .env("TEST_SITE", site_binary());
        Ran::run(&mut command)
    };
    // The version of the package, and how the project names it.
    let installed = || {
        let version = read_json(&root, "node_modules/ceibalta/package.json")["version"].take();
        [
            version,
            read_json(&root, "package.json")["dependencies"]["ceibalta"].take(),
        ]
    };
    let own_files = || {
        let mut files = read_files(&root);
        files.retain(|path, _| !path.starts_with("node_modules"));
        files
    };

    let before = own_files();
    let printed = upgrade(&["../packages/0.2.0", "--check"])
        .ends(0)
        .prints(" the same, 1 different, 1 new, 1 gone\n")
        .prints("\n  differs index.html\n  new     added.txt\n  gone    robots.txt\n")
        .prints("\n\nindex.html, [-old words-] and {+new words+}:\n")
        .prints("{+ newer words")
        .stdout;
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        printed.starts_with(&format!("ceibalta {version} -> 0.2.0\n")),
        "{printed}"
    );
    assert_eq!(own_files(), before, "a check changes nothing");
    let failed = upgrade(&["../packages/0.3.0"]).ends(1);
    failed
        .says("the build with 0.3.0 failed, and nothing is installed:")
        .says("no paper");
    assert_eq!(installed(), ["0.1.0", "file:../packages/0.1.0"]);

    let printed = upgrade(&["../packages/0.2.0"]).stdout;
    let undo = printed.lines().last().unwrap();
    assert_eq!(
        undo,
        "installed; to undo it: npm install --save-exact ceibalta@file:../packages/0.1.0"
    );
    assert_eq!(installed(), ["0.2.0", "file:../packages/0.2.0"]);
    assert!(!root.join("dist").exists());
    fs::remove_file(root.join("package.json")).unwrap();
    let refused = upgrade(&["../packages/0.2.0"]).ends(2);
    refused.says("package.json: the project does not install its engine with npm: ");
}

/// A registry with the packages of the files `<version>.tgz` in a folder, the last one being the latest. Prints its address.
const REGISTRY: &str = r#"
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const [folder, ...names] = process.argv.slice(1);
require("node:http").createServer((request, response) => {
  const origin = `http://${request.headers.host}`;
  if (request.url.endsWith(".tgz")) return response.end(readFileSync(folder + request.url));
  const versions = Object.fromEntries(names.map((version) => {
    const integrity = "sha512-" + createHash("sha512").update(readFileSync(`${folder}/${version}.tgz`)).digest("base64");
    const dist = { tarball: `${origin}/${version}.tgz`, integrity };
    return [version, { name: "ceibalta", version, bin: { ceibalta: "command.mjs" }, dist }];
  }));
  response.end(JSON.stringify({ name: "ceibalta", "dist-tags": { latest: names.at(-1) }, versions }));
}).listen(0, "127.0.0.1", function () { console.log(`http://127.0.0.1:${this.address().port}/`); });
"#;

struct Registry {
    process: Child,
    address: String,
}

impl Registry {
    fn start(packages: &Path, versions: &[&str]) -> Registry {
        let mut node = Command::new("node");
        node.args(["-e", REGISTRY]).arg(packages).args(versions);
        let mut process = node.stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        let printed = process.stdout.take().unwrap();
        BufReader::new(printed).read_line(&mut address).unwrap();
        Registry {
            process,
            address: address.trim().to_owned(),
        }
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Makes `<version>.tgz` in a folder, of a package that says another version of itself.
fn pack(folder: &Path, version: &str, says: &str) {
    let package = folder.join(format!("of-{version}/package"));
    let description = json!({"name": "ceibalta", "version": says, "bin": "command.mjs"});
    write(&package, "package.json", description.to_string());
    write(&package, "command.mjs", COMMAND);
    let mut tar = Command::new("tar");
    tar.arg("--directory").arg(package.parent().unwrap());
    Ran::run(
        tar.arg("-czf")
            .arg(folder.join(format!("{version}.tgz")))
            .arg("package"),
    )
    .ends(0);
}

#[test]
#[ignore = "make test-rest"]
fn what_a_registry_gives_is_what_was_built_and_is_not_older_unasked() {
    let folder = engine();
    let root = folder.path().join("sites/one");
    let packages = folder.path().join("packages");
    // One package says the version of another one, which was not built, and one has signs of a terminal in it.
    for (version, says) in [
        ("0.0.9", "0.0.9"),
        ("0.1.0", "0.1.0"),
        ("0.2.0", "0.1.0"),
        ("9.0.0", "9.0.0\u{1b}[31m\nsite: done"),
    ] {
        pack(&packages, version, says);
    }
    let registry = |versions: &[&str]| Registry::start(&packages, versions);
    write(&root, "package.json", "{\"private\": true}");
    let upgrade = |registry: &Registry, version: &[&str]| {
        let mut command = site_command(&["upgrade"]);
        command.args(version).current_dir(&root);
        command
            .env("SITE_ENGINE", folder.path())
            .env("npm_config_registry", &registry.address)
            .env("npm_config_cache", folder.path().join("npm"))
            .env("TEST_ENGINE", folder.path())
            .env("TEST_SITE", site_binary());
        Ran::run(&mut command)
    };
    let needed = || read_json(&root, "package.json")["dependencies"]["ceibalta"].take();
    let older = registry(&["0.1.0", "0.0.9"]);
    let refused = upgrade(&older, &[]).ends(2);
    let version = env!("CARGO_PKG_VERSION");
    refused.says(&format!(
        "the latest version is 0.0.9, older than the installed {version}: to go back to it, run `site upgrade 0.0.9`"
    ));
    assert_eq!(needed(), json!(null));
    upgrade(&older, &["0.0.9"]).ends(0);
    assert_eq!(needed(), "0.0.9");
    let lying = registry(&["0.0.9", "0.1.0", "0.2.0", "9.0.0"]);
    upgrade(&lying, &["0.2.0"]).ends(0).prints("-> 0.2.0\n");
    assert_eq!(needed(), "0.2.0", "and not 0.1.0, which it says");
    let printed = upgrade(&lying, &[]).ends(0).prints("-> 9.0.0\n");
    assert!(!(printed.stdout + &printed.stderr).contains('\u{1b}'));
    assert_eq!(needed(), "9.0.0");
}

const PAGE: &str = "templates/pages/text.html";

/// An engine with two projects, `sites/one` and `sites/two`.
fn engine() -> TempDir {
    let engine = tempfile::tempdir().unwrap();
    let base = golden_sites().join("base/in");
    fs::create_dir(engine.path().join("islands")).unwrap();
    copy_folder(&base.join("templates"), &engine.path().join("templates"));
    for name in ["one", "two"] {
        let root = engine.path().join("sites").join(name);
        copy_folder(&base.join("content"), &root.join("content"));
        fs::copy(base.join("site.yaml"), root.join("site.yaml")).unwrap();
    }
    engine
}

#[test]
fn a_template_of_a_project_replaces_the_one_of_the_engine_and_problems_name_the_file() {
    let engine = engine();
    let [one, two] = ["one", "two"].map(|name| engine.path().join("sites").join(name));
    let home = |root: &Path| text(&requests::render(root).unwrap(), "index.html");
    write(
        &one,
        PAGE,
        "{% extends \"layouts/base.html\" %}{% block main %}own {{ page.body }}{% endblock %}",
    );
    assert!(home(&one).contains("\nown "));
    assert!(home(&two).contains("<h1>"));
    fs::remove_file(one.join(PAGE)).unwrap();
    assert_eq!(home(&one), home(&two));

    let assert_problem = |root: &Path, start: &str| {
        let message = requests::render(root).unwrap_err().details();
        assert!(message.starts_with(start), "{message}");
    };
    write(engine.path(), PAGE, "{{ wrong");
    assert_problem(&two, "../../templates/pages/text.html:1:4: ");
    write(&one, PAGE, "\n{{ wrong");
    assert_problem(&one, "templates/pages/text.html:2:4: ");
    // Templates that lead out of the project are refused.
    fs::create_dir_all(one.join("templates/parts")).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", one.join("templates/parts/a.html")).unwrap();
    assert_problem(
        &one,
        "templates/parts/a.html: this link leads out of the project",
    );
}
