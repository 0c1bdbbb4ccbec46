//! The marketing parameters of a visit, in words.

use crate::lead::Tracking;
use crate::messages;
use crate::visitor_text::one_line;
use model::lang::Lang;

/// The parameters in the order in which the team reads them.
const ORDER: &str = "utm_medium utm_source utm_campaign adset ad utm_term utm_content utm_id cost sales";

/// Media that most advertisers write in one of these ways (Google Analytics, default channel groups), and their group.
const MEDIA: [(&str, &[&str]); 5] = [
    (
        "paid",
        &[
            "cpc",
            "ppc",
            "cpm",
            "display",
            "paid",
            "paidsearch",
            "paid_search",
            "paidsocial",
            "paid_social",
        ],
    ),
    ("email", &["email", "e-mail", "mail", "newsletter"]),
    ("social", &["social", "social-media", "social_media"]),
    ("organic", &["organic"]),
    ("referral", &["referral", "link"]),
];

/// `Anuncio pagado, fuente “google”, campaña “otoño”`; without parameters, that there are none.
pub(super) fn in_words(lang: Lang, tracking: &Tracking) -> String {
    let values = || Tracking::NAMES.into_iter().zip(tracking.values());
    let named = ORDER
        .split(' ')
        .filter_map(|name| values().find(|(known, value)| *known == name && !value.is_empty()))
        .map(|(name, value)| match group(name, value) {
            Some(group) => messages::text(lang, &format!("notice.medium.{group}")).to_string(),
            None => {
                let label = messages::text(lang, &format!("notice.tracking.{name}"));
                format!("{label} “{}”", one_line(value))
            }
        });
    let words = named.collect::<Vec<_>>().join(", ");
    if words.is_empty() {
        messages::text(lang, "notice.no_campaign").to_string()
    } else {
        words
    }
}

/// The group of a medium.
fn group(name: &str, value: &str) -> Option<&'static str> {
    let value = value.to_ascii_lowercase();
    let (group, _) = MEDIA
        .iter()
        .find(|(_, media)| name == "utm_medium" && media.contains(&value.as_str()))?;
    Some(group)
}

#[cfg(test)]
mod tests {
    use super::in_words;
    use crate::lead::Tracking;
    use model::lang::sample::{EN, ES};

    #[test]
    fn every_parameter_is_named() {
        let mut tracking = Tracking::default();
        for name in Tracking::NAMES {
            *tracking.value_mut(name).expect(name) = format!("value of {name}");
        }
        let words = in_words(ES, &tracking);
        assert!(
            Tracking::NAMES
                .iter()
                .all(|name| words.contains(&format!("“value of {name}”"))),
            "{words}"
        );
        assert!(!words.contains("Inténtelo"), "a text is missing: {words}");
    }

    #[test]
    fn a_known_medium_is_a_word() {
        let tracking = Tracking {
            utm_medium: "CPC".to_owned(),
            utm_source: "google".to_owned(),
            utm_campaign: "otoño".to_owned(),
            ..Tracking::default()
        };
        assert_eq!(
            in_words(ES, &tracking),
            "Anuncio pagado, fuente “google”, campaña “otoño”"
        );
        assert_eq!(
            in_words(EN, &tracking),
            "Paid ad, source “google”, campaign “otoño”"
        );
        assert_eq!(
            in_words(ES, &Tracking::default()),
            "Sin datos de campaña en el enlace de la visita."
        );
    }
}
