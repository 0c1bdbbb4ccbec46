//! The outbox on memory and on a folder: one lead per key, one worker per lead, nothing lost on the way.

use super::*;
use crate::lead::{DeliveryKind, FormKind, Lang};
use crate::post::{BodyKind, Post};

const LEASE: Duration = Duration::from_secs(60);

/// A lead of the given key and message.
pub(crate) fn lead(key: &str, message: &str) -> Lead {
    let body = serde_json::json!({"form": "contact", "name": "Ana", "phone": "9845550162", "email": "ana@example.com",
        "space": "local", "identity": "broker", "message": message, "key": key});
    let Ok(post) = Post::parse(BodyKind::Json, body.to_string().as_bytes()) else {
        panic!("a post")
    };
    let Ok(checked) = crate::post::check(FormKind::Contact, &post) else {
        panic!("a right post")
    };
    let now = Timestamp::now();
    Lead::from_post(
        &post,
        checked,
        FormKind::Contact,
        now,
        vec![DeliveryKind::Lead],
        key,
        crate::spam::SpamReport::default(),
    )
}

fn outboxes() -> (tempfile::TempDir, Vec<Outbox>) {
    let folder = tempfile::tempdir().expect("a folder");
    let locations = [
        StoreLocation::Memory,
        StoreLocation::Folder(folder.path().join("leads")),
    ];
    let outboxes = locations
        .iter()
        .map(|location| Outbox::open(location).expect("an outbox"))
        .collect();
    (folder, outboxes)
}

#[tokio::test]
async fn the_same_key_is_one_lead() {
    let (_folder, outboxes) = outboxes();
    for outbox in outboxes {
        let first = lead("key-1", "hola");
        assert_eq!(outbox.save(&first, None).await.expect("saved"), Saved::New);
        assert_eq!(outbox.save(&first, None).await.expect("saved"), Saved::Before);
        assert_eq!(
            outbox.save(&lead("key-1", "otra"), None).await.expect("saved"),
            Saved::Conflict
        );
        let standing = outbox.standing(&first.reference).await.expect("standing");
        let kept = Kept {
            lead: first.clone(),
            finished_at: Timestamp::now(),
            history: vec![],
        };
        outbox.keep(&kept, &standing).await.expect("kept");
        assert_eq!(
            outbox.save(&first, None).await.expect("saved"),
            Saved::Before,
            "also after its delivery"
        );
        assert_eq!(
            outbox.save(&lead("key-1", "otra"), None).await.expect("saved"),
            Saved::Conflict
        );
        assert!(outbox.waiting(&first.reference).await.expect("read").is_none());
        outbox.delete(&first.reference).await.expect("deleted");
        assert!(outbox.find(&first.reference).await.expect("read").is_none());
    }
}

#[tokio::test]
async fn the_same_key_at_the_same_moment_is_one_lead() {
    let (_folder, outboxes) = outboxes();
    for outbox in outboxes {
        let saves = (0..50).map(|_| {
            let outbox = outbox.clone();
            tokio::spawn(async move { outbox.save(&lead("key-2", "hola"), None).await.expect("saved") })
        });
        let results = futures::future::join_all(saves).await;
        let new = results
            .into_iter()
            .filter(|result| *result.as_ref().expect("joined") == Saved::New)
            .count();
        assert_eq!(new, 1);
    }
}

#[tokio::test]
async fn one_worker_has_a_lead() {
    let (_folder, outboxes) = outboxes();
    for outbox in outboxes {
        let lead = lead("key-3", "hola");
        outbox.save(&lead, None).await.expect("saved");
        let now = Timestamp::now().as_millisecond();
        let tries = (0..20).map(|_| {
            let (outbox, reference) = (outbox.clone(), lead.reference.clone());
            tokio::spawn(async move {
                outbox
                    .lease(&reference, &Standing::default(), now, LEASE)
                    .await
                    .expect("asked")
            })
        });
        let leases: Vec<Lease> = futures::future::join_all(tries)
            .await
            .into_iter()
            .filter_map(|lease| lease.expect("joined"))
            .collect();
        assert_eq!(leases.len(), 1);

        let standing = outbox.standing(&lead.reference).await.expect("standing");
        assert!(
            outbox
                .lease(&lead.reference, &standing, now, LEASE)
                .await
                .expect("asked")
                .is_none(),
            "still owned"
        );
        let later = outbox
            .lease(&lead.reference, &standing, now + 60_001, LEASE)
            .await
            .expect("asked");
        assert!(later.is_some(), "a lease ends");
        let standing = outbox.standing(&lead.reference).await.expect("standing");
        outbox
            .free(&lead.reference, &later.expect("a lease"))
            .await
            .expect("freed");
        assert!(
            outbox
                .lease(&lead.reference, &standing, now + 60_001, LEASE)
                .await
                .expect("asked")
                .is_none()
        );
        let standing = outbox.standing(&lead.reference).await.expect("standing");
        assert!(
            outbox
                .lease(&lead.reference, &standing, now + 60_001, LEASE)
                .await
                .expect("asked")
                .is_some()
        );
    }
}

#[tokio::test]
async fn a_scan_shows_names_only_and_needs_no_reading() {
    let (_folder, outboxes) = outboxes();
    for outbox in outboxes {
        let lead = lead("key-4", "hola");
        outbox.save(&lead, Some(5)).await.expect("saved");
        let scan = outbox.scan().await.expect("scanned");
        assert_eq!(scan.waiting.keys().collect::<Vec<_>>(), [&lead.reference]);
        assert_eq!(scan.work[&lead.reference].held_until(), Some(5));
        assert_eq!(lead.lang, Lang::Es);
    }
}

impl Outbox {
    /// Puts a lead into waiting without any look at kept: what a crash may leave.
    pub(crate) async fn put_back_for_tests(&self, lead: &Lead) {
        let content = to_json(lead).expect("JSON");
        self.store
            .create(&waiting_name(&lead.reference), content, Durable::Yes)
            .await
            .expect("written");
    }
}

#[tokio::test]
async fn half_written_files_do_not_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let outbox = Outbox::open(&StoreLocation::Folder(folder.path().to_owned())).expect("an outbox");
    let lead = lead("key-5", "hola");
    outbox.save(&lead, None).await.expect("saved");
    let left = folder.path().join("waiting/half.json#1");
    std::fs::write(&left, "a person").expect("written");
    outbox
        .clear_half_written(Duration::from_secs(3600))
        .await
        .expect("cleared");
    assert!(left.exists(), "its writer may be alive");
    outbox.clear_half_written(Duration::ZERO).await.expect("cleared");
    assert!(!left.exists());
    assert!(outbox.waiting(&lead.reference).await.expect("read").is_some());
}
