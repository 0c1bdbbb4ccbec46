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

use crate::Secret;
use crate::config::{LeadsConfig, Reader};
use crate::counts::{CountsReport, PendingCounts};
use crate::lead::{ChannelName, Lead, Reference};
use crate::outbox::Outbox;
use crate::post::Post;
use crate::site::{LoadedSite, RejectedPage, SiteSource};
use crate::spam::{EventRates, Rates};
use anyhow::Context;
use channel::{Channel, Pauses, Receiver};
use indexmap::IndexMap;
use lead_site::{FormKind, Question};
use parking_lot::Mutex;
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
    pub(crate) channels: IndexMap<ChannelName, Arc<dyn Channel>>,
    pauses: Pauses,
    stopping: AtomicBool,
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
        Ok(Arc::new(Self {
            http: http.build().context("cannot create the HTTP client")?,
            rates: Rates::new(config.posts_per_minute),
            event_rates: EventRates::new(config.posts_per_minute),
            channels: open_channels(&config)?,
            permits: Arc::new(Semaphore::new(config.workers as usize)),
            site: SiteSource::new(&config, check_templates)?,
            config,
            outbox,
            pending_counts: Mutex::default(),
            counts_nothing: AtomicBool::new(false),
            last_check: sync::Mutex::default(),
            saving: Semaphore::new(SAVED_AT_ONCE),
            pauses: Pauses::default(),
            stopping: AtomicBool::new(false),
            last_cleanup: Mutex::default(),
            last_counts: Mutex::default(),
            wake: Notify::new(),
            in_progress: Mutex::default(),
        }))
    }

    /// The channels that a lead of `form` must be delivered through.
    pub(crate) fn channels_of(&self, form: FormKind) -> Vec<ChannelName> {
        let channels = self.channels.keys().copied();
        // Call 6 is a mail alone.
        channels
            .filter(|channel| form != FormKind::Mail || *channel == ChannelName::NOTICE)
            .collect()
    }
}

/// Renders every template with samples. Fails where a mail would: with a status or a colour that no template knows.
fn check_templates(site: &Arc<LoadedSite>) -> Result<(), minijinja::Error> {
    for lead in sample_leads(site) {
        compose(&lead, lead.spam.quarantined, site, "https://site.example")?;
    }
    CountsReport::sample(site).render(site)?;
    for (kind, form) in &site.forms {
        let names: Vec<String> = form
            .fields
            .iter()
            .map(|field| field.name.clone())
            .chain(form.questions.iter().map(Question::name))
            .collect();
        let errors = names
            .iter()
            .map(|name| (name.as_str(), "sample".to_owned()));
        let page = RejectedPage {
            language: site.team(),
            site_url: "",
            title: "sample",
            errors: errors.collect(),
            form: Some(*kind),
            post: &Post::default(),
            is_key_taken: false,
        };
        site.render_page(&page)?;
    }
    site.render_description()?;
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

/// Who receives leads, in the order in which `leads` names them. Another one is a file with its row here.
pub(crate) const RECEIVERS: [Receiver; 5] = [
    platform::RECEIVER,
    mail::RECEIVER,
    webhook::RECEIVER,
    hubspot::RECEIVER,
    easybroker::RECEIVER,
];

impl LeadsConfig {
    /// Reads the configuration with `look_up`, usually `|name| std::env::var(name).ok()`. Fails with all problems found.
    pub fn from_env(look_up: impl Fn(&str) -> Option<String>) -> Result<Self, Vec<String>> {
        let mut reader = Reader::new(&look_up);
        let mut config = Self::read_function(&mut reader);
        config.set_receivers(&mut reader);
        reader.finish()?;
        Ok(config)
    }

    /// Reads only who receives leads. Fails like [`LeadsConfig::from_env`].
    pub fn read_receivers(
        &mut self,
        look_up: impl Fn(&str) -> Option<String>,
    ) -> Result<(), Vec<String>> {
        let mut reader = Reader::new(&look_up);
        self.set_receivers(&mut reader);
        reader.finish()
    }

    fn set_receivers(&mut self, reader: &mut Reader<'_>) {
        for receiver in RECEIVERS {
            // Opened later: that needs the runtime.
            drop((receiver.read)(reader));
            for name in receiver.variables {
                let text = reader.text(name);
                self.receivers
                    .extend(text.map(|text| (*name, Secret::new(text))));
            }
        }
    }
}

fn open_channels(config: &LeadsConfig) -> anyhow::Result<IndexMap<ChannelName, Arc<dyn Channel>>> {
    let look_up = |name: &str| Some(config.receivers.get(name)?.reveal().to_owned());
    let mut reader = Reader::new(&look_up);
    let mut channels = IndexMap::new();
    for receiver in RECEIVERS {
        if let Some(open) = (receiver.read)(&mut reader) {
            channels.extend(open()?);
        }
    }
    Ok(channels)
}

#[cfg(test)]
mod tests;
