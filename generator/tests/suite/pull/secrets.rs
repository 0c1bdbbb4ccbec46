//! Canary credentials in every variable that holds one: no command writes or prints them, in no encoding.

use std::io::Read;

use crate::pull::command::{command, project};
use crate::support::command::Ran;
use crate::support::files::{Files, change, read_files};
use crate::support::pull_fixture::{PullFixture, TOKEN};
use flate2::read::{GzDecoder, ZlibDecoder};
use platform::stub::Mode;

/// The variables of the other credentials.
const VARIABLES: [&str; 6] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AZURE_STORAGE_ACCOUNT_KEY",
    "CLOUDFLARE_API_TOKEN",
    "LEADS_PASSWORD",
];

/// What may be found nowhere: the credentials as they are, with escaped hyphens, and the middle of "canary-71d2e9-" in base64.
const FORBIDDEN: [&str; 6] =
    [TOKEN, "canary-71d2e9", "canary%2D71d2e9", "Y2FuYXJ5LTcxZDJlO", "NhbmFyeS03MWQyZT", "jYW5hcnktNzFkMmU5"];

/// Runs a command that logs everything, with canaries in its environment.
fn run(fixture: &PullFixture, arguments: &[&str]) -> Ran {
    let canary = |variable: &str| format!("canary-71d2e9-{}", variable.to_lowercase());
    let mut command = command(fixture, arguments);
    Ran::of(command.envs(VARIABLES.map(|name| (name, canary(name)))).env("RUST_LOG", "trace"))
}

/// The content of a file and of everything compressed in it: streams of a PDF, gzip, brotli.
fn readable(path: &str, bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut found = vec![bytes.to_vec()];
    let mut add = |mut reader: Box<dyn Read + '_>| {
        let mut inflated = Vec::new();
        // A damaged end still leaves its beginning.
        let _ = reader.read_to_end(&mut inflated);
        found.push(inflated);
    };
    if bytes.starts_with(&[0x1f, 0x8b]) {
        add(Box::new(GzDecoder::new(bytes)));
    }
    if path.ends_with(".br") {
        add(Box::new(brotli::Decompressor::new(bytes, 4096)));
    }
    if bytes.windows(5).any(|window| window == b"%PDF-") {
        const START: &[u8] = b"stream\n";
        for at in (0..bytes.len().saturating_sub(START.len())).filter(|at| bytes[*at..].starts_with(START)) {
            add(Box::new(ZlibDecoder::new(&bytes[at + START.len()..])));
        }
    }
    found
}

#[test]
fn the_credentials_are_in_no_output() {
    let fixture = project();
    let publish = "\npublish:\n  targets: { live: { url: public } }\n";
    change(fixture.root(), "site.yaml", |text| text.to_owned() + publish);
    let escaped = TOKEN.replace('-', "%2D");
    let words = [&FORBIDDEN[..], &[escaped.as_str()]].concat();
    let mut commands = vec![
        (Mode::Ok, vec!["build", "--json"]),
        (Mode::Unauthorized, vec!["build", "--strict"]),
        (Mode::Unauthorized, vec!["check", "--strict", "--json"]),
        (Mode::Refuse, vec!["pull", "--json"]),
        (Mode::Html, vec!["pull", "--strict", "--json"]),
    ];
    if cfg!(feature = "publish") {
        commands.push((Mode::Ok, vec!["publish", "--json"]));
    }
    for (mode, arguments) in &commands {
        fixture.mode(*mode);
        let ran = run(&fixture, arguments);
        let messages = ran.stdout + &ran.stderr;
        assert!(messages.len() > 100, "{arguments:?}");
        for word in &words {
            assert!(!messages.contains(word), "{arguments:?} prints {word}");
        }
    }
    let mut searched = 0;
    for folder in ["dist", ".site", "public"] {
        let folder = fixture.root().join(folder);
        let files = if folder.exists() { read_files(&folder) } else { Files::new() };
        for (path, bytes) in files {
            searched += 1;
            for content in readable(&path, &bytes) {
                let content = String::from_utf8_lossy(&content);
                let found = words.iter().find(|word| content.contains(*word));
                assert_eq!(found, None, "{}/{path}", folder.display());
            }
        }
    }
    assert!(searched > 300, "only {searched} files were searched");
    println!("torture: canary credentials in outputs | {} | {searched} | 0 | 0", VARIABLES.len() + 1);
}
