//! `leads.json` at the target: pages that caches still have are answered as before, and a rollback has its own.

use std::fs;

use axum::body::Body;
use functions::{Leads, LeadsConfig, StoreLocation};
use http::Request;
use jiff::Timestamp;
use lead_site::LeadSite;
use publish::hash::sha256;
use publish::layout;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::files::{change, change_json, read, read_json, write};
use crate::support::sample_site::SampleSite;

const FIRST_NOTICE: &[u8] = b"\nAviso 1.\n";

/// A project with a target, and the lead function, which reads its file there.
struct Published {
    site: SampleSite,
    config: LeadsConfig,
}

impl Published {
    /// Release 1, with the options `broker` and `investor`, the unit L-101 and the first notice.
    fn first() -> Published {
        let site = SampleSite::with("units");
        let publish = "\npublish: { max_deletes: 100, targets: { live: { url: public } } }\n";
        change(site.root(), "site.yaml", |text| text.to_owned() + publish);
        for lang in ["es", "en"] {
            change_json(
                site.root(),
                &format!("content/{lang}/strings.json"),
                |strings| {
                    strings["form"]["space_options"] =
                        json!({"local": "Local", "oficina": "Oficina"});
                    strings["form"]["identity_options"] =
                        json!({"broker": "Broker", "investor": "Investor"});
                },
            );
            let page = format!(
                "---\ntitle: Privacidad {lang}\ndescription: Datos.\ntemplate: privacy\n---\n\nAviso 1.\n"
            );
            write(site.root(), &format!("content/{lang}/aviso.md"), page);
        }
        let folder = StoreLocation::Path(site.root().join("leads"));
        let file = StoreLocation::Path(site.root().join("public").join(layout::LEADS));
        let mut config = LeadsConfig::new(folder, file);
        config.posts_per_minute = 0;
        let published = Published { site, config };
        published.publish("2007-01-01T00:00:00Z");
        published
    }

    /// Release 2 without all that.
    fn second(&self) {
        for lang in ["es", "en"] {
            let strings = format!("content/{lang}/strings.json");
            self.site.edit(&strings, ",\"investor\":\"Investor\"", "");
            self.site
                .edit(&format!("content/{lang}/aviso.md"), "Aviso 1", "Aviso 2");
        }
        self.site.edit(
            "site.yaml",
            "notice_version: \"1\"",
            "notice_version: \"2\"",
        );
        self.site.edit("content/inventory.json", "L-101", "L-109");
        self.publish("2007-01-02T00:00:00Z");
    }

    fn publish(&self, now: &str) {
        self.site
            .run(&["build", "--offline", "--accept-inventory"])
            .ends(0);
        self.run(&["publish"], now);
    }

    fn run(&self, arguments: &[&str], now: &str) {
        self.site
            .run(&[arguments, &["--now", now]].concat())
            .ends(0);
    }

    fn file(&self) -> LeadSite {
        LeadSite::parse(
            self.site
                .read(&format!("public/{}", layout::LEADS))
                .as_bytes(),
        )
        .unwrap()
    }

    /// Posts what a page of release 1 sends, at a time. Returns the answer, and the lead if it was stored.
    fn post(&self, key: &str, now: &str) -> (u16, Value) {
        let body = json!({"form": "contact", "lang": "es", "key": key, "name": "Ana", "phone": "9845550162",
            "email": "ana@example.com", "space": "local", "identity": "investor", "unit": "L-101", "notice_version": "1"});
        let request = Request::post("/api/leads")
            .header("host", "development.example")
            .header("origin", "https://development.example")
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        let clock = &self.config.clock;
        let now: Timestamp = now.parse().unwrap();
        clock.shift_by(now.duration_since(clock.now()));
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let status = runtime.block_on(async {
            let leads = Leads::new(self.config.clone()).unwrap();
            let response = leads.router().oneshot(request).await.unwrap();
            leads.finish().await;
            response.status().as_u16()
        });
        let folders =
            ["waiting", "delivered"].map(|name| self.site.root().join("leads").join(name));
        let files = folders.iter().flat_map(fs::read_dir).flatten();
        let leads = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
        let lead = leads
            .filter(|text| text.contains("investor"))
            .last()
            .map(|text| serde_json::from_str::<Value>(&text).unwrap())
            .unwrap_or_default();
        // A delivered lead is within its history of deliveries; without a receiver it waits.
        (status, lead.get("lead").unwrap_or(&lead).clone())
    }
}

#[test]
fn a_page_of_the_release_before_is_answered_for_thirty_days() {
    let published = Published::first();
    published.second();
    // A later release keeps what is accepted, and for how long.
    published
        .site
        .edit("content/inventory.json", "L-109", "L-108");
    published.publish("2007-01-10T00:00:00Z");
    let (status, lead) = published.post("one", "2007-01-31T23:00:00Z");
    let stored = [
        &lead["choices"]["identity"],
        &lead["unit"],
        &lead["consents"]["notice_version"],
    ];
    assert_eq!(
        (status, stored.map(Value::as_str)),
        (200, ["investor", "L-101", "1"].map(Some)),
        "{lead}"
    );
    assert_eq!(lead["consents"]["notice_hash"], sha256(FIRST_NOTICE));
    let label = |site: &LeadSite| {
        site.languages[0]
            .option("form.identity_options", "investor")
            .to_owned()
    };
    assert_eq!(label(&published.file()), "Investor", "for the team");
    let (status, _) = published.post("two", "2007-02-01T00:00:01Z");
    assert_eq!(status, 422);
    published.publish("2007-03-01T00:00:00Z");
    assert!(published.file().earlier_notices.is_empty());
}

#[test]
fn after_a_killed_publication_pages_that_stayed_public_are_answered_as_long() {
    let published = Published::first();
    let lease = "public/.site/lease.json";
    let mut killed = read_json(published.site.root(), lease);
    published.second();
    // As a run leaves it that is killed after this file: the next one finishes it a month later.
    killed["writes"] = json!([layout::LEADS]);
    killed["owner"] = json!("killed");
    write(published.site.root(), lease, killed.to_string());
    published.publish("2007-01-30T00:00:00Z");
    assert_eq!(published.post("one", "2007-02-28T00:00:00Z").0, 200);
}

#[test]
fn a_rollback_has_its_own_options_and_accepts_those_of_the_release_after() {
    let published = Published::first();
    published.second();
    published.run(&["rollback"], "2007-01-03T00:00:00Z");
    let file = published.file();
    assert!(file.units.contains_key("L-101") && file.notice_version == "1");
    assert!(file.earlier_notices.contains_key("2"));
    let (status, lead) = published.post("one", "2008-01-01T00:00:00Z");
    assert_eq!(
        (status, &lead["consents"]["notice_hash"]),
        (200, &json!(sha256(FIRST_NOTICE)))
    );
}

#[test]
fn no_page_changes_while_the_file_cannot_be_replaced() {
    let published = Published::first();
    let public = published.site.root().join("public");
    let shown = || read(&public, "inventario.html");
    let page = shown();
    fs::remove_file(public.join(layout::LEADS)).unwrap();
    fs::create_dir(public.join(layout::LEADS)).unwrap();
    published.site.edit(
        "content/es/inventario.md",
        "title: Inventario",
        "title: Unidades",
    );
    published.site.build();
    published.site.run(&["publish"]).ends(4);
    assert_eq!(shown(), page);
    fs::remove_dir(public.join(layout::LEADS)).unwrap();
    published.run(&["publish"], "2007-01-02T00:00:00Z");
    assert_ne!(shown(), page);
    assert_eq!(published.file().notice_version, "1");
}
