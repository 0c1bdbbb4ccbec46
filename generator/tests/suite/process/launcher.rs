//! The program of the npm package, which starts the `site` of the machine's platform.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::support::files::{engine_file, write};

/// Stands in for `site`: it says that it runs, and ends with the number of the signal that it gets.
const PROGRAM: &str = "#!/bin/sh
for signal in 1 2 15; do trap \"kill \\$!; exit $((signal + 50))\" $signal; done
sleep 86400 &
echo running
wait
";

#[test]
fn signals_that_only_the_launcher_gets_reach_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for file in ["site.mjs", "start.mjs"] {
        fs::copy(engine_file("npm").join(file), root.join(file)).unwrap();
    }
    let platform = "process.stdout.write(process.platform + '-' + process.arch)";
    let printed = Command::new("node")
        .args(["-e", platform])
        .output()
        .unwrap();
    let package = format!("engine-{}", String::from_utf8(printed.stdout).unwrap());
    let description = json!({"name": "engine", "optionalDependencies": {&package: "0.1.0"}});
    write(root, "package.json", description.to_string());
    let program = format!("node_modules/{package}/bin/site");
    write(root, &program, PROGRAM);
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(root.join(&program), executable).unwrap();
    for (signal, status) in [("HUP", 51), ("INT", 52), ("TERM", 65)] {
        // Whoever runs the tests may ignore a signal, which processes inherit.
        let mut launcher = Command::new("env")
            .args(["--default-signal", "node"])
            .arg(root.join("site.mjs"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut printed = BufReader::new(launcher.stdout.take().unwrap());
        printed.read_line(&mut line).unwrap();
        assert_eq!(line, "running\n");
        let id = launcher.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.unwrap().success());
        assert_eq!(launcher.wait().unwrap().code(), Some(status), "{signal}");
    }
}
