//! The names of templates whose page programs, documents and other pages lead to. Such a page is found by its template,
//! whatever its address is: see [`super::Routes::with_template`].

/// The page where the brochure is requested.
pub const BROCHURE: &str = "brochure";
/// A page with a form. Several may have it: those that `uses` in `site.yaml` names, and one for every use.
pub const CONTACT: &str = "contact";
/// The list of units. The pages of units are below it; a site without it has none.
pub const INVENTORY: &str = "inventory";
/// What visitors see without a network connection.
pub const OFFLINE: &str = "offline";
/// The privacy notice.
pub const PRIVACY: &str = "privacy";
/// The months of construction.
pub const PROGRESS: &str = "progress";
/// The page after a form was sent.
pub const THANKS: &str = "thanks";
