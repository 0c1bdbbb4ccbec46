//! The delivery worker with a scripted channel and an adjustable clock.

use super::channel::{Attempt, Channel, Failure};
use super::worker::AttemptResult;
use super::{Leads, RECEIVERS, check_templates, compose};
use crate::Clock;
use crate::config::{LeadsConfig, Reader, StoreLocation};
use crate::lead::{Lead, Reference};
use crate::outbox::{DeliveredLead, DeliveryState, Outbox};
use crate::site::LoadedSite;
use crate::tests::{lead, named, sample_site};
use async_trait::async_trait;
use indexmap::IndexMap;
use jiff::{SignedDuration, Timestamp};
use lead_site::LeadSite;
use parking_lot::Mutex;
use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};
use tokio::sync::Notify;

/// A channel that fails as scripted, then succeeds; counts what it sent.
#[derive(Default)]
struct Scripted {
    script: Mutex<VecDeque<Failure>>,
    sent: AtomicUsize,
    /// If set, every send waits for this notification.
    gate: Option<Arc<Notify>>,
    /// The key of a lead at which the program has a defect.
    panics_at: Option<&'static str>,
}

#[async_trait]
impl Channel for Scripted {
    async fn send(&self, attempt: &Attempt<'_>) -> Result<String, Failure> {
        self.sent.fetch_add(1, Ordering::SeqCst);
        let defect = self.panics_at.map(Reference::from_key);
        assert_ne!(Some(&attempt.lead.reference), defect.as_ref());
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
        worker.channels = IndexMap::from([(named("lead"), Arc::clone(&channel) as _)]);
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
async fn a_panic_is_a_failed_attempt_and_holds_back_no_other_lead() {
    let fixture = Fixture::with(Scripted {
        panics_at: Some("b"),
        ..Scripted::default()
    });
    for key in ["a", "b", "c"] {
        fixture.save(key).await;
    }
    assert_eq!((fixture.sweep().await, fixture.sent()), (2, 3));
    assert_eq!((fixture.sweep().await, fixture.sent()), (0, 3), "it waits");
    let channels = fixture.worker.channels().await.expect("readable");
    assert_eq!(channels[0].retries, 1);
    for _ in 0..fixture.worker.config.attempts {
        fixture.shift_seconds(2 * HOUR);
        fixture.sweep().await;
    }
    let metrics = fixture.worker.metrics().await.expect("metrics");
    assert_eq!((metrics.waiting, metrics.dead_lettered), (1, 1));
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
    // Forward and back; for good, by a clock that is not the store's; then an hour passes.
    for seconds in [0, 400 * DAY, -400 * DAY, 31 * DAY, HOUR] {
        fixture.shift_seconds(seconds);
        fixture.sweep().await;
        let is_kept = fixture.outbox.is_delivered(&lead.reference).await;
        assert!(is_kept.expect("read"), "{seconds}");
    }
}

/// A process that starts, sweeps once and ends, as on a schedule, on a store in a folder. Returns how many leads are left.
async fn sweep_of_new_process(folder: &Path) -> usize {
    let store = StoreLocation::Path(folder.to_owned());
    let mut config = LeadsConfig::new(store, StoreLocation::Path("unused".into()));
    config.retention_days = Some(30);
    let worker = Leads::new(config).expect("a worker");
    worker.sweep(None).await.expect("a sweep");
    let left = worker.outbox.list_leads("delivered").await;
    left.expect("listed").len()
}

/// Sets how long ago, in hours, everything below a folder of the store was written.
fn set_age(folder: &Path, hours: u64) {
    let written = SystemTime::now() - Duration::from_secs(hours * 3600);
    for entry in folder.read_dir().expect("a folder").flatten() {
        let file = File::options().write(true).open(entry.path());
        file.and_then(|file| file.set_modified(written))
            .expect("a file");
    }
}

#[tokio::test]
async fn the_first_sweep_deletes_nothing_unless_the_store_confirms_the_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let outbox = Outbox::open(&StoreLocation::Path(folder.path().to_owned())).expect("a store");
    let (delivered, proofs) = (folder.path().join("delivered"), folder.path().join("clock"));
    let archive = async |key: &str| {
        let lead = DeliveredLead {
            lead: lead(key, "hola"),
            finished_at: Timestamp::now(),
            history: vec![],
        };
        let archived = outbox.archive(&lead, &DeliveryState::default()).await;
        archived.expect("archived");
    };
    archive("old").await;
    // To a clock that is 400 days ahead, all was written 400 days ago.
    set_age(&delivered, 400 * 24);
    for _ in 0..2 {
        assert_eq!(sweep_of_new_process(folder.path()).await, 1);
    }
    let is_kept_with = async |ages: &[u64], left: usize| {
        fs::remove_dir_all(&proofs).expect("proofs");
        fs::create_dir(&proofs).expect("a folder");
        for hours in ages {
            let file = File::create(proofs.join(hours.to_string())).expect("a proof");
            let written = SystemTime::now() - Duration::from_secs(hours * 3600);
            file.set_modified(written).expect("a time");
        }
        assert_eq!(sweep_of_new_process(folder.path()).await, left, "{ages:?}");
    };
    // The clock was set wrong an hour ago, or some days, and it was right before that.
    is_kept_with(&[1], 1).await;
    is_kept_with(&[0, 23, 47, 71, 400 * 24, 401 * 24], 1).await;
    // A lead was delivered since.
    archive("young").await;
    is_kept_with(&[1, 24], 2).await;
    // A clock that has run evenly for a week is right.
    is_kept_with(&[1, 40, 80, 120, 160, 170], 1).await;
    // Proofs that are no longer needed are deleted, and one of today is there.
    is_kept_with(&[30, 60, 90, 120, 400 * 24], 1).await;
    let count = || proofs.read_dir().expect("a folder").count();
    assert_eq!(count(), 5);
}

#[tokio::test]
async fn a_receiver_that_asks_for_a_day_is_tried_again_within_hours() {
    let day = Failure::RetryAfter(Duration::from_secs(24 * 3600), "status 503".to_owned());
    let fixture = Fixture::new(vec![day]);
    let lead = fixture.save("c-12").await;
    fixture.sweep().await;
    let state = fixture.outbox.state(&lead.reference).await.expect("read");
    let now_ms = fixture.clock.now_ms();
    assert!(!state.is_due(named("lead"), now_ms));
    assert!(state.is_due(named("lead"), now_ms + 2 * HOUR * 1000));
}

#[test]
fn a_site_whose_mails_cannot_be_made_is_not_used() {
    let with = |change: &dyn Fn(&mut LeadSite)| {
        let mut site = sample_site();
        change(&mut site);
        let bytes = site.to_bytes().expect("JSON");
        LoadedSite::parse(&bytes).map(Arc::new)
    };
    let is_usable = |change: &dyn Fn(&mut LeadSite)| {
        with(change).is_ok_and(|site| check_templates(&site).is_ok())
    };
    assert!(is_usable(&|_| ()));
    assert!(!is_usable(&|site| {
        let unit = site.units.get_mut("O-301").expect("a unit");
        "apartado".clone_into(&mut unit.status);
    }));
    // A site with which the check succeeds makes every notice.
    let (light, dark) = (sample_site().theme.light, sample_site().theme.dark);
    let mut unusable = 0;
    for name in light.keys().chain(dark.keys()) {
        let without = |site: &mut LeadSite| {
            site.theme.light.remove(name);
            site.theme.dark.remove(name);
        };
        let Ok(site) = with(&without) else { continue };
        let mut other = lead("c-13", "hola");
        other.spam.quarantined = true;
        other.units = vec!["O-301".to_owned()];
        let is_composed = compose(&other, true, &site, "https://site.example").is_ok();
        let is_checked = check_templates(&site).is_ok();
        assert!(is_composed || !is_checked, "{name}");
        unusable += usize::from(!is_checked);
    }
    assert!(unusable > 5, "{unusable}");
}

/// The variables that `read` asks for, when all are set.
fn asked(read: impl FnOnce(&dyn Fn(&str) -> Option<String>)) -> BTreeSet<String> {
    let names = Mutex::new(BTreeSet::new());
    read(&|name| {
        names.lock().insert(name.to_owned());
        Some("x".to_owned())
    });
    names.into_inner()
}

#[test]
fn the_documentation_has_each_variable_of_the_function_and_of_its_receivers() {
    for receiver in RECEIVERS {
        let read = asked(|look_up| drop((receiver.read)(&mut Reader::new(look_up))));
        let listed = receiver.variables.iter().copied().map(str::to_owned);
        assert_eq!(read, listed.collect());
    }
    // The first column of the table of variables.
    let documentation = include_str!("../../../docs/leads.md");
    let rows = documentation.lines().filter(|line| line.starts_with("| `"));
    let columns = rows.filter_map(|row| row.split('|').nth(1));
    let words = columns.flat_map(|column| column.split('`'));
    let is_variable = |word: &&str| {
        let mut bytes = word.bytes();
        word.contains('_') && bytes.all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    };
    let documented: BTreeSet<String> = words.filter(is_variable).map(str::to_owned).collect();
    let read = asked(|look_up| drop(LeadsConfig::from_env(look_up)));
    assert_eq!(documented, read);
}

#[test]
fn what_a_receiver_cannot_use_is_reported() {
    for (name, value, part) in [
        (
            "EASYBROKER_PROPERTIES",
            "O-*01=EB-1",
            "`O-*01` is not the code of a unit",
        ),
        ("EASYBROKER_PROPERTIES", "O-301", "`O-301` is not a pair"),
        (
            "EASYBROKER_TOKEN",
            "a\u{7}b",
            "a character that no header can have",
        ),
        ("HUBSPOT_FORM", "1/*", "is not the id of a form"),
        (
            "HUBSPOT_URL",
            "http://hubspot.example",
            "is not an encrypted address",
        ),
        (
            "SMTP_URL",
            "smtp://mail.example?starttls=true",
            "is not `tls=required`",
        ),
        ("LEADS_ORIGINS", "https://*.torre.example", "is a pattern"),
        (
            "LEADS_ORIGINS",
            "https://pe\u{f1}a.example",
            "write `https://xn--pea-8ma.example`",
        ),
    ] {
        let values = [
            ("EASYBROKER_TOKEN", "key"),
            ("HUBSPOT_FORM", "1/2"),
            ("HUBSPOT_TOKEN", "token"),
        ];
        let look_up = |asked: &str| {
            let usual = values.iter().find(|(name, _)| *name == asked);
            let text = if asked == name {
                Some(value)
            } else {
                usual.map(|(_, text)| *text)
            };
            text.map(str::to_owned)
        };
        let problems = LeadsConfig::from_env(look_up).expect_err(name);
        let is_reported = |problem: &String| problem.starts_with(name) && problem.contains(part);
        assert!(problems.iter().any(is_reported), "{value}: {problems:?}");
    }
}
