//! Helpers that several unit tests of this crate use.

#[path = "../tests/leads/support/sample_site.rs"]
mod sample_site;

pub(crate) use sample_site::sample_site;

use crate::lead::{ChannelName, Lead, SpamReport};
use crate::post::{BodyKind, Post, check};
use crate::site::LoadedSite;
use jiff::Timestamp;
use lead_site::FormKind;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The channel with this name.
pub(crate) fn named(name: &str) -> ChannelName {
    ChannelName::parse(name).expect("a name")
}

/// The site of `examples/torre`, as far as tests need it.
pub(crate) fn site() -> &'static Arc<LoadedSite> {
    static SITE: LazyLock<Arc<LoadedSite>> = LazyLock::new(|| {
        let bytes = sample_site().to_bytes().expect("JSON");
        Arc::new(LoadedSite::parse(&bytes).expect("a site"))
    });
    &SITE
}

/// A lead of the contact form with the given key and message, to be delivered by call 1.
pub(crate) fn lead(key: &str, message: &str) -> Lead {
    let body = json!({"form": "contact", "name": "Ana", "phone": "9845550162", "email": "ana@example.com",
        "space": "local", "identity": "broker", "message": message, "key": key});
    lead_of(
        FormKind::Contact,
        &body,
        Timestamp::now(),
        SpamReport::default(),
    )
}

/// The lead of a valid post, to be delivered by call 1.
pub(crate) fn lead_of(
    form: FormKind,
    body: &Value,
    received_at: Timestamp,
    spam: SpamReport,
) -> Lead {
    let Some(post) = Post::parse(
        BodyKind::Json,
        body.to_string().as_bytes(),
        &site().choices(),
    ) else {
        panic!("the post cannot be parsed")
    };
    let Ok(checked) = check(&site().forms[&form], &post, received_at) else {
        panic!("the post is not valid")
    };
    post.to_lead(
        checked,
        form,
        site(),
        received_at,
        vec![named("lead")],
        spam,
    )
}

/// Compares a text with the file `name` of `tests/notices`. `ACCEPT=1` writes it.
pub(crate) fn check_golden(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/notices")
        .join(name);
    if std::env::var_os("ACCEPT").is_some() {
        std::fs::write(&path, made).expect("a writable folder");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        made,
        golden,
        "{} differs: accept it with ACCEPT=1",
        path.display()
    );
}
