//! Each page by itself, from headings to its share picture; and the pages together: own titles, and the same parts in each language.

use std::collections::{BTreeMap, HashMap};

use imagesize::ImageType;

use super::links::SiteFiles;
use super::page::CheckedPage;
use crate::outputs::share::{HEIGHT, WIDTH};
use formats::problem::{Code, Problem};
use model::lang::{Lang, Languages};
use model::site::PageKind;

pub(super) fn check_markup(page: &CheckedPage, languages: Languages) -> Vec<Problem> {
    let facts = &page.facts;
    let mut problems = Vec::new();
    for what in &facts.inline {
        // Content has no HTML: it is in the template, or in a part of it.
        let message = format!(
            "the Content-Security-Policy blocks `{what}` (page {})",
            page.page.url
        );
        let template = format!("templates/{}", page.page.template);
        let problem = Problem::in_file(Code::BlockedByPolicy, template, message);
        problems.push(problem.hint(
            "put styles into templates/styles, and remove scripts: pages load those of the engine and of `tracking`",
        ));
    }
    let mut report = |code, message: String| problems.push(page.problem(code, message));
    let firsts = facts.headings.iter().filter(|level| **level == 1).count();
    if firsts != 1 {
        let message = format!("the page has {firsts} first-level headings: it needs exactly one");
        report(Code::HeadingStructure, message);
    }
    if let Some(pair) = facts.headings.windows(2).find(|pair| pair[1] > pair[0] + 1) {
        let message = format!(
            "a heading of level {} follows a heading of level {}",
            pair[1], pair[0]
        );
        report(Code::HeadingStructure, message);
    }
    for picture in &facts.pictures {
        let source = &picture.source;
        if !picture.has_alt {
            report(
                Code::MissingAlt,
                format!("the picture `{source}` has no `alt`"),
            );
        }
        if !picture.has_size {
            let message = "has no `width` and `height`: the layout shifts when it loads";
            report(
                Code::PictureWithoutSize,
                format!("the picture `{source}` {message}"),
            );
        }
    }
    for (id, _) in facts.ids.iter().filter(|(_, uses)| **uses > 1) {
        report(
            Code::DuplicateId,
            format!("the id `{id}` is used more than once"),
        );
    }
    if !facts.lang.starts_with(page.page.lang.code()) {
        report(
            Code::WrongLanguage,
            format!("the page has the language `{}`", facts.lang),
        );
    }
    // A page for search engines has its canonical address and its alternates in all languages.
    if page.page.is_listed() {
        let required = languages
            .as_slice()
            .iter()
            .map(Lang::locale)
            .chain(["x-default"]);
        let has_alternates = languages.count() > 1;
        for hreflang in required {
            if has_alternates && !facts.alternates.iter().any(|known| known == hreflang) {
                let message = format!("the page has no alternate with hreflang `{hreflang}`");
                report(Code::MissingAlternate, message);
            }
        }
        if !facts.has_canonical {
            report(
                Code::MissingAlternate,
                "the page has no canonical address".to_owned(),
            );
        }
    }
    problems
}

/// Checks titles, descriptions and placeholders.
pub(super) fn check_texts(pages: &[CheckedPage]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut first_pages = HashMap::new();
    for page in pages {
        let url = &page.page.url;
        for (what, missing, text) in [
            ("title", Code::MissingTitle, &page.facts.title),
            (
                "description",
                Code::DescriptionLength,
                &page.facts.description,
            ),
        ] {
            if text.is_empty() {
                problems.push(page.problem(missing, format!("the page has no {what}")));
            } else if page.page.is_listed() {
                let first = first_pages
                    .entry((what, page.page.lang, text))
                    .or_insert(url);
                if *first != url {
                    let message = format!("the {what} `{text}` is also that of {first}");
                    let hint = match page.page.kind {
                        PageKind::Unit(_) => {
                            "two units on one level have the same number: give them different ones on the platform"
                        }
                        PageKind::Content(_) => "write another one",
                    };
                    problems.push(page.problem(Code::DuplicateText, message).hint(hint));
                }
            }
        }
        let unfilled = page
            .facts
            .unfilled
            .as_ref()
            .map(|text| format!("a placeholder is not filled: `{text}`"));
        problems.extend(unfilled.map(|message| page.problem(Code::UnfilledPlaceholder, message)));
    }
    problems
}

/// Compares the pages of each language with those of the first.
pub(super) fn check_parity(pages: &[CheckedPage]) -> Vec<Problem> {
    let is_first = |page: &&CheckedPage| page.page.lang.is_first();
    let first: HashMap<&str, &CheckedPage> = pages
        .iter()
        .filter(is_first)
        .map(|page| (page.page.neutral.as_str(), page))
        .collect();
    let others = pages.iter().filter(|page| !is_first(page));
    let pairs = others.filter_map(|page| Some((page, first.get(page.page.neutral.as_str())?)));
    pairs
        .flat_map(|(page, other)| compare(page, other))
        .collect()
}

fn compare(page: &CheckedPage, other: &CheckedPage) -> Vec<Problem> {
    let (ours, theirs) = (&page.facts, &other.facts);
    let mut differences = Vec::new();
    if ours.headings != theirs.headings {
        differences.push(format!(
            "headings {:?} and {:?}",
            ours.headings, theirs.headings
        ));
    }
    if ours.islands != theirs.islands {
        differences.push(format!(
            "islands {:?} and {:?}",
            ours.islands, theirs.islands
        ));
    }
    for (what, our_number, their_number) in [
        ("pictures", ours.pictures.len(), theirs.pictures.len()),
        ("links", ours.links.len(), theirs.links.len()),
        // Ids of headings are made from their text and differ between languages, so only their number is compared.
        ("ids", ours.ids.len(), theirs.ids.len()),
    ] {
        if our_number != their_number {
            differences.push(format!("{our_number} and {their_number} {what}"));
        }
    }
    let url = &other.page.url;
    let problem = |what| {
        page.problem(
            Code::UnequalPages,
            format!("the page differs from {url}: {what}"),
        )
    };
    differences.into_iter().map(problem).collect()
}

/// The size of the largest picture that WhatsApp shows, in bytes.
const MAX_SHARE_BYTES: usize = 300_000;

const SHARE_HINT: &str =
    "take all og:image properties from share_picture(), as templates/layouts/base.html does";

pub(super) fn check_share_pictures(
    base_url: &str,
    pages: &[CheckedPage],
    files: &SiteFiles,
) -> Vec<Problem> {
    if !pages
        .iter()
        .any(|page| page.facts.share.contains_key("og:image"))
    {
        return Vec::new();
    }
    let problems = pages.iter().flat_map(|page| {
        let faults = share_faults(base_url, &page.facts.share, files).into_iter();
        faults.map(|fault| page.problem(Code::SharePicture, fault).hint(SHARE_HINT))
    });
    problems.collect()
}

fn share_faults(
    base_url: &str,
    share: &BTreeMap<String, String>,
    files: &SiteFiles,
) -> Vec<String> {
    let property = |name: &str| share.get(name).map_or("", String::as_str);
    let url = property("og:image");
    if url.is_empty() {
        return vec!["the page has no `og:image`, but other pages do".to_owned()];
    }
    let mut faults = Vec::new();
    if property("og:image:alt").trim().is_empty() {
        faults.push("the share picture has no alternative text (`og:image:alt`)".to_owned());
    }
    let is_absolute = |path: &&str| path.starts_with('/') && url.starts_with("https://");
    let Some(path) = url.strip_prefix(base_url).filter(is_absolute) else {
        faults.push(format!(
            "og:image `{url}` is not an https address below {base_url}"
        ));
        return faults;
    };
    let Some(file) = files.get(path) else {
        faults.push(format!("og:image `{url}` does not exist"));
        return faults;
    };
    if let Some((kind, width, height)) = picture_size(&file.bytes) {
        if (width, height) != (WIDTH, HEIGHT) {
            faults.push(format!(
                "og:image `{url}` is {width} x {height} pixels, not {WIDTH} x {HEIGHT}"
            ));
        }
        let declared =
            ["type", "width", "height"].map(|name| property(&format!("og:image:{name}")));
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
    if bytes > MAX_SHARE_BYTES {
        faults.push(format!(
            "og:image `{url}` has {bytes} bytes: WhatsApp shows at most {MAX_SHARE_BYTES}"
        ));
    }
    faults
}

/// The media type, width and height of a PNG or JPEG.
fn picture_size(bytes: &[u8]) -> Option<(&'static str, u32, u32)> {
    let kind = match imagesize::image_type(bytes).ok()? {
        ImageType::Png => "image/png",
        ImageType::Jpeg => "image/jpeg",
        _ => return None,
    };
    let size = imagesize::blob_size(bytes).ok()?;
    Some((
        kind,
        size.width.try_into().ok()?,
        size.height.try_into().ok()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::output::OutputFile;

    fn png(width: u32, height: u32, more: usize) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.resize(bytes.len() + more, 0);
        bytes
    }

    fn faults(bytes: Vec<u8>, change: &[(&str, &str)]) -> Vec<String> {
        let outputs = [OutputFile::new("share/x.png", bytes, "")];
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
        share_faults(
            "https://a.example",
            &share,
            &SiteFiles::from_outputs(&outputs),
        )
    }

    #[test]
    fn each_fault_is_reported() {
        let good = || png(1200, 630, 9);
        let jpeg = vec![
            0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8, 2, 0x76, 4, 0xb0, 3,
        ];
        for faults in [
            faults(good(), &[]),
            faults(jpeg, &[("og:image:type", "image/jpeg")]),
        ] {
            assert_eq!(faults, [""; 0]);
        }
        let cases = [
            (faults(good(), &[("og:image", "")]), "no `og:image`"),
            (
                faults(good(), &[("og:image", "/share/x.png")]),
                "not an https address",
            ),
            (
                faults(good(), &[("og:image", "https://b.example/share/x.png")]),
                "not an https address",
            ),
            (
                faults(good(), &[("og:image", "https://a.example/y.png")]),
                "does not exist",
            ),
            (
                faults(good(), &[("og:image:alt", " ")]),
                "no alternative text",
            ),
            (
                faults(good(), &[("og:image:width", "600")]),
                "declares `image/png` of `600`",
            ),
            (faults(b"GIF89a".to_vec(), &[]), "neither PNG nor JPEG"),
            (faults(png(1200, 630, MAX_SHARE_BYTES), &[]), "WhatsApp"),
        ];
        for (faults, words) in cases {
            assert!(
                faults.len() == 1 && faults[0].contains(words),
                "{words}: {faults:?}"
            );
        }
        assert_eq!(
            faults(png(600, 315, 9), &[]).len(),
            2,
            "neither the required nor the declared size"
        );
    }
}
