//! The real-estate platform: the types of its data, its answers, a client and, with the feature `stub`, a stub server.

pub mod address;
pub mod amenity;
pub mod answer;
pub mod area;
pub mod calls;
pub mod client;
pub mod closing;
pub mod config;
mod config_check;
pub mod decimal;
pub mod field_map;
pub mod money;
#[cfg(feature = "stub")]
pub mod own_names;
#[cfg(feature = "stub")]
pub mod stub;
pub mod unit;
pub mod unit_field;
