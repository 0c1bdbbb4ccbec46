//! What each page said at the last build, and since which day: for `lastmod` in the sitemap and for IndexNow.

use std::collections::BTreeMap;
use std::iter;

use jiff::civil::Date;
use memchr::{memchr, memmem};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::fingerprint::hex;
use crate::output::ASSETS;

/// The pages that search engines may list, by address.
pub type PageContents = BTreeMap<String, PageContent>;

/// The content of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageContent {
    /// Of what the page says, in hexadecimal digits; see [`PageContent::new`].
    pub fingerprint: String,
    /// The day of the build that found the change; none for a page that has not changed since the first build.
    pub changed_on: Option<Date>,
}

impl PageContent {
    /// The content of a finished page, built `today`, with what was `last` known of all pages.
    /// Search engines use `lastmod` only where it is right each time, so a day that is not known is left out: without `last` nobody
    /// knows it, because a price comes from the platform. A clock that goes backwards never makes a page older.
    /// The fingerprint covers the text, the targets of links and the texts of pictures in `<main>`, and the JSON-LD; not the mark-up,
    /// scripts and hashed names of files, which change with the program, and not `date_label`, the day of the inventory in pages.
    pub fn new(
        html: &str,
        date_label: &str,
        last: Option<&PageContents>,
        url: &str,
        today: Date,
    ) -> PageContent {
        let fingerprint = fingerprint(html, date_label);
        let changed_on = match last.map(|pages| pages.get(url)) {
            None => None,
            Some(Some(last)) if last.fingerprint == fingerprint => last.changed_on,
            Some(last) => last.and_then(|last| last.changed_on).max(Some(today)),
        };
        PageContent {
            fingerprint,
            changed_on,
        }
    }
}

/// What JSON-LD says about the day of the inventory, and the share picture, which shows that day.
const DATED: [&str; 2] = ["\"validFrom\":\"", "\"image\":\""];

fn fingerprint(html: &str, date_label: &str) -> String {
    let start = memmem::find(html.as_bytes(), b"<main").unwrap_or(0);
    let (head, body) = html.split_at(start);
    let main = &body[..memmem::find(body.as_bytes(), b"</main>").unwrap_or(body.len())];
    let structured = head.split("<script type=application/ld+json>").skip(1);
    let structured = structured.filter_map(|json| json.split("</script>").next());
    let mut said: String = structured.map(without_dates).collect();
    said.reserve(main.len() / 2);
    let attributes = [" alt=\"", " href="].map(memmem::Finder::new);
    // The first tag is the rest of `<main>` itself.
    for (tag, content) in tags(main) {
        // Links, pictures, areas of maps and what SVG uses again: no other tag has one of the attributes.
        for attribute in attributes
            .iter()
            .filter(|_| tag.starts_with(['a', 'i', 'u']))
        {
            let places = attribute
                .find_iter(tag.as_bytes())
                .map(|at| &tag[at + attribute.needle().len()..]);
            let values = places.map(|value| value.trim_start_matches('"'));
            let values = values.filter(|value| !value.starts_with(ASSETS));
            values
                .filter_map(|value| value.split('"').next())
                .for_each(|value| said.push_str(value));
        }
        if !tag.starts_with("script") {
            said.push_str(content);
        }
    }
    if !date_label.is_empty() {
        said = said.replace(date_label, "");
    }
    hex(&Sha256::digest(said)[..16])
}

/// The tags of mark-up, each with the text up to the next one.
fn tags(html: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = html;
    iter::from_fn(move || {
        let mut quoted = false;
        let end = rest.bytes().position(|byte| {
            quoted ^= byte == b'"';
            byte == b'>' && !quoted
        });
        let (tag, after) = rest.split_at_checked(end?)?;
        let content = &after[..memchr(b'<', after.as_bytes()).unwrap_or(after.len())];
        rest = after.get(content.len() + 1..).unwrap_or_default();
        Some((tag, content))
    })
}

fn without_dates(json: &str) -> String {
    let strip = |text: String, key: &&str| {
        let mut parts = text.split(*key);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |kept, part| {
            kept + part.split_once('"').map_or("", |(_, rest)| rest)
        })
    };
    DATED.iter().fold(json.to_owned(), strip)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LABEL: &str = "20 de noviembre de 2026";

    fn page(main: &str) -> String {
        let head = "<head><script type=application/ld+json>{}</script></head>";
        format!("{head}<main id=\"main\">{main}</main><footer>f")
    }

    fn same(one: &str, other: &str) -> bool {
        fingerprint(one, LABEL) == fingerprint(other, "21 de noviembre de 2026")
    }

    #[test]
    fn what_a_page_says_counts_and_how_it_is_built_does_not() {
        let text = "<p class=\"a > b\">Local <b>301</b>, $1, al 20 de noviembre de 2026</p><a href=/x>x</a>\
                    <img src=\"/assets/a-1.webp\" alt=\"Fachada\"><a href=\"/assets/a-1.pdf\">y</a><script>1</script>";
        let first = page(text);
        let changed = |from: &str, to: &str| {
            let other = first.replace("al 20 de", "al 21 de").replace(from, to);
            assert_ne!(other, first.replace("al 20 de", "al 21 de"), "{from}");
            !same(&first, &other)
        };
        for (from, to) in [
            ("301", "302"),
            ("$1", "$2"),
            ("href=/x", "href=/y"),
            ("Fachada", "Calle"),
            ("{}", "{\"a\":1}"),
        ] {
            assert!(changed(from, to), "{from}");
        }
        for (from, to) in [
            ("class=\"a > b\"", "class=\"c > d\""),
            ("a-1.", "a-2."),
            ("script>1", "script>2"),
            ("<footer>f", "<footer>g"),
            ("<head>", "<head><title>t</title><script>s</script>"),
        ] {
            assert!(!changed(from, to), "{from}");
        }
    }

    #[test]
    fn the_day_of_the_inventory_in_json_ld_does_not_count() {
        let json = |day: &str, price: &str| {
            let said = format!(
                r#"{{"image":"/share/a.{day}.png","price":"{price}","validFrom":"{day}"}}"#
            );
            page("").replace("{}", &said)
        };
        assert!(same(&json("2026-11-20", "1"), &json("2026-11-21", "1")));
        assert!(!same(&json("2026-11-20", "1"), &json("2026-11-20", "2")));
    }

    #[test]
    fn a_day_is_known_from_the_second_build_on_and_never_goes_back() {
        let day = |day: i8| jiff::civil::date(2026, 11, day);
        let build = |text: &str, last: Option<&PageContents>, today| {
            let content = PageContent::new(&page(text), LABEL, last, "/a", today);
            PageContents::from([("/a".to_owned(), content)])
        };
        let changed_on = |pages: &PageContents| pages["/a"].changed_on;
        let first = build("1", None, day(20));
        assert_eq!(changed_on(&first), None, "nobody knows since when");
        assert_eq!(changed_on(&build("1", Some(&first), day(21))), None);
        let second = build("2", Some(&first), day(22));
        assert_eq!(changed_on(&second), Some(day(22)));
        assert_eq!(
            changed_on(&build("2", Some(&second), day(25))),
            Some(day(22)),
            "unchanged"
        );
        let back = build("3", Some(&second), day(21));
        assert_eq!(changed_on(&back), Some(day(22)), "the clock went backwards");
        assert_eq!(
            changed_on(&build("1", Some(&PageContents::new()), day(23))),
            Some(day(23)),
            "a new page"
        );
    }

    proptest! {
        #[test]
        fn any_text_has_a_fingerprint_and_another_text_another(html in any::<String>(), text in "[a-zñ<>\" =]{0,40}") {
            prop_assert_eq!(fingerprint(&html, LABEL).len(), 32);
            let said = text.replace(['<', '>', '"'], "");
            let one = page(&format!("<p>{said}</p>"));
            let two = page(&format!("<p>{said}.</p>"));
            prop_assert_ne!(fingerprint(&one, LABEL), fingerprint(&two, LABEL));
        }
    }
}
