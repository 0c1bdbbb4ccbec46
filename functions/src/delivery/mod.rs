//! Delivery: sends waiting leads through their channels and archives them when all channels have delivered.

mod app_state;
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

pub(crate) use app_state::AppState;
pub use notice::Notice;
pub(crate) use notice::compose;

#[cfg(test)]
mod tests;
