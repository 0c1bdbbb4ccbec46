//! Problems in an author's files, printed as `content/es/x.md:7:3: what is wrong: what to do`, so that editors open the position.
//! Errors in the generator itself are a [`Bug`], never a `Problem`.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use crate::code::{Code, Severity};

/// One thing that an author must change before the site can be built.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Problem {
    /// Path from the project's root, with `/` on every system.
    pub file: String,
    /// Line in that file, from 1; absent when the problem concerns the whole file.
    pub line: Option<usize>,
    /// Column in that line in characters, from 1.
    pub column: Option<usize>,
    /// What is wrong; keys and values in backticks, as the author wrote them.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// What kind of finding it is.
    pub code: Code,
}

impl Problem {
    /// A problem that concerns a whole file.
    pub fn in_file(code: Code, file: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem {
            file: file.into(),
            line: None,
            column: None,
            message: message.into(),
            hint: None,
            code,
        }
    }

    /// A problem at a position in a file.
    pub fn at(
        code: Code,
        file: impl Into<String>,
        place: Place,
        message: impl Into<String>,
    ) -> Problem {
        let Place { line, column } = place;
        Problem {
            line: Some(line),
            column: Some(column),
            ..Problem::in_file(code, file, message)
        }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a hint when there is one to give.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<String>) -> Problem {
        self.hint = hint.or(self.hint);
        self
    }

    /// What is wrong and what to do about it.
    pub fn sentence(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{}: {hint}", self.message),
            None => self.message.clone(),
        }
    }

    /// The problem with its code in brackets, which `site explain` explains.
    pub fn labelled(&self) -> String {
        format!("{self} [{}]", self.code)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names of files and texts of them and of the platform must not reach the terminal as control sequences.
        for letter in self.file.chars() {
            if letter.is_control() {
                write!(formatter, "{}", letter.escape_debug())?;
            } else {
                write!(formatter, "{letter}")?;
            }
        }
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
            if let Some(column) = self.column {
                write!(formatter, ":{column}")?;
            }
        }
        write!(
            formatter,
            ": {}",
            self.sentence().replace(char::is_control, " ")
        )
    }
}

/// A line and a column in a file, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The first character of a file.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The position of a byte offset in a text; an offset past the end is the end of the text.
    pub fn of_offset(text: &str, offset: usize) -> Place {
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &text[..end];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            line: 1 + before.bytes().filter(|byte| *byte == b'\n').count(),
            column: 1 + before[line_start..].chars().count(),
        }
    }

    /// The position `lines` lines further down, in the same column.
    #[must_use]
    pub fn lines_down(self, lines: usize) -> Place {
        Place {
            line: self.line + lines,
            ..self
        }
    }
}

/// Sorts problems by file and position and removes duplicates, so that every run prints the same list.
pub fn sorted(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort();
    problems.dedup();
    problems
}

/// The offset of the first control character of a text but tabs and ends of lines, which no output may have, and what is wrong.
pub fn control_character(text: &str) -> Option<(usize, String)> {
    let is_foreign = |letter: char| letter.is_control() && !matches!(letter, '\t' | '\n' | '\r');
    let (at, letter) = text
        .char_indices()
        .find(|(_, letter)| is_foreign(*letter))?;
    Some((
        at,
        format!("has the control character U+{:04X}", u32::from(letter)),
    ))
}

/// The value, or else the problems, when there is one.
pub fn ok_unless<T>(problems: Vec<Problem>, value: T) -> Result<T, Vec<Problem>> {
    if problems.is_empty() {
        Ok(value)
    } else {
        Err(problems)
    }
}

/// The values, or else every problem, sorted.
pub fn collect<T>(
    results: impl IntoIterator<Item = Result<T, Problem>>,
) -> Result<Vec<T>, Vec<Problem>> {
    let (mut values, mut problems) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(problem) => problems.push(problem),
        }
    }
    ok_unless(sorted(problems), values)
}

/// How many allowed words a hint lists at most.
const LONGEST_LIST: usize = 20;

/// The allowed word most similar to what an author wrote, if one is.
pub fn most_similar<'a>(word: &str, allowed: &[&'a str]) -> Option<&'a str> {
    let distances = allowed
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), *candidate));
    let similar =
        distances.filter(|(distance, candidate)| *distance <= 1 + candidate.chars().count() / 4);
    similar.min().map(|(_, candidate)| candidate)
}

/// A hint that names the allowed word most similar to what an author wrote; without one, up to 20 allowed words.
pub fn did_you_mean<'a>(word: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let allowed: Vec<&str> = allowed.into_iter().collect();
    match most_similar(word, &allowed) {
        Some(candidate) => Some(format!("did you mean `{candidate}`?")),
        None if allowed.is_empty() || allowed.len() > LONGEST_LIST => None,
        None => Some(format!("use one of `{}`", allowed.join("`, `"))),
    }
}

/// An error in the generator itself, which no change of an author's files can fix.
#[derive(Debug, thiserror::Error)]
#[error("internal error, not a problem in your files: {0}")]
pub struct Bug(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_prints_position_message_and_hint() {
        let place = Place { line: 7, column: 3 };
        let problem = Problem::at(
            Code::UnknownKey,
            "content/es/x.md",
            place,
            "unknown key `titel`",
        );
        let printed = problem.hint("did you mean `title`?").to_string();
        assert_eq!(
            printed,
            "content/es/x.md:7:3: unknown key `titel`: did you mean `title`?"
        );
        // Control characters do not reach the terminal.
        let hostile = Problem::in_file(Code::InvalidValue, "x\ny\u{1b}", "a\u{1b}[31mb");
        assert_eq!(hostile.to_string(), "x\\ny\\u{1b}: a [31mb");
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(
            Place::of_offset("año\nñx", "año\nñ".len()),
            Place { line: 2, column: 2 }
        );
        assert_eq!(Place::of_offset("a", 99), Place { line: 1, column: 2 });
    }

    #[test]
    fn similar_words_are_suggested() {
        assert_eq!(
            did_you_mean("titel", ["title", "theme"]).as_deref(),
            Some("did you mean `title`?")
        );
        assert_eq!(
            did_you_mean("zzz", ["a", "b"]).as_deref(),
            Some("use one of `a`, `b`")
        );
    }
}
