//! Output for the third-party scripts of `site.yaml` (S26): the settings of the consent script, and the sources that the
//! Content-Security-Policy allows.

mod settings;
mod sources;

pub use settings::settings;
pub use sources::sources;
