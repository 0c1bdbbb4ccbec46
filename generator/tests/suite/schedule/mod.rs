//! Unattended publications: `scripts/scheduled-publish` with its statuses and pings, and the commands of
//! docs/publishing.md.

mod documentation;
mod nights;
mod pings;
mod project;
mod script;
