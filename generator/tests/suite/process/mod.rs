//! The `site` command as a real process: its output and files, its server, and its behaviour when it is killed.

mod command;
mod faults;
mod hostile;
mod kill;
#[cfg(feature = "publish")]
mod publish;
mod serve;

use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs a command without output and kills it at a moment within `length`. The moments of consecutive numbers are spread
/// evenly, however many there are: each number goes on by the golden ratio. Returns whether the command was still running.
fn is_killed(command: &mut Command, length: Duration, number: u32) -> bool {
    const GOLDEN_RATIO: f64 = 0.618_033_988_749_895;
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(length.mul_f64((f64::from(number) * GOLDEN_RATIO).fract()));
    // It may already have ended; that case counts too.
    let _ = child.kill();
    child.wait().unwrap().code().is_none()
}

/// How often a test kills a command: the number in an environment variable, or `default`.
fn kills(variable: &str, default: u32) -> u32 {
    std::env::var(variable).map_or(default, |text| text.parse().unwrap())
}
