//! The real-estate platform as both sides of this project speak it: what a unit is, how the platform writes it,
//! the client of its calls and a stub server of it. Imports go one way: the generator and the lead function use
//! this crate, it uses neither.

pub mod amenity;
pub mod answer;
pub mod area;
pub mod client;
pub mod config;
pub mod decimal;
pub mod field_map;
pub mod money;
#[cfg(feature = "stub")]
pub mod stub;
pub mod text;
pub mod unit;
