//! What all requests, commands and the delivery loop share: configuration, outbox, delivery worker.

use crate::config::LeadsConfig;
use crate::counts::Counter;
use crate::delivery::{
    Channel, ChannelContext, ContactChannel, DeliveryWorker, HubspotChannel, LeadChannel, MailChannel,
};
use crate::lead::ChannelKind;
use crate::outbox::Outbox;
use crate::site::SiteSource;
use crate::spam::Rates;
use anyhow::Context;
use lead_site::FormKind;
use platform::client::{Client, bearer};
use platform::config::PlatformConfig;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{Mutex, Semaphore};

/// Most leads that are saved at the same time. Saving more of them at once makes each take longer, and none is saved sooner.
const SAVED_AT_ONCE: usize = 32;

pub(crate) struct AppState {
    pub config: LeadsConfig,
    pub site: Arc<SiteSource>,
    pub outbox: Outbox,
    pub counter: Arc<Counter>,
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
    pub(crate) fn new(config: LeadsConfig) -> anyhow::Result<Self> {
        // Fails when the process has already installed a provider, which is ring as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let outbox = Outbox::open(&config.store).context("cannot open the store of leads")?;
        // Neither the captcha service nor a receiver redirects, and no credential goes to another host.
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let http = http.build().context("cannot create the HTTP client")?;
        let site = Arc::new(SiteSource::new(&config)?);
        let site_url = config.public_url().to_owned();
        let context = ChannelContext { site: Arc::clone(&site), site_url, http: http.clone() };
        let counter = Counter::new(outbox.clone(), &site, config.clock.clone(), config.count_interval);
        let mail = config.mail.as_ref().map(MailChannel::new);
        let mail = mail.transpose().context("cannot use the mail server")?.map(Arc::new);
        let channels = channels(&config, mail.as_ref())?;
        let worker = DeliveryWorker::new(outbox.clone(), channels, mail, context, &config);
        Ok(Self {
            rates: Rates::new(config.posts_per_minute),
            config,
            site,
            outbox,
            counter: Arc::new(counter),
            worker: Arc::new(worker),
            last_check: Mutex::default(),
            saving: Semaphore::new(SAVED_AT_ONCE),
            http,
        })
    }

    /// The channels that a lead of `form` must be delivered through.
    pub(crate) fn channels_of(&self, form: FormKind) -> Vec<ChannelKind> {
        let channels = self.worker.channels.keys().copied();
        // Call 6 is a mail alone.
        channels.filter(|channel| form != FormKind::Mail || *channel == ChannelKind::Notice).collect()
    }
}

fn channels(
    config: &LeadsConfig,
    mail: Option<&Arc<MailChannel>>,
) -> anyhow::Result<BTreeMap<ChannelKind, Arc<dyn Channel>>> {
    let mut channels: BTreeMap<ChannelKind, Arc<dyn Channel>> = BTreeMap::new();
    if let Some(access) = &config.platform {
        let platform = PlatformConfig { base_path: access.base_path.clone(), ..PlatformConfig::default() };
        let token = bearer(access.token.reveal()).context("cannot use the platform")?;
        let client = Client::new(&access.url, &platform, token)
            .map_err(anyhow::Error::msg)
            .context("cannot use the platform")?;
        let client = Arc::new(client);
        channels.insert(ChannelKind::Lead, Arc::new(LeadChannel(Arc::clone(&client))));
        channels.insert(ChannelKind::Contact, Arc::new(ContactChannel(client)));
    }
    if let Some(mail) = mail {
        let mail: Arc<dyn Channel> = mail.clone();
        channels.insert(ChannelKind::Notice, mail);
    }
    if let Some(access) = &config.webhook {
        channels.insert(ChannelKind::Webhook, Arc::new(access.clone()));
    }
    if let Some(access) = &config.hubspot {
        channels.insert(ChannelKind::Hubspot, Arc::new(HubspotChannel::new(access)));
    }
    if let Some(access) = &config.easybroker {
        channels.insert(ChannelKind::Easybroker, Arc::new(access.clone()));
    }
    Ok(channels)
}
