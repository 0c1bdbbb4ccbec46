//! What the site needs of the third-party scripts that `site.yaml` configures (S26): the consent script's settings, and
//! the sources that the Content-Security-Policy must allow.

mod settings;
mod sources;

pub use settings::settings;
pub use sources::sources;
