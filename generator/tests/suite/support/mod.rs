//! What several tests need: folders and their files, requests, and finished sites.

#![allow(dead_code, reason = "the golden sites use a part of it")]

pub mod files;
pub mod own_project;
pub mod pdf;
pub mod pull_fixture;
pub mod requests;
pub mod sample_site;
