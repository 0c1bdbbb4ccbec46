//! Publishers on machines with different clocks, some slow, stopped, suspended or killed, at one target: the code under
//! the schedules that `protocol` explores in a model. `PUBLISH_SCHEDULES` sets how many there are (default 300).

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::{BoxFuture, join_all, select};
use publish::clock::Timer;
use publish::error::PublishError;
use publish::record;
use publish::target::Target as _;

use crate::support::{Observed, Site, assert_shows, missing, two_sites};
use crate::time::{Time, time};

/// Numbers that look random and are the same in each run (xorshift64).
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// What happens to a publisher.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Quick,
    Slow,
    Killed,
    /// Its process does nothing for minutes.
    Stopped,
    /// Its whole machine does nothing for minutes, and its timer stands still.
    Suspended,
}

const FATES: [Fate; 5] = [Fate::Quick, Fate::Slow, Fate::Killed, Fate::Stopped, Fate::Suspended];

/// The machine of a publisher.
#[derive(Clone, Debug)]
struct Machine {
    fate: Fate,
    /// Until when it does nothing, and how long its timer stood still.
    state: Arc<Mutex<(Duration, Duration)>>,
}

impl Machine {
    fn stop(&self, duration: Duration) {
        let mut state = self.state.lock().unwrap();
        state.0 = time().elapsed() + duration;
        if self.fate == Fate::Suspended {
            state.1 += duration;
        }
    }

    /// Waits, and longer while the machine does nothing.
    async fn wait(self, time: Arc<Time>, duration: Duration) {
        time.sleep(duration).await;
        loop {
            let until = self.state.lock().unwrap().0;
            let remaining = until.saturating_sub(time.elapsed());
            if remaining.is_zero() {
                return;
            }
            time.sleep(remaining).await;
        }
    }
}

impl Timer for Machine {
    fn elapsed(&self) -> Duration {
        time().elapsed().saturating_sub(self.state.lock().unwrap().1)
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        self.clone().wait(time(), duration).boxed()
    }
}

/// What is between a publisher and its target: requests take a while, and so do the answers.
#[derive(Debug)]
pub struct Network {
    machine: Machine,
    random: Mutex<Random>,
    /// After how many requests the publisher is stopped.
    stops_after: Mutex<u64>,
    /// The missing files that a visitor could have seen.
    pub torn: Arc<Mutex<Vec<String>>>,
}

impl Network {
    pub async fn wait(&self) {
        let duration = {
            let mut random = self.random.lock().unwrap();
            let mut left = self.stops_after.lock().unwrap();
            *left = left.saturating_sub(1);
            if *left == 0 && matches!(self.machine.fate, Fate::Stopped | Fate::Suspended) {
                *left = u64::MAX;
                self.machine.stop(Duration::from_secs(100 + random.below(300)));
            }
            let limit = if self.machine.fate == Fate::Quick { 500 } else { 12_000 };
            Duration::from_millis(random.below(limit))
        };
        self.machine.sleep(duration).await;
    }
}

/// How the publishers of a schedule ended.
#[derive(Debug, Default)]
struct Ended {
    published: u64,
    killed: u64,
    refused: u64,
    lost: u64,
}

/// Runs two or three publishers at once, and then one that nothing happens to.
fn run_schedule(seed: u64, target: &Arc<Observed>, sites: &[Site], ended: &mut Ended) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    sites[0].publish(&**target).unwrap();
    let torn: Arc<Mutex<Vec<String>>> = Arc::default();
    let publishers = (0..2 + random.below(2)).map(|_| {
        let machine = Machine { fate: FATES[random.below(5) as usize], state: Arc::default() };
        let network = Network {
            machine: machine.clone(),
            random: Mutex::new(Random(random.0 ^ 0x5555)),
            stops_after: Mutex::new(1 + random.below(60)),
            torn: Arc::clone(&torn),
        };
        let reached = target.through(network);
        let start = Duration::from_secs(random.below(200));
        let site = &sites[random.below(sites.len() as u64) as usize];
        (machine, reached, start, site, 1 + random.below(150), random.below(20_000_000))
    });
    let publishers: Vec<_> = publishers.collect();
    let runs = publishers.iter().map(|(machine, reached, start, site, killed_after, clock)| async move {
        time().sleep(*start).await;
        let mut publication = site.publication(reached);
        publication.start = jiff::Timestamp::from_second(1_790_000_000 + *clock as i64).unwrap();
        publication.timer = Arc::new(machine.clone());
        if machine.fate != Fate::Killed {
            return Some(publication.run().await);
        }
        let killed = time().sleep(Duration::from_secs(*killed_after));
        match select(publication.run().boxed_local(), killed).await {
            futures::future::Either::Left((done, _)) => Some(done),
            futures::future::Either::Right(_) => None,
        }
    });
    for result in time().run(join_all(runs)) {
        match result {
            None => ended.killed += 1,
            Some(Ok(_)) => ended.published += 1,
            Some(Err(PublishError::LeaseLost(_))) => ended.lost += 1,
            Some(Err(error)) => {
                assert!(error.is_conflict(), "schedule {seed}: {error}");
                ended.refused += 1;
            }
        }
    }
    let fates: Vec<Fate> = publishers.iter().map(|(machine, ..)| machine.fate).collect();
    let context = format!("schedule {seed}: {fates:?}");
    // Only what arrives minutes late from a publisher that lost its lease can be seen until the next publication.
    if !fates.iter().any(|fate| matches!(fate, Fate::Stopped | Fate::Suspended)) {
        assert_eq!(*torn.lock().unwrap(), Vec::<String>::new(), "{context}");
    }
    let last = &sites[random.below(sites.len() as u64) as usize];
    last.publish(&**target).unwrap();
    assert_shows(target, last, &context);
    assert_eq!(missing(&target.public()), Vec::<String>::new(), "{context}");
    let again = last.publish(&**target).unwrap();
    assert!(again.uploaded.is_empty() && again.deleted.is_empty(), "{context}: {again:?}");
}

fn run_schedules(share: u64, target: impl Fn() -> Arc<Observed>) {
    let number = std::env::var("PUBLISH_SCHEDULES").map_or(300, |text| text.parse().unwrap()) / share;
    let (one, other) = two_sites();
    let sites =
        [one, other, Site::with(&[("index.html", "third assets/a-1.js"), ("assets/a-1.js", "a one")])];
    let mut ended = Ended::default();
    for seed in 0..number {
        run_schedule(seed, &target(), &sites, &mut ended);
    }
    let has_everything = ended.killed > 0 && ended.refused > 0 && ended.lost > 0;
    assert!(
        ended.published > 0 && (has_everything || number < 100),
        "the schedules have not everything: {ended:?}"
    );
    let faults = ended.killed + ended.refused + ended.lost;
    println!("torture: publishers whose clocks differ, stopped and killed | {faults} | {number} | 0 | 0");
}

#[test]
fn publishers_with_different_clocks_leave_a_whole_site_in_a_store() {
    run_schedules(1, Observed::memory);
}

#[test]
fn publishers_with_different_clocks_leave_a_whole_site_in_a_folder() {
    // Flushing a file system takes long.
    run_schedules(30, Observed::new_folder);
}

/// A publisher that lost its lease to one that is still at work tells it, and the next publication repairs both.
#[test]
fn a_late_write_is_recorded_and_repaired() {
    let (one, other) = two_sites();
    let target = Observed::memory();
    one.publish(&*target).unwrap();
    let before = target.public();
    let machine = Machine { fate: Fate::Stopped, state: Arc::default() };
    let late = target.through(Network {
        machine: machine.clone(),
        random: Mutex::new(Random(7)),
        // In the middle of the pages.
        stops_after: Mutex::new(24),
        torn: Arc::default(),
    });
    let mut slow = other.publication(&late);
    slow.timer = Arc::new(machine);
    let next = async {
        time().sleep(Duration::from_secs(150)).await;
        one.publication(&*target).run().await
    };
    let (slow, next) = time().run(async { futures::join!(slow.run(), next) });
    assert!(matches!(slow, Err(PublishError::LeaseLost(120))), "{slow:?}");
    assert!(next.is_ok(), "{next:?}");
    let lease = futures::executor::block_on(target.read(record::LEASE)).unwrap().unwrap().0;
    assert!(String::from_utf8_lossy(&lease).contains("\"lost\":{\"writes\":[\""));
    assert_ne!(target.public(), before, "a write arrives late");
    assert_eq!(missing(&target.public()), Vec::<String>::new(), "its page is whole");
    one.publish(&*target).unwrap();
    assert_shows(&target, &one, "after the repair");
}
