//! The `site` command as a real process: its output and files, its server, and its behaviour when it is killed.

mod command;
mod faults;
mod hostile;
mod kill;
#[cfg(feature = "publish")]
mod publish;
mod serve;
