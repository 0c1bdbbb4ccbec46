//! Tests the `leads` binary over HTTP, with the platform's stub, a real mail server and an S3-compatible server
//! (installed by `scripts/set-up-test-servers`).
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod answers;
mod bad_input;
mod canaries;
mod channels;
mod commands;
mod counts;
mod crashes;
mod description;
mod faults;
mod fields;
mod kills;
mod lambda;
mod limits;
mod mail;
mod overload;
mod plain;
mod privacy;
mod scale;
mod soak;
mod spam;
mod support;
