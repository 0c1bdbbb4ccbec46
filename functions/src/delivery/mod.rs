//! Delivery: from a waiting lead to one that has arrived everywhere, each delivery with its own state.

mod backoff;
mod channel;
mod courier;
mod mail;
mod pass;
mod pauses;
mod platform;
mod words;

pub(crate) use channel::Channel;
pub(crate) use courier::Courier;
pub(crate) use mail::MailChannel;
pub(crate) use platform::{ContactChannel, LeadChannel};

#[cfg(test)]
mod tests;
