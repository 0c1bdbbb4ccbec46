//! `leads deliver` and `leads status`.

use crate::Leads;

/// One pass over the outbox. What it came to is printed as JSON.
pub(super) async fn deliver(leads: Leads) -> anyhow::Result<()> {
    let report = leads.parts.courier.pass().await?;
    report.log();
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}

/// The outbox in numbers, as JSON.
pub(super) async fn status(leads: Leads) -> anyhow::Result<()> {
    println!(
        "{}",
        serde_json::to_string(&leads.parts.courier.metrics().await?)?
    );
    Ok(())
}
