//! A PDF reader for our own documents, which reads only the layout that the compiler writes; others have no text here.

use std::collections::HashMap;
use std::io::Read as _;

use flate2::read::ZlibDecoder;

/// No text of a document is smaller, points.
const SMALLEST_TEXT: f64 = 7.0;

/// One text object of a page, a part of a line in one font: its type size on the page in points, and its text.
type Piece = (f64, String);

/// The left, top, right and bottom of a rectangle in points; rows go downwards.
pub type Rectangle = [f64; 4];

pub fn around(one: Rectangle, other: Rectangle) -> Rectangle {
    [
        one[0].min(other[0]),
        one[1].min(other[1]),
        one[2].max(other[2]),
        one[3].max(other[3]),
    ]
}

/// A document and its objects by number, with one character for each byte.
pub struct Pdf {
    text: String,
    objects: HashMap<u32, String>,
}

impl Pdf {
    pub fn read(bytes: &[u8]) -> Pdf {
        let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        let objects = text.split("endobj").filter_map(|object| {
            let (before, object) = object.split_once(" 0 obj\n")?;
            Some((
                before.rsplit('\n').next()?.parse().unwrap(),
                object.to_owned(),
            ))
        });
        Pdf {
            objects: objects.collect(),
            text,
        }
    }

    /// Whether the file contains this outside of its streams.
    pub fn says(&self, words: &str) -> bool {
        self.text.contains(words)
    }

    /// How many objects have this entry.
    pub fn count(&self, entry: &str) -> usize {
        self.objects
            .values()
            .filter(|object| object.contains(entry))
            .count()
    }

    /// An object with this entry.
    fn object_with(&self, entry: &str) -> &str {
        self.objects
            .values()
            .find(|object| object.contains(entry))
            .expect(entry)
    }

    /// The text of each page, in reading order, with single spaces.
    pub fn pages(&self) -> Vec<String> {
        let text = |pieces: Vec<Piece>| {
            let lines: Vec<String> = pieces.into_iter().map(|(_, text)| text).collect();
            lines
                .join("\n")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        self.pieces().map(text).collect()
    }

    /// The texts that are too small to read on paper, each with its size.
    pub fn small_texts(&self) -> Vec<String> {
        let pieces = self.pieces().flatten();
        let small =
            pieces.filter(|(size, text)| *size < SMALLEST_TEXT - 0.01 && !text.trim().is_empty());
        small
            .map(|(size, text)| format!("{text} ({size:.2} pt)"))
            .collect()
    }

    /// What the only page fills: each path with the rectangles around its closed parts.
    pub fn filled(&self) -> Vec<Vec<Rectangle>> {
        let (mut filled, mut path): (_, Vec<Rectangle>) = (Vec::new(), Vec::new());
        for command in self.commands(self.object_with("/Type /Page\n")) {
            let corner = || {
                let [x, y] = *command.numbers.last_chunk().expect("two numbers");
                let [.., x, y] = product([1.0, 0.0, 0.0, 1.0, x, y], command.matrix);
                [x, -y, x, -y]
            };
            match command.operator.as_str() {
                "m" => path.push(corner()),
                "l" => {
                    let part = path.last_mut().expect("a path has begun");
                    *part = around(*part, corner());
                }
                "f" | "f*" => filled.push(std::mem::take(&mut path)),
                "n" | "S" => path.clear(),
                _ => {}
            }
        }
        filled
    }

    /// The pieces of text of each page.
    fn pieces(&self) -> impl Iterator<Item = Vec<Piece>> {
        let pages = references(after(self.object_with("/Type /Pages"), "/Kids"));
        pages
            .into_iter()
            .map(|page| self.pieces_of_page(&self.objects[&page]))
    }

    fn pieces_of_page(&self, page: &str) -> Vec<Piece> {
        let entries = after(page, "/Font <<")
            .split('/')
            .skip(1)
            .map_while(|entry| {
                let (name, rest) = entry.trim().split_once(' ')?;
                let font = references(rest).first().copied()?;
                let unicode = references(after(&self.objects[&font], "/ToUnicode"));
                Some((name.to_owned(), characters(&self.stream(*unicode.first()?))))
            });
        let fonts: HashMap<String, HashMap<u16, String>> = entries.collect();
        let mut pieces: Vec<Piece> = Vec::new();
        let (mut font, mut font_size, mut is_text) = (None, 0.0, false);
        for command in self.commands(page) {
            // Outside of a text object a string is a property and not visible text.
            let visible = if is_text { &command.glyphs[..] } else { &[] };
            for pair in visible.chunks_exact(2) {
                let glyph = u16::from_be_bytes([pair[0], pair[1]]);
                let shown = font.and_then(|font: &HashMap<u16, String>| font.get(&glyph));
                let text = &mut pieces.last_mut().expect("a text object has begun").1;
                text.push_str(shown.map_or("\u{fffd}", String::as_str));
            }
            match command.operator.as_str() {
                "BT" => pieces.push(Piece::default()),
                "Tf" => {
                    (font, font_size) = (
                        fonts.get(&command.name),
                        *command.numbers.last().expect("a size"),
                    );
                }
                "Tm" => {
                    let own = *command.numbers.last_chunk().expect("six numbers");
                    let [_, _, c, d, ..] = product(own, command.matrix);
                    pieces.last_mut().expect("a text object has begun").0 = font_size * c.hypot(d);
                }
                _ => {}
            }
            is_text = command.operator == "BT" || is_text && command.operator != "ET";
        }
        pieces
    }

    fn commands(&self, page: &str) -> Vec<Command> {
        commands(&self.stream(references(after(page, "/Contents"))[0]))
    }

    fn stream(&self, number: u32) -> Vec<u8> {
        let (dictionary, content) = self.objects[&number]
            .split_once("stream\n")
            .expect("a stream");
        let bytes: Vec<u8> = content
            .chars()
            .map(|byte| u8::try_from(byte).unwrap())
            .collect();
        if !dictionary.contains("/FlateDecode") {
            return bytes;
        }
        let mut text = Vec::new();
        ZlibDecoder::new(&*bytes).read_to_end(&mut text).unwrap();
        text
    }
}

/// What follows an entry of a dictionary.
fn after<'a>(dictionary: &'a str, entry: &str) -> &'a str {
    dictionary.split_once(entry).map_or("", |(_, rest)| rest)
}

/// The numbers of `12 0 R`, or of `[12 0 R 13 0 R]`, at the start of a text.
fn references(text: &str) -> Vec<u32> {
    let list = text
        .trim_start()
        .trim_start_matches('[')
        .split([']', '/', '>'])
        .next()
        .unwrap_or_default();
    list.split(" 0 R")
        .map_while(|word| word.trim().parse().ok())
        .collect()
}

/// A font's table of glyphs to characters: lines like `<0001> <00660069>`.
fn characters(table: &[u8]) -> HashMap<u16, String> {
    let table = String::from_utf8_lossy(table);
    let parts = table
        .split("beginbfchar")
        .skip(1)
        .filter_map(|part| part.split("endbfchar").next());
    let entry = |line: &str| {
        let mut groups = line
            .split('<')
            .skip(1)
            .filter_map(|group| group.split('>').next());
        let unit = |digits: &[u8]| u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        let glyph = unit(groups.next()?.as_bytes())?;
        let units: Option<Vec<u16>> = groups.next()?.as_bytes().chunks(4).map(unit).collect();
        Some((glyph, String::from_utf16_lossy(&units?)))
    };
    parts.flat_map(str::lines).filter_map(entry).collect()
}

/// A matrix of PDF: a b c d e f.
type Matrix = [f64; 6];

/// The matrix that applies `inner` first and then `outer`.
fn product(inner: Matrix, outer: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = inner;
    let [p, q, r, s, x, y] = outer;
    [
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + x,
        e * q + f * s + y,
    ]
}

/// One operator of a page's commands, with what is before it and the matrix that applies to it.
struct Command {
    operator: String,
    numbers: Vec<f64>,
    /// The last name until here.
    name: String,
    /// The bytes of its strings.
    glyphs: Vec<u8>,
    matrix: Matrix,
}

fn commands(stream: &[u8]) -> Vec<Command> {
    let mut commands = Vec::new();
    let (mut word, mut numbers, mut glyphs, mut name) =
        (String::new(), Vec::new(), Vec::new(), String::new());
    let (mut matrix, mut saved) = ([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], Vec::new());
    let mut bytes = stream.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte == b'(' {
            glyphs.extend(literal(&mut bytes));
            continue;
        } else if !byte.is_ascii_whitespace() && byte != b'[' && byte != b']' {
            word.push(char::from(byte));
            continue;
        }
        let operator = std::mem::take(&mut word);
        if let Ok(number) = operator.parse() {
            numbers.push(number);
        } else if let Some(new) = operator.strip_prefix('/') {
            (name, numbers) = (new.to_owned(), Vec::new());
        } else if !operator.is_empty() {
            match operator.as_str() {
                "q" => saved.push(matrix),
                "Q" => matrix = saved.pop().expect("a graphics state was saved"),
                "cm" => matrix = product(*numbers.last_chunk().expect("six numbers"), matrix),
                _ => {}
            }
            let (numbers, glyphs) = (std::mem::take(&mut numbers), std::mem::take(&mut glyphs));
            commands.push(Command {
                operator,
                numbers,
                name: name.clone(),
                glyphs,
                matrix,
            });
        }
    }
    commands
}

/// The rest of a string in round brackets, with its escapes undone.
fn literal(commands: &mut impl Iterator<Item = u8>) -> Vec<u8> {
    let (mut bytes, mut depth) = (Vec::new(), 1);
    loop {
        let mut next = || commands.next().expect("a string ends");
        let byte = next();
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        bytes.push(match byte {
            b')' if depth == 0 => return bytes,
            b'\\' => match next() {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'b' => 8,
                b'f' => 12,
                // Octal, always with three digits.
                first @ b'0'..=b'3' => [first, next(), next()]
                    .iter()
                    .fold(0, |value, digit| value * 8 + (digit - b'0')),
                other => other,
            },
            byte => byte,
        });
    }
}
