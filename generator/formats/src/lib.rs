//! The formats of a project's files, and the [`problem`]s found in them. Nothing here reads a file, or knows what a site is.

mod code;
pub mod escape;
pub mod json;
pub mod lines;
pub mod markdown;
pub mod problem;
pub mod templating;
pub mod yaml;

/// The stack of each thread that reads what others wrote, in bytes. Said here, because that of a main thread depends on the
/// system. Every parser stops at a limit on nesting of its own, the highest of which is 512 (`jsonc-parser`); the tests reach
/// them on threads with a sixteenth of this. The template engine has no limit on chains of operators: measured, 20,000 of them
/// fit into 8 MiB, and a template has at most 65,536.
pub const STACK_BYTES: usize = 32 << 20;
