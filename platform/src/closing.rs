//! How units leave the market: sold, let, or nobody knows which.

use crate::unit::Unit;

/// How units leave the market. The platform has one status for it, [`Status::Sold`](crate::unit::Status::Sold); what that is called differs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Closing {
    /// They are sold.
    #[default]
    Sold,
    /// They are let.
    Let,
    /// They are sold or let, and nobody knows which.
    Either,
}

impl Closing {
    /// All, in the order of their numbers.
    pub const ALL: [Closing; 3] = [Closing::Sold, Closing::Let, Closing::Either];

    /// That of several units together.
    pub fn of(units: &[Unit]) -> Closing {
        let mut closings = units.iter().map(Unit::closing);
        let Some(first) = closings.next() else {
            return Closing::Sold;
        };
        if closings.all(|closing| closing == first) {
            first
        } else {
            Closing::Either
        }
    }

    /// That with a key.
    pub fn from_key(key: &str) -> Option<Closing> {
        Closing::ALL
            .into_iter()
            .find(|closing| closing.key() == key)
    }

    /// Its key in templates, and at the end of the keys of texts.
    pub const fn key(self) -> &'static str {
        match self {
            Closing::Sold => "sold",
            Closing::Let => "let",
            Closing::Either => "either",
        }
    }
}
