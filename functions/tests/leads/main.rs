//! Tests the `leads` binary over HTTP, with the platform's stub, a real mail server and an S3-compatible server
//! (installed by `scripts/set-up-test-servers`).
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

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
mod mail_tls;
mod overload;
mod plain;
mod privacy;
mod s3;
mod scale;
mod slow_store;
mod soak;
mod spam;
mod support;
