//! Kills the function again and again while posts arrive and leads are delivered: no accepted lead is lost.

use super::support::servers::Mail;
use super::support::{Platform, Receiver, Receivers, Settings, eventually, none_is_lost, number, posts};
use futures::StreamExt;
use std::collections::BTreeSet;

/// Leads that are delivered at the same time.
const WORKERS: usize = 16;

/// `LEADS_KILLS` sets how often the function is killed (default 4; 1,000 in the long mode).
#[tokio::test]
async fn killed_after_any_number_of_answers_it_loses_no_lead() {
    let kills = number("LEADS_KILLS", 4);
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url())
        .with("LEADS_LEASE_SECONDS", "6")
        .with("LEADS_ATTEMPT_SECONDS", "1");
    let (accepted, sent) = killed_again_and_again(&settings, kills, 40, 60 + kills as u64).await;
    none_is_lost(&platform, &accepted, kills);
    println!("torture: kills of the lead function | {kills} | {sent} | 0 | 0");
}

/// HubSpot takes one lead a second, so that there are fewer leads, and fewer kills in the long mode.
#[tokio::test]
async fn killed_while_all_channels_deliver_it_loses_no_lead() {
    let kills = number("LEADS_KILLS", 4).min(100);
    let (platform, receivers, mail) = (Platform::start().await, Receivers::start().await, Mail::start());
    let settings = receivers
        .configure(Settings::to_platform(&platform.url()))
        .with_mail(&mail)
        .with("LEADS_LEASE_SECONDS", "7")
        .with("LEADS_ATTEMPT_SECONDS", "2");
    let (accepted, sent) = killed_again_and_again(&settings, kills, 4, 120 + 20 * kills as u64).await;
    none_is_lost(&platform, &accepted, kills);
    let mut doubled = 0;
    for receiver in Receiver::ALL {
        let taken = receivers.accepted(receiver);
        let lost: Vec<_> = accepted.iter().filter(|reference| !taken.contains_key(*reference)).collect();
        assert!(lost.is_empty(), "{receiver:?}: {lost:?} were never sent");
        let repeated: usize = taken.values().map(|count| count - 1).sum();
        let most = if receiver == Receiver::EasyBroker { 0 } else { kills * WORKERS };
        assert!(repeated <= most, "{receiver:?}: {repeated} were sent twice");
        doubled += repeated;
    }
    let mails = mail.mails();
    let lost = accepted.iter().find(|reference| !mails.iter().any(|mail| mail.contains(reference.as_str())));
    assert_eq!(lost, None, "no notice");
    println!("kills while all channels deliver: {doubled} sent twice");
    println!("torture: kills while all channels deliver | {kills} | {sent} | 0 | 0");
}

/// Kills the function `kills` times while posts arrive, each time after up to `at_once` more of them, then waits until all
/// leads are archived. Returns the references of the accepted leads, and how many posts were answered.
async fn killed_again_and_again(
    settings: &Settings,
    kills: usize,
    at_once: usize,
    seconds: u64,
) -> (BTreeSet<String>, usize) {
    let (mut accepted, mut sent) = (BTreeSet::new(), 0);
    for kill in 0..kills {
        let mut leads = Some(settings.serve());
        let wanted = accepted.len() + 1 + kill * 7 % at_once;
        let keys = (0..at_once * 3 / 2).map(|post| format!("kill-{kill}-{post}"));
        let mut answers = Box::pin(posts(leads.as_ref().unwrap(), keys, 12));
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
    eventually(seconds, "all leads are archived", || async {
        // Unlike the folder's files, without the temporary ones of writes that a kill interrupted.
        settings.output(&["list", "--state", "waiting"]).is_empty()
    })
    .await;
    (accepted, sent)
}
