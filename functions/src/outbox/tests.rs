//! The outbox in memory and in a folder: one lead per key, one worker per lead, no lead lost.

use super::*;
use crate::test_support::lead;

const LEASE: Duration = Duration::from_secs(60);

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
async fn two_posts_with_one_key_are_one_lead() {
    let (_folder, outboxes) = outboxes();
    for outbox in outboxes {
        let first = lead("key-1", "hola");
        assert_eq!(outbox.save(&first, None).await.expect("saved"), Saved::New);
        assert_eq!(outbox.save(&first, None).await.expect("saved"), Saved::Existing);
        assert_eq!(
            outbox.save(&lead("key-1", "otra"), None).await.expect("saved"),
            Saved::Conflict
        );
        let state = outbox.state(&first.reference).await.expect("state");
        let delivered = DeliveredLead {
            lead: first.clone(),
            finished_at: Timestamp::now(),
            history: vec![],
        };
        outbox.archive(&delivered, &state).await.expect("archived");
        assert_eq!(
            outbox.save(&first, None).await.expect("saved"),
            Saved::Existing,
            "also after the delivery"
        );
        assert_eq!(
            outbox.save(&lead("key-1", "otra"), None).await.expect("saved"),
            Saved::Conflict
        );
        // The delivery ended after `save` looked for it.
        assert_eq!(outbox.create(&first).await.expect("saved"), Saved::Existing);
        assert_eq!(
            outbox.create(&lead("key-1", "otra")).await.expect("saved"),
            Saved::Conflict
        );
        assert!(
            outbox
                .read_waiting(&first.reference)
                .await
                .expect("read")
                .is_none()
        );
        outbox.delete(&first.reference).await.expect("deleted");
        assert!(outbox.find(&first.reference).await.expect("read").is_none());
    }
}

#[tokio::test]
async fn concurrent_posts_with_one_key_are_one_lead() {
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
async fn only_one_worker_gets_the_lease() {
    let (_folder, outboxes) = outboxes();
    for outbox in outboxes {
        let lead = lead("key-3", "hola");
        outbox.save(&lead, None).await.expect("saved");
        let now = Timestamp::now().as_millisecond();
        let attempts = (0..20).map(|_| {
            let (outbox, reference) = (outbox.clone(), lead.reference.clone());
            tokio::spawn(async move {
                outbox
                    .take_lease(&reference, &DeliveryState::default(), now, LEASE)
                    .await
                    .expect("no store error")
            })
        });
        let leases: Vec<Lease> = futures::future::join_all(attempts)
            .await
            .into_iter()
            .filter_map(|lease| lease.expect("joined"))
            .collect();
        assert_eq!(leases.len(), 1);

        let state = outbox.state(&lead.reference).await.expect("state");
        assert!(
            outbox
                .take_lease(&lead.reference, &state, now, LEASE)
                .await
                .expect("no store error")
                .is_none(),
            "still owned"
        );
        let second = outbox
            .take_lease(&lead.reference, &state, now + 60_001, LEASE)
            .await
            .expect("no store error");
        assert!(second.is_some(), "a lease expires");
        let state = outbox.state(&lead.reference).await.expect("state");
        outbox
            .release_lease(&lead.reference, &second.expect("a lease"))
            .await
            .expect("released");
        assert!(
            outbox
                .take_lease(&lead.reference, &state, now + 60_001, LEASE)
                .await
                .expect("no store error")
                .is_none()
        );
        let state = outbox.state(&lead.reference).await.expect("state");
        assert!(
            outbox
                .take_lease(&lead.reference, &state, now + 60_001, LEASE)
                .await
                .expect("no store error")
                .is_some()
        );
    }
}

#[tokio::test]
async fn a_scan_takes_the_state_from_names() {
    let (_folder, outboxes) = outboxes();
    for outbox in outboxes {
        let lead = lead("key-4", "hola");
        outbox.save(&lead, Some(5)).await.expect("saved");
        let scan = outbox.scan().await.expect("scanned");
        assert_eq!(scan.waiting.keys().collect::<Vec<_>>(), [&lead.reference]);
        assert_eq!(scan.work[&lead.reference].quarantined_until(), Some(5));
    }
}

impl Outbox {
    /// Writes a lead to `waiting` although it is archived, as after a crash in the middle of archiving.
    pub(crate) async fn put_back_for_tests(&self, lead: &Lead) {
        let content = to_json(lead).expect("JSON");
        self.store
            .create(&waiting_path(&lead.reference), content, Durable::Yes)
            .await
            .expect("written");
    }
}

#[tokio::test]
async fn old_temporary_files_are_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let outbox = Outbox::open(&StoreLocation::Folder(folder.path().to_owned())).expect("an outbox");
    let lead = lead("key-5", "hola");
    outbox.save(&lead, None).await.expect("saved");
    let left = folder.path().join("waiting/half.json#1");
    std::fs::write(&left, "a person").expect("written");
    outbox
        .delete_temporary_files(Duration::from_secs(3600))
        .await
        .expect("deleted");
    assert!(left.exists(), "its writer may still run");
    outbox
        .delete_temporary_files(Duration::ZERO)
        .await
        .expect("deleted");
    assert!(!left.exists());
    assert!(
        outbox
            .read_waiting(&lead.reference)
            .await
            .expect("read")
            .is_some()
    );
}
