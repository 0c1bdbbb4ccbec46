//! Kills `site publish` at random moments: every page refers only to files that are there, and the next run ends in the
//! wanted state. `PUBLISH_KILLS` sets how many publications each test kills (default 6).

use std::time::Instant;

use super::places::{Place, missing};
use crate::process::Killer;

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
    let (mut killer, mut interrupted) = (Killer::new(length, "PUBLISH_KILLS", 6), 0);
    // On a machine that has much else to do, a run may wait for most of its length before it writes.
    while killer.goes_on() || interrupted == 0 {
        // The next run waits for the end of its lease. A request that was under way when it was killed must be answered by
        // then, also on a machine that has much else to do.
        killer.kill(&mut place.publication(to.0, &["--lease", "3"]));
        let run = killer.runs;
        let public = place.public();
        assert_eq!(missing(&public), Vec::<String>::new(), "run {run}");
        interrupted += u32::from(place.has_unfinished_publication());
        // The next run publishes either of the two.
        if run % 2 == 0 {
            (from, to) = (to, from);
        }
        let started = Instant::now();
        let next = place.publish(to.0);
        // When the machine has more to do, moments within the first length are all before the first file.
        killer.length = killer.length.max(started.elapsed());
        assert_eq!(next["done"], true, "{next}");
        let mut public = place.public();
        public.retain(|path, _| to.1.contains_key(path) || !path.starts_with("assets/"));
        let differs = |path: &&String| public.get(*path) != to.1.get(*path);
        let different: Vec<&String> = public.keys().chain(to.1.keys()).filter(differs).collect();
        assert!(different.is_empty(), "run {run}: not as in {}: {different:?}", to.0);
        (from, to) = (to, from);
    }
    killer.print("publication");
}
