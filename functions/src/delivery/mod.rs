//! Delivery: sends waiting leads through their channels and archives them when all channels have delivered.

mod background;
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

pub(crate) use channel::{Channel, ChannelContext};
pub(crate) use hubspot::HubspotChannel;
pub(crate) use mail::MailChannel;
pub use notice::Notice;
pub(crate) use notice::compose;
pub(crate) use platform::{ContactChannel, LeadChannel};
pub(crate) use worker::DeliveryWorker;

#[cfg(test)]
mod tests;
