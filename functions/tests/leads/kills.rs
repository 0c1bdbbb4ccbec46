//! Kills the function again and again while posts arrive and leads are delivered: no accepted lead is lost.

use super::support::{Platform, Settings, eventually, none_is_lost, number, posts};
use futures::StreamExt;
use std::collections::BTreeSet;

/// `LEADS_KILLS` sets how often the function is killed (default 4; 1,000 in the long mode).
#[tokio::test]
async fn killed_after_any_number_of_answers_it_loses_no_lead() {
    let kills = number("LEADS_KILLS", 4);
    let platform = Platform::start().await;
    let settings = Settings::to_platform(&platform.url())
        .with("LEADS_LEASE_SECONDS", "6")
        .with("LEADS_ATTEMPT_SECONDS", "1");
    let (mut accepted, mut sent) = (BTreeSet::new(), 0);
    for kill in 0..kills {
        let mut leads = Some(settings.serve());
        let wanted = accepted.len() + 1 + kill * 7 % 40;
        let keys = (0..60).map(|post| format!("kill-{kill}-{post}"));
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
    eventually(60 + kills as u64, "all leads are archived", || async {
        // Unlike the folder's files, without the temporary ones of writes that a kill interrupted.
        settings.output(&["list", "--state", "waiting"]).is_empty()
    })
    .await;
    none_is_lost(&platform, &accepted, kills);
    println!("torture: kills of the lead function | {kills} | {sent} | 0 | 0");
}
