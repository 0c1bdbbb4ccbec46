//! The stack of threads.

/// The stack of each thread that reads what others wrote, in bytes. Said here, because the default of a main thread depends
/// on the system and its settings. Every parser stops at a limit on nesting of its own, the highest of which is 512
/// (`jsonc-parser`); the tests reach them on threads with a quarter of this.
pub const STACK_BYTES: usize = 8 << 20;
