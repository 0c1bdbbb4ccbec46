//! The `site` command as a real process: its output and files, its server, and its behaviour when it is killed.

pub(crate) mod command;
mod editorial;
mod faults;
mod hostile;
mod kill;
mod launcher;
#[cfg(feature = "publish")]
mod publish;
mod serve;
mod served_paths;
mod tower;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Kills runs of a command at moments that are spread evenly over the length of a run, which changes with what else the
/// machine does.
struct Killer {
    length: Duration,
    /// How many runs were started, were killed, and are to be killed.
    runs: u32,
    killed: u32,
    wanted: u32,
}

impl Killer {
    /// Kills as many runs as an environment variable says, or else 2; an undisturbed run takes `length`.
    fn new(length: Duration, variable: &str) -> Killer {
        let wanted = std::env::var(variable).map_or(2, |text| text.parse().unwrap());
        Killer {
            length,
            runs: 0,
            killed: 0,
            wanted,
        }
    }

    /// Whether more runs are to be killed. Fails if too few of them could be.
    fn goes_on(&self) -> bool {
        let Killer { killed, runs, .. } = self;
        assert!(
            self.killed >= self.wanted || *runs < 12 + 4 * self.wanted,
            "only {killed} of {runs} runs were killed"
        );
        self.killed < self.wanted
    }

    /// Runs a command without output and kills it at the next moment.
    fn kill(&mut self, command: &mut Command) {
        /// Multiples of it are spread evenly, however many there are.
        const GOLDEN_RATIO: f64 = 0.618_033_988_749_895;
        let moment = self
            .length
            .mul_f64((f64::from(self.runs + 1) * GOLDEN_RATIO).fract());
        let started = Instant::now();
        if self.kill_when(command, || started.elapsed() >= moment) {
            self.length += self.length / 50;
        } else {
            self.length = started.elapsed();
        }
    }

    /// Runs a command without output and kills it as soon as it may be killed. Whether it was killed before it ended.
    fn kill_when(&mut self, command: &mut Command, mut is_time: impl FnMut() -> bool) -> bool {
        self.runs += 1;
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while !is_time() {
            if child.try_wait().unwrap().is_some() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        let is_killed = child.wait().unwrap().code().is_none();
        self.killed += u32::from(is_killed);
        is_killed
    }

    /// Prints the row of the table of `make torture`.
    fn print(&self, what: &str) {
        let Killer { killed, runs, .. } = self;
        println!("torture: kills of the {what} | {killed} | {runs} | 0 | 0");
    }
}
