//! The types of a site: configuration, texts, inventory, pages and output files, which the stages of the generator exchange. Nothing
//! here depends on a stage, or reads a file, the network or the clock.

pub mod build_error;
pub mod config;
pub mod dates;
pub mod document;
pub mod fields;
pub mod fingerprint;
pub mod history;
pub mod inventory;
pub mod lang;
pub mod locale_formats;
pub mod localized;
pub mod map;
pub mod output;
pub mod payment;
pub mod phase;
pub mod price;
mod renamed;
pub mod schema;
pub mod site;
pub mod source;
pub mod strings;
pub mod theme;

#[cfg(test)]
mod tests;
