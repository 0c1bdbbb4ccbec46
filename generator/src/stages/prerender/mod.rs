//! Stage 4: bundles the islands with esbuild and renders their components to HTML in QuickJS, without Node.
//!
//! [`bundle::bundle`] makes everything that a browser loads, or reads it from the cache. [`islands::Islands`] lists the
//! islands and renders a component with its props to HTML. Nothing here reads content or the clock.

pub mod bundle;
mod engine;
mod entries;
pub mod esbuild;
mod inputs;
pub mod islands;
mod metafile;
mod outcome;
pub mod sizes;
mod sources;
pub mod workbench;
