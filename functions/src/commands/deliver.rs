//! `leads deliver` and `leads status`.

use crate::Leads;

/// Sweeps the outbox once and prints the report as JSON.
pub(super) async fn deliver(leads: Leads) -> anyhow::Result<()> {
    leads.check_site().await?;
    let report = leads.state.worker.sweep().await?;
    report.log();
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}

/// Prints the outbox's metrics as JSON.
pub(super) async fn status(leads: Leads) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string(&leads.state.worker.metrics().await?)?);
    Ok(())
}
