//! The order in which files are uploaded. At any moment, what a page refers to is at the target before the page.

use crate::layout;
use crate::record::FileRecord;

/// A part of the upload; each begins when the one before is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Files with a hash in their name.
    Assets,
    /// Documents, pictures and other files with fixed names; what the lead function accepts from new pages.
    Documents,
    /// Pages that the target does not have yet: changed pages may link to them.
    NewPages,
    /// Pages that replace others.
    Pages,
    /// Feeds, data and the sitemap, which announce pages.
    Feeds,
    /// The service worker, which makes browsers get the new pages.
    Worker,
    /// What rollback needs: most of it are copies of the files above.
    Bodies,
}

impl Phase {
    /// The phases in their order.
    pub(crate) const ALL: [Phase; 7] = [
        Phase::Assets,
        Phase::Documents,
        Phase::NewPages,
        Phase::Pages,
        Phase::Feeds,
        Phase::Worker,
        Phase::Bodies,
    ];

    /// The phase of a file of the site.
    pub(crate) fn for_file(path: &str, file: &FileRecord, is_new: bool) -> Phase {
        let name = path.rsplit('/').next().unwrap_or(path);
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension {
            _ if file.is_immutable() => Phase::Assets,
            _ if path == "sw.js" => Phase::Worker,
            _ if path == layout::LEADS => Phase::Documents,
            "html" if is_new => Phase::NewPages,
            "html" => Phase::Pages,
            "atom" | "csv" | "json" | "txt" | "xml" => Phase::Feeds,
            _ => Phase::Documents,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_come_after_what_they_refer_to() {
        let plain = FileRecord::default();
        let immutable = FileRecord {
            headers: [("cache-control".to_owned(), "public, immutable".to_owned())].into(),
            ..FileRecord::default()
        };
        let mut order = [
            ("sw.js", &plain, false),
            ("sitemap.xml", &plain, false),
            ("index.html", &plain, false),
            ("nueva.html", &plain, true),
            (layout::LEADS, &plain, false),
            ("assets/a-1.js", &immutable, true),
        ];
        order.sort_by_key(|(path, file, is_new)| Phase::for_file(path, file, *is_new));
        let paths = order.map(|(path, ..)| path);
        assert_eq!(
            paths,
            ["assets/a-1.js", layout::LEADS, "nueva.html", "index.html", "sitemap.xml", "sw.js"]
        );
    }
}
