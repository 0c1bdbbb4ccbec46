//! `leads check`: checks the configuration and that the store can save leads.

use crate::delivery::RECEIVERS;
use crate::site::LoadedSite;
use crate::{Leads, LeadsConfig};
use std::sync::Arc;

/// Checks the configuration and adds notes about parts that are not configured to `lines`. Fails with the problems.
pub(super) fn check(
    environment: impl Fn(&str) -> Option<String>,
    lines: &mut Vec<String>,
) -> Result<(), Vec<String>> {
    let config = LeadsConfig::from_env(environment)?;
    let without = RECEIVERS.iter().filter_map(|receiver| {
        let is_missing = !receiver.is_configured(&config);
        Some((is_missing, receiver.variables[0], receiver.without?))
    });
    let sends_notices = config.receivers.contains_key("SMTP_URL");
    let is_anonymous = sends_notices && config.public_url().is_empty();
    let others = [
        (
            is_anonymous,
            "LEADS_SITE_URL",
            "the team's notices have no links to the site",
        ),
        (
            config.captcha_secret.is_none(),
            "RECAPTCHA_SECRET",
            "captchas are not checked",
        ),
        (
            config.retention_days.is_none(),
            "LEADS_RETENTION_DAYS",
            "delivered leads are never deleted",
        ),
    ];
    for (is_missing, variable, effect) in without.chain(others) {
        if is_missing {
            lines.push(format!("note   {variable} is not set: {effect}"));
        }
    }
    let has_no_channel = !RECEIVERS
        .iter()
        .any(|receiver| receiver.is_configured(&config));
    if has_no_channel {
        let variables = RECEIVERS.map(|receiver| receiver.variables[0]);
        lines.push(format!(
            "error  no channel is configured, so nobody receives leads: they wait; set one of {}",
            variables.join(", ")
        ));
    }
    lines.push(format!(
        "note   {}",
        counted_address(config.trusted_proxies)
    ));
    let site = check_parts(config).map_err(|error| vec![format!("{error:#}")])?;
    let (code, date, build) = (&site.development.code, site.date, &site.build);
    lines.push(format!(
        "ok     the site of {code}, prices of {date}, build {build}"
    ));
    if has_no_channel {
        return Err(Vec::new());
    }
    lines.push("ok     the configuration is valid and the store can save leads".to_owned());
    Ok(())
}

/// Whose address the limits of one address apply to.
fn counted_address(trusted_proxies: usize) -> String {
    match trusted_proxies {
        0 => "LEADS_TRUSTED_PROXIES is 0: posts and connections count under the address that connects, and X-Forwarded-For \
              is ignored; behind a proxy all visitors would count as one: set it to the number of proxies"
            .to_owned(),
        count => format!(
            "LEADS_TRUSTED_PROXIES is {count}: posts count under entry {count} of X-Forwarded-For from the end, or, where it \
             is missing or not an address, under the address of the proxy that connects; connections of one address are \
             limited by the proxy only"
        ),
    }
}

fn check_parts(config: LeadsConfig) -> anyhow::Result<Arc<LoadedSite>> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let leads = Leads::new(config)?;
        let site = leads.site.get().await?;
        leads.outbox.probe().await?;
        Ok(site)
    })
}
