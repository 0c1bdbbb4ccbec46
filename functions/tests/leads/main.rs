//! The lead function from outside: the real binary over real HTTP, against the platform's stub and, where
//! `scripts/set-up-test-servers` has put them, a real mail server and a real S3-compatible server.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod bad_input;
mod commands;
mod crashes;
mod description;
mod faults;
mod fields;
mod lambda;
mod mail;
mod plain;
mod privacy;
mod s3;
mod soak;
mod spam;
mod support;
