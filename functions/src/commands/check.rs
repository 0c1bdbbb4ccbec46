//! `leads check`: is the configuration right, can its parts be made, does the store take a lead?

use crate::{Config, Leads};
use std::process::ExitCode;

/// Checks the configuration and says what is missing for a full function.
pub(super) fn check(environment: impl Fn(&str) -> Option<String>) -> ExitCode {
    let config = match Config::from_env(environment) {
        Ok(config) => config,
        Err(problems) => {
            for problem in &problems {
                println!("wrong  {problem}");
            }
            return ExitCode::FAILURE;
        }
    };
    for (missing, what) in [
        (
            config.platform.is_none(),
            "PLATFORM_URL is not set: leads do not reach the platform (calls 1 and 2)",
        ),
        (
            config.mail.is_none(),
            "SMTP_URL is not set: no notice to the team, no /mail/send (call 6)",
        ),
        (
            config.captcha_secret.is_none(),
            "RECAPTCHA_SECRET is not set: captchas are not checked",
        ),
        (
            config.address.is_none(),
            "LEADS_ADDRESS is not set: the page of a refused post does not say who answers for the data, and where",
        ),
        (
            config.retention_days.is_none(),
            "LEADS_RETENTION_DAYS is not set: delivered leads are kept for good",
        ),
    ] {
        if missing {
            println!("note   {what}");
        }
    }
    match parts_work(config) {
        Ok(()) => {
            println!("right  the configuration can be used and the store takes leads");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("wrong  {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn parts_work(config: Config) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let leads = Leads::new(config)?;
        leads.parts.outbox.probe().await?;
        Ok(())
    })
}
