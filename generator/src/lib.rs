//! The site generator: builds `dist/` from the author's files and the inventory.
//!
//! A build runs these stages in this order: load, pull, resolve, describe, prerender, pictures, render, documents, write; see
//! [`pipeline`]. Folders import downwards only: cli, pipeline, then check, hosts, serve and starter, stages,
//! outputs, catalogue, hosted_editor, node, cache, project, and below them the crate `model`.

#[cfg(test)]
mod browser_types_tests;
pub mod cache;
mod catalogue;
pub mod check;
pub mod cli;
pub mod hosted_editor;
pub mod hosts;
pub mod node;
pub mod outputs;
pub mod pipeline;
pub mod project;
pub mod serve;
pub mod stages;
pub mod starter;
