//! The client over HTTP, with the platform's stub and with servers of other platforms; the stub; and the project's own files.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod details;
mod other_platforms;
mod own_format;
mod reads;
mod sends;
mod stub;
mod support;
