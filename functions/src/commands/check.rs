//! `leads check`: checks the configuration and that the store can save leads.

use crate::{Config, Leads};
use std::process::ExitCode;

/// Checks the configuration and prints errors, and notes about parts that are not configured.
pub(super) fn check(environment: impl Fn(&str) -> Option<String>) -> ExitCode {
    let config = match Config::from_env(environment) {
        Ok(config) => config,
        Err(problems) => {
            for problem in &problems {
                println!("error  {problem}");
            }
            return ExitCode::FAILURE;
        }
    };
    for (missing, what) in [
        (
            config.platform.is_none(),
            "PLATFORM_URL is not set: leads are not sent to the platform (calls 1 and 2)",
        ),
        (
            config.mail.is_none(),
            "SMTP_URL is not set: the team gets no notices, and /mail/send (call 6) is rejected",
        ),
        (
            config.mail.is_some() && config.public_url().is_empty(),
            "LEADS_SITE_URL is not set: the team's notices have no links to the site",
        ),
        (
            config.captcha_secret.is_none(),
            "RECAPTCHA_SECRET is not set: captchas are not checked",
        ),
        (
            config.address.is_none(),
            "LEADS_ADDRESS is not set: the page of a rejected post does not name who is responsible for the data",
        ),
        (
            config.retention_days.is_none(),
            "LEADS_RETENTION_DAYS is not set: delivered leads are never deleted",
        ),
    ] {
        if missing {
            println!("note   {what}");
        }
    }
    println!("note   {}", counted_address(config.trusted_proxies));
    match check_parts(config) {
        Ok(()) => {
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

fn check_parts(config: Config) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let leads = Leads::new(config)?;
        leads.state.outbox.probe().await?;
        Ok(())
    })
}
