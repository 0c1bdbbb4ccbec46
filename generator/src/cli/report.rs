//! What a command that succeeded reports: text for people, or one JSON value for programs.

use serde_json::Value;

use super::console::Console;

/// The report of a command.
pub(super) struct Report {
    /// What `--json` prints.
    json: Value,
    /// The messages on stderr.
    messages: Vec<String>,
    /// The result on stdout.
    lines: Vec<String>,
}

impl Report {
    /// A report without text.
    pub(super) fn new(json: Value) -> Report {
        Report { json, messages: Vec::new(), lines: Vec::new() }
    }

    /// Adds a message for people.
    pub(super) fn message(&mut self, text: impl AsRef<str>) {
        self.messages.push(format!("site: {}", text.as_ref()));
    }

    /// Adds lines to the result.
    pub(super) fn lines(&mut self, lines: impl IntoIterator<Item = String>) {
        self.lines.extend(lines);
    }

    /// Prints it: with `as_json` the JSON value alone.
    pub(super) fn print(self, console: &Console, as_json: bool) {
        console.clear();
        if as_json {
            return console.result(&self.json.to_string());
        }
        for message in self.messages {
            console.say(&message);
        }
        for line in self.lines {
            console.result(&line);
        }
    }
}
