//! `site publish` and its companions as processes, to a folder and to an S3-compatible server.

mod commands;
mod kill;
mod leads;
mod places;
