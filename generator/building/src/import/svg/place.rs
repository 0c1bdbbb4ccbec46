//! The places of elements in the text of a drawing.

use formats::problem::Place;

/// Where the last element is. The next one is looked for from there, because the place of each from the start of a long text
/// takes its length squared.
pub(super) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a text.
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor {
            text,
            offset: 0,
            place: Place { line: 1, column: 1 },
        }
    }

    /// The place of the character at an offset.
    pub(super) fn place_of(&mut self, offset: usize) -> Place {
        // What an entity contains is where that is declared.
        if offset < self.offset {
            self.offset = 0;
            self.place = Place { line: 1, column: 1 };
        }
        for letter in self.text[self.offset..offset].chars() {
            if letter == '\n' {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
        }
        self.offset = offset;
        self.place
    }
}
