//! The pull stage against a platform that really listens.

mod command;
mod day;
mod gates;
mod network;
mod stored;
