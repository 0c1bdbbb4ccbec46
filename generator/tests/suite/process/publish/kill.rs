//! Kills `site publish` at random moments: every page refers only to files that are there, and the next run ends in the
//! wanted state. `PUBLISH_KILLS` sets how many publications are killed (default 50; 1,000 for the long mode).

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::places::{Place, missing};

/// How many publications are killed at each place.
fn kills() -> u32 {
    let number = std::env::var("PUBLISH_KILLS")
        .ok()
        .and_then(|text| text.parse().ok());
    number.unwrap_or(50)
}

#[test]
fn a_publication_to_a_folder_killed_at_any_moment_is_repaired() {
    kill_often(&Place::folder());
}

#[test]
fn a_publication_to_s3_killed_at_any_moment_is_repaired() {
    kill_often(&Place::objects());
}

fn kill_often(place: &Place) {
    assert_eq!(place.publish("one")["is_new"], true);
    let started = Instant::now();
    place.publish("other");
    let length = started.elapsed();
    let sites = ["one", "other"].map(|name| (name, place.wanted(name)));
    let (mut from, mut to) = (&sites[1], &sites[0]);
    let (mut killed, mut interrupted) = (0, 0);
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    while killed < kills() {
        // xorshift64: the same moments in each run.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let out = place.root().join(to.0);
        let mut command = place.command(&["publish", "--out", out.to_str().unwrap()]);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let share = Duration::from_nanos(random % u64::try_from(length.as_nanos()).unwrap());
        std::thread::sleep(share);
        let _ = child.kill();
        killed += u32::from(child.wait().unwrap().code().is_none());
        let public = place.public();
        assert_eq!(missing(&public), Vec::<String>::new(), "kill {killed}");
        interrupted += u32::from(place.has_unfinished_publication());
        // The next run publishes either of the two.
        if random & 1 == 0 {
            (from, to) = (to, from);
        }
        let next = place.publish(to.0);
        assert_eq!(next["done"], true, "{next}");
        let mut public = place.public();
        public.retain(|path, _| to.1.contains_key(path) || !path.starts_with("assets/"));
        assert!(public == to.1, "kill {killed}: the target differs from {}", to.0);
        (from, to) = (to, from);
    }
    eprintln!("{killed} kills, {interrupted} of them between the first and the last write");
    assert!(
        interrupted > 0,
        "no kill interrupted a publication: the test proves nothing"
    );
}
