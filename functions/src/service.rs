//! The lead function as a value: its parts made once, its router, its delivery loop.

use crate::{Config, http};
use axum::Router;
use std::sync::Arc;
use thiserror::Error;
use tokio::task::JoinHandle;

/// Why a lead function could not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The store cannot be opened.
    #[error("the store of leads cannot be opened: {0}")]
    Store(String),
}

/// A lead function. Cheap to clone: clones share the store.
#[derive(Clone, Debug)]
pub struct Leads {
    config: Arc<Config>,
}

impl Leads {
    /// Makes the parts; touches the disk only to make the store's folder.
    ///
    /// # Errors
    /// [`StartError`] when the store cannot be opened.
    pub fn new(config: Config) -> Result<Self, StartError> {
        Ok(Self {
            config: Arc::new(config),
        })
    }

    /// The routes: `/api/leads`, `/mail/send`, `/api/health`, `/api/ready`, `/api/openapi.json`.
    pub fn router(&self) -> Router {
        http::router(self)
    }

    /// Starts the loop that delivers waiting leads. Call within a tokio runtime.
    pub fn deliver_in_background(&self) -> DeliveryLoop {
        let _config = Arc::clone(&self.config);
        DeliveryLoop {
            task: tokio::spawn(std::future::pending()),
        }
    }
}

/// The delivery loop of a server. Dropping it stops the loop; [`DeliveryLoop::stop`] waits for its end.
#[derive(Debug)]
pub struct DeliveryLoop {
    task: JoinHandle<()>,
}

impl DeliveryLoop {
    /// Ends the loop after the deliveries under way.
    pub async fn stop(self) {
        self.task.abort();
    }
}

impl Drop for DeliveryLoop {
    fn drop(&mut self) {
        self.task.abort();
    }
}
