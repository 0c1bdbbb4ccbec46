//! The `leads` command.

fn main() {}
