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
