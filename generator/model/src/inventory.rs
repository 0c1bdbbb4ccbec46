//! Units and amenities, the output of the pull stage. Later stages do not depend on where the data came from.

use jiff::civil::Date;
use platform::amenity::Amenity;
use platform::unit::Unit;

use crate::history::History;

/// Maximum number of units in the HTML of a page that lists all of them; the data file has the others.
pub const LISTED: usize = 500;

/// Units and amenities, with the day of their pull.
#[derive(Clone, Debug)]
pub struct Inventory {
    /// The day of the pull, never the day of the build.
    pub date: Date,
    /// The units, in the order in which the site lists them.
    pub units: Vec<Unit>,
    /// The amenities, in the platform's order.
    pub amenities: Vec<Amenity>,
    /// Earlier changes; empty when the units come from a file given by `--inventory`.
    pub history: History,
}
