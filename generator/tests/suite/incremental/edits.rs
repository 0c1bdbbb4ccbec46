//! Edits between two builds.

use proptest::prelude::*;

/// One change that an author, the sales team or an accident makes between two builds.
#[derive(Clone, Debug)]
pub enum Edit {
    Price(usize, u32),
    Status(usize, usize),
    Area(usize, u32),
    /// Its number, which the sheets of all units on its level show.
    Number(usize, u8),
    Remove(usize),
    Add(usize),
    Date(u8),
    Text(u8),
    Template(u8),
    /// One of [`VALUES`].
    Value(usize, u8),
    /// The pixels of a picture.
    Picture(u8),
    /// A build that fails, and a repair.
    Failure,
    /// A finished page is changed by hand.
    Damage(usize),
    /// A finished page is deleted.
    Lose(usize),
    /// A foreign file is added to the finished site.
    Stray(u8),
    Nothing,
}

/// A value of a file of the author: the words before it, and what is written in its place, with the number of the edit.
pub const VALUES: [(&str, &str, fn(u8) -> String); 8] = [
    // The title of the inventory's page, which the pages of units show.
    (TITLE, "title: ", |number| format!("Inventario {number}")),
    // A string that all pages of units show.
    ("content/es/strings.json", "\"disponible\": ", |number| format!("\"Libre {number}\"")),
    ("site.yaml", "name: ", |number| format!("Muestra {number}")),
    ("theme.yaml", "  line: ", |number| format!("\"#c3cf{number:02x}\"")),
    ("content/geometry.json", "\"clear_height\": ", |number| format!("3.{number}")),
    ("content/es/avance-de-obra/2025-02.md", "title: ", |number| format!("Obra {number}")),
    ("content/payment-plans.yaml", "discount: ", |number| format!("{}.5 %", number % 20)),
    ("content/amenities.json", "\"name\": ", |number| format!("\"Cardio {number}\"")),
];

const TITLE: &str = "content/es/inventario.md";

pub fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        3 => (0..40usize, 1..90u32).prop_map(|(unit, price)| Edit::Price(unit, price)),
        3 => (0..40usize, 0..3usize).prop_map(|(unit, status)| Edit::Status(unit, status)),
        2 => (0..40usize, 30..200u32).prop_map(|(unit, area)| Edit::Area(unit, area)),
        1 => (0..40usize, any::<u8>()).prop_map(|(unit, number)| Edit::Number(unit, number)),
        1 => (0..40usize).prop_map(Edit::Remove),
        1 => (0..40usize).prop_map(Edit::Add),
        1 => (1..28u8).prop_map(Edit::Date),
        1 => any::<u8>().prop_map(Edit::Text),
        1 => any::<u8>().prop_map(Edit::Template),
        8 => (0..VALUES.len(), any::<u8>()).prop_map(|(value, number)| Edit::Value(value, number)),
        1 => any::<u8>().prop_map(Edit::Picture),
        1 => Just(Edit::Failure),
        1 => (0..40usize).prop_map(Edit::Damage),
        1 => (0..40usize).prop_map(Edit::Lose),
        1 => any::<u8>().prop_map(Edit::Stray),
        1 => Just(Edit::Nothing),
    ]
}
