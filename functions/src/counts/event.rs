//! An event as a page sends it, in the query of `/api/count`. Whatever is not one of these events is dropped as a whole.

use crate::site::LoadedSite;
use crate::visitor_text::is_visible;
use serde::{Deserialize, Serialize};

/// Most bytes of a query: the longest campaign, encoded, and the other values.
const MOST_QUERY: usize = 480;
const MOST_CAMPAIGN: usize = 60;
/// This many digits in a row, or [`MOST_DIGITS_IN_ALL`] without a word between them, could be a telephone number.
const MOST_DIGITS: usize = 7;
const MOST_DIGITS_IN_ALL: usize = 10;
/// Characters of campaigns beside letters and digits.
const SIGNS: &str = " ._-+|:/,";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Event {
    #[default]
    Opened,
    /// A unit was shown: its page, or its dialog.
    Unit,
    Filter,
    Begun,
    Sent,
    Call,
    Whatsapp,
    Pdf,
    /// Largest Contentful Paint, in milliseconds.
    Lcp,
    /// Interaction to Next Paint, in milliseconds.
    Inp,
    /// Cumulative Layout Shift, in thousandths.
    Cls,
    Violation,
}

impl Event {
    /// The upper bounds of a measurement's histogram: those of "good" and "poor" (web.dev/articles/vitals), and others around them.
    pub(crate) fn bounds(self) -> &'static [u32] {
        match self {
            Self::Lcp => &[1_000, 1_800, 2_500, 4_000, 6_000],
            Self::Inp => &[50, 100, 200, 500, 1_000],
            Self::Cls => &[25, 50, 100, 250, 500],
            _ => &[],
        }
    }
}

/// How wide the window is: the border is that of the site's layout for phones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Device {
    Phone,
    Desktop,
}

/// What is counted together. A text is empty where the event has no such value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub event: Event,
    /// The class of the page: the name of its template.
    pub page: String,
    pub lang: String,
    pub device: Option<Device>,
    /// `utm_campaign` of the page's address.
    pub campaign: String,
    /// The unit's code; the bar of a measurement's histogram, by its upper bound; the directive that was violated.
    pub detail: String,
}

/// The query of a request: an event with its values.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Query {
    #[serde(rename = "e")]
    event: Event,
    #[serde(rename = "p")]
    page: String,
    #[serde(rename = "l")]
    lang: String,
    #[serde(rename = "d")]
    device: Device,
    #[serde(default, rename = "c")]
    campaign: String,
    #[serde(default, rename = "v")]
    value: String,
}

impl Cell {
    /// Whether `detail` is the code of a unit.
    pub(super) fn has_unit(&self) -> bool {
        let is_other = self.event == Event::Violation || !self.event.bounds().is_empty();
        !is_other && !self.detail.is_empty()
    }

    /// The event in a query; `None` if anything in it is not as pages of `site` send it.
    pub(crate) fn parse(query: &str, site: &LoadedSite) -> Option<Self> {
        if query.len() > MOST_QUERY {
            return None;
        }
        let Query {
            event,
            page,
            lang,
            device,
            campaign,
            value,
        } = serde_urlencoded::from_str(query).ok()?;
        let lang = site
            .languages
            .iter()
            .find(|known| known.code == lang || known.locale == lang)?
            .code
            .clone();
        if !site.counts.contains(&page) || !is_campaign(&campaign) {
            return None;
        }
        let (device, unit) = (Some(device), site.listed_code(&value));
        Some(match event {
            Event::Lcp | Event::Inp | Event::Cls => {
                // A measurement is of a page on a device, whatever brought the visitor.
                let (lang, campaign) = (String::new(), String::new());
                Self {
                    event,
                    page,
                    lang,
                    device,
                    campaign,
                    detail: bar(event.bounds(), &value)?,
                }
            }
            Event::Violation => return None,
            Event::Opened | Event::Filter if !value.is_empty() => return None,
            _ if unit.is_none() && (event == Event::Unit || !value.is_empty()) => return None,
            _ => Self {
                event,
                page,
                lang,
                device,
                campaign,
                detail: unit.unwrap_or_default().to_owned(),
            },
        })
    }
}

/// Whether a text can be the name of a campaign: empty, or short, visible, and not like a telephone number, or an address that
/// a mail program would make a link.
pub(crate) fn is_campaign(text: &str) -> bool {
    let is_known =
        |letter: char| letter.is_alphanumeric() && is_visible(letter) || SIGNS.contains(letter);
    text.chars().count() <= MOST_CAMPAIGN
        && text == text.trim()
        && text.chars().all(is_known)
        && !is_link(text)
        && !is_number(text)
}

/// Whether a text has `//`, or a point between two letters or after a digit and before a letter: `www.`, `site.example`.
fn is_link(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let is_name =
        |three: &[char]| three[0].is_alphanumeric() && three[1] == '.' && three[2].is_alphabetic();
    text.contains("//") || letters.windows(3).any(is_name)
}

/// Whether the digits of a text could be a telephone number, with signs and single letters between them.
fn is_number(text: &str) -> bool {
    let (mut in_row, mut in_all, mut was_letter) = (0, 0, false);
    text.chars().any(|letter| {
        let is_digit = letter.is_numeric();
        let is_letter = !is_digit && letter.is_alphabetic();
        in_row = if is_digit { in_row + 1 } else { 0 };
        if is_digit {
            in_all += 1;
        } else if is_letter && was_letter {
            in_all = 0;
        }
        was_letter = is_letter;
        in_row >= MOST_DIGITS || in_all >= MOST_DIGITS_IN_ALL
    })
}

/// The bar of a value: its upper bound, or `more`.
fn bar(bounds: &[u32], value: &str) -> Option<String> {
    if value.len() >= 8 || value.starts_with('+') {
        return None;
    }
    let number: u32 = value.parse().ok()?;
    let bound = bounds.iter().find(|bound| number <= **bound);
    Some(bound.map_or_else(|| "more".to_owned(), u32::to_string))
}

/// The directives of the Content-Security-Policy whose violations are counted.
const DIRECTIVES: &str = "default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src \
    font-src connect-src frame-src worker-src manifest-src media-src object-src base-uri form-action frame-ancestors \
    require-trusted-types-for trusted-types";
const MOST_REPORTS: usize = 20;

/// The violations that a browser reports (Reporting API): of each, only the name of the directive.
pub(crate) fn violations(body: &[u8]) -> Vec<Cell> {
    let reports: Vec<serde_json::Value> = serde_json::from_slice(body).unwrap_or_default();
    let directives = reports.iter().take(MOST_REPORTS).filter_map(|report| {
        let directive = report["body"]["effectiveDirective"].as_str()?;
        DIRECTIVES
            .split_ascii_whitespace()
            .find(|known| *known == directive)
    });
    let cell = |detail: &str| Cell {
        event: Event::Violation,
        detail: detail.to_owned(),
        ..Cell::default()
    };
    directives.map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::{Cell, Device, Event, is_campaign, violations};
    use crate::tests::site;
    use proptest::prelude::*;

    #[test]
    fn an_event_has_the_values_of_its_page() {
        let cell = Cell::parse(
            "e=unit&p=unit&l=en-US&d=phone&c=oto%C3%B1o+2026&v=o-301",
            site(),
        );
        let expected = Cell {
            event: Event::Unit,
            page: "unit".to_owned(),
            lang: "en".to_owned(),
            device: Some(Device::Phone),
            campaign: "otoño 2026".to_owned(),
            detail: "O-301".to_owned(),
        };
        assert_eq!(cell, Some(expected));
        for (event, bar) in [
            ("e=lcp&v=2500&c=x", "2500"),
            ("e=lcp&v=2501", "4000"),
            ("e=cls&v=501", "more"),
        ] {
            let cell = Cell::parse(&format!("{event}&p=home&l=es&d=desktop"), site()).expect(event);
            assert_eq!((&*cell.campaign, &*cell.detail), ("", bar), "{event}");
        }
    }

    #[test]
    fn whatever_is_not_an_event_of_a_page_is_dropped() {
        for query in [
            "",
            "e=opened&p=home&l=es",
            "e=opened&p=home&l=fr&d=phone",
            "e=opened&p=admin&l=es&d=phone",
            "e=opened&p=home&l=es&d=watch",
            "e=opened&p=home&l=es&d=phone&v=O-301",
            "e=opened&p=home&l=es&d=phone&id=7",
            "e=opened&p=home&l=es&d=phone&e=unit",
            "e=gone&p=home&l=es&d=phone",
            "e=unit&p=unit&l=es&d=phone",
            "e=unit&p=unit&l=es&d=phone&v=O-999",
            "e=violation&p=home&l=es&d=phone&v=img-src",
            "e=lcp&p=home&l=es&d=phone&v=-1",
            "e=lcp&p=home&l=es&d=phone&v=+1",
            "e=lcp&p=home&l=es&d=phone&v=99999999999",
            "e=opened&p=home&l=es&d=phone&c=a%0Ab",
            "e=opened&p=home&l=es&d=phone&c=%ff",
            &format!("e=opened&p=home&l=es&d=phone&c={}", "x".repeat(61)),
        ] {
            assert_eq!(Cell::parse(query, site()), None, "{query}");
        }
    }

    #[test]
    fn a_campaign_is_not_an_address_or_a_telephone_number() {
        for campaign in [
            "",
            "VERANO-2026",
            "2026-11-24 otoño|Google",
            "Ref. O-301",
            "v1.2 2026-11 torre 50 m2 75",
        ] {
            assert!(is_campaign(campaign), "{campaign}");
        }
        for other in
            "ana@x.mx,9845550162,984 555 0162,+52-984-555-0162,tel1234567,984x555x0162,<b>, x,a=b,😀,\u{202e},\u{3164}\u{3164},\
             A\u{115f}B,https://evil.example/login,//evil,evil.example,www.evil,Entre en 7evil.mx"
                .split(',')
        {
            assert!(!is_campaign(other), "{other}");
        }
    }

    #[test]
    fn of_a_violation_only_the_directive_is_taken() {
        let body = br#"[{"type": "csp-violation", "url": "https://x.test/?name=Ana", "body": {"effectiveDirective": "img-src",
            "blockedURL": "https://evil.test/Ana"}}, {"body": {"effectiveDirective": "Ana"}}, {"body": 1}, 7]"#;
        let [cell] = &violations(body)[..] else {
            panic!("one violation")
        };
        assert_eq!(
            (cell.event, cell.detail.as_str()),
            (Event::Violation, "img-src")
        );
        for body in [&b""[..], b"{}", b"[[", b"null", b"[{\"body\":{}}]"] {
            assert!(violations(body).is_empty());
        }
    }

    proptest! {
        #[test]
        fn no_query_panics_and_what_is_counted_is_known(query in "(e|p|l|d|c|v|&|=|opened|unit|home|es|phone|%|\\PC){0,24}") {
            if let Some(cell) = Cell::parse(&query, site()) {
                prop_assert!(site().counts.contains(&cell.page) && is_campaign(&cell.campaign));
            }
        }
    }
}
