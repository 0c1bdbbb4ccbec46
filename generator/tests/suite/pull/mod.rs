//! The pull stage against a running platform stub.

mod age;
mod buildings;
mod command;
mod day;
mod details;
mod gates;
mod local;
mod network;
mod news;
mod project;
mod secrets;
mod stored;
