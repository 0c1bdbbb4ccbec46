//! A model of publishers, lease, record and files, explored in every order of their steps, with crashes at every step and
//! delays of any length. `schedules.rs` runs the code itself. What the model assumes beside the code's own steps: a
//! publisher that changed a file after it lost its lease lives until it recorded that.

mod publisher;
mod world;

use std::collections::{HashMap, VecDeque};

use self::publisher::{Lease, Protocol, Publisher, Step};
use self::world::World;

/// What a model may do.
#[derive(Clone, Copy)]
struct Rules {
    protocol: Protocol,
    /// Whether a publisher may do nothing for longer than its lease lasts. Otherwise it renews the lease in time.
    stalls: bool,
    /// Whether a publisher may crash after it changed a file without having the lease.
    crashes_late: bool,
}

/// The lease protocol as it is.
const TODAY: Protocol =
    Protocol { trusts_clocks: false, records_loss: true, keeps_assets: true, names_lease: true };

/// The lease protocol before: time stamps of other machines are trusted, a publisher that lost its lease says nothing, its
/// hashed files are deleted at once, and the number of the release tells whether a lease is done.
const BEFORE: Protocol =
    Protocol { trusts_clocks: true, records_loss: false, keeps_assets: false, names_lease: false };

/// A violation: what is wrong, and the steps that lead there.
type Violation = (String, Vec<String>);

/// Explores all states. Returns their number and the length of the longest shortest way to one.
fn explore(rules: Rules, publishers: usize) -> Result<(usize, usize), Violation> {
    let start = World::new(publishers);
    let mut states = vec![(0, String::new(), 0)];
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut waiting = VecDeque::from([(start, 0)]);
    let mut longest = 0;
    while let Some((world, number)) = waiting.pop_front() {
        let next = successors(&world, rules);
        let wrong = if next.is_empty() { unrepaired(&world, rules.protocol) } else { None };
        if let Some(wrong) = wrong.or_else(|| visible(&world, rules)) {
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

fn successors(world: &World, rules: Rules) -> Vec<(String, World)> {
    let mut next = Vec::new();
    for at in 0..world.publishers.len() {
        let publisher = &world.publishers[at];
        if let Some(stepped) = world.stepped(at, rules.protocol) {
            next.push((format!("{at}: {}", publisher.describe()), stepped));
        }
        if let Some(renewed) = world.renewed(at) {
            next.push((format!("{at}: renews"), renewed));
        }
        // Before its first change at the target a crash is as if it had never begun.
        if matches!(publisher.step, Step::Holds | Step::Ends(_)) && (rules.crashes_late || !publisher.is_late)
        {
            let mut crashed = world.clone();
            crashed.publishers[at].step = Step::Over;
            next.push((format!("{at}: crashes"), crashed));
        }
    }
    let is_due = |publisher: &Publisher| publisher.step == Step::Holds && !publisher.is_fresh;
    if rules.stalls || !world.publishers.iter().any(is_due) {
        next.extend(world.ticked().map(|ticked| ("time passes".to_owned(), ticked)));
    }
    next
}

/// What is wrong with a state that visitors can see, when no publisher stalls.
fn visible(world: &World, rules: Rules) -> Option<String> {
    let late = world.publishers.iter().any(|publisher| publisher.is_late);
    match () {
        () if !rules.stalls && late => Some("two publishers write at once".to_owned()),
        () if !rules.stalls && world.is_torn() => Some("a page refers to a missing file".to_owned()),
        () => None,
    }
}

/// What is wrong after everything settled and anyone published once more.
fn unrepaired(world: &World, protocol: Protocol) -> Option<String> {
    if world.publishers.iter().any(|publisher| publisher.is_late && !publisher.has_recorded)
        && protocol.records_loss
    {
        return Some("a publisher that lost its lease recorded nothing".to_owned());
    }
    (1..=3).find_map(|site| {
        let after = world.published(site, protocol);
        after.differs_from(site).map(|what| format!("after site {site} was published: {what}"))
    })
}

fn check(rules: Rules, publishers: usize) -> usize {
    match explore(rules, publishers) {
        Ok((states, longest)) => {
            println!(
                "torture: states of the publication protocol, at most {longest} steps | {states} | {states} | 0 | 0"
            );
            states
        }
        Err((wrong, way)) => panic!("{wrong}:\n{}", way.join("\n")),
    }
}

fn rules(protocol: Protocol, stalls: bool) -> Rules {
    Rules { protocol, stalls, crashes_late: false }
}

#[test]
fn publishers_that_renew_in_time_never_disturb_each_other() {
    assert!(check(rules(TODAY, false), 3) > 10_000);
}

#[test]
fn what_publishers_with_any_delay_leave_is_repaired_by_the_next_publication() {
    // Three publishers have 416,054 states.
    let publishers = std::env::var("PROTOCOL_PUBLISHERS").map_or(2, |text| text.parse().unwrap());
    assert!(check(rules(TODAY, true), publishers) > 2_000);
}

/// Every part of the protocol is needed: without it the exploration finds what it prevents.
#[test]
fn the_exploration_finds_the_defects_of_the_protocol_before() {
    let found = |protocol: Protocol, stalls: bool| explore(rules(protocol, stalls), 2).unwrap_err().0;
    assert_eq!(found(BEFORE, false), "two publishers write at once");
    let without_loss = Protocol { records_loss: false, ..TODAY };
    assert!(found(without_loss, true).starts_with("after site "));
    let by_number = Protocol { names_lease: false, ..TODAY };
    assert!(found(by_number, true).starts_with("after site "));
    let assumption = Rules { crashes_late: true, ..rules(TODAY, true) };
    let (wrong, way) = explore(assumption, 2).unwrap_err();
    assert!(wrong.contains("recorded nothing") || wrong.starts_with("after site "), "{wrong}");
    assert!(way.iter().any(|step| step.ends_with("crashes")), "{way:?}");
}

#[test]
fn the_first_state_is_a_published_site() {
    let world = World::new(2);
    assert_eq!(world.differs_from(1), None);
    assert_eq!(world.lease, Lease::default());
}
