//! The editor of texts of the development server: its API on a small site, and its changes of every text of our own.

mod api;
mod bytes;
mod requests;
