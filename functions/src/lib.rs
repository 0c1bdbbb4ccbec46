//! The lead function: accepts the form posts of the site, saves each lead, answers, and delivers it.
//!
//! One router runs in three ways: on AWS Lambda, as an HTTP server (`leads serve`), and mounted in `site serve`. A post
//! is accepted only after its lead is durably saved; `docs/leads.md` says what that means and when at-least-once
//! delivery can send a lead twice.
//!
//! Modules import only from modules before them in this order: `secret`, `visitor_text`, `config`, `lead`, `post`, `spam`,
//! `outbox`, `site`, `counts`, `delivery`, `http`, `service`, `lambda`, `commands`.

mod commands;
mod config;
mod counts;
#[cfg_attr(not(test), deny(clippy::disallowed_methods))]
mod delivery;
mod http;
#[cfg(feature = "cloud")]
mod lambda;
mod lead;
mod outbox;
mod panics;
mod post;
mod secret;
mod service;
mod site;
#[cfg_attr(not(test), deny(clippy::disallowed_methods))]
mod spam;
mod visitor_text;

pub use commands::command;
pub use config::{Clock, LeadsConfig, Origins, StoreLocation};
pub use delivery::Leads;
pub use http::{LeadAccepted, LeadRefused};
pub use lead::LeadTracking;
#[doc(hidden)]
pub use post::parse_and_check;
pub use secret::Secret;
pub use service::{LeadStatus, ListedChannel, ListedLead};
pub use site::{SiteError, TeamMail};

#[cfg(test)]
mod tests;
