//! The lead function: takes the form posts of the site, saves each lead, answers, delivers.
//!
//! One router, three ways to run: AWS Lambda, a plain HTTP server (`leads serve`), and mounted in
//! `site serve`. "Thank you" is said only when the lead is durably saved; see `docs/leads.md` for
//! what that means and for where at-least-once delivery can double.

mod clock;
mod commands;
mod config;
mod delivery;
#[doc(hidden)]
pub mod fuzzing;
mod http;
mod lambda;
mod lead;
mod logging;
mod messages;
mod outbox;
mod post;
mod secret;
mod service;
mod spam;

pub use clock::Clock;
pub use commands::command;
pub use config::{
    Config, ConfigProblem, DeliveryLimits, MailAccess, Origins, PlatformAccess, SpamLimits, StoreLocation,
};
pub use secret::Secret;
pub use service::{DeliveryLoop, Leads, StartError};
