//! Unattended publications: `scripts/scheduled-publish` with its statuses and pings, the jobs of hosted services, and the
//! commands of docs/publishing.md.

mod hosted;
mod nights;
mod project;
mod script;
