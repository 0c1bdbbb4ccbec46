//! Fits a text into its space: at the largest type size at which it needs no more lines than allowed, or else cut with an ellipsis
//! at the smallest size. A share picture cannot scroll, and nobody proofreads all of them.

use std::collections::HashMap;
use std::iter::successors;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::outputs::theme::FontFile;
use crate::outputs::values::{CallCounter, FunctionContext};
use formats::problem::{self, Code, Problem};
use model::theme::Theme;

/// Type sizes are tried in steps of this many pixels.
const STEP: f32 = 2.0;

/// Its width and the type sizes are in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space<'a> {
    pub(super) face: &'a str,
    pub(super) width: f32,
    pub(super) most: f32,
    pub(super) least: f32,
    pub(super) lines: usize,
}

/// Its type size and the width of its widest line are in pixels.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FittedText {
    pub(super) size: f32,
    /// The lines from the top; one empty line when there is no text or not even its first letter fits.
    pub(super) lines: Vec<String>,
    pub(super) width: f32,
}

/// The text as large as possible; else its longest beginning that fits at the smallest size, with an ellipsis.
pub(super) fn fit(
    metrics: &FontMetrics,
    text: &str,
    space: Space<'_>,
) -> Result<FittedText, String> {
    let words = MeasuredWords::new(metrics, text, space.face)?;
    let smaller = |size: &f32| (*size > space.least).then(|| (size - STEP).max(space.least));
    for size in successors(Some(space.most), smaller) {
        let per_em = space.width / size;
        if let Some(lines) = words.wrapped(per_em, space.lines) {
            return Ok(fitted(size, &words.balanced(per_em, lines)));
        }
    }
    let size = space.least;
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let beginning: String = kept.iter().collect();
        let shorter = format!("{}…", beginning.trim_end_matches([' ', ',', '.', ';', ':']));
        let words = MeasuredWords::new(metrics, &shorter, space.face)?;
        if let Some(lines) = words.wrapped(space.width / size, space.lines) {
            return Ok(fitted(size, &lines));
        }
    }
    Ok(FittedText {
        size,
        lines: vec![String::new()],
        width: 0.0,
    })
}

/// A part of a text that stays in one line.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    /// The width at type size 1.
    width: f32,
    /// Whether a space separates it from the word before it.
    has_space: bool,
}

/// The words of a text. A no-break space does not separate words.
struct MeasuredWords<'a> {
    words: Vec<Word<'a>>,
    space: f32,
}

/// The words of one line, and its width at type size 1.
type Line<'a> = (Vec<Word<'a>>, f32);

impl<'a> MeasuredWords<'a> {
    fn new(metrics: &FontMetrics, text: &'a str, face: &str) -> Result<MeasuredWords<'a>, String> {
        let mut words = Vec::new();
        for spaced in text.split(' ').filter(|word| !word.is_empty()) {
            for (index, text) in parts(spaced).into_iter().enumerate() {
                words.push(Word {
                    text,
                    width: metrics.width(text, face)?,
                    has_space: index == 0,
                });
            }
        }
        Ok(MeasuredWords {
            words,
            space: metrics.width(" ", face)?,
        })
    }

    /// Lines of words, each as full as possible; `None` when a word is wider than a line or they are too many lines.
    fn wrapped(&self, max_width: f32, max_lines: usize) -> Option<Vec<Line<'a>>> {
        let mut lines: Vec<Line> = Vec::new();
        for word in &self.words {
            let width = word.width;
            let gap = if word.has_space { self.space } else { 0.0 };
            match lines.last_mut() {
                Some((words, line_width)) if *line_width + gap + width <= max_width => {
                    *line_width += gap + width;
                    words.push(*word);
                }
                _ if width > max_width => return None,
                _ => lines.push((vec![*word], width)),
            }
        }
        (lines.len() <= max_lines).then_some(lines)
    }

    /// The same number of lines with the smallest possible width, so that lines are of similar length.
    fn balanced(&self, max_width: f32, lines: Vec<Line<'a>>) -> Vec<Line<'a>> {
        let (mut narrow, mut wide, mut best) = (max_width / 2.0, max_width, lines);
        for _ in 0..10 {
            let middle = f32::midpoint(narrow, wide);
            match self.wrapped(middle, best.len()) {
                Some(lines) => (wide, best) = (middle, lines),
                None => narrow = middle,
            }
        }
        best
    }
}

fn fitted(size: f32, lines: &[Line]) -> FittedText {
    let mut texts: Vec<String> = lines.iter().map(|(words, _)| joined(words)).collect();
    if texts.is_empty() {
        texts.push(String::new());
    }
    let width = lines
        .iter()
        .map(|(_, width)| width * size)
        .fold(0.0, f32::max);
    FittedText {
        size,
        lines: texts,
        width,
    }
}

fn joined(words: &[Word]) -> String {
    let mut line = String::new();
    for word in words {
        if word.has_space && !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word.text);
    }
    line
}

/// The parts of a word between which a line may end: Chinese and Japanese have no spaces.
fn parts(word: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let letters = word.char_indices().zip(word.chars().skip(1));
    for ((at, letter), next) in letters {
        let is_break = (is_ideograph(letter) || is_ideograph(next))
            && !"（「『《〈【".contains(letter)
            && !"，。、：；！？）」』》〉】・ー".contains(next);
        if is_break {
            starts.push(at + letter.len_utf8());
        }
    }
    let ends = starts[1..].iter().copied().chain([word.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| &word[*start..end])
        .collect()
}

/// Whether it is a sign of Chinese or Japanese, or punctuation of the same width: the blocks of Unicode from the radicals to the
/// ideographs, compatible ideographs, and fullwidth forms.
fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// The widths of letters by face, as fractions of the type size.
#[derive(Debug, Default)]
pub(super) struct FontMetrics {
    faces: HashMap<&'static str, HashMap<char, f32>>,
}

impl FunctionContext for FontMetrics {
    fn calls(&self) -> Option<&CallCounter> {
        None
    }
}

impl FontMetrics {
    /// Reads the faces that templates use, and the digest of their files. `theme.yaml` must name a font for each.
    pub(super) fn read(root: &Path, theme: &Theme) -> Result<(FontMetrics, Vec<u8>), Vec<Problem>> {
        let fonts = &theme.fonts;
        let regular = fonts.text.regular.as_ref();
        let unnamed = |key| {
            theme
                .problem(Code::InvalidFont, key, format!("the share pictures need `{key}`"))
                .hint("name a TTF or OTF file of templates/documents/fonts, or remove templates/share")
        };
        let faces = [
            (
                "display",
                "fonts.display.regular",
                fonts.display.regular.as_ref(),
            ),
            ("text", "fonts.text.regular", regular),
            (
                "strong",
                "fonts.text.strong",
                fonts.text.strong.as_ref().or(regular),
            ),
        ];
        let read = problem::collect(faces.map(|(face, key, name)| {
            let font = FontFile::read(root, name.ok_or_else(|| unnamed(key))?.as_str())?;
            Ok((face, font.widths()?, font.bytes))
        }))?;
        let fallback = problem::collect(fonts.fallback.iter().flat_map(|font| {
            let strong = font.strong.as_ref().unwrap_or(&font.regular);
            [(font.regular.as_str(), false), (strong.as_str(), true)].map(|(name, is_strong)| {
                let file = FontFile::read(root, name)?;
                Ok((is_strong, file.widths()?, file.bytes))
            })
        }))?;
        let mut digest = Sha256::new();
        read.iter().for_each(|(.., bytes)| digest.update(bytes));
        fallback.iter().for_each(|(.., bytes)| digest.update(bytes));
        let mut faces = HashMap::new();
        for (face, mut widths, _) in read {
            let is_strong = face == "strong";
            for (_, others, _) in fallback
                .iter()
                .filter(|(of_strong, ..)| *of_strong == is_strong)
            {
                for (letter, width) in others {
                    widths.entry(*letter).or_insert(*width);
                }
            }
            faces.insert(face, widths);
        }
        Ok((FontMetrics { faces }, digest.finalize().to_vec()))
    }

    /// The width of a text at type size 1. Kerning is left out, which makes a text at most a little narrower.
    pub(super) fn width(&self, text: &str, face: &str) -> Result<f32, String> {
        let unknown = || format!("there is no face `{face}`: use `display`, `text` or `strong`");
        let widths = self.faces.get(face).ok_or_else(unknown)?;
        let missing = |letter| {
            format!("the font of the face `{face}` has no glyph for `{letter}` of `{text}`")
        };
        let width = |letter: char| widths.get(&letter).copied().ok_or_else(|| missing(letter));
        text.chars().map(width).sum()
    }

    /// One face, `text`, in which every letter of ASCII and the ellipsis is half as wide as the type size.
    #[cfg(test)]
    pub(super) fn monospaced() -> FontMetrics {
        let letters = (' '..='~').chain(['…', '\u{a0}']);
        let widths = letters.map(|letter| (letter, 0.5)).collect();
        FontMetrics {
            faces: HashMap::from([("text", widths)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_end_between_signs_without_spaces_but_not_before_their_punctuation() {
        for (word, expected) in [
            ("Oficina", "Oficina"),
            ("工业园区", "工|业|园|区"),
            ("园区，2026年", "园|区，|2026|年"),
            ("（出租）", "（出|租）"),
        ] {
            assert_eq!(parts(word).join("|"), expected);
        }
    }

    #[test]
    fn a_text_is_made_smaller_before_it_is_cut_and_its_lines_are_balanced() {
        let fitted = |text: &str, width, lines| {
            let space = Space {
                face: "text",
                width,
                most: 40.0,
                least: 20.0,
                lines,
            };
            fit(&FontMetrics::monospaced(), text, space).map(|fitted| (fitted.size, fitted.lines))
        };
        for (text, width, most_lines, size, lines) in [
            ("Local", 200.0, 1, 40.0, "Local"),
            ("1234567890", 150.0, 1, 30.0, "1234567890"),
            ("Planta Baja, al frente", 100.0, 1, 20.0, "Planta Ba…"),
            // There is always a first line.
            ("", 100.0, 1, 40.0, ""),
            ("Local", 4.0, 1, 20.0, ""),
            (
                "uno dos tres cuatro cinco",
                400.0,
                2,
                40.0,
                "uno dos tres|cuatro cinco",
            ),
            ("desde $3\u{a0}MXN", 140.0, 2, 40.0, "desde|$3\u{a0}MXN"),
        ] {
            let lines = lines.split('|').map(str::to_owned).collect();
            assert_eq!(fitted(text, width, most_lines), Ok((size, lines)), "{text}");
        }
        let error = "the font of the face `text` has no glyph for `✓` of `a✓`";
        assert_eq!(fitted("a✓", 100.0, 1), Err(error.to_owned()));
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_its_space(text in "[a-z ]{0,80}", width in 60.0f32..600.0, most_lines in 1usize..4) {
            let space = Space { face: "text", width, most: 40.0, least: 20.0, lines: most_lines };
            let fitted = fit(&FontMetrics::monospaced(), &text, space).unwrap();
            prop_assert!(fitted.lines.len() <= most_lines);
            for line in &fitted.lines {
                prop_assert!(FontMetrics::monospaced().width(line, "text").unwrap() * fitted.size <= width + 0.1);
            }
        }
    }
}
