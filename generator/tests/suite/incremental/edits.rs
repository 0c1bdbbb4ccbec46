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
    /// The title of the inventory's page, which the pages of units show.
    Title(u8),
    Template(u8),
    /// A string that all pages of units show.
    String(u8),
    /// The name of the development in `site.yaml`.
    Name(u8),
    /// A colour of `theme.yaml`.
    Theme(u8),
    /// The clear height of a level in the geometry.
    Geometry(u8),
    /// The title of a month.
    Month(u8),
    /// The discount of a payment plan.
    Plan(u8),
    /// The name of an amenity.
    Amenity(u8),
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
        1 => any::<u8>().prop_map(Edit::Title),
        1 => any::<u8>().prop_map(Edit::Template),
        1 => any::<u8>().prop_map(Edit::String),
        1 => any::<u8>().prop_map(Edit::Name),
        1 => any::<u8>().prop_map(Edit::Theme),
        1 => any::<u8>().prop_map(Edit::Geometry),
        1 => any::<u8>().prop_map(Edit::Month),
        1 => any::<u8>().prop_map(Edit::Plan),
        1 => any::<u8>().prop_map(Edit::Amenity),
        1 => any::<u8>().prop_map(Edit::Picture),
        1 => Just(Edit::Failure),
        1 => (0..40usize).prop_map(Edit::Damage),
        1 => (0..40usize).prop_map(Edit::Lose),
        1 => any::<u8>().prop_map(Edit::Stray),
        1 => Just(Edit::Nothing),
    ]
}
