//! The marketing parameters of a visit, in words.

use crate::lead::LeadTracking;
use crate::visitor_text::one_line;
use lead_site::Language;

/// The parameters in the order in which the team reads them.
const ORDER: &str = "utm_medium utm_source utm_campaign adset ad utm_term utm_content utm_id cost sales";

/// Media that most advertisers write in one of these ways (Google Analytics, default channel groups), and their group.
const MEDIA: [(&str, &str); 5] = [
    ("paid", "cpc ppc cpm display paid paidsearch paid_search paidsocial paid_social"),
    ("email", "email e-mail mail newsletter"),
    ("social", "social social-media social_media"),
    ("organic", "organic"),
    ("referral", "referral link"),
];

/// The identifiers that only an ad has; Facebook adds its own to every link.
const OF_ADS: [&str; 5] = ["gclid", "gbraid", "wbraid", "ttclid", "msclkid"];

/// `Anuncio pagado, fuente “google”, campaña “otoño”`; without parameters, that there are none.
pub(super) fn in_words(team: &Language, tracking: &LeadTracking) -> String {
    let given = ORDER.split(' ').map(|name| (name, tracking.get(name)));
    let named = given.filter(|(_, value)| !value.is_empty()).map(|(name, value)| match group(name, value) {
        Some(group) => team.string(&format!("notice.medium.{group}")).to_string(),
        None => format!("{} “{}”", team.string(&format!("notice.tracking.{name}")), one_line(value)),
    });
    let is_ad =
        tracking.get("utm_medium").is_empty() && OF_ADS.iter().any(|name| !tracking.get(name).is_empty());
    let paid = is_ad.then(|| team.string("notice.medium.paid").to_string());
    let words = paid.into_iter().chain(named).collect::<Vec<_>>().join(", ");
    if words.is_empty() { team.string("notice.no_campaign").to_string() } else { words }
}

/// The group of a medium.
fn group(name: &str, value: &str) -> Option<&'static str> {
    let value = value.to_ascii_lowercase();
    let has_value = |media: &str| media.split(' ').any(|medium| medium == value);
    let mut groups = MEDIA.iter().filter(|_| name == "utm_medium");
    groups.find(|(_, media)| has_value(media)).map(|(group, _)| *group)
}

#[cfg(test)]
mod tests {
    use super::{ORDER, in_words};
    use crate::lead::LeadTracking;
    use crate::tests::site;

    #[test]
    fn every_parameter_is_named() {
        let mut tracking = LeadTracking::default();
        for name in ORDER.split(' ') {
            tracking.put(name, &format!("value of {name}"));
        }
        let words = in_words(site().language("es"), &tracking);
        let is_named = |name: &str| words.contains(&format!("“value of {name}”"));
        assert!(ORDER.split(' ').all(is_named), "{words}");
        assert!(!words.contains("Inténtelo"), "a text is missing: {words}");
    }

    #[test]
    fn a_known_medium_is_a_word() {
        let mut tracking = LeadTracking::default();
        let (es, en) = (site().language("es"), site().language("en"));
        assert_eq!(in_words(es, &tracking), "Sin datos de campaña en el enlace de la visita.");
        tracking.put("fbclid", "IwAR0");
        assert_eq!(in_words(en, &tracking), "No campaign data in the link of the visit.");
        tracking.put("gclid", "Cj0KCQ");
        assert_eq!(in_words(es, &tracking), "Anuncio pagado");
        for (name, value) in [("utm_medium", "CPC"), ("utm_source", "google"), ("utm_campaign", "otoño")] {
            tracking.put(name, value);
        }
        assert_eq!(in_words(es, &tracking), "Anuncio pagado, fuente “google”, campaña “otoño”");
        assert_eq!(in_words(en, &tracking), "Paid ad, source “google”, campaign “otoño”");
    }
}
