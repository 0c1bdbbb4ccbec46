//! The real-estate platform: the types of its data, parsing of its answers, a client for its calls and, with the
//! feature `stub`, a stub server. The generator and the lead function use this crate; it uses neither.

pub mod amenity;
pub mod answer;
pub mod area;
pub mod calls;
pub mod client;
pub mod config;
pub mod decimal;
pub mod field_map;
pub mod money;
#[cfg(feature = "stub")]
pub mod own_names;
#[cfg(feature = "stub")]
pub mod stub;
pub mod unit;
pub mod unit_field;
