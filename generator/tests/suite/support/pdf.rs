//! A PDF reader for our own documents: their text with its size, page by page, and the entries of the file.
//!
//! It reads only the layout that the compiler writes: plain objects, one after the other, with compressed streams. A
//! file with another layout has no text here, and the tests fail.

use std::collections::HashMap;
use std::io::Read as _;

use flate2::read::ZlibDecoder;

/// No text of a document is smaller, points.
const SMALLEST_TEXT: f64 = 7.0;

/// One text object of a page: a part of a line in one font.
#[derive(Default)]
struct Piece {
    /// The type size on the page, points.
    size: f64,
    text: String,
}

/// A document with its objects by number.
pub struct Pdf {
    bytes: Vec<u8>,
    objects: HashMap<u32, (usize, usize)>,
}

impl Pdf {
    pub fn read(bytes: &[u8]) -> Pdf {
        let mut objects = HashMap::new();
        let mut from = 0;
        while let Some(at) = find(bytes, b" 0 obj\n", from) {
            let digits = bytes[..at].iter().rev().take_while(|byte| byte.is_ascii_digit());
            let start = at - digits.count();
            let number = std::str::from_utf8(&bytes[start..at]).unwrap().parse().unwrap();
            let end = find(bytes, b"endobj", at).expect("an object ends");
            objects.insert(number, (at + b" 0 obj\n".len(), end));
            from = end;
        }
        Pdf { bytes: bytes.to_vec(), objects }
    }

    /// Whether the file contains this outside of its streams.
    pub fn says(&self, words: &str) -> bool {
        find(&self.bytes, words.as_bytes(), 0).is_some()
    }

    /// How many objects have this entry.
    pub fn count(&self, entry: &str) -> usize {
        self.objects
            .values()
            .filter(|(start, end)| find(&self.bytes[*start..*end], entry.as_bytes(), 0).is_some())
            .count()
    }

    /// The text of each page, in reading order, with single spaces.
    pub fn pages(&self) -> Vec<String> {
        let text = |pieces: Vec<Piece>| {
            let lines: Vec<String> = pieces.into_iter().map(|piece| piece.text).collect();
            lines.join("\n").split_whitespace().collect::<Vec<_>>().join(" ")
        };
        self.pieces().into_iter().map(text).collect()
    }

    /// The texts that are too small to read on paper, each with its size.
    pub fn small_texts(&self) -> Vec<String> {
        let pieces = self.pieces().into_iter().flatten();
        let small = pieces.filter(|piece| piece.size < SMALLEST_TEXT - 0.01 && !piece.text.trim().is_empty());
        small.map(|piece| format!("{} ({:.2} pt)", piece.text, piece.size)).collect()
    }

    /// What the only page fills: each path with its closed parts, as corners in points from the lower left of the paper.
    pub fn filled(&self) -> Vec<Vec<Vec<[f64; 2]>>> {
        let page = self.objects.keys().find(|number| self.dictionary(**number).contains("/Type /Page\n"));
        let contents = references(&after(&self.dictionary(*page.expect("a page")), "/Contents"));
        let commands = self.stream(contents[0]);
        let (mut filled, mut path): (_, Vec<Vec<[f64; 2]>>) = (Vec::new(), Vec::new());
        let (mut matrix, mut saved, mut numbers) = ([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], Vec::new(), Vec::new());
        for word in String::from_utf8_lossy(&commands).split_ascii_whitespace() {
            if let Ok(number) = word.parse() {
                numbers.push(number);
                continue;
            }
            let corner = || {
                let [x, y] = *numbers.last_chunk().expect("two numbers");
                let [.., x, y] = product([1.0, 0.0, 0.0, 1.0, x, y], matrix);
                [x, y]
            };
            match word {
                "q" => saved.push(matrix),
                "Q" => matrix = saved.pop().expect("a graphics state was saved"),
                "cm" => matrix = product(*numbers.last_chunk().expect("six numbers"), matrix),
                "m" => path.push(vec![corner()]),
                "l" => path.last_mut().expect("a path has begun").push(corner()),
                "f" | "f*" => filled.push(std::mem::take(&mut path)),
                "n" | "S" => path.clear(),
                _ => {}
            }
            numbers.clear();
        }
        filled
    }

    /// The pieces of text of each page.
    fn pieces(&self) -> Vec<Vec<Piece>> {
        let tree = self.objects.keys().map(|number| self.dictionary(*number));
        let root = tree.into_iter().find(|object| object.contains("/Type /Pages"));
        let kids = references(&after(&root.expect("a page tree"), "/Kids"));
        kids.into_iter().map(|page| self.page(page)).collect()
    }

    fn page(&self, number: u32) -> Vec<Piece> {
        let page = self.dictionary(number);
        let fonts = after(&page, "/Font <<");
        let fonts: HashMap<String, HashMap<u16, String>> = fonts
            .split('/')
            .skip(1)
            .map_while(|entry| {
                let (name, rest) = entry.trim().split_once(' ')?;
                let font = references(rest).first().copied()?;
                let unicode = references(&after(&self.dictionary(font), "/ToUnicode"));
                Some((name.to_owned(), characters(&self.stream(*unicode.first()?))))
            })
            .collect();
        let contents = references(&after(&page, "/Contents"));
        pieces(&self.stream(contents[0]), &fonts)
    }

    fn object(&self, number: u32) -> &[u8] {
        let (start, end) = self.objects[&number];
        &self.bytes[start..end]
    }

    fn dictionary(&self, number: u32) -> String {
        let object = self.object(number);
        let end = find(object, b"stream", 0).unwrap_or(object.len());
        String::from_utf8_lossy(&object[..end]).into_owned()
    }

    fn stream(&self, number: u32) -> Vec<u8> {
        let object = self.object(number);
        let start = find(object, b"stream\n", 0).expect("a stream") + b"stream\n".len();
        if !self.dictionary(number).contains("/FlateDecode") {
            return object[start..].to_vec();
        }
        let mut text = Vec::new();
        ZlibDecoder::new(&object[start..]).read_to_end(&mut text).unwrap();
        text
    }
}

fn find(text: &[u8], wanted: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    rest.windows(wanted.len()).position(|window| window == wanted).map(|at| from + at)
}

/// What follows an entry of a dictionary.
fn after(dictionary: &str, entry: &str) -> String {
    let found = dictionary.split_once(entry);
    found.map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

/// The numbers of `12 0 R`, or of `[12 0 R 13 0 R]`, at the start of a text.
fn references(text: &str) -> Vec<u32> {
    let list = text.trim_start().trim_start_matches('[');
    let list = list.split([']', '/', '>']).next().unwrap_or_default();
    list.split(" 0 R").map_while(|word| word.trim().parse().ok()).collect()
}

/// A font's table of glyphs to characters.
fn characters(table: &[u8]) -> HashMap<u16, String> {
    let table = String::from_utf8_lossy(table);
    let mut characters = HashMap::new();
    for part in table.split("beginbfchar").skip(1) {
        let part = part.split("endbfchar").next().unwrap_or_default();
        for line in part.lines() {
            let words: Vec<u32> = hexadecimal(line);
            if let [glyph, units @ ..] = words.as_slice() {
                let units: Vec<u16> = units.iter().map(|unit| *unit as u16).collect();
                characters.insert(*glyph as u16, String::from_utf16_lossy(&units));
            }
        }
    }
    characters
}

/// `<0001> <00660069>` as groups of four digits.
fn hexadecimal(line: &str) -> Vec<u32> {
    line.split('<')
        .skip(1)
        .filter_map(|word| word.split('>').next())
        .flat_map(|word| {
            let groups = word.as_bytes().chunks(4);
            groups.filter_map(|group| u32::from_str_radix(std::str::from_utf8(group).ok()?, 16).ok())
        })
        .collect()
}

/// A matrix of PDF: a b c d e f.
type Matrix = [f64; 6];

/// The matrix that applies `inner` first and then `outer`.
fn product(inner: Matrix, outer: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = inner;
    let [p, q, r, s, x, y] = outer;
    [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + x, e * q + f * s + y]
}

/// The pieces of text that a page's commands show.
fn pieces(commands: &[u8], fonts: &HashMap<String, HashMap<u16, String>>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut font: Option<&HashMap<u16, String>> = None;
    let (mut word, mut numbers) = (Vec::new(), Vec::new());
    let mut last_name = String::new();
    let (mut matrix, mut saved) = ([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], Vec::new());
    let mut font_size = 0.0;
    let mut is_text = false;
    let mut at = 0;
    while at < commands.len() {
        match commands[at] {
            b'(' => {
                let (glyphs, end) = literal(commands, at + 1);
                // Outside of a text object a string is a property and not visible text.
                for pair in glyphs.chunks_exact(2).filter(|_| is_text) {
                    let glyph = u16::from_be_bytes([pair[0], pair[1]]);
                    let shown = font.and_then(|font| font.get(&glyph)).map_or("\u{fffd}", String::as_str);
                    pieces.last_mut().expect("a text object has begun").text.push_str(shown);
                }
                at = end;
                continue;
            }
            byte if byte.is_ascii_whitespace() || byte == b'[' || byte == b']' => {
                let operands = |numbers: &[f64]| -> Option<Matrix> { numbers.last_chunk().copied() };
                match word.as_slice() {
                    b"" => {}
                    b"q" => saved.push(matrix),
                    b"Q" => matrix = saved.pop().expect("a graphics state was saved"),
                    b"cm" => matrix = product(operands(&numbers).expect("six numbers"), matrix),
                    b"Tf" => {
                        font = fonts.get(&last_name);
                        font_size = *numbers.last().expect("a size");
                    }
                    b"BT" => {
                        is_text = true;
                        pieces.push(Piece::default());
                    }
                    b"Tm" => {
                        let [.., c, d, _, _] = product(operands(&numbers).expect("six numbers"), matrix);
                        pieces.last_mut().expect("a text object has begun").size = font_size * c.hypot(d);
                    }
                    b"ET" => is_text = false,
                    [b'/', name @ ..] => last_name = String::from_utf8_lossy(name).into_owned(),
                    _ => {}
                }
                let number = std::str::from_utf8(&word).ok().and_then(|word| word.parse().ok());
                match number {
                    Some(number) => numbers.push(number),
                    None if !word.is_empty() => numbers.clear(),
                    None => {}
                }
                word.clear();
            }
            byte => word.push(byte),
        }
        at += 1;
    }
    pieces
}

/// A string in round brackets with its escapes undone, and the position after it.
fn literal(commands: &[u8], mut at: usize) -> (Vec<u8>, usize) {
    let mut bytes = Vec::new();
    let mut depth = 1;
    while at < commands.len() {
        match commands[at] {
            b'\\' => {
                let octal = commands[at + 1..].iter().take(3);
                let octal: Vec<u8> = octal.take_while(|byte| (b'0'..b'8').contains(byte)).copied().collect();
                if octal.is_empty() {
                    at += 1;
                    bytes.push(match commands[at] {
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        b'b' => 8,
                        b'f' => 12,
                        other => other,
                    });
                } else {
                    let value = octal.iter().fold(0u32, |sum, digit| sum * 8 + u32::from(digit - b'0'));
                    bytes.push(u8::try_from(value & 0xff).unwrap());
                    at += octal.len();
                }
            }
            b'(' => {
                depth += 1;
                bytes.push(b'(');
            }
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return (bytes, at + 1);
                }
                bytes.push(b')');
            }
            other => bytes.push(other),
        }
        at += 1;
    }
    (bytes, at)
}
