//! Real web servers, with the files of `site host-files`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::fixture::{Fixture, Process, free_address};
use crate::support::files::{engine_file, write};

/// A program that `scripts/set-up-test-servers` installed.
fn program(name: &str) -> PathBuf {
    let program = engine_file("target/test-hosts").join(name);
    assert!(program.exists(), "{name} is not installed: run `make set-up`");
    program
}

/// nginx with the site and the configuration of docs/hosting.md, and its address.
pub fn nginx(fixture: &Fixture) -> (Process, String) {
    let (address, scratch) = (free_address(), fixture.scratch());
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {}/{kind};\n", scratch.display()))
        .concat();
    let text = format!(
        "daemon off;\nmaster_process off;\npid {scratch}/pid;\nerror_log stderr crit;\nevents {{}}\nhttp {{\naccess_log off;\n\
         {temporary}{documented}}}\n",
        scratch = scratch.display(),
        documented = documented_configuration(fixture, &address),
    );
    write(&scratch, "nginx.conf", text);
    let mut command = Command::new(program("nginx"));
    command.args(["-e", "stderr", "-p"]).arg(&scratch).arg("-c").arg(scratch.join("nginx.conf"));
    (Process::start_at(&address, &mut command), address)
}

/// The block of docs/hosting.md with the places of this machine. Only the certificate is left out.
fn documented_configuration(fixture: &Fixture, address: &str) -> String {
    let text = fs::read_to_string(engine_file("docs/hosting.md")).unwrap();
    let lines = text.lines().skip_while(|line| !line.starts_with("    upstream leads"));
    let block = lines.take_while(|line| line.starts_with("    "));
    let kept = block.filter(|line| !line.contains("ssl_certificate"));
    let text: String = kept.map(|line| format!("{line}\n")).collect();
    let places = [
        ("127.0.0.1:8787", fixture.serve.clone()),
        ("listen 443 ssl http2", format!("listen {address}")),
        ("/srv/site/deploy", fixture.deploy().display().to_string()),
        ("/var/www/ceibalta", fixture.dist().display().to_string()),
    ];
    places.iter().fold(text, |text, (documented, here)| {
        assert!(text.contains(documented), "no `{documented}` in docs/hosting.md");
        text.replace(documented, here)
    })
}

/// Caddy with the site, and its address.
pub fn caddy(fixture: &Fixture) -> (Process, String) {
    let (address, scratch) = (free_address(), fixture.scratch());
    let generated = fixture.deploy().join("caddy/Caddyfile");
    let options = "{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n";
    write(&scratch, "Caddyfile", format!("{options}import {}\n", generated.display()));
    let mut command = Command::new(program("caddy"));
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(scratch.join("Caddyfile"));
    command.env("SITE_ADDRESS", format!("http://{address}")).env("SITE_FOLDER", fixture.dist());
    command.env("LEADS_ADDRESS", &fixture.serve).env("HOME", &scratch);
    (Process::start_at(&address, &mut command), address)
}

/// Cloudflare Pages on this machine with the site, and its address.
pub fn pages(fixture: &Fixture) -> (Process, String) {
    let (address, scratch) = (free_address(), fixture.scratch());
    let project = fixture.deploy().join("pages");
    // Pages publishes the built site, without the publisher's records.
    fs::remove_dir_all(fixture.dist().join(".site")).unwrap();
    let program = engine_file("islands/tools/hosts/node_modules/.bin/wrangler");
    assert!(program.exists(), "wrangler is not installed: run `make test-hosts`");
    let (ip, port) = address.split_once(':').unwrap();
    let mut command = Command::new(program);
    command.args(["pages", "dev"]).arg(fixture.dist()).args(["--ip", ip, "--port", port]);
    command.args(["--compatibility-date", "2026-04-01", "--binding"]);
    command.arg(format!("LEADS_URL=http://{}", fixture.serve)).current_dir(project).env("HOME", &scratch);
    command.env("WRANGLER_SEND_METRICS", "false").env("CI", "true");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    (Process::start_at(&address, &mut command), address)
}
