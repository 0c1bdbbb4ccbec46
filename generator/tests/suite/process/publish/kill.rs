//! Kills and stops `site publish`: every page refers only to files that are there, and the next run ends in the wanted state.
//! `PUBLISH_KILLS` (default 2) and `PUBLISH_STOPS` (default 1) set how many publications each test kills or stops.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use super::places::{Place, missing};
use crate::process::Killer;
use crate::support::command::Ran;
use crate::support::files::{change, copy_folder};

#[test]
fn a_publication_to_a_folder_killed_at_any_moment_is_repaired() {
    kill_often(&Place::folder());
}

#[test]
fn a_publication_to_s3_killed_at_any_moment_is_repaired() {
    kill_often(&Place::objects());
}

/// Whether the lease lists files that a publication writes, or did not finish.
fn is_writing(place: &Place) -> bool {
    place.lease()["writes"]
        .as_array()
        .is_some_and(|writes| !writes.is_empty())
}

fn kill_often(place: &Place) {
    /// Far more than are killed; it ends a loop that does not end.
    const MOST_RUNS: u32 = 100;

    assert_eq!(place.publish("one")["is_new"], true);
    let started = Instant::now();
    place.publish("other");
    let length = started.elapsed();
    let (mut from, mut to) = ("other", "one");
    let (mut killer, mut interrupted) = (Killer::new(length, "PUBLISH_KILLS"), 0);
    while killer.goes_on() || interrupted == 0 {
        // The next run waits for the end of its lease. A request that was under way when it was killed must be answered by
        // then, also on a machine that has much else to do.
        let mut publication = place.publication(to, &["--lease", "3"]);
        if killer.goes_on() {
            killer.kill(&mut publication);
        } else {
            // No moment was while it wrote, which may be short.
            assert!(killer.runs < MOST_RUNS, "no run was killed while it wrote");
            killer.kill_when(&mut publication, || is_writing(place));
        }
        let run = killer.runs;
        assert_eq!(missing(&place.public()), [""; 0], "run {run}");
        interrupted += u32::from(is_writing(place));
        // The next run publishes either of the two.
        if run % 2 == 0 {
            (from, to) = (to, from);
        }
        let started = Instant::now();
        let next = place.publish(to);
        // When the machine has more to do, moments within the first length are all before the first file.
        killer.length = killer.length.max(started.elapsed());
        assert_eq!(next["done"], true, "{next}");
        place.assert_shows(to, run);
        (from, to) = (to, from);
    }
    killer.print("publication");
}

/// A publisher that is stopped (`SIGSTOP`) loses its lease to another one, whose clock shows another day.
#[test]
fn a_publisher_that_is_stopped_loses_a_folder_and_says_so() {
    stop_often(&Place::folder());
}

#[test]
fn a_publisher_that_is_stopped_loses_a_bucket_and_says_so() {
    stop_often(&Place::objects());
}

/// The same command on another machine, where the project is in another folder.
fn elsewhere(command: &Command, root: &Path, other: &Path) -> Command {
    let (root, other) = (root.to_str().unwrap(), other.to_str().unwrap());
    let mut moved = Command::new(command.get_program());
    moved.args(
        command
            .get_args()
            .map(|word| word.to_str().unwrap().replace(root, other)),
    );
    moved.envs(
        command
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    moved
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    // The kernel stops one thread after the other, and each may take a lock until then.
    while name == "-STOP" && !is_at_rest(child) {}
}

/// The states of the threads of a process.
fn states(child: &Child) -> impl Iterator<Item = char> {
    let threads = fs::read_dir(format!("/proc/{}/task", child.id()));
    threads.into_iter().flatten().filter_map(|thread| {
        let stat = fs::read_to_string(thread.ok()?.path().join("stat")).ok()?;
        stat.rsplit_once(") ")?.1.chars().next()
    })
}

/// Whether every thread of a process is stopped, or has ended.
fn is_at_rest(child: &Child) -> bool {
    states(child).all(|state| matches!(state, 'T' | 'X' | 'Z'))
}

/// Whether a process has ended. It is not waited for, so that it can be signalled all the same.
fn has_ended(child: &Child) -> bool {
    states(child).all(|state| matches!(state, 'X' | 'Z'))
}

/// Whether a process holds the lock of the folder; a bucket has none.
fn is_locked(lock: &Path) -> bool {
    let file = File::open(lock);
    file.is_ok_and(|file| file.try_lock().is_err())
}

fn stop_often(place: &Place) {
    let folder = tempfile::tempdir().unwrap();
    let public = format!("{{ url: {} }}", place.root().join("public").display());
    change(place.root(), "site.yaml", |text| {
        text.replace("{ url: public }", &public)
    });
    copy_folder(place.root(), folder.path());
    assert_eq!(place.publish("one")["is_new"], true);
    let wanted = std::env::var("PUBLISH_STOPS").map_or(1, |text| text.parse().unwrap());
    let lock = place.root().join("public/.site/lock");
    let (mut runs, mut stopped) = (0, 0);
    let (mut from, mut to) = ("one", "other");
    while stopped < wanted {
        runs += 1;
        assert!(
            runs < 12 + 4 * wanted,
            "only {stopped} of {runs} publications were stopped"
        );
        let page = place.wanted(to)["index.html"].clone();
        let mut slow = elsewhere(
            &place.publication(to, &["--lease", "4"]),
            place.root(),
            folder.path(),
        );
        let slow = slow
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Until it is among the pages, where it holds no lock of a folder.
        let read = || {
            place
                .block_on(place.target.read("index.html"))
                .unwrap()
                .unwrap()
                .0
        };
        while read() != page && !has_ended(&slow) {}
        signal(&slow, "-STOP");
        // The next page may be in the middle of its replacement: that is waited for.
        while is_locked(&lock) {
            signal(&slow, "-CONT");
            signal(&slow, "-STOP");
        }
        let is_at_work = place.lease()["is_released"] == false;
        // Its clock is an hour ahead, and it waits for the end of the lease all the same.
        let next = place.publish(from);
        assert_eq!(next["done"], true, "{next}");
        signal(&slow, "-CONT");
        let ran = Ran::from(slow.wait_with_output().unwrap());
        if is_at_work {
            stopped += 1;
            ran.ends(7).says("lost its lease of the target");
        }
        let last = if runs % 2 == 0 { from } else { to };
        let repaired = place.publish(last);
        assert_eq!(repaired["done"], true, "{repaired}");
        assert_eq!(missing(&place.public()), [""; 0]);
        place.assert_shows(last, runs);
        (from, to) = if last == "one" {
            ("one", "other")
        } else {
            ("other", "one")
        };
    }
    println!(
        "torture: publishers that are stopped and lose their lease | {stopped} | {runs} | 0 | 0"
    );
}
