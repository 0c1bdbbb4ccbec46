//! The site generator: files and inventory in, a finished `dist/` out.
//!
//! A build is these stages in a row: load, pull, resolve, prerender, pictures, render, documents, write
//! ([`pipeline`] runs them). Folders import downwards only: cli, pipeline, then check and serve, stages, outputs,
//! cache, and below them the crate `model`.

pub mod cache;
pub mod check;
pub mod cli;
pub mod outputs;
pub mod pipeline;
pub mod serve;
pub mod stages;
