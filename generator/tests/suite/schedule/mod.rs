//! Unattended publications: `scripts/scheduled-publish`, jobs of hosted services, the commands of docs/publishing.md.

mod hosted;
mod nights;
mod project;
mod script;
