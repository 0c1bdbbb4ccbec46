//! The PDFs: brochure, price list, a sheet for each unit, the privacy notice.

pub mod blocks;
pub mod typesetter;
