//! The lead function as a value: its routers, and what it has stored.

use crate::app_state::AppState;
use crate::counts::CountsReport;
use crate::delivery::{Notice, compose};
use crate::lead::Reference;
use crate::listing::{self, ListedChannel, ListedLead};
use crate::site::LoadedSite;
use crate::{LeadsConfig, http};
use axum::Router;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How long a stop waits for running delivery attempts.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);

/// A lead function. Cheap to clone: clones share the store.
#[derive(Clone)]
pub struct Leads {
    pub(crate) state: Arc<AppState>,
}

impl fmt::Debug for Leads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Leads").field("config", &self.state.config).finish_non_exhaustive()
    }
}

impl Leads {
    /// Creates a lead function. Creates the store's folder; does not use the network. The site is read at the first request,
    /// so that it may be built later.
    ///
    /// # Errors
    /// The configuration cannot be used.
    pub fn new(config: LeadsConfig) -> anyhow::Result<Self> {
        Ok(Self { state: Arc::new(AppState::new(config)?) })
    }

    /// The site.
    pub(crate) async fn check_site(&self) -> anyhow::Result<Arc<LoadedSite>> {
        Ok(self.state.site.get().await?)
    }

    /// The routes: `/api/leads`, `/api/count`, `/mail/send`, `/api/health`, `/api/ready`, `/api/openapi.json` and the
    /// stylesheet of the error page. It has no fallback, so that it can be merged into another router. Serve it with
    /// `into_make_service_with_connect_info::<SocketAddr>()`; otherwise all posts count as those of one address.
    pub fn router(&self) -> Router {
        http::router(Arc::clone(&self.state))
    }

    /// The routes and a 404 for every other path, for a server that serves nothing else.
    pub fn whole_router(&self) -> Router {
        http::whole_router(Arc::clone(&self.state))
    }

    /// What is stored: all leads, oldest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn listed(&self) -> anyhow::Result<Vec<ListedLead>> {
        Ok(listing::listed(&self.state).await?)
    }

    /// The configured channels: whether they send leads now, and what came of it.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn channels(&self) -> anyhow::Result<Vec<ListedChannel>> {
        Ok(listing::channels(&self.state.outbox, &self.state.worker).await?)
    }

    /// The mail to the team about a stored lead, with links to the site at `site_url`, whether or not it was sent. None
    /// without such a lead.
    ///
    /// # Errors
    /// The store or the site cannot be read, or a template does not match its values.
    pub async fn notice(&self, reference: &str, site_url: &str) -> anyhow::Result<Option<Notice>> {
        let Some(reference) = Reference::parse(reference) else {
            return Ok(None);
        };
        let outbox = &self.state.outbox;
        let Some(lead) = outbox.find(&reference).await? else {
            return Ok(None);
        };
        let is_suspected = lead.spam.quarantined && !outbox.state(&reference).await?.is_released();
        let site = self.state.site.get().await?;
        Ok(Some(compose(&lead, is_suspected, &site, site_url)?))
    }

    /// What was counted today, as the mail to the team: subject, text and HTML. None if the site does not count.
    ///
    /// # Errors
    /// The store or the site cannot be read, or a template does not match its values.
    pub async fn counted_today(&self) -> anyhow::Result<Option<(String, [String; 2])>> {
        let site = self.check_site().await?;
        if site.counts.is_empty() {
            return Ok(None);
        }
        self.state.counter.flush().await;
        let today = site.local(self.state.config.clock.now()).date();
        let report = CountsReport::load(&self.state.outbox, &site, today, today).await?;
        Ok(Some(report.render(&site)?))
    }

    /// Starts the loop that delivers waiting leads, until [`Leads::finish`]. Must be called within a tokio runtime.
    pub fn deliver_in_background(&self) {
        tokio::spawn(Arc::clone(&self.state.worker).run());
    }

    /// Ends the loop, starts no new delivery attempt, waits for the running ones and writes what was counted. Undelivered leads are delivered after
    /// the next start.
    pub async fn finish(&self) {
        self.state.worker.stop(STOP_TIMEOUT).await;
        self.state.counter.flush().await;
    }
}
