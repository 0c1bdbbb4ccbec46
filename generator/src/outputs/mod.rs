//! What pages and stages use to make files: share pictures, feeds, structured data, rules for hosts, the theme. Each
//! module makes one kind of output from the resolved site.

pub mod content_type;
pub mod feeds;
pub mod font_file;
pub mod headers;
pub mod last_resort;
pub mod markdown_alternate;
pub mod redirects;
pub mod share;
pub mod structured_data;
pub(crate) mod text_template;
pub mod theme;
pub mod trackers;
pub(crate) mod values;

use crate::hosted_editor;
use model::output::FOLDERS;

/// What the first folder of a path is reserved for: what is there cannot be a page, nor an old address of one.
pub fn reserved_for(path: &str) -> Option<&'static str> {
    let first = |path: &str| path.split('/').nth(1).map(str::to_owned);
    let is_in = |folders: &[&str]| folders.iter().any(|folder| first(folder) == first(path));
    [
        (&FOLDERS[..], "generated files"),
        (&lead_site::PATHS, "the lead function"),
        (&[hosted_editor::PATH], "the hosted editor"),
    ]
    .into_iter()
    .find_map(|(folders, what)| is_in(folders).then_some(what))
}
