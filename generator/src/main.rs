//! The `site` command.

fn main() {}
