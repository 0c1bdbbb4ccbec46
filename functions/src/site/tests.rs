//! The source of the file: what is refused at the start, and what happens when the file changes.

use super::SiteSource;
use crate::Leads;
use crate::config::{LeadsConfig, StoreLocation};
use crate::lead::Reference;
use crate::tests::sample_site;
use axum::body::Body;
use axum::http::Request;
use futures::future::join_all;
use lead_site::{LeadSite, standard_forms};
use object_store::ObjectStoreExt;
use object_store::memory::InMemory;
use object_store::path::Path as ObjectPath;
use object_store::throttle::{ThrottleConfig, ThrottledStore};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;
use url::Url;

fn source(file: &Path) -> SiteSource {
    let mut config = LeadsConfig::new(StoreLocation::Memory, StoreLocation::Path(file.to_owned()));
    config.development = Some("TORRE-ARBOLEDA".to_owned());
    SiteSource::new(&config, |_| Ok(())).expect("a source")
}

/// Replaces the file as `site build` does.
fn replace(file: &Path, bytes: &[u8]) {
    let new = file.with_extension("new");
    std::fs::write(&new, bytes).expect("a writable folder");
    std::fs::rename(new, file).expect("a writable folder");
}

fn bytes(change: impl FnOnce(&mut LeadSite)) -> Vec<u8> {
    let mut site = sample_site();
    change(&mut site);
    site.to_bytes().expect("JSON")
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_an_error_that_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("leads.json");
    let error = async || source(&file).get().await.map(drop).unwrap_err().to_string();
    let version = |number| json!({"version": number}).to_string().into_bytes();
    let missing = "leads.json: the file is missing: run `site build`, which writes .site/leads.json, and name that file";
    assert!(error().await.ends_with(missing));
    for (bytes, part) in [
        (b"<html>".to_vec(), "not a leads.json"),
        (
            version(2),
            "use the file that `site build` writes to .site/leads.json",
        ),
        (
            version(0),
            "older than 2, which this program reads: build the site with the same release of `site`",
        ),
        (
            version(3),
            "newer than 2, which this program reads: install the release of `leads`",
        ),
        (bytes(|site| site.languages.clear()), "`languages` is empty"),
        (
            bytes(|site| site.time_zone = "Mars".to_owned()),
            "`Mars` is not a time zone",
        ),
        (
            bytes(|site| site.theme.light.clear()),
            "`theme` is not complete",
        ),
        (
            bytes(|site| site.development.code = "OTRA".to_owned()),
            "`OTRA`, and LEADS_DEVELOPMENT is `TORRE",
        ),
    ] {
        replace(&file, &bytes);
        let error = error().await;
        assert!(
            error.starts_with("LEADS_SITE: ") && error.contains(part),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_pipe_or_a_folder_is_not_read_and_the_last_site_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("leads.json");
    replace(&file, &bytes(|_| ()));
    let used = source(&file);
    let first = used.get().await.expect("a site");
    let make: [fn(&Path) -> bool; 2] = [
        |file| std::fs::create_dir(file).is_ok(),
        |file| {
            let status = Command::new("mkfifo").arg(file).status();
            status.is_ok_and(|status| status.success())
        },
    ];
    for make in make {
        let _ = std::fs::remove_file(&file).or_else(|_| std::fs::remove_dir(&file));
        assert!(make(&file));
        let error = source(&file).get().await.map(drop).unwrap_err().to_string();
        assert!(error.contains("it is not a file: use"), "{error}");
        assert_eq!(used.get().await.expect("a site").build, first.build);
    }
}

#[tokio::test]
async fn many_posts_wait_together_for_an_object_that_does_not_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = ObjectPath::from("leads.json");
    let store = ThrottledStore::new(InMemory::new(), ThrottleConfig::default());
    let content = bytes(|_| ()).into();
    store.put(&path, content).await.expect("an object");
    let store = Arc::new(store);
    let source = source(&folder.path().join("unused")).on(Arc::clone(&store) as _, path);
    let build = source.get().await.expect("a site").build.clone();
    store.config_mut(|config| config.wait_get_per_call = Duration::from_secs(600));
    let posts = (0..90).map(|_| source.newer_than(&build));
    // One after the other they would wait for three minutes: two seconds each.
    let all = tokio::time::timeout(Duration::from_secs(90), join_all(posts)).await;
    assert!(all.expect("in time").iter().all(Option::is_none));
}

/// An object is looked at every 30 seconds; a post from a page that is newer than the last look does not wait for that.
#[tokio::test]
async fn a_post_with_a_new_option_or_notice_is_matched_before_the_next_look() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("leads.json");
    let new = bytes(|site| {
        "2027-01-01".clone_into(&mut site.notice_version);
        site.forms = standard_forms(
            |_| ["local", "broker", "new"].map(str::to_owned).into(),
            None,
        );
    });
    let url = Url::from_file_path(&file).expect("an absolute path");
    let config = LeadsConfig::new(StoreLocation::Memory, StoreLocation::Url(url));
    for (identity, notice) in [("new", ""), ("broker", "2027-01-01")] {
        replace(&file, &bytes(|_| ()));
        let leads = Leads::new(config.clone()).expect("a function");
        // Whether a post is accepted, and its lead has the hash of its notice.
        let is_matched = async |number: usize| {
            let body = json!({"form": "contact", "name": "Ana", "phone": "9845550162", "email": "ana@example.com",
                "space": "local", "identity": identity, "notice_version": notice, "key": number.to_string()});
            let request = Request::post("/api/leads").header("content-type", "application/json");
            let request = request
                .header("host", "a.example")
                .header("origin", "https://a.example");
            let request = request
                .body(Body::from(body.to_string()))
                .expect("a request");
            let _ = leads.router().oneshot(request).await.expect("an answer");
            let lead = leads
                .outbox
                .find(&Reference::from_key(&number.to_string()))
                .await;
            lead.expect("a readable store")
                .is_some_and(|lead| !lead.consents.notice_hash.is_empty())
        };
        assert!(!is_matched(0).await);
        let source = source(&file);
        let first = source.get().await.expect("a site");
        replace(&file, &new);
        // What does not match also waits for the look of another request.
        let (other, newer) = tokio::join!(source.get(), source.newer_than(&first.build));
        assert_eq!(
            newer.expect("the new site").build,
            other.expect("a site").build
        );
        // Fewer than an address may send in a minute.
        let mut numbers = 1..50;
        while !is_matched(numbers.next().expect("the object is looked at")).await {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}
