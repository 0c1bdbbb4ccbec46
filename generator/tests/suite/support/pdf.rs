//! A PDF reader for our own documents, which reads only the layout that the compiler writes; others have no text here.

use std::collections::HashMap;
use std::io::Read as _;

use flate2::read::ZlibDecoder;

/// No text of a document is smaller, points.
const SMALLEST_TEXT: f64 = 7.0;

/// One text object of a page, a part of a line in one font: its type size on the page in points, and its text.
type Piece = (f64, String);

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
            let lines: Vec<String> = pieces.into_iter().map(|(_, text)| text).collect();
            lines.join("\n").split_whitespace().collect::<Vec<_>>().join(" ")
        };
        self.pieces().map(text).collect()
    }

    /// The texts that are too small to read on paper, each with its size.
    pub fn small_texts(&self) -> Vec<String> {
        let pieces = self.pieces().flatten();
        let small = pieces.filter(|(size, text)| *size < SMALLEST_TEXT - 0.01 && !text.trim().is_empty());
        small.map(|(size, text)| format!("{text} ({size:.2} pt)")).collect()
    }

    /// What the only page fills: each path with its closed parts, as corners in points from the lower left of the paper.
    pub fn filled(&self) -> Vec<Vec<Vec<[f64; 2]>>> {
        let page = self.objects.keys().find(|number| self.dictionary(**number).contains("/Type /Page\n"));
        let (mut filled, mut path): (_, Vec<Vec<[f64; 2]>>) = (Vec::new(), Vec::new());
        for command in self.commands(&self.dictionary(*page.expect("a page"))) {
            let corner = || {
                let [x, y] = *command.numbers.last_chunk().expect("two numbers");
                let [.., x, y] = product([1.0, 0.0, 0.0, 1.0, x, y], command.matrix);
                [x, y]
            };
            match command.operator.as_str() {
                "m" => path.push(vec![corner()]),
                "l" => path.last_mut().expect("a path has begun").push(corner()),
                "f" | "f*" => filled.push(std::mem::take(&mut path)),
                "n" | "S" => path.clear(),
                _ => {}
            }
        }
        filled
    }

    /// The pieces of text of each page.
    fn pieces(&self) -> impl Iterator<Item = Vec<Piece>> {
        let mut tree = self.objects.keys().map(|number| self.dictionary(*number));
        let root = tree.find(|object| object.contains("/Type /Pages"));
        let kids = references(after(&root.expect("a page tree"), "/Kids"));
        kids.into_iter().map(|page| self.pieces_of_page(&self.dictionary(page)))
    }

    fn pieces_of_page(&self, page: &str) -> Vec<Piece> {
        let entries = after(page, "/Font <<").split('/').skip(1).map_while(|entry| {
            let (name, rest) = entry.trim().split_once(' ')?;
            let font = references(rest).first().copied()?;
            let unicode = references(after(&self.dictionary(font), "/ToUnicode"));
            Some((name.to_owned(), characters(&self.stream(*unicode.first()?))))
        });
        let fonts: HashMap<String, HashMap<u16, String>> = entries.collect();
        let mut pieces: Vec<Piece> = Vec::new();
        let (mut font, mut font_size, mut is_text) = (None, 0.0, false);
        for command in self.commands(page) {
            // Outside of a text object a string is a property and not visible text.
            for pair in command.glyphs.chunks_exact(2).filter(|_| is_text) {
                let glyph = u16::from_be_bytes([pair[0], pair[1]]);
                let shown = font.and_then(|font: &HashMap<u16, String>| font.get(&glyph));
                let text = &mut pieces.last_mut().expect("a text object has begun").1;
                text.push_str(shown.map_or("\u{fffd}", String::as_str));
            }
            match command.operator.as_str() {
                "BT" => pieces.push(Piece::default()),
                "Tf" => {
                    (font, font_size) = (fonts.get(&command.name), *command.numbers.last().expect("a size"));
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
fn after<'a>(dictionary: &'a str, entry: &str) -> &'a str {
    dictionary.split_once(entry).map_or("", |(_, rest)| rest)
}

/// The numbers of `12 0 R`, or of `[12 0 R 13 0 R]`, at the start of a text.
fn references(text: &str) -> Vec<u32> {
    let list = text.trim_start().trim_start_matches('[');
    let list = list.split([']', '/', '>']).next().unwrap_or_default();
    list.split(" 0 R").map_while(|word| word.trim().parse().ok()).collect()
}

/// A font's table of glyphs to characters: lines like `<0001> <00660069>`.
fn characters(table: &[u8]) -> HashMap<u16, String> {
    let table = String::from_utf8_lossy(table);
    let parts = table.split("beginbfchar").skip(1).filter_map(|part| part.split("endbfchar").next());
    let entry = |line: &str| {
        let mut groups = line.split('<').skip(1).filter_map(|group| group.split('>').next());
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
    [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + x, e * q + f * s + y]
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
    let (mut word, mut numbers, mut glyphs, mut name) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    let (mut matrix, mut saved) = ([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], Vec::new());
    let mut at = 0;
    while at < stream.len() {
        let byte = stream[at];
        at += 1;
        if byte == b'(' {
            at = literal(stream, at, &mut glyphs);
            continue;
        } else if !byte.is_ascii_whitespace() && byte != b'[' && byte != b']' {
            word.push(byte);
            continue;
        }
        let operator = String::from_utf8_lossy(&word).into_owned();
        word.clear();
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
            commands.push(Command { operator, numbers, name: name.clone(), glyphs, matrix });
        }
    }
    commands
}

/// Reads a string in round brackets with its escapes undone, and returns the position after it.
fn literal(commands: &[u8], mut at: usize, bytes: &mut Vec<u8>) -> usize {
    const ESCAPES: [(u8, u8); 5] = [(b'n', b'\n'), (b'r', b'\r'), (b't', b'\t'), (b'b', 8), (b'f', 12)];
    let mut depth = 1;
    loop {
        let byte = commands[at];
        at += 1;
        if byte == b'\\' {
            let next = &commands[at..];
            let octal = next.iter().take(3).take_while(|byte| (b'0'..b'8').contains(byte)).count();
            let letter =
                || ESCAPES.iter().find(|(letter, _)| *letter == next[0]).map_or(next[0], |(_, byte)| *byte);
            let value = |value: u8, digit: &u8| value.wrapping_mul(8).wrapping_add(digit - b'0');
            bytes.push(if octal > 0 { next[..octal].iter().fold(0, value) } else { letter() });
            at += octal.max(1);
            continue;
        }
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        if depth == 0 {
            return at;
        }
        bytes.push(byte);
    }
}
