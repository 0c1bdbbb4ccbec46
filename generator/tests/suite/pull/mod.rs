//! The pull stage against a running platform stub.

mod command;
mod dates;
mod details;
mod gates;
mod local;
mod network;
mod projects;
mod secrets;
mod stored;
