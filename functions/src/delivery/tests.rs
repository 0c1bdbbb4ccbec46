//! The delivery worker with a scripted channel and an adjustable clock.

use super::Leads;
use super::channel::{Attempt, Channel, Failure};
use super::worker::AttemptResult;
use crate::Clock;
use crate::config::{LeadsConfig, StoreLocation};
use crate::lead::{ChannelKind, Lead};
use crate::outbox::{DeliveredLead, DeliveryState, Outbox};
use crate::tests::lead;
use async_trait::async_trait;
use jiff::SignedDuration;
use parking_lot::Mutex;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Notify;

/// A channel that fails as scripted, then succeeds; counts what it sent.
#[derive(Default)]
struct Scripted {
    script: Mutex<VecDeque<Failure>>,
    sent: AtomicUsize,
    /// If set, every send waits for this notification.
    gate: Option<Arc<Notify>>,
}

#[async_trait]
impl Channel for Scripted {
    async fn send(&self, _: &Attempt<'_>) -> Result<String, Failure> {
        self.sent.fetch_add(1, Ordering::SeqCst);
        if let Some(gate) = &self.gate {
            gate.notified().await;
        }
        self.script
            .lock()
            .pop_front()
            .map_or(Ok("fine".to_owned()), Err)
    }
}

struct Fixture {
    clock: Clock,
    outbox: Outbox,
    channel: Arc<Scripted>,
    worker: Arc<Leads>,
}

impl Fixture {
    fn new(script: Vec<Failure>) -> Self {
        Self::with(Scripted {
            script: Mutex::new(script.into()),
            ..Scripted::default()
        })
    }

    fn with(channel: Scripted) -> Self {
        let channel = Arc::new(channel);
        let mut config =
            LeadsConfig::new(StoreLocation::Memory, StoreLocation::Path("unused".into()));
        config.retention_days = Some(30);
        let clock = config.clock.clone();
        let mut worker =
            Arc::into_inner(Leads::new(config).expect("a worker")).expect("the only reference");
        worker.channels = BTreeMap::from([(ChannelKind::Lead, Arc::clone(&channel) as _)]);
        Self {
            clock,
            outbox: worker.outbox.clone(),
            channel,
            worker: Arc::new(worker),
        }
    }

    async fn take_lease(&self, lead: &Lead, length: Duration) {
        let (now, state) = (self.clock.now_ms(), DeliveryState::default());
        let taken = self
            .outbox
            .take_lease(&lead.reference, &state, now, length)
            .await;
        assert!(taken.expect("no store error").is_some());
    }

    async fn save(&self, key: &str) -> Lead {
        let lead = lead(key, "hola");
        self.outbox.save(&lead, None).await.expect("saved");
        lead
    }

    async fn sweep(&self) -> usize {
        self.worker.sweep(None).await.expect("a sweep").delivered
    }

    fn sent(&self) -> usize {
        self.channel.sent.load(Ordering::SeqCst)
    }

    fn shift_seconds(&self, seconds: i64) {
        self.clock.shift_by(SignedDuration::from_secs(seconds));
    }
}

const HOUR: i64 = 3600;

fn temporary() -> Failure {
    Failure::Temporary("status 500".to_owned())
}

#[tokio::test]
async fn a_channel_is_listed_with_its_state_its_retries_and_its_last_answer() {
    let pause = Failure::RetryAfter(Duration::from_secs(600), "status 429".to_owned());
    let fixture = Fixture::new(vec![temporary(), temporary(), pause]);
    let listed = async || {
        let channels = fixture.worker.channels().await.expect("readable");
        let [channel] = &channels[..] else {
            panic!("one channel")
        };
        assert_eq!(channel.name, "lead");
        (
            channel.state,
            channel.retries,
            channel.last_answer.clone().unwrap_or_default(),
        )
    };
    assert_eq!(listed().await, ("ready", 0, String::new()));
    fixture.save("one").await;
    fixture.save("two").await;
    fixture.sweep().await;
    assert_eq!(listed().await, ("ready", 2, "status 500".to_owned()));
    fixture.shift_seconds(HOUR);
    fixture.sweep().await;
    let (state, retries, answer) = listed().await;
    assert_eq!(state, "paused");
    assert!(
        ["status 429", "fine"].contains(&&*answer),
        "a lead that was postponed got none: {answer}"
    );
    assert!((1..=2).contains(&retries), "{retries}");
}

#[tokio::test]
async fn a_failed_lead_is_retried_after_its_wait_and_not_before() {
    let no_wait = Failure::RetryAfter(Duration::ZERO, "status 503".to_owned());
    for failure in [temporary(), no_wait] {
        let fixture = Fixture::new(vec![failure; 3]);
        fixture.save("c-1").await;
        for (seconds, sent, delivered, why) in [
            (0, 1, 0, "the first attempt"),
            (0, 1, 0, "not before the wait ends"),
            (11, 2, 0, "the second attempt"),
            (
                -48 * HOUR,
                3,
                0,
                "a wait that began in the future is ignored",
            ),
            (48 * HOUR + 60, 4, 1, "the last attempt"),
        ] {
            fixture.shift_seconds(seconds);
            assert_eq!(
                (fixture.sweep().await, fixture.sent()),
                (delivered, sent),
                "{why}"
            );
        }
    }
}

#[tokio::test]
async fn a_clock_set_forward_repeats_nothing_within_a_process() {
    let gate = Arc::new(Notify::new());
    let fixture = Fixture::with(Scripted {
        gate: Some(Arc::clone(&gate)),
        ..Scripted::default()
    });
    let lead = fixture.save("c-3").await;
    let (worker, reference) = (Arc::clone(&fixture.worker), lead.reference.clone());
    let attempt =
        tokio::spawn(async move { worker.attempt_delivery(&reference, Some(lead)).await });
    while fixture.sent() == 0 {
        tokio::task::yield_now().await;
    }
    fixture.shift_seconds(5 * HOUR);
    assert_eq!(
        fixture.sweep().await,
        0,
        "the lease has expired, but the lead is still being sent"
    );
    gate.notify_one();
    let result = attempt.await.expect("joined").expect("an attempt");
    assert_eq!((result, fixture.sent()), (AttemptResult::Delivered, 1));
}

#[tokio::test]
async fn the_lease_of_a_dead_worker_expires_and_a_finished_lead_costs_none() {
    let fixture = Fixture::new(vec![]);
    let lead = fixture.save("c-4").await;
    fixture.take_lease(&lead, fixture.worker.config.lease).await;
    assert_eq!(fixture.sweep().await, 0);
    fixture.shift_seconds(61);
    assert_eq!(fixture.sweep().await, 1);
    let late = fixture.worker.attempt_delivery(&lead.reference, None).await;
    assert_eq!(late.expect("an attempt"), AttemptResult::Taken);
    let state = fixture
        .outbox
        .state(&lead.reference)
        .await
        .expect("a state");
    assert!(state.objects.is_empty());
}

#[tokio::test]
async fn a_crash_in_the_middle_of_archiving_sends_nothing_again() {
    let fixture = Fixture::new(vec![]);
    let lead = fixture.save("c-5").await;
    let delivered = DeliveredLead {
        lead: lead.clone(),
        finished_at: fixture.clock.now(),
        history: vec![],
    };
    fixture
        .outbox
        .archive(&delivered, &DeliveryState::default())
        .await
        .expect("archived");
    // A worker that dies in the middle of archiving leaves the lead in both folders.
    fixture.outbox.put_back_for_tests(&lead).await;
    assert_eq!(
        fixture
            .worker
            .listed()
            .await
            .expect("a readable store")
            .len(),
        1,
        "it is listed once"
    );
    assert_eq!((fixture.sweep().await, fixture.sent()), (1, 0));
    assert!(
        fixture
            .outbox
            .read_waiting(&lead.reference)
            .await
            .expect("read")
            .is_none()
    );
}

#[tokio::test]
async fn a_sweep_ends_where_another_worker_is_delivering() {
    let fixture = Fixture::new(vec![]);
    for number in 0..100 {
        let lead = fixture.save(&format!("c-9-{number}")).await;
        fixture
            .take_lease(&lead, 2 * fixture.worker.config.lease)
            .await;
    }
    // By their names the leases have ended; by their contents they last.
    fixture.shift_seconds(61);
    let report = fixture.worker.sweep(None).await.expect("a sweep");
    assert_eq!((report.delivered, fixture.sent()), (0, 0));
    assert!(report.next_due_ms.is_some(), "the rest is due at once");
}

#[tokio::test]
async fn a_sweep_starts_no_attempt_that_cannot_end_in_time() {
    let fixture = Fixture::new(vec![]);
    fixture.save("c-10").await;
    let time = fixture.worker.config.attempt;
    for (time, delivered) in [(time, 0), (2 * time, 1)] {
        let report = fixture.worker.sweep(Some(time)).await.expect("a sweep");
        assert_eq!((report.delivered, fixture.sent()), (delivered, delivered));
    }
}

#[tokio::test]
async fn a_clock_that_jumps_deletes_no_lead_too_early() {
    const DAY: i64 = 24 * HOUR;
    let fixture = Fixture::new(vec![]);
    let lead = fixture.save("c-11").await;
    // Forward and back; for good; then an hour passes.
    for (seconds, is_kept) in [
        (0, true),
        (400 * DAY, true),
        (-400 * DAY, true),
        (31 * DAY, true),
        (HOUR, false),
    ] {
        fixture.shift_seconds(seconds);
        fixture.sweep().await;
        assert_eq!(
            fixture
                .outbox
                .is_delivered(&lead.reference)
                .await
                .expect("read"),
            is_kept,
            "{seconds}"
        );
    }
}
