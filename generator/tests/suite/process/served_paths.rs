//! Requests for files outside of the folders that `site serve` serves, in every spelling, and under other names.

use std::os::unix::fs::symlink;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::serve::Server;
use crate::support::files::write;
use crate::support::sample_site::SampleSite;

/// What is in the files that no request may read.
const CANARY: &str = "outside of the served folders";
const INSIDE: &str = "a served file";

/// Each path as it is, with some bytes encoded, with all, and the last two encoded again.
fn spellings(path: &str) -> Vec<String> {
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let (slashes, dots) = (path.replace('/', "%2f"), path.replace('.', "%2e"));
    let upper = path.replace('/', "%2F").replace('.', "%2E");
    let twice = [slashes.replace('%', "%25"), encode(&encode(path))];
    let once = [
        path.to_owned(),
        slashes,
        dots,
        upper,
        path.replace('\\', "%5c"),
        encode(path),
    ];
    once.into_iter().chain(twice).collect()
}

#[test]
fn no_spelling_of_a_path_reads_a_file_outside_of_the_served_folders() {
    let site = SampleSite::with("base");
    let server = Server::start(&site);
    for folder in [site.dist(), site.root().join(".site/cache/workbench")] {
        write(&folder, "inside.txt", INSIDE);
        ["_host.txt", ".env", "a/.env"]
            .iter()
            .for_each(|name| write(&folder, name, CANARY));
        symlink(site.root().join("canary.txt"), folder.join("link.txt")).unwrap();
        symlink(site.root(), folder.join("a/out")).unwrap();
    }
    write(site.root(), "canary.txt", CANARY);
    let absolute = site.root().join("canary.txt").to_str().unwrap().to_owned();
    let below_root = absolute.trim_start_matches('/');
    let odd = "/etc/passwd //etc/passwd a//etc/passwd C:/canary.txt C:\\canary.txt c:canary.txt \\etc\\passwd \
               link.txt a/out/canary.txt a/out/dist/inside.txt _host.txt .env a/.env ./inside.txt \
               a/../inside.txt inside.txt/ inside.txt/../../canary.txt .well-known/../../canary.txt \
               ..\\canary.txt ..\\..\\..\\canary.txt \0 inside.txt\0 \0/canary.txt canary.txt\0.html";
    let mut paths: Vec<String> = odd.split(' ').map(str::to_owned).collect();
    paths.extend(["", "/", "a/", "./"].map(|before| format!("{before}{absolute}")));
    for depth in [1, 2, 3, 20] {
        let up = "../".repeat(depth);
        paths.extend(["", "a/", "/", "a/out/"].map(|before| format!("{before}{up}canary.txt")));
        paths.extend([below_root, "etc/passwd"].map(|path| format!("{up}{path}")));
    }
    let own = server.address.clone();
    for path in ["/inside.txt", "/_dev/files/inside.txt"] {
        assert!(server.get(path).ends_with(INSIDE), "{path}");
        assert!(
            server
                .send_to("evil.example", "GET", path, "", "")
                .starts_with("HTTP/1.1 403 ")
        );
    }
    let (mut tried, mut let_in) = (0, Vec::new());
    for path in paths.iter().flat_map(|path| spellings(path)) {
        // A space or an end of a line would make another request of it.
        for prefix in [
            "/",
            "/_dev/files/",
            "/_dev/edit/api/pictures/",
            "/_dev/edit/api/documents/pages/",
        ] {
            for host in [&own, "evil.example"] {
                let answer =
                    server.send_to(host, "GET", &format!("{prefix}{path}"), "text/plain", "");
                tried += 1;
                let has_content = [CANARY, INSIDE, "root:"]
                    .iter()
                    .any(|text| answer.contains(text));
                if has_content || answer.starts_with("HTTP/1.1 2") {
                    let_in.push(format!("{host} {prefix}{path}: {answer}"));
                }
            }
        }
    }
    assert!(
        let_in.is_empty(),
        "{} of {tried}: {let_in:#?}",
        let_in.len()
    );
    println!("torture: spellings of paths, site serve | {tried} | {tried} | 0 | 0");
}

/// DNS rebinding: the browser takes this server for `evil.example`, so that the origin is the one that it names.
#[test]
fn other_names_reach_neither_pages_nor_the_lead_function_nor_the_editor() {
    let site = SampleSite::with("base");
    let server = Server::with_inventory(
        &site,
        &[
            "--offline",
            "--host",
            "0.0.0.0",
            "--allow-host",
            "mac.local",
        ],
    );
    let form = "application/x-www-form-urlencoded";
    let pages = "/ /nada /api/health /_dev /_dev/events /_dev/gallery /_dev/edit/api/documents"
        .split(' ')
        .map(|path| ("GET", path));
    for (method, path) in
        pages.chain(["/api/leads", "/mail/send", "/_dev/pull"].map(|path| ("POST", path)))
    {
        let answer = server.send_to("evil.example", method, path, form, "form=contact");
        assert!(
            answer.starts_with("HTTP/1.1 403 "),
            "{method} {path}: {answer}"
        );
        assert!(
            answer.contains("the request names another server"),
            "{method} {path}: {answer}"
        );
    }
    assert!(!site.root().join(".outbox/leads").exists());
    // The names that the terminal prints.
    server.wait_for_message("http://mac.local:");
    server.wait_for_message("/_dev opens on only this machine");
    for host in ["mac.local:8080", "192.0.2.7", &server.address] {
        let answer = server.send_to(host, "GET", "/", "", "");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{host}: {answer}");
        let is_private = !server
            .send_to(host, "GET", "/_dev", "", "")
            .starts_with("HTTP/1.1 200 ");
        assert_eq!(is_private, host != server.address, "{host}");
    }
    let lead = server.send_to("mac.local:8080", "POST", "/api/leads", form, "form=contact");
    let is_let_in = lead.starts_with("HTTP/1.1 4") && !lead.starts_with("HTTP/1.1 403 ");
    assert!(is_let_in || lead.contains("422"), "{lead}");
}
