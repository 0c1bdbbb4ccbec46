//! A publisher that is stopped (`SIGSTOP`) while it writes loses its lease to another one, whose clock shows another day.
//! When it goes on, it says so, and the next publication repairs what both wrote. `PUBLISH_STOPS` sets how many publications
//! each test stops (default 3).

use std::process::{Child, Command, Stdio};

use super::places::{Place, missing};

#[test]
fn a_publisher_that_is_stopped_loses_a_folder_and_says_so() {
    stop_often(&Place::folder());
}

#[test]
fn a_publisher_that_is_stopped_loses_a_bucket_and_says_so() {
    stop_often(&Place::objects());
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

fn stop_often(place: &Place) {
    assert_eq!(place.publish("one")["is_new"], true);
    let wanted = std::env::var("PUBLISH_STOPS").map_or(3, |text| text.parse().unwrap());
    let (mut runs, mut stopped) = (0, 0);
    let (mut from, mut to) = ("one", "other");
    while stopped < wanted {
        runs += 1;
        assert!(
            runs < 12 + 4 * wanted,
            "only {stopped} of {runs} publications were stopped"
        );
        let owner = place.lease()["owner"].clone();
        let out = place.root().join(to);
        let mut slow = place.command(&["publish", "--lease", "1", "--out", out.to_str().unwrap()]);
        let slow = slow.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut slow = slow.unwrap();
        // Until it has the lease.
        while place.lease()["owner"] == owner && slow.try_wait().unwrap().is_none() {}
        signal(&slow, "-STOP");
        let is_at_work = place.lease()["is_released"] == false;
        // Its clock is behind, and it waits for the end of the lease all the same.
        let next = place.publish(from);
        assert_eq!(next["done"], true, "{next}");
        signal(&slow, "-CONT");
        let output = slow.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        if is_at_work {
            stopped += 1;
            assert_eq!(output.status.code(), Some(7), "{message}");
            assert!(message.contains("lost its lease of the target"), "{message}");
        }
        let last = if runs % 2 == 0 { from } else { to };
        let repaired = place.publish(last);
        assert_eq!(repaired["done"], true, "{repaired}");
        let (mut public, wanted) = (place.public(), place.wanted(last));
        assert_eq!(missing(&public), Vec::<String>::new());
        public.retain(|path, _| wanted.contains_key(path) || !path.starts_with("assets/"));
        assert!(public == wanted, "run {runs}: the target differs from {last}");
        (from, to) = if last == "one" {
            ("one", "other")
        } else {
            ("other", "one")
        };
    }
    println!("torture: publishers that are stopped and lose their lease | {stopped} | {runs} | 0 | 0");
}
