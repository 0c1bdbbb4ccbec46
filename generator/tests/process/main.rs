//! The real command as a process: what it answers, what it leaves behind, how it serves, and that no
//! moment is a bad one to kill it.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod command;
mod kill;
mod sample_site;
mod serve;
