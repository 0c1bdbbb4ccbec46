//! The outputs beside pages: documents, pictures, feeds, rules for hosts and structured data. Each module makes one kind
//! of output from the resolved site.

pub mod admin;
pub mod content_type;
pub mod documents;
pub mod feeds;
pub mod headers;
pub mod hosts;
pub mod licenses;
pub mod markdown_alternate;
mod node_tool;
pub mod pictures;
pub mod redirects;
pub mod share;
pub mod structured_data;
pub mod theme;
pub mod trackers;

pub use node_tool::{beside, keep_running as keep_tools_running};
