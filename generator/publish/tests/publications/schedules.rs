//! Publishers on machines with different clocks, some slow, stopped, suspended or killed, at one target.
//! `PUBLISH_SCHEDULES` sets how many schedules there are (default 300).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::FutureExt as _;
use futures::executor::block_on;
use futures::future::{BoxFuture, Either, join, join_all, select};
use jiff::Timestamp;
use publish::clock::Timer;
use publish::error::PublishError;
use publish::layout;
use publish::publication::Published;
use publish::target::Target as _;

use crate::support::{Done, Observed, Site, assert_shows, missing, two_sites};
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
        let mut remaining = duration;
        loop {
            time.sleep(remaining).await;
            remaining = self.state.lock().unwrap().0.saturating_sub(time.elapsed());
            if remaining.is_zero() {
                return;
            }
        }
    }
}

impl Timer for Machine {
    fn elapsed(&self) -> Duration {
        time()
            .elapsed()
            .saturating_sub(self.state.lock().unwrap().1)
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
    /// After how many requests and answers the publisher is stopped, and for how long.
    stop: Mutex<Option<(u64, Duration)>>,
    /// The missing files that a visitor could have seen.
    pub torn: Mutex<Vec<String>>,
}

impl Network {
    fn new(fate: Fate, seed: u64, stop: (u64, u64)) -> Network {
        let is_stopped = matches!(fate, Fate::Stopped | Fate::Suspended);
        Network {
            machine: Machine {
                fate,
                state: Arc::default(),
            },
            random: Mutex::new(Random(seed)),
            stop: Mutex::new(is_stopped.then_some((stop.0, Duration::from_secs(stop.1)))),
            torn: Mutex::default(),
        }
    }

    pub async fn wait(&self) {
        let stop = self.stop.lock().unwrap().take_if(|(left, _)| {
            *left -= 1;
            *left == 0
        });
        if let Some((_, duration)) = stop {
            self.machine.stop(duration);
        }
        let limit = if self.machine.fate == Fate::Quick {
            500
        } else {
            12_000
        };
        let duration = Duration::from_millis(self.random.lock().unwrap().below(limit));
        self.machine.sleep(duration).await;
    }
}

/// Publishes after a while through a network, with the clock of its machine.
async fn publish_later(
    site: &Site,
    target: &Observed,
    seconds: u64,
    clock: u64,
) -> Done<Published> {
    time().sleep(Duration::from_secs(seconds)).await;
    let mut publication = site.publication(target);
    publication.start = Timestamp::from_second(1_790_000_000 + clock as i64).unwrap();
    publication.timer = Arc::new(target.network().machine.clone());
    publication.run().await
}

/// Publishes a site, after which visitors see all of it and nothing remains to do.
fn assert_repairs(target: &Observed, site: &Site, context: &str) {
    site.publish(target).unwrap();
    assert_shows(target, site, context);
    assert_eq!(missing(&target.public()), Vec::<String>::new(), "{context}");
    let again = site.publish(target).unwrap();
    assert!(
        again.uploaded.is_empty() && again.deleted.is_empty(),
        "{context}: {again:?}"
    );
}

/// Runs two or three publishers at once, and then one that nothing happens to. Counts how they ended.
fn run_schedule(seed: u64, target: &Observed, sites: &[Site], ended: &mut BTreeMap<&str, u64>) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    sites[0].publish(target).unwrap();
    let fates = [
        Fate::Quick,
        Fate::Slow,
        Fate::Killed,
        Fate::Stopped,
        Fate::Suspended,
    ];
    let publishers: Vec<_> = (0..2 + random.below(2))
        .map(|_| {
            let fate = fates[random.below(5) as usize];
            let stop = (1 + random.below(60), 100 + random.below(300));
            let reached = target.through(Network::new(fate, random.0 ^ 0x5555, stop));
            let site = &sites[random.below(sites.len() as u64) as usize];
            (
                reached,
                site,
                random.below(200),
                1 + random.below(150),
                random.below(20_000_000),
            )
        })
        .collect();
    let runs = publishers
        .iter()
        .map(|(reached, site, start, killed_after, clock)| async move {
            let run = publish_later(site, reached, *start, *clock);
            if reached.network().machine.fate != Fate::Killed {
                return Some(run.await);
            }
            match select(
                run.boxed_local(),
                time().sleep(Duration::from_secs(start + killed_after)),
            )
            .await
            {
                Either::Left((done, _)) => Some(done),
                Either::Right(_) => None,
            }
        });
    let results = time().run(join_all(runs));
    let fates: Vec<Fate> = publishers
        .iter()
        .map(|(reached, ..)| reached.network().machine.fate)
        .collect();
    let context = format!("schedule {seed}: {fates:?}");
    // Only a publisher that does nothing for minutes loses its lease, and what it wrote before it noticed arrives late.
    let is_any_stopped = fates
        .iter()
        .any(|fate| matches!(fate, Fate::Stopped | Fate::Suspended));
    for (result, (reached, ..)) in results.into_iter().zip(&publishers) {
        let end = match result {
            None => "killed",
            Some(Ok(_)) => "published",
            Some(Err(PublishError::LeaseLost(_))) if is_any_stopped => "lost its lease",
            Some(Err(PublishError::Leased(_) | PublishError::Disturbed | PublishError::Moved)) => {
                "refused"
            }
            Some(Err(error)) => panic!("{context}: {error}"),
        };
        *ended.entry(end).or_default() += 1;
        let torn = reached.network().torn.lock().unwrap();
        assert!(is_any_stopped || torn.is_empty(), "{context}: {torn:?}");
    }
    assert_repairs(
        target,
        &sites[random.below(sites.len() as u64) as usize],
        &context,
    );
}

fn three_sites() -> [Site; 3] {
    let (one, other) = two_sites();
    [
        one,
        other,
        Site::with(&[
            ("index.html", "third assets/a-1.js"),
            ("assets/a-1.js", "a one"),
        ]),
    ]
}

fn run_schedules(share: u64, target: impl Fn() -> Arc<Observed>) {
    let number =
        std::env::var("PUBLISH_SCHEDULES").map_or(300, |text| text.parse().unwrap()) / share;
    let sites = three_sites();
    let mut ended = BTreeMap::new();
    for seed in 0..number {
        run_schedule(seed, &target(), &sites, &mut ended);
    }
    assert!(
        ended.len() == 4 || number < 100,
        "the schedules have not every end: {ended:?}"
    );
    let faults = ended.values().sum::<u64>() - ended["published"];
    println!(
        "torture: publishers whose clocks differ, stopped and killed | {faults} | {number} | 0 | 0"
    );
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

/// One publisher does nothing after any of its requests and answers until it has lost its lease, and the one that has it then
/// after any of its own: both go on in every order. `PUBLISH_SCHEDULES` tries all pairs instead of some.
#[test]
fn two_publishers_that_stop_anywhere_are_repaired_by_the_next_publication() {
    const LAST: u64 = 70;
    let sites = three_sites();
    let step = if std::env::var_os("PUBLISH_SCHEDULES").is_some() {
        1
    } else {
        29
    };
    let fate = |at: u64| [Fate::Stopped, Fate::Suspended][(at % 2) as usize];
    let stops = (1..=LAST).flat_map(|first| (1..=LAST).map(move |second| [first, second]));
    let (mut number, mut recorded) = (0, 0);
    for [first, second] in stops.step_by(step) {
        let context = format!(
            "{:?} at {first}, {:?} at {second}",
            fate(first),
            fate(second)
        );
        let target = Observed::with(&[&sites[0]]);
        let reached = [(first, 200), (second, 300)]
            .map(|stop| target.through(Network::new(fate(stop.0), first * 100 + second, stop)));
        let late = publish_later(&sites[1], &reached[0], 0, 0);
        let next = publish_later(&sites[2], &reached[1], 20, 0);
        for done in <[_; 2]>::from(time().run(join(late, next))) {
            assert!(
                done.as_ref().err().is_none_or(PublishError::is_conflict),
                "{context}: {done:?}"
            );
        }
        let lease = block_on(target.read(layout::LEASE)).unwrap().unwrap().0;
        recorded +=
            usize::from(String::from_utf8_lossy(&lease).contains("\"lost\":{\"writes\":[\""));
        assert_repairs(&target, &sites[((first + second) % 3) as usize], &context);
        number += 1;
    }
    assert!(recorded > 0, "no late write was recorded");
    println!(
        "torture: two publishers, each stopped at any of its requests | {number} | {number} | 0 | 0"
    );
}
