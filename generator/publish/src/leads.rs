//! `leads.json`, which the lead function reads and visitors cannot get: it is uploaded before the pages, and a rollback has it.

use std::fmt::Display;

use bytes::Bytes;
use jiff::Timestamp;
use lead_site::LeadSite;

use crate::error::PublishError;
use crate::hash::sha256;
use crate::layout::LEADS;
use crate::lease::Uncertain;
use crate::record::Record;
use crate::target::Target;

/// The built file, which then also accepts what the pages at the target send. One there that is not as recorded is replaced.
pub(crate) async fn accept_published_pages(
    target: &dyn Target,
    built: &[u8],
    last: &Record,
    uncertain: &mut Uncertain,
    now: Timestamp,
) -> Result<Bytes, PublishError> {
    let damaged = |reason: &dyn Display| PublishError::damaged(lead_site::FILE, reason);
    let mut leads = LeadSite::parse(built).map_err(|error| damaged(&error))?;
    let published = target.read(LEADS).await?.map(|(bytes, _)| bytes);
    if let Some(published) = published
        .as_ref()
        .and_then(|bytes| LeadSite::parse(bytes).ok())
    {
        let interrupted = uncertain.writes.contains(LEADS);
        leads.accept_earlier(&published, now, interrupted);
    }
    let recorded = last.files.get(LEADS).map(|file| &file.sha256);
    if published.map(|bytes| sha256(&bytes)).as_ref() != recorded {
        uncertain.writes.insert(LEADS.to_owned());
    }
    Ok(leads.to_bytes().map_err(|error| damaged(&error))?.into())
}
