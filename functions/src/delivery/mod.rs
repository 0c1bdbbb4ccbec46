//! What requests, commands and the delivery loop share; delivery of waiting leads through their channels.

mod channel;
mod easybroker;
mod hubspot;
mod lead_words;
mod mail;
mod notice;
mod platform;
mod sweep;
mod webhook;
mod worker;

pub(crate) use notice::compose;

use crate::config::LeadsConfig;
use crate::counts::{CountsReport, PendingCounts};
use crate::lead::{ChannelKind, Lead, Reference};
use crate::outbox::Outbox;
use crate::site::{LoadedSite, SiteSource};
use crate::spam::{EventRates, Rates};
use ::platform::client::{Client, bearer};
use ::platform::config::PlatformConfig;
use anyhow::Context;
use channel::{Channel, Pauses};
use hubspot::HubspotChannel;
use lead_site::FormKind;
use mail::MailChannel;
use parking_lot::Mutex;
use platform::{ContactChannel, LeadChannel};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tokio::sync::{self, Notify, Semaphore};

/// Most leads that are saved at the same time. Saving more of them at once makes each take longer, and none is saved sooner.
const SAVED_AT_ONCE: usize = 32;

/// A lead function. A process has one; several processes may share an outbox.
pub struct Leads {
    pub(crate) config: LeadsConfig,
    pub(crate) site: SiteSource,
    pub(crate) outbox: Outbox,
    pub(crate) pending_counts: Mutex<PendingCounts>,
    /// On Lambda each object of counts would be one request, and the CDN's log has the same events.
    pub(crate) counts_nothing: AtomicBool,
    pub(crate) rates: Rates,
    pub(crate) event_rates: EventRates,
    /// When the store was last checked, and whether it could save leads.
    pub(crate) last_check: sync::Mutex<Option<(Instant, bool)>>,
    /// A permit for each lead that is being saved.
    pub(crate) saving: Semaphore,
    /// Follows no redirect: neither the captcha service nor a receiver redirects, and no credential goes to another host.
    pub(crate) http: reqwest::Client,
    pub(crate) channels: BTreeMap<ChannelKind, Arc<dyn Channel>>,
    /// Sends the mail about counts; without it nothing is sent.
    mail: Option<Arc<MailChannel>>,
    pauses: Pauses,
    stopping: AtomicBool,
    /// When this process started (milliseconds since 1970).
    started_ms: i64,
    /// When obsolete objects were deleted last, by both clocks.
    last_cleanup: Mutex<Option<(i64, Instant)>>,
    /// When counts were added up last.
    last_counts: Mutex<Option<Instant>>,
    /// Limits concurrent delivery attempts, of requests and of the loop together.
    permits: Arc<Semaphore>,
    /// Wakes the loop before its next sweep is due.
    wake: Notify,
    /// The leads that this process is delivering: no second attempt starts even if the clock jumps past a lease.
    in_progress: Mutex<HashSet<Reference>>,
}

impl Leads {
    /// Creates a lead function and the store's folder, without the network. The site is read later, so that it may be built later.
    pub fn new(config: LeadsConfig) -> anyhow::Result<Arc<Self>> {
        // Fails when the process has already installed a provider, which is ring as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let outbox = Outbox::open(&config.store).context("cannot open the store of leads")?;
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let mail = config.mail.as_ref().map(MailChannel::new);
        let mail = mail
            .transpose()
            .context("cannot use the mail server")?
            .map(Arc::new);
        Ok(Arc::new(Self {
            http: http.build().context("cannot create the HTTP client")?,
            rates: Rates::new(config.posts_per_minute),
            event_rates: EventRates::new(config.posts_per_minute),
            channels: channels(&config, mail.clone())?,
            permits: Arc::new(Semaphore::new(config.workers as usize)),
            site: SiteSource::new(&config, check_templates)?,
            started_ms: config.clock.now_ms(),
            config,
            outbox,
            pending_counts: Mutex::default(),
            counts_nothing: AtomicBool::new(false),
            last_check: sync::Mutex::default(),
            saving: Semaphore::new(SAVED_AT_ONCE),
            mail,
            pauses: Pauses::default(),
            stopping: AtomicBool::new(false),
            last_cleanup: Mutex::default(),
            last_counts: Mutex::default(),
            wake: Notify::new(),
            in_progress: Mutex::default(),
        }))
    }

    /// The channels that a lead of `form` must be delivered through.
    pub(crate) fn channels_of(&self, form: FormKind) -> Vec<ChannelKind> {
        let channels = self.channels.keys().copied();
        // Call 6 is a mail alone.
        channels
            .filter(|channel| form != FormKind::Mail || *channel == ChannelKind::Notice)
            .collect()
    }
}

/// Renders the mails to the team with samples. Fails where a mail would: with a status or a colour that no template knows.
fn check_templates(site: &Arc<LoadedSite>) -> Result<(), minijinja::Error> {
    for lead in sample_leads(site) {
        compose(&lead, lead.spam.quarantined, site, "https://site.example")?;
    }
    CountsReport::sample(site).render(site)?;
    Ok(())
}

/// A lead of each form and status of a unit, with everything that a mail shows.
fn sample_leads(site: &LoadedSite) -> impl Iterator<Item = Lead> {
    let by_status: BTreeMap<&str, &String> = site
        .units
        .iter()
        .map(|(code, unit)| (&*unit.status, code))
        .collect();
    let units = by_status.into_values().map(|code| vec![code.clone()]);
    let forms = site.forms.keys().copied();
    let of_units = units.map(|units| (FormKind::Unit, units));
    let all = of_units.chain(forms.map(|form| (form, Vec::new())));
    all.map(|(form, units)| Lead::sample(form, units))
}

fn channels(
    config: &LeadsConfig,
    mail: Option<Arc<MailChannel>>,
) -> anyhow::Result<BTreeMap<ChannelKind, Arc<dyn Channel>>> {
    let mut channels: BTreeMap<ChannelKind, Arc<dyn Channel>> = BTreeMap::new();
    if let Some(access) = &config.platform {
        let platform = PlatformConfig {
            base_path: access.base_path.clone(),
            ..PlatformConfig::default()
        };
        let token = bearer(access.token.reveal()).context("cannot use the platform")?;
        let client = Client::new(&access.url, &platform, token).map_err(anyhow::Error::msg);
        let client = Arc::new(client.context("cannot use the platform")?);
        channels.insert(
            ChannelKind::Lead,
            Arc::new(LeadChannel(Arc::clone(&client))),
        );
        channels.insert(ChannelKind::Contact, Arc::new(ContactChannel(client)));
    }
    if let Some(mail) = mail {
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

#[cfg(test)]
mod tests;
