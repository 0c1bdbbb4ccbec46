//! Levels in a row, as commands name them.

use std::fmt;
use std::str::FromStr;

/// The most levels of a range: no building has more.
const MOST: i16 = 200;

/// From one level to another; there is no level 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRange {
    /// The number of the lowest level; below zero for a basement.
    pub lowest: i16,
    /// The number of the highest level.
    pub highest: i16,
}

impl LevelRange {
    /// The levels from below.
    pub fn numbers(self) -> impl Iterator<Item = i16> {
        (self.lowest..=self.highest).filter(|level| *level != 0)
    }
}

impl FromStr for LevelRange {
    type Err = String;

    /// `9`, `-1..14` or `2-13`.
    fn from_str(text: &str) -> Result<LevelRange, String> {
        let text = text.trim();
        let is_hyphen = |(at, letter): (usize, char)| (at > 0 && letter == '-').then_some(at);
        let parts = text.split_once("..").or_else(|| {
            let at = text.char_indices().find_map(is_hyphen)?;
            Some((&text[..at], &text[at + 1..]))
        });
        let (lowest, highest) = parts.unwrap_or((text, text));
        let number = |text: &str| text.parse::<i16>().ok().filter(|level| *level != 0 && level.abs() <= MOST);
        match (number(lowest), number(highest)) {
            (Some(lowest), Some(highest)) if lowest <= highest => Ok(LevelRange { lowest, highest }),
            _ => Err(format!(
                "`{text}` does not name levels: write a number or a range, like `9` or `-1..14`, up to {MOST}; a basement is `-1`"
            )),
        }
    }
}

impl fmt::Display for LevelRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lowest == self.highest {
            true => write!(f, "{}", self.highest),
            false => write!(f, "{}..{}", self.lowest, self.highest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_levels_are_read_and_have_no_level_0() {
        let levels = |text: &str| text.parse::<LevelRange>().map(|range| range.numbers().collect::<Vec<_>>());
        assert_eq!(levels("-2..2").unwrap(), [-2, -1, 1, 2]);
        assert_eq!(levels("2-4").unwrap(), [2, 3, 4]);
        assert_eq!(levels("-2--1").unwrap(), [-2, -1]);
        assert_eq!(levels("7").unwrap(), [7]);
        for wrong in
            ["", "0", "3..2", "0..2", "1..", "..", "-", "a", "1-2-3", "1..99999", "201", "é-2", "1.5"]
        {
            let error = levels(wrong).expect_err(wrong).to_string();
            assert!(error.starts_with(&format!("`{wrong}` does not name levels: write")), "{error}");
        }
    }
}
