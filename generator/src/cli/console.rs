//! What the command says: results on stdout, talk on stderr. On a terminal the stages show as one
//! moving line, elsewhere (and in continuous integration) as plain lines.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::ProgressBar;

use crate::pipeline::progress::{Progress, Stage};
use model::problem::Problem;

/// How often the moving line moves.
const TICK: Duration = Duration::from_millis(80);

/// Where a command's words go.
#[derive(Clone, Debug)]
pub struct Console {
    bar: Option<ProgressBar>,
}

impl Console {
    /// Looks whether somebody watches.
    pub fn detect() -> Console {
        let in_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
        let is_watched = io::stderr().is_terminal() && !in_ci;
        Console {
            bar: is_watched.then(ProgressBar::new_spinner),
        }
    }

    /// A result. Whoever reads stdout may have stopped reading: that is not an error.
    pub fn result(&self, text: &str) {
        self.clear();
        let _ = writeln!(io::stdout().lock(), "{text}");
    }

    /// Talk.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) if !bar.is_finished() => bar.suspend(|| say_plainly(text)),
            _ => say_plainly(text),
        }
    }

    /// Problems with their number, as talk.
    pub fn problems(&self, problems: &[Problem]) {
        self.clear();
        for problem in problems {
            self.say(&problem.to_string());
        }
        self.say(&count(problems.len(), "problem"));
    }

    /// Takes the moving line away.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.disable_steady_tick();
            bar.finish_and_clear();
        }
    }
}

impl Progress for Console {
    fn stage(&self, stage: Stage) {
        match &self.bar {
            Some(bar) => {
                // A server builds again and again: the line comes back for each build.
                if bar.is_finished() {
                    bar.reset();
                }
                bar.set_message(stage.name());
                bar.enable_steady_tick(TICK);
            }
            None => say_plainly(&format!("site: {}", stage.name())),
        }
    }

    fn note(&self, text: &str) {
        self.say(&format!("site: {text}"));
    }
}

/// `1 problem`, `2 problems`.
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn say_plainly(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
