//! The courier with a scripted way out and a clock that moves: who is sent what, how often, when.

use super::channel::{Channel, Failure};
use super::courier::{Courier, Turn};
use crate::Clock;
use crate::config::{DeliveryLimits, StoreLocation};
use crate::lead::{DeliveryKind, Lead};
use crate::outbox::Outbox;
use crate::outbox::tests::lead;
use async_trait::async_trait;
use jiff::SignedDuration;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::Notify;

/// Answers as scripted, then well; counts.
#[derive(Default)]
struct Scripted {
    script: Mutex<VecDeque<Failure>>,
    sent: Mutex<Vec<String>>,
    /// Holds every send until told.
    gate: Option<Arc<Notify>>,
}

#[async_trait]
impl Channel for Scripted {
    async fn send(&self, lead: &Lead, _: bool, _: Duration) -> Result<String, Failure> {
        self.sent.lock().expect("a lock").push(lead.reference.to_string());
        if let Some(gate) = &self.gate {
            gate.notified().await;
        }
        match self.script.lock().expect("a lock").pop_front() {
            Some(failure) => Err(failure),
            None => Ok("fine".to_owned()),
        }
    }
}

impl Scripted {
    fn count(&self) -> usize {
        self.sent.lock().expect("a lock").len()
    }
}

struct World {
    clock: Clock,
    outbox: Outbox,
    channel: Arc<Scripted>,
    courier: Arc<Courier>,
}

impl World {
    fn new(script: Vec<Failure>) -> Self {
        Self::with(Scripted {
            script: Mutex::new(script.into()),
            ..Scripted::default()
        })
    }

    fn with(channel: Scripted) -> Self {
        let outbox = Outbox::open(&StoreLocation::Memory).expect("an outbox");
        let (clock, channel) = (Clock::system(), Arc::new(channel));
        let courier = courier(&outbox, &channel, &clock);
        Self {
            clock,
            outbox,
            channel,
            courier,
        }
    }

    async fn save(&self, key: &str) -> Lead {
        let lead = lead(key, "hola");
        self.outbox.save(&lead, None).await.expect("saved");
        lead
    }

    async fn delivered(&self) -> usize {
        self.courier.pass().await.expect("a pass").delivered
    }

    fn hours(&self, hours: i64) {
        self.clock.shift_by(SignedDuration::from_hours(hours));
    }
}

fn courier(outbox: &Outbox, channel: &Arc<Scripted>, clock: &Clock) -> Arc<Courier> {
    let channels: BTreeMap<DeliveryKind, Arc<dyn Channel>> =
        [(DeliveryKind::Lead, Arc::clone(channel) as Arc<dyn Channel>)].into();
    Arc::new(Courier::new(
        outbox.clone(),
        channels,
        DeliveryLimits::default(),
        None,
        clock.clone(),
    ))
}

fn later() -> Failure {
    Failure::Later("status 500".to_owned())
}

#[tokio::test]
async fn a_failed_lead_comes_back_after_its_wait_and_not_before() {
    let world = World::new(vec![later()]);
    world.save("c-1").await;
    assert_eq!(world.delivered().await, 0);
    assert_eq!(world.delivered().await, 0);
    assert_eq!(world.channel.count(), 1, "not before its wait");
    world.clock.shift_by(SignedDuration::from_secs(11));
    assert_eq!(world.delivered().await, 1);
    assert_eq!(world.channel.count(), 2);
}

#[tokio::test]
async fn a_clock_set_back_stops_nothing() {
    let world = World::new(vec![later(), later()]);
    world.save("c-2").await;
    world.delivered().await;
    world.hours(-48);
    assert_eq!(world.delivered().await, 0);
    assert_eq!(
        world.channel.count(),
        2,
        "a wait that began in the future binds nobody"
    );
    world.hours(48);
    world.clock.shift_by(SignedDuration::from_secs(30));
    assert_eq!(world.delivered().await, 1);
}

#[tokio::test]
async fn a_clock_set_forward_doubles_nothing_within_a_process() {
    let gate = Arc::new(Notify::new());
    let world = World::with(Scripted {
        gate: Some(Arc::clone(&gate)),
        ..Scripted::default()
    });
    let lead = world.save("c-3").await;
    let courier = Arc::clone(&world.courier);
    let reference = lead.reference.clone();
    let turn = tokio::spawn(async move { courier.turn(&reference, Some(lead)).await });
    while world.channel.count() == 0 {
        tokio::task::yield_now().await;
    }
    world.hours(5);
    assert_eq!(
        world.delivered().await,
        0,
        "the lease has ended by the clock, and yet the lead is in hand"
    );
    gate.notify_one();
    assert_eq!(turn.await.expect("joined").expect("a turn"), Turn::Finished);
    assert_eq!(world.channel.count(), 1);
}

#[tokio::test]
async fn a_dead_workers_lease_ends() {
    let world = World::new(vec![]);
    let lead = world.save("c-4").await;
    let now = world.clock.now_ms();
    let standing = world.outbox.standing(&lead.reference).await.expect("a standing");
    let lease = world
        .outbox
        .lease(&lead.reference, &standing, now, Duration::from_secs(60))
        .await
        .expect("asked");
    assert!(lease.is_some());
    assert_eq!(world.delivered().await, 0);
    world.clock.shift_by(SignedDuration::from_secs(61));
    assert_eq!(world.delivered().await, 1);
}

#[tokio::test]
async fn a_crash_between_keeping_and_clearing_sends_nothing_again() {
    let world = World::new(vec![]);
    let lead = world.save("c-5").await;
    let kept = crate::outbox::Kept {
        lead: lead.clone(),
        finished_at: world.clock.now(),
        history: vec![],
    };
    world
        .outbox
        .keep(&kept, &crate::outbox::Standing::default())
        .await
        .expect("kept");
    // What a worker that died between its two steps leaves: the lead in both places.
    world.outbox.put_back_for_tests(&lead).await;
    world.delivered().await;
    assert_eq!(world.channel.count(), 0);
    assert!(
        world
            .outbox
            .waiting(&lead.reference)
            .await
            .expect("read")
            .is_none()
    );
}

#[tokio::test]
async fn attempts_end_in_parking() {
    let world = World::new(vec![later(); 40]);
    let lead = world.save("c-6").await;
    for _ in 0..60 {
        world.delivered().await;
        world.hours(2);
    }
    assert_eq!(world.channel.count(), 40);
    let standing = world.outbox.standing(&lead.reference).await.expect("a standing");
    assert!(standing.is_parked());
    assert!(
        world
            .outbox
            .waiting(&lead.reference)
            .await
            .expect("read")
            .is_some(),
        "never deleted"
    );
    assert_eq!(world.courier.metrics().await.expect("metrics").parked, 1);
}

#[tokio::test]
async fn two_couriers_on_one_outbox_send_each_lead_once() {
    let world = World::new(vec![]);
    let other = courier(&world.outbox, &world.channel, &world.clock);
    for number in 0..100 {
        world.save(&format!("c-7-{number}")).await;
    }
    let (one, two) = tokio::join!(world.courier.pass(), other.pass());
    assert_eq!(
        one.expect("a pass").delivered + two.expect("a pass").delivered,
        100
    );
    assert_eq!(world.channel.count(), 100);
}
