//! `site publish` and its companions as processes, to a folder and to an S3-compatible server.

mod approval;
mod commands;
mod conditional;
mod kill;
mod leads;
mod places;
mod purge;
mod stop;
