//! The generator: from the content and the platform to `dist/`.

pub mod building;
