//! The site generator: files and inventory in, a finished `dist/` out.
//!
//! `build` is the stages in a row: load, pull, resolve, documents, prerender, render, write. Each stage is one
//! module with one public function from a named type to a named type; a later stage may use the
//! types of an earlier one, never its functions.

pub mod build_error;
pub mod building;
pub mod check;
pub mod cli;
pub mod commands;
pub mod config;
pub mod console;
pub mod dates;
pub mod documents;
pub mod dollars;
pub mod escape;
pub mod feeds;
pub mod file_links;
pub mod fingerprint;
pub mod headers;
pub mod history;
pub mod home_weight;
pub mod inventory;
pub mod lang;
pub mod load;
pub mod markdown;
mod node_tool;
mod part;
pub mod payment;
pub mod pictures;
pub mod pipeline;
pub mod prerender;
pub mod price;
pub mod problem;
pub mod pull;
pub mod redirects;
pub mod render;
pub mod resolve;
pub mod serve;
pub mod share;
mod stage_clock;
pub mod strings;
pub mod structured_data;
mod templating;
pub mod trackers;
pub mod twin;
mod unused;
pub mod utc_offset;
pub mod write;
pub mod yaml;
