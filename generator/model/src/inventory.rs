//! The data of the day: what the pull stage hands to all later ones. Nothing after it knows where
//! the data came from.

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::Unit;

use crate::history::History;

/// Units that a page which lists all of them holds; in a longer inventory the others stand in the data file.
pub const LISTED: usize = 500;

/// Units and amenities with the day they were true.
#[derive(Clone, Debug)]
pub struct Inventory {
    /// The day of the pull, never the day of the build.
    pub date: Date,
    /// Units in the order in which the site lists them.
    pub units: Vec<Unit>,
    /// Amenities in the platform's order.
    pub amenities: Vec<Amenity>,
    /// What happened before; empty for units out of a file of one's own.
    pub history: History,
}
