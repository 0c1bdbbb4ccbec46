//! The lead function as a value: its parts made once, its router, its delivery loop.

use crate::delivery::{Channel, ContactChannel, Courier, LeadChannel, MailChannel};
use crate::lead::{DeliveryKind, FormKind};
use crate::outbox::Outbox;
use crate::spam::Rates;
use crate::{Config, http};
use axum::Router;
use platform::client::{Client, Token};
use platform::config::PlatformConfig;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::task::JoinHandle;

/// How long a stop waits for deliveries under way.
const STOP_PATIENCE: Duration = Duration::from_secs(20);

/// Why a lead function could not start. Names no secret.
#[derive(Debug, Error)]
pub enum StartError {
    /// The store cannot be opened.
    #[error("the store of leads cannot be opened: {0}")]
    Store(String),
    /// The platform's address or credential cannot be used.
    #[error("the platform cannot be used: {0}")]
    Platform(String),
    /// The mail server or an address of the notice cannot be used.
    #[error("the mail server cannot be used: {0}")]
    Mail(String),
    /// No HTTP client can be made.
    #[error("no connections can be prepared: {0}")]
    Connections(String),
}

/// The parts, made once and shared by all requests.
pub(crate) struct Parts {
    pub config: Config,
    pub outbox: Outbox,
    pub courier: Arc<Courier>,
    pub rates: Rates,
    pub http: reqwest::Client,
}

impl Parts {
    /// Where a lead of `form` must arrive.
    pub(crate) fn deliveries(&self, form: FormKind) -> Vec<DeliveryKind> {
        let platform = self.config.platform.is_some() && form != FormKind::Mail;
        DeliveryKind::ALL
            .into_iter()
            .filter(|delivery| match delivery {
                DeliveryKind::Lead | DeliveryKind::Contact => platform,
                DeliveryKind::Notice => self.config.mail.is_some(),
            })
            .collect()
    }
}

/// A lead function. Cheap to clone: clones share the store.
#[derive(Clone)]
pub struct Leads {
    pub(crate) parts: Arc<Parts>,
}

impl fmt::Debug for Leads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Leads")
            .field("config", &self.parts.config)
            .finish_non_exhaustive()
    }
}

impl Leads {
    /// Makes the parts. Touches the disk only to make the store's folder, the network not at all.
    ///
    /// # Errors
    /// [`StartError`] when something configured cannot be used.
    pub fn new(config: Config) -> Result<Self, StartError> {
        // Harmless when another part of the program has already chosen: it is ring everywhere.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let outbox = Outbox::open(&config.store).map_err(|error| StartError::Store(error.to_string()))?;
        let http = reqwest::Client::builder()
            .build()
            .map_err(|error| StartError::Connections(error.to_string()))?;
        let channels = channels(&config)?;
        let (limits, clock) = (config.delivery.clone(), config.clock.clone());
        let courier = Arc::new(Courier::new(
            outbox.clone(),
            channels,
            limits,
            config.retention_days,
            clock,
        ));
        Ok(Self {
            parts: Arc::new(Parts {
                config,
                outbox,
                courier,
                rates: Rates::default(),
                http,
            }),
        })
    }

    /// The routes: `/api/leads`, `/mail/send`, `/api/health`, `/api/ready`, `/api/openapi.json` and the
    /// stylesheet of the error page. Without a fallback, to be merged into another router. Serve it with
    /// `into_make_service_with_connect_info::<SocketAddr>()`, or posts are not counted per address.
    pub fn router(&self) -> Router {
        http::router(Arc::clone(&self.parts))
    }

    /// The routes and an answer for every other path: a server of its own.
    pub fn whole_router(&self) -> Router {
        http::whole_router(Arc::clone(&self.parts))
    }

    /// Lets no new delivery start and waits for those under way; what is left waits for the next start.
    pub async fn finish(&self) {
        self.parts.courier.stop(STOP_PATIENCE).await;
    }

    /// Starts the loop that delivers waiting leads. Call within a tokio runtime.
    pub fn deliver_in_background(&self) -> DeliveryLoop {
        let courier = Arc::clone(&self.parts.courier);
        DeliveryLoop {
            task: tokio::spawn(Arc::clone(&courier).run()),
            courier,
        }
    }
}

fn channels(config: &Config) -> Result<BTreeMap<DeliveryKind, Arc<dyn Channel>>, StartError> {
    let mut channels: BTreeMap<DeliveryKind, Arc<dyn Channel>> = BTreeMap::new();
    if let Some(access) = &config.platform {
        let token =
            Token::new(access.token.reveal()).map_err(|error| StartError::Platform(error.to_string()))?;
        let rest = PlatformConfig {
            base_path: access.base_path.clone(),
            ..PlatformConfig::default()
        };
        let client = Client::new(&access.url, &rest, token)
            .map_err(|error| StartError::Platform(error.to_string()))?;
        let lead = LeadChannel {
            client: client.clone(),
            zones: config.zones.clone(),
        };
        let contact = ContactChannel {
            client,
            email_to: config.email_to.clone(),
            email_cc: config.email_cc.clone(),
            site_url: config.site_url.clone(),
        };
        channels.insert(DeliveryKind::Lead, Arc::new(lead));
        channels.insert(DeliveryKind::Contact, Arc::new(contact));
    }
    if let Some(access) = &config.mail {
        let channel = MailChannel::new(access, &config.site_url)
            .map_err(|error| StartError::Mail(error.to_string()))?;
        channels.insert(DeliveryKind::Notice, Arc::new(channel));
    }
    Ok(channels)
}

/// The delivery loop of a server. Dropping it stops the loop at once; [`DeliveryLoop::stop`] lets
/// deliveries under way end first.
pub struct DeliveryLoop {
    task: JoinHandle<()>,
    courier: Arc<Courier>,
}

impl fmt::Debug for DeliveryLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeliveryLoop").finish_non_exhaustive()
    }
}

impl DeliveryLoop {
    /// Ends the loop after the deliveries under way; what is left waits for the next start.
    pub async fn stop(self) {
        self.courier.stop(STOP_PATIENCE).await;
        self.task.abort();
    }
}

impl Drop for DeliveryLoop {
    fn drop(&mut self) {
        self.task.abort();
    }
}
