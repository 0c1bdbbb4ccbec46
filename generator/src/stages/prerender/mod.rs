//! Islands without Node: TypeScript to bundles by esbuild, components to HTML in QuickJS.
//!
//! [`bundle::bundle`] makes, or reads from the cache, everything a browser loads; [`islands::Islands`]
//! turns (component, props) into HTML and knows which islands there are; [`markup`] writes the
//! element that the loader looks for. Nothing here reads content or the clock.

pub mod bundle;
mod cache;
mod engine;
mod entries;
pub mod esbuild;
mod inputs;
pub mod islands;
pub mod markup;
mod metafile;
mod outcome;
pub mod sizes;
pub(crate) mod slots;
pub mod workbench;
pub mod worker;
