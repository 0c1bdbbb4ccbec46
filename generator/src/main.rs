//! The `site` command.

use std::process::ExitCode;
use std::thread;

use formats::STACK_BYTES;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let command = || generator::cli::run(std::env::args_os());
    match thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(command)
    {
        // A panic has printed its message.
        Ok(thread) => thread.join().unwrap_or(ExitCode::FAILURE),
        Err(error) => {
            eprintln!("site: cannot start a thread: {error}");
            ExitCode::FAILURE
        }
    }
}
