//! What earlier builds made, found again by what it was made from.

pub mod fingerprint;
pub(crate) mod part;
pub(crate) mod unused;
