//! The `site` command.

use std::process::ExitCode;
use std::thread;

use formats::STACK_BYTES;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let command = || generator::cli::run(std::env::args_os());
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(command);
    // A panic has printed its message.
    let ended = thread.map(|thread| thread.join().unwrap_or(ExitCode::FAILURE));
    ended.unwrap_or_else(|error| {
        eprintln!("site: cannot start a thread: {error}");
        ExitCode::FAILURE
    })
}
