//! The outbox in memory and in a folder: one lead per key, one worker per lead, no lead lost.

use super::*;
use crate::config::StoreLocation;
use crate::tests::lead;
use futures::future::join_all;
use jiff::Timestamp;
use std::time::Duration;

const LEASE: Duration = Duration::from_secs(60);

fn outboxes() -> (tempfile::TempDir, [Outbox; 2]) {
    let folder = tempfile::tempdir().expect("a folder");
    let in_folder = StoreLocation::Path(folder.path().join("leads"));
    let outboxes = [StoreLocation::Memory, in_folder];
    (
        folder,
        outboxes.map(|location| Outbox::open(&location).expect("an outbox")),
    )
}

#[tokio::test]
async fn two_posts_with_one_key_are_one_lead() {
    let (_folder, outboxes) = outboxes();
    for outbox in outboxes {
        let (first, other) = (lead("key-1", "hola"), lead("key-1", "otra"));
        let save = async |lead| outbox.save(lead, None).await.expect("saved");
        assert_eq!(save(&first).await, SaveResult::New);
        assert_eq!(save(&first).await, SaveResult::Existing);
        assert_eq!(save(&other).await, SaveResult::Conflict);
        let state = outbox.state(&first.reference).await.expect("state");
        let delivered = DeliveredLead {
            lead: first.clone(),
            finished_at: Timestamp::now(),
            history: vec![],
        };
        outbox.archive(&delivered, &state).await.expect("archived");
        assert_eq!(
            save(&first).await,
            SaveResult::Existing,
            "also after the delivery"
        );
        assert_eq!(save(&other).await, SaveResult::Conflict);
        // The delivery ended after `save` looked for it.
        assert_eq!(
            outbox.create_lead(&first).await.expect("saved"),
            SaveResult::Existing
        );
        assert_eq!(
            outbox.create_lead(&other).await.expect("saved"),
            SaveResult::Conflict
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
async fn only_one_worker_gets_the_lease() {
    let (_folder, outboxes) = outboxes();
    for outbox in outboxes {
        let lead = lead("key-3", "hola");
        outbox.save(&lead, None).await.expect("saved");
        let now = Timestamp::now().as_millisecond();
        let take = async |now_ms| {
            let state = outbox.state(&lead.reference).await.expect("state");
            let taken = outbox.take_lease(&lead.reference, &state, now_ms, LEASE);
            taken.await.expect("no store error")
        };
        let leases = join_all((0..20).map(|_| take(now))).await;
        assert_eq!(leases.into_iter().flatten().count(), 1);
        assert!(take(now).await.is_none(), "still owned");
        let second = take(now + 60_001).await.expect("a lease expires");
        assert!(take(now + 60_001).await.is_none());
        outbox
            .release_lease(&lead.reference, &second)
            .await
            .expect("released");
        assert!(take(now + 60_001).await.is_some());
    }
}

impl Outbox {
    /// Writes a lead to `waiting` although it is archived, as after a crash in the middle of archiving.
    pub(crate) async fn put_back_for_tests(&self, lead: &Lead) {
        self.create(&waiting_path(&lead.reference), lead)
            .await
            .expect("written");
    }
}

#[tokio::test]
async fn temporary_files_without_a_writer_are_deleted_whatever_their_age() {
    let folder = tempfile::tempdir().expect("a folder");
    let outbox = Outbox::open(&StoreLocation::Path(folder.path().to_owned())).expect("an outbox");
    let lead = lead("key-5", "hola");
    outbox.save(&lead, None).await.expect("saved");
    let [left, being_written] = ["half.json#1", "new.json#1"].map(|name| {
        let file = folder.path().join("waiting").join(name);
        std::fs::write(&file, "a person").expect("written");
        let long_ago = std::time::SystemTime::UNIX_EPOCH;
        std::fs::File::open(&file)
            .and_then(|file| file.set_modified(long_ago))
            .expect("the time is set");
        file
    });
    let writing = async {
        assert!(left.exists(), "its writer may still run");
        std::fs::write(&being_written, "a person, whole").expect("written");
    };
    outbox.delete_temporary_files(writing).await;
    assert!(!left.exists() && being_written.exists());
    assert!(
        outbox
            .read_waiting(&lead.reference)
            .await
            .expect("read")
            .is_some()
    );
}
