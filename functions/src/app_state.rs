//! What all requests, commands and the delivery loop share: configuration, outbox, delivery worker.

use crate::config::Config;
use crate::delivery::{Channel, ContactChannel, DeliveryWorker, LeadChannel, MailChannel};
use crate::lead::{ChannelKind, FormKind};
use crate::outbox::Outbox;
use crate::spam::Rates;
use platform::client::{Client, Token};
use platform::config::PlatformConfig;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use thiserror::Error;
use tokio::sync::{Mutex, Semaphore};

/// Most leads that are saved at the same time. Saving more of them at once makes each take longer, and none is saved sooner.
const SAVED_AT_ONCE: usize = 32;

/// Why a lead function could not start. The message contains no secret.
#[derive(Debug, Error)]
pub enum StartError {
    /// The store cannot be opened.
    #[error("cannot open the store of leads: {0}")]
    Store(String),
    /// The platform's address or credential cannot be used.
    #[error("cannot use the platform: {0}")]
    Platform(String),
    /// The mail server or an address of the notice cannot be used.
    #[error("cannot use the mail server: {0}")]
    Mail(String),
    /// The HTTP client cannot be created.
    #[error("cannot create the HTTP client: {0}")]
    Connections(String),
}

/// The shared parts, created once per process.
pub(crate) struct AppState {
    pub config: Config,
    pub outbox: Outbox,
    pub worker: Arc<DeliveryWorker>,
    pub rates: Rates,
    /// When the store was last checked, and whether it could save leads.
    pub last_check: Mutex<Option<(Instant, bool)>>,
    /// A permit for each lead that is being saved.
    pub saving: Semaphore,
    pub http: reqwest::Client,
}

impl AppState {
    /// Creates the parts. Creates the store's folder; does not use the network.
    ///
    /// # Errors
    /// [`StartError`] when the configuration cannot be used.
    pub(crate) fn new(config: Config) -> Result<Self, StartError> {
        // Fails when the process has already installed a provider, which is ring as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let outbox = Outbox::open(&config.store).map_err(|error| StartError::Store(error.to_string()))?;
        // Neither the captcha service nor the page of a unit that exists redirects.
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| StartError::Connections(error.to_string()))?;
        let worker = Arc::new(DeliveryWorker::new(
            outbox.clone(),
            channels(&config, &http)?,
            config.delivery.clone(),
            config.retention_days,
            config.clock.clone(),
        ));
        Ok(Self {
            rates: Rates::new(config.spam.posts_per_minute),
            config,
            outbox,
            worker,
            last_check: Mutex::default(),
            saving: Semaphore::new(SAVED_AT_ONCE),
            http,
        })
    }

    /// The channels that a lead of `form` must be delivered through.
    pub(crate) fn channels_of(&self, form: FormKind) -> Vec<ChannelKind> {
        let platform = self.config.platform.is_some() && form != FormKind::Mail;
        ChannelKind::ALL
            .into_iter()
            .filter(|channel| match channel {
                ChannelKind::Lead | ChannelKind::Contact => platform,
                ChannelKind::Notice => self.config.mail.is_some(),
            })
            .collect()
    }
}

/// The configured channels.
fn channels(
    config: &Config,
    http: &reqwest::Client,
) -> Result<BTreeMap<ChannelKind, Arc<dyn Channel>>, StartError> {
    let mut channels: BTreeMap<ChannelKind, Arc<dyn Channel>> = BTreeMap::new();
    if let Some(access) = &config.platform {
        let token =
            Token::new(access.token.reveal()).map_err(|error| StartError::Platform(error.to_string()))?;
        let platform = PlatformConfig {
            base_path: access.base_path.clone(),
            ..PlatformConfig::default()
        };
        let client = Client::new(&access.url, &platform, token)
            .map_err(|error| StartError::Platform(error.to_string()))?;
        let lead = LeadChannel {
            client: client.clone(),
            zones: config.zones.clone(),
        };
        let contact = ContactChannel {
            client,
            email_to: config.email_to.clone(),
            email_cc: config.email_cc.clone(),
            site_url: config.public_url().to_owned(),
        };
        channels.insert(ChannelKind::Lead, Arc::new(lead));
        channels.insert(ChannelKind::Contact, Arc::new(contact));
    }
    if let Some(access) = &config.mail {
        let channel =
            MailChannel::new(access, config, http).map_err(|error| StartError::Mail(error.to_string()))?;
        channels.insert(ChannelKind::Notice, Arc::new(channel));
    }
    Ok(channels)
}
