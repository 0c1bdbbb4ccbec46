//! Unattended publications: `scripts/scheduled-publish` with its statuses and pings, the jobs of hosted services, and the
//! commands of docs/publishing.md.

mod documentation;
mod hosted;
mod nights;
mod pings;
mod project;
mod script;
