//! A model of publishers, lease, record and files, explored in every order of their steps, with crashes at every step and
//! delays of any length. `schedules.rs` runs the code itself. What the model assumes beside the code's own steps: a
//! publisher that changed a file after it lost its lease lives until it recorded that.

mod publisher;
mod world;

use std::collections::{HashMap, VecDeque};

use self::publisher::{Lease, Publisher, Step};
use self::world::World;

/// A violation: what is wrong, and the steps that lead there.
type Violation = (String, Vec<String>);

/// Explores all states. `stalls`: a publisher may do nothing for longer than its lease lasts; otherwise it renews the lease in
/// time. Returns their number and the length of the longest shortest way to one.
fn explore(stalls: bool, publishers: usize) -> Result<(usize, usize), Violation> {
    let start = World::new(publishers);
    let mut states = vec![(0, String::new(), 0)];
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut waiting = VecDeque::from([(start, 0)]);
    let mut longest = 0;
    while let Some((world, number)) = waiting.pop_front() {
        let next = successors(&world, stalls);
        let wrong = if next.is_empty() { unrepaired(&world) } else { None };
        if let Some(wrong) = wrong.or_else(|| visible(&world, stalls)) {
            let mut way = Vec::new();
            let mut at: usize = number;
            while at != 0 {
                way.push(states[at].1.clone());
                at = states[at].0;
            }
            way.reverse();
            return Err((wrong, way));
        }
        for (label, next) in next {
            if known.contains_key(&next) {
                continue;
            }
            let length = states[number].2 + 1;
            longest = longest.max(length);
            known.insert(next.clone(), states.len());
            waiting.push_back((next, states.len()));
            states.push((number, label, length));
        }
    }
    Ok((known.len(), longest))
}

fn successors(world: &World, stalls: bool) -> Vec<(String, World)> {
    let mut next = Vec::new();
    for at in 0..world.publishers.len() {
        let publisher = &world.publishers[at];
        if let Some(stepped) = world.stepped(at) {
            next.push((format!("{at}: {}", publisher.describe()), stepped));
        }
        if let Some(renewed) = world.renewed(at) {
            next.push((format!("{at}: renews"), renewed));
        }
        // Before its first change at the target a crash is as if it had never begun.
        if matches!(publisher.step, Step::Holds | Step::Ends(_)) && !publisher.is_late {
            let mut crashed = world.clone();
            crashed.publishers[at].step = Step::Over;
            next.push((format!("{at}: crashes"), crashed));
        }
    }
    let is_due = |publisher: &Publisher| publisher.step == Step::Holds && !publisher.is_fresh;
    if stalls || !world.publishers.iter().any(is_due) {
        next.extend(world.ticked().map(|ticked| ("time passes".to_owned(), ticked)));
    }
    next
}

/// What is wrong with a state that visitors can see, when no publisher stalls.
fn visible(world: &World, stalls: bool) -> Option<String> {
    let late = world.publishers.iter().any(|publisher| publisher.is_late);
    match () {
        () if !stalls && late => Some("two publishers write at once".to_owned()),
        () if !stalls && world.is_torn() => Some("a page refers to a missing file".to_owned()),
        () => None,
    }
}

/// What is wrong after everything settled and anyone published once more.
fn unrepaired(world: &World) -> Option<String> {
    if world.publishers.iter().any(|publisher| publisher.is_late && !publisher.has_recorded) {
        return Some("a publisher that lost its lease recorded nothing".to_owned());
    }
    (1..=3).find_map(|site| {
        let after = world.published(site);
        after.differs_from(site).map(|what| format!("after site {site} was published: {what}"))
    })
}

fn check(stalls: bool, publishers: usize) -> usize {
    match explore(stalls, publishers) {
        Ok((states, longest)) => {
            println!(
                "torture: states of the publication protocol, at most {longest} steps | {states} | {states} | 0 | 0"
            );
            states
        }
        Err((wrong, way)) => panic!("{wrong}:\n{}", way.join("\n")),
    }
}

#[test]
fn publishers_that_renew_in_time_never_disturb_each_other() {
    assert!(check(false, 3) > 10_000);
}

#[test]
fn what_publishers_with_any_delay_leave_is_repaired_by_the_next_publication() {
    // Three publishers have 416,054 states.
    let publishers = std::env::var("PROTOCOL_PUBLISHERS").map_or(2, |text| text.parse().unwrap());
    assert!(check(true, publishers) > 2_000);
}

#[test]
fn the_first_state_is_a_published_site() {
    let world = World::new(2);
    assert_eq!(world.differs_from(1), None);
    assert_eq!(world.lease, Lease::default());
}
