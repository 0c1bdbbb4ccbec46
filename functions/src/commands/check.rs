//! `leads check`: checks the configuration and that the store can save leads.

use crate::site::LoadedSite;
use crate::{Leads, LeadsConfig};
use std::process::ExitCode;
use std::sync::Arc;

/// Checks the configuration and prints errors, and notes about parts that are not configured.
pub(super) fn check(environment: impl Fn(&str) -> Option<String>) -> ExitCode {
    let config = match LeadsConfig::from_env(environment) {
        Ok(config) => config,
        Err(problems) => {
            for problem in &problems {
                println!("error  {problem}");
            }
            return ExitCode::FAILURE;
        }
    };
    let is_anonymous = config.mail.is_some() && config.public_url().is_empty();
    for (is_missing, variable, effect) in [
        (config.platform.is_none(), "PLATFORM_URL", "leads are not sent to the platform (calls 1 and 2)"),
        (config.mail.is_none(), "SMTP_URL", "the team gets no notices, and /mail/send (call 6) is rejected"),
        (is_anonymous, "LEADS_SITE_URL", "the team's notices have no links to the site"),
        (config.captcha_secret.is_none(), "RECAPTCHA_SECRET", "captchas are not checked"),
        (config.retention_days.is_none(), "LEADS_RETENTION_DAYS", "delivered leads are never deleted"),
    ] {
        if is_missing {
            println!("note   {variable} is not set: {effect}");
        }
    }
    let has_no_channel = !config.has_channel();
    if has_no_channel {
        println!(
            "error  no channel is configured, so nobody receives leads: they wait; set PLATFORM_URL, SMTP_URL, WEBHOOK_URL, \
             HUBSPOT_FORM or EASYBROKER_TOKEN"
        );
    }
    println!("note   {}", counted_address(config.trusted_proxies));
    match check_parts(config) {
        Ok(site) => {
            let (code, date, build) = (&site.development.code, site.date, &site.build);
            println!("ok     the site of {code}, prices of {date}, build {build}");
            if has_no_channel {
                return ExitCode::FAILURE;
            }
            println!("ok     the configuration is valid and the store can save leads");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("error  {error:#}");
            ExitCode::FAILURE
        }
    }
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
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let leads = Leads::new(config)?;
        let site = leads.site.get().await?;
        leads.outbox.probe().await?;
        Ok(site)
    })
}
