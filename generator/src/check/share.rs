//! The picture that chats and social networks show with a link: it exists at an absolute address of this site, has the
//! declared size and type, is small enough, and has an alternative text.

use std::collections::BTreeMap;

use imagesize::ImageType;

use super::files::SiteFiles;
use super::page::CheckedPage;
use crate::outputs::share::{HEIGHT, WIDTH};
use formats::code::Code;
use formats::problem::Problem;

/// The size of the largest picture that WhatsApp shows, in bytes.
const MAX_BYTES: usize = 300_000;

/// What to do about a fault.
const HINT: &str = "take all og:image properties from share_picture(), as templates/layouts/base.html does";

pub(super) fn check(base_url: &str, pages: &[CheckedPage], files: &SiteFiles) -> Vec<Problem> {
    let shares = |page: &CheckedPage| page.facts.share.contains_key("og:image");
    if !pages.iter().any(shares) {
        return Vec::new();
    }
    let problems = pages.iter().flat_map(|page| {
        let faults = of_page(base_url, &page.facts.share, files).into_iter();
        faults.map(|fault| page.problem(Code::SharePicture, fault).hint(HINT))
    });
    problems.collect()
}

fn of_page(base_url: &str, share: &BTreeMap<String, String>, files: &SiteFiles) -> Vec<String> {
    let property = |name: &str| share.get(name).map_or("", String::as_str);
    let url = property("og:image");
    if url.is_empty() {
        return vec!["the page has no `og:image`, but other pages do".to_owned()];
    }
    let mut faults = Vec::new();
    if property("og:image:alt").trim().is_empty() {
        faults.push("the share picture has no alternative text (`og:image:alt`)".to_owned());
    }
    let path = url.strip_prefix(base_url).filter(|path| path.starts_with('/'));
    let Some(path) = path.filter(|_| url.starts_with("https://")) else {
        faults.push(format!("og:image `{url}` is not an https address below {base_url}"));
        return faults;
    };
    let Some(file) = files.get(path) else {
        faults.push(format!("og:image `{url}` does not exist"));
        return faults;
    };
    if let Some((kind, width, height)) = size(&file.bytes) {
        if (width, height) != (WIDTH, HEIGHT) {
            faults.push(format!("og:image `{url}` is {width} x {height} pixels, not {WIDTH} x {HEIGHT}"));
        }
        let declared = ["type", "width", "height"].map(|name| property(&format!("og:image:{name}")));
        if declared != [kind, &width.to_string(), &height.to_string()] {
            let [declared_kind, wide, high] = declared;
            faults.push(format!(
                "og:image `{url}` is {kind} of {width} x {height}, but the page declares `{declared_kind}` of `{wide}` x `{high}`"
            ));
        }
    } else {
        faults.push(format!("og:image `{url}` is neither PNG nor JPEG"));
    }
    let bytes = file.bytes.len();
    if bytes > MAX_BYTES {
        faults.push(format!("og:image `{url}` has {bytes} bytes: WhatsApp shows at most {MAX_BYTES}"));
    }
    faults
}

/// The media type, width and height of a PNG or JPEG.
fn size(bytes: &[u8]) -> Option<(&'static str, u32, u32)> {
    let kind = match imagesize::image_type(bytes).ok()? {
        ImageType::Png => "image/png",
        ImageType::Jpeg => "image/jpeg",
        _ => return None,
    };
    let size = imagesize::blob_size(bytes).ok()?;
    Some((kind, size.width.try_into().ok()?, size.height.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::output::OutputFile;

    const BASE: &str = "https://a.example";

    fn png(width: u32, height: u32, more: usize) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.resize(bytes.len() + more, 0);
        bytes
    }

    fn faults(bytes: Vec<u8>, change: &[(&str, &str)]) -> Vec<String> {
        let file = OutputFile {
            path: "share/x.png".to_owned(),
            bytes: bytes.into(),
            url: "/share/x.png".to_owned(),
            origin: String::new(),
        };
        let outputs = [file];
        let properties = [
            ("og:image", "https://a.example/share/x.png"),
            ("og:image:type", "image/png"),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            ("og:image:alt", "Un plano"),
        ];
        let share = properties
            .iter()
            .chain(change)
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        of_page(BASE, &share, &SiteFiles::from_outputs(&outputs))
    }

    #[test]
    fn a_correct_picture_has_no_faults() {
        assert_eq!(faults(png(1200, 630, 9), &[]), Vec::<String>::new());
    }

    #[test]
    fn each_fault_is_reported() {
        let good = || png(1200, 630, 9);
        let cases = [
            (faults(good(), &[("og:image", "")]), "no `og:image`"),
            (faults(good(), &[("og:image", "/share/x.png")]), "not an https address"),
            (faults(good(), &[("og:image", "https://b.example/share/x.png")]), "not an https address"),
            (faults(good(), &[("og:image", "https://a.example/y.png")]), "does not exist"),
            (faults(good(), &[("og:image:alt", " ")]), "no alternative text"),
            (faults(good(), &[("og:image:width", "600")]), "declares `image/png` of `600`"),
            (faults(b"GIF89a".to_vec(), &[]), "neither PNG nor JPEG"),
            (faults(png(1200, 630, MAX_BYTES), &[]), "WhatsApp"),
        ];
        for (faults, words) in cases {
            assert!(faults.len() == 1 && faults[0].contains(words), "{words}: {faults:?}");
        }
        assert_eq!(faults(png(600, 315, 9), &[]).len(), 2, "neither the required nor the declared size");
    }

    #[test]
    fn the_size_of_a_jpeg_is_read_from_its_frame_header() {
        let jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8, 2, 0x76, 4, 0xb0, 3];
        assert_eq!(size(&jpeg), Some(("image/jpeg", 1200, 630)));
        for end in 0..jpeg.len() - 3 {
            assert_eq!(size(&jpeg[..end]), None);
        }
    }
}
