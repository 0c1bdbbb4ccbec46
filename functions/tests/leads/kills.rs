//! Kills the function again and again while posts arrive and leads are delivered: no accepted lead is lost.

use super::support::platform::{LEAD, MAIL};
use super::support::servers::Mail;
use super::support::{
    PATIENCE, Platform, Receiver, Receivers, Settings, number, posts, wait_within,
};
use futures::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Leads that are delivered at the same time.
const WORKERS: usize = 16;

/// `LEADS_KILLS` sets how often the function is killed (default 2; 1,000 in the long mode).
#[tokio::test]
async fn killed_after_any_number_of_answers_it_loses_no_lead() {
    let kills = number("LEADS_KILLS", 2);
    let platform = Platform::start().await;
    // An attempt that takes too long on a busy machine would be repeated, too.
    let settings =
        Settings::to_platform(&platform.url()).set("LEADS_LEASE_SECONDS=9 LEADS_ATTEMPT_SECONDS=4");
    let (accepted, sent) = kill_repeatedly(&settings, kills, 40).await;
    for call in [LEAD, MAIL] {
        none_is_lost(call, &platform.taken(call), &accepted, kills * WORKERS);
    }
    println!("torture: kills of the lead function | {kills} | {sent} | 0 | 0");
}

/// HubSpot takes one lead a second, so that there are fewer leads, and fewer kills in the long mode.
#[tokio::test]
async fn killed_while_all_channels_deliver_it_loses_no_lead() {
    let kills = number("LEADS_KILLS", 2).min(100);
    let (platform, receivers, mail) = (
        Platform::start().await,
        Receivers::start().await,
        Mail::start(),
    );
    let settings = receivers
        .configure(Settings::to_platform(&platform.url()))
        .with_mail(&mail)
        .set("LEADS_LEASE_SECONDS=7 LEADS_ATTEMPT_SECONDS=2");
    let (accepted, sent) = kill_repeatedly(&settings, kills, 4).await;
    for call in [LEAD, MAIL] {
        none_is_lost(call, &platform.taken(call), &accepted, kills * WORKERS);
    }
    for receiver in Receiver::ALL {
        let most = if receiver == Receiver::EasyBroker {
            0
        } else {
            kills * WORKERS
        };
        none_is_lost(
            &format!("{receiver:?}"),
            &receivers.accepted(receiver),
            &accepted,
            most,
        );
    }
    let mails = mail.mails();
    let lost = accepted
        .iter()
        .find(|reference| !mails.iter().any(|mail| mail.contains(reference.as_str())));
    assert_eq!(lost, None, "no notice");
    println!("torture: kills while all channels deliver | {kills} | {sent} | 0 | 0");
}

/// Checks that each of these leads was taken, and at most so many of them again.
fn none_is_lost(
    who: &str,
    taken: &BTreeMap<String, usize>,
    accepted: &BTreeSet<String>,
    most: usize,
) {
    let lost: Vec<_> = accepted
        .iter()
        .filter(|reference| !taken.contains_key(*reference))
        .collect();
    assert!(lost.is_empty(), "{who}: {lost:?} were never sent");
    let repeated: usize = taken.values().map(|count| count - 1).sum();
    assert!(repeated <= most, "{who}: {repeated} were sent twice");
}

/// Kills the function `kills` times while posts arrive, each time after up to `answers` more of them, then waits until all
/// leads are archived. Returns the references of the accepted leads, and how many posts were answered.
async fn kill_repeatedly(
    settings: &Settings,
    kills: usize,
    answers: usize,
) -> (BTreeSet<String>, usize) {
    /// As many as are saved at the same time: on a busy machine more would be told to try again.
    const AT_ONCE: usize = 32;
    let (mut accepted, mut sent) = (BTreeSet::new(), 0);
    for kill in 0..kills {
        let mut leads = Some(settings.serve());
        let wanted = accepted.len() + 1 + kill * 7 % answers;
        let keys = (0..answers * 3 / 2).map(|post| format!("kill-{kill}-{post}"));
        let mut answers = Box::pin(posts(leads.as_ref().unwrap(), keys, AT_ONCE));
        while let Some(answer) = answers.next().await {
            sent += 1;
            accepted.extend(answer);
            if accepted.len() >= wanted {
                drop(leads.take());
            }
        }
        assert!(leads.is_none(), "kill {kill}: too few answers");
    }
    let _leads = settings.serve();
    // Unlike the folder's files, without the temporary ones of writes that a kill interrupted.
    let none_waits = || settings.output(&["list", "--state", "waiting"]).is_empty();
    let limit = PATIENCE + Duration::from_secs(20) * kills as u32;
    wait_within(limit, "all leads are archived", async || {
        none_waits().then_some(())
    })
    .await;
    (accepted, sent)
}
