//! `leads.json` at a target, where the lead function reads it. It is a file of each release that visitors cannot get: it is
//! uploaded before the pages, repaired by the next publication, and a rollback has it.

use bytes::Bytes;
use lead_site::LeadSite;

use crate::error::PublishError;
use crate::layout;
use crate::lease::Uncertain;
use crate::publication::Publication;
use crate::record::{FileRecord, Record};
use crate::site_files::sha256;

impl Publication<'_> {
    /// Adds `leads.json` to the files, so that it also accepts what the pages at the target send. One at the target that is not
    /// as recorded is replaced.
    pub(crate) async fn add_leads(
        &mut self,
        last: Option<&Record>,
        uncertain: &mut Uncertain,
    ) -> Result<(), PublishError> {
        let path = layout::LEADS;
        let recorded = last.and_then(|last| last.files.get(path));
        let built = match (&self.leads, self.files.get(path)) {
            (Some(built), _) => built.clone(),
            (None, Some(file)) => self.content.read(self.target, path, file).await?,
            (None, None) => {
                self.files.extend(recorded.map(|file| (path.to_owned(), file.clone())));
                return Ok(());
            }
        };
        let damaged = |reason: String| PublishError::Damaged { path: lead_site::FILE.to_owned(), reason };
        let mut leads = LeadSite::parse(&built).map_err(|error| damaged(error.to_string()))?;
        let published = self.target.read(path).await?.map(|(bytes, _)| bytes);
        if let Some(published) = published.as_ref().and_then(|bytes| LeadSite::parse(bytes).ok()) {
            let interrupted = uncertain.writes.contains(path);
            leads.accept_earlier(&published, self.clock.now(), interrupted);
        }
        if published.map(|bytes| sha256(&bytes)).as_ref() != recorded.map(|file| &file.sha256) {
            uncertain.writes.insert(path.to_owned());
        }
        let bytes: Bytes = leads.to_bytes().map_err(|error| damaged(error.to_string()))?.into();
        let file = FileRecord { sha256: sha256(&bytes), length: bytes.len() as u64, ..FileRecord::default() };
        self.files.insert(path.to_owned(), file);
        self.leads = Some(bytes);
        Ok(())
    }
}
