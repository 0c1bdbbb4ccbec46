//! Rules about pictures and forms: a render says that it is one, a form says what happens to what is written in it.

use super::Demands;
use super::shown::plain;
use crate::check::page::CheckedPage;

/// The page of the full privacy notice.
const FULL_NOTICE: &str = "/aviso-de-privacidad";

/// The narrowest cut of a picture has three digits: `lobby-2` is another picture.
const WIDTH_DIGITS: usize = 3;

/// Each picture that is no photograph has the caption that it illustrates.
pub(super) fn illustrative(demands: &Demands, page: &CheckedPage) -> Vec<String> {
    let words = demands.string("legal.illustrative");
    let has_words = |caption: &Option<String>| {
        let (caption, words) = (caption.as_ref(), words.as_ref());
        caption
            .zip(words)
            .is_some_and(|(caption, words)| caption.contains(words.as_str()))
    };
    let pictures = page.facts.shown.pictures.iter();
    pictures
        .filter(|picture| !is_photograph(demands, &picture.source) && !has_words(&picture.caption))
        .map(|picture| {
            format!(
                "the picture {} does not say that it is illustrative",
                picture.source
            )
        })
        .collect()
}

/// Files of a picture are named after it: `lobby-1280-f0dc2a43a1.avif` is one of `lobby`, and none of `lob` or of a
/// picture `lobby-2`.
fn is_photograph(demands: &Demands, source: &str) -> bool {
    let file = source.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let names = &demands.legal().photographs;
    names.iter().any(|name| {
        let rest = stem.strip_prefix(name.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix('-').is_some_and(is_size))
    })
}

/// What a build adds to a picture's name: a width in pixels and a hash, `1280-f0dc2a43a1`, or the width alone.
fn is_size(text: &str) -> bool {
    let (width, hash) = text.split_once('-').unwrap_or((text, "0"));
    let is_width = width.len() >= WIDTH_DIGITS && width.bytes().all(|byte| byte.is_ascii_digit());
    is_width && !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Each form that asks who somebody is has the simplified notice, a link to the full one, and on its page the
/// responsible company with its address.
pub(super) fn privacy_notice(demands: &Demands, page: &CheckedPage) -> Vec<String> {
    let shown = &page.facts.shown;
    let full = demands.lang.path(FULL_NOTICE);
    let config = &demands.site.config;
    let mut missing = Vec::new();
    for form in &shown.forms {
        let notice = demands.string("form.notice");
        if !notice.is_some_and(|notice| form.text.contains(&notice)) {
            missing.push("a form does not have the simplified privacy notice".to_owned());
        }
        let leads = |link: &String| {
            *link == full || link.strip_prefix(&full).is_some_and(|rest| rest.starts_with('#'))
        };
        if !form.links.iter().any(leads) {
            missing.push(format!("a form does not link the full privacy notice, {full}"));
        }
    }
    if !shown.forms.is_empty() {
        let responsible = plain(&config.legal.responsible);
        let street = plain(&config.showroom.address.street);
        let absent = [responsible, street]
            .into_iter()
            .filter(|fact| !shown.text.contains(fact));
        missing.extend(absent.map(|fact| {
            format!("it has a form, and does not show who answers for the data, or where: {fact}")
        }));
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_width_and_maybe_a_hash() {
        for size in ["800", "1280-f0dc2a43a1", "390-0123456789"] {
            assert!(is_size(size), "{size}");
        }
        for other in [
            "2",
            "2-1280-f0dc2a43a1",
            "dusk",
            "dusk-1280-f0dc2a43a1",
            "800-",
            "",
        ] {
            assert!(!is_size(other), "{other}");
        }
    }
}
