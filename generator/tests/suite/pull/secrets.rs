//! Canary credentials in every variable that holds one: no command writes or prints them, in no encoding.

use std::io::Read;

use crate::pull::command::{command, project};
use crate::support::command::Ran;
use crate::support::files::{Files, change, read_files};
use crate::support::pull_fixture::TOKEN;
use flate2::read::ZlibDecoder;
use platform::stub::Mode;

const VARIABLES: &str = "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AZURE_STORAGE_ACCOUNT_KEY \
    CLOUDFLARE_API_TOKEN LEADS_PASSWORD";

/// What may be found nowhere: the credentials as they are, with escaped hyphens, and the middle of "canary-71d2e9-" in base64.
const FORBIDDEN: [&str; 6] = [
    TOKEN,
    "canary-71d2e9",
    "canary%2D71d2e9",
    "Y2FuYXJ5LTcxZDJlO",
    "NhbmFyeS03MWQyZT",
    "jYW5hcnktNzFkMmU5",
];

/// The content of a file, and of each compressed stream of a PDF.
fn readable(bytes: &[u8]) -> Vec<Vec<u8>> {
    const START: &[u8] = b"stream\n";
    let mut found = vec![bytes.to_vec()];
    if bytes.windows(5).any(|window| window == b"%PDF-") {
        for at in (0..bytes.len().saturating_sub(START.len()))
            .filter(|at| bytes[*at..].starts_with(START))
        {
            let mut inflated = Vec::new();
            // A damaged end still leaves its beginning.
            let _ = ZlibDecoder::new(&bytes[at + START.len()..]).read_to_end(&mut inflated);
            found.push(inflated);
        }
    }
    found
}

#[test]
fn the_credentials_are_in_no_output() {
    let fixture = project();
    let publish = "\npublish:\n  targets: { live: { url: public } }\n";
    change(fixture.root(), "site.yaml", |text| {
        text.to_owned() + publish
    });
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
        let canary = |name: &str| format!("canary-71d2e9-{}", name.to_lowercase());
        let canaries = VARIABLES.split(' ').map(|name| (name, canary(name)));
        let ran = Ran::run(
            command(&fixture, arguments)
                .envs(canaries)
                .env("RUST_LOG", "trace"),
        );
        let messages = ran.stdout + &ran.stderr;
        assert!(messages.len() > 100, "{arguments:?}");
        for word in &words {
            assert!(!messages.contains(word), "{arguments:?} prints {word}");
        }
    }
    let mut searched = 0;
    for folder in ["dist", ".site", "public"] {
        let folder = fixture.root().join(folder);
        let files = if folder.exists() {
            read_files(&folder)
        } else {
            Files::new()
        };
        for (path, bytes) in files {
            searched += 1;
            for content in readable(&bytes) {
                let content = String::from_utf8_lossy(&content);
                let found = words.iter().find(|word| content.contains(*word));
                assert_eq!(found, None, "{}/{path}", folder.display());
            }
        }
    }
    assert!(searched > 300, "only {searched} files were searched");
    println!(
        "torture: canary credentials in outputs | {} | {searched} | 0 | 0",
        1 + VARIABLES.split(' ').count()
    );
}
