//! Rules by which a text gets into its room: smaller first, then on more lines, and cut with an ellipsis only when
//! nothing else helps. A share picture has no scroll bar, and nobody proofreads the 138 of them.

use super::fonts::{Ruler, Unmeasured};

/// Type sizes are tried in steps of this many pixels.
const STEP: f32 = 2.0;
/// Stands for what was cut.
const ELLIPSIS: char = '…';

/// What a text may take up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room<'a> {
    /// The template's word for the face.
    pub(super) face: &'a str,
    /// Pixels from side to side.
    pub(super) width: f32,
    /// The type size that is wanted, pixels.
    pub(super) most: f32,
    /// The smallest type size that can still be read, pixels.
    pub(super) least: f32,
}

/// A text on one line or more.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fitted {
    /// Type size in pixels.
    pub(super) size: f32,
    /// The lines from the top; an empty one where there is no room or no text.
    pub(super) lines: Vec<String>,
    /// The width of the widest line, pixels.
    pub(super) width: f32,
}

/// The text in at most `most_lines` lines, as large as its room allows.
///
/// # Errors
/// A letter or face that cannot be measured.
pub(super) fn fit(
    ruler: &Ruler,
    text: &str,
    room: Room<'_>,
    most_lines: usize,
) -> Result<Fitted, Unmeasured> {
    let words = Words::of(ruler, text, room.face)?;
    let mut size = room.most;
    loop {
        let per_em = room.width / size;
        let lines = words.wrapped(per_em);
        let fits = lines.len() <= most_lines && lines.iter().all(|line| line.width <= per_em);
        if fits {
            return Ok(words.fitted(size, words.balanced(per_em, lines)));
        }
        if size <= room.least {
            return cut(ruler, text, room, most_lines);
        }
        size = (size - STEP).max(room.least);
    }
}

/// The text at its least size, as much of it as its lines hold.
fn cut(ruler: &Ruler, text: &str, room: Room<'_>, most_lines: usize) -> Result<Fitted, Unmeasured> {
    let per_em = room.width / room.least;
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let shorter: String = kept.iter().collect();
        let shorter = format!(
            "{}{ELLIPSIS}",
            shorter.trim_end_matches([' ', ',', '.', ';', ':'])
        );
        let words = Words::of(ruler, &shorter, room.face)?;
        let lines = words.wrapped(per_em);
        if lines.len() <= most_lines && lines.iter().all(|line| line.width <= per_em) {
            return Ok(words.fitted(room.least, lines));
        }
    }
    Ok(Fitted {
        size: room.least,
        lines: vec![String::new()],
        width: 0.0,
    })
}

/// Words with their widths at type size 1. A no-break space does not part words.
struct Words<'a> {
    words: Vec<(&'a str, f32)>,
    space: f32,
}

/// Which words stand on a line, and how wide it is at type size 1.
struct Line {
    end: usize,
    width: f32,
}

impl<'a> Words<'a> {
    fn of(ruler: &Ruler, text: &'a str, face: &str) -> Result<Words<'a>, Unmeasured> {
        let words = text.split(' ').filter(|word| !word.is_empty());
        let measured = words.map(|word| Ok((word, ruler.width(word, face)?)));
        Ok(Words {
            words: measured.collect::<Result<_, Unmeasured>>()?,
            space: ruler.width(" ", face)?,
        })
    }

    /// Each line as full as it can be; a word that is wider than the room stands alone.
    fn wrapped(&self, room: f32) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for (index, (_, width)) in self.words.iter().enumerate() {
            match lines.last_mut() {
                Some(line) if line.width + self.space + width <= room => {
                    line.width += self.space + width;
                    line.end = index + 1;
                }
                _ => lines.push(Line {
                    end: index + 1,
                    width: *width,
                }),
            }
        }
        lines
    }

    /// The same number of lines in the narrowest room, so that no word is left alone on the last one.
    fn balanced(&self, room: f32, lines: Vec<Line>) -> Vec<Line> {
        let (mut narrow, mut wide, mut best) = (room / 2.0, room, lines);
        for _ in 0..10 {
            let middle = f32::midpoint(narrow, wide);
            let tried = self.wrapped(middle);
            if tried.len() == best.len() && tried.iter().all(|line| line.width <= middle) {
                (wide, best) = (middle, tried);
            } else {
                narrow = middle;
            }
        }
        best
    }

    fn fitted(&self, size: f32, lines: Vec<Line>) -> Fitted {
        let mut start = 0;
        let mut texts = Vec::with_capacity(lines.len());
        let mut widest: f32 = 0.0;
        for line in lines {
            let words: Vec<&str> = self.words[start..line.end]
                .iter()
                .map(|(word, _)| *word)
                .collect();
            texts.push(words.join(" "));
            widest = widest.max(line.width * size);
            start = line.end;
        }
        if texts.is_empty() {
            texts.push(String::new());
        }
        Fitted {
            size,
            lines: texts,
            width: widest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every letter is half as wide as the type size.
    fn fitted(text: &str, width: f32, most_lines: usize) -> (f32, Vec<String>) {
        let room = Room {
            face: "text",
            width,
            most: 40.0,
            least: 20.0,
        };
        let fitted = fit(&Ruler::even(), text, room, most_lines).unwrap();
        (fitted.size, fitted.lines)
    }

    #[test]
    fn a_short_text_stays_large() {
        assert_eq!(fitted("Local", 200.0, 1), (40.0, vec!["Local".to_owned()]));
    }

    #[test]
    fn a_long_one_shrinks_before_it_is_cut() {
        assert_eq!(
            fitted("1234567890", 150.0, 1),
            (30.0, vec!["1234567890".to_owned()])
        );
        assert_eq!(
            fitted("Planta Baja, al frente", 100.0, 1),
            (20.0, vec!["Planta Ba…".to_owned()])
        );
    }

    #[test]
    fn a_template_finds_a_first_line_in_any_case() {
        assert_eq!(fitted("", 100.0, 1), (40.0, vec![String::new()]));
        assert_eq!(fitted("Local", 4.0, 1), (20.0, vec![String::new()]));
    }

    #[test]
    fn lines_are_balanced_and_a_no_break_space_holds() {
        let (size, lines) = fitted("uno dos tres cuatro cinco", 400.0, 2);
        assert_eq!(
            (size, lines),
            (40.0, vec!["uno dos tres".to_owned(), "cuatro cinco".to_owned()])
        );
        let (_, lines) = fitted("desde $3\u{a0}MXN", 140.0, 2);
        assert_eq!(lines, ["desde", "$3\u{a0}MXN"]);
    }

    #[test]
    fn what_no_font_shows_is_told() {
        let room = Room {
            face: "text",
            width: 100.0,
            most: 40.0,
            least: 20.0,
        };
        let error = fit(&Ruler::even(), "a✓", room, 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the font of the face \"text\" cannot show '✓' of \"a✓\""
        );
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_its_room(text in "[a-z ]{0,80}", width in 60.0f32..600.0, most_lines in 1usize..4) {
            let room = Room { face: "text", width, most: 40.0, least: 20.0 };
            let fitted = fit(&Ruler::even(), &text, room, most_lines).unwrap();
            prop_assert!(fitted.lines.len() <= most_lines);
            for line in &fitted.lines {
                prop_assert!(Ruler::even().width(line, "text").unwrap() * fitted.size <= width + 0.1);
            }
        }
    }
}
