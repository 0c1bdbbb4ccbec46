//! `robots.txt`: what the owner allows to crawlers (`crawlers` of `site.yaml`), and the files by which search engines
//! recognize the publisher; `security.txt`.

use std::fmt::Write as _;

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::search_files::INDEX;
use model::config::Crawlers;
use model::site::Site;

/// Crawlers that have a token for one purpose only, as their operators document them (OpenAI, Anthropic, Perplexity, Google,
/// Apple, Meta, Common Crawl; October 2026).
const ANSWERS: [&str; 6] =
    ["ChatGPT-User", "Claude-User", "Perplexity-User", "OAI-SearchBot", "Claude-SearchBot", "PerplexityBot"];
const TRAINING: [&str; 7] = [
    "GPTBot",
    "ClaudeBot",
    "Google-Extended",
    "Applebot-Extended",
    "meta-externalagent",
    "CCBot",
    "Bytespider",
];

/// The text of the file.
pub(super) fn file(site: &Site) -> String {
    text(site.config.crawlers, &site.config.base_url)
}

fn text(allowed: Crawlers, base_url: &str) -> String {
    let Crawlers { search, answers, training } = allowed;
    let mut text = String::new();
    let mut refuse = |tokens: &[&str]| {
        for token in tokens {
            let _ = writeln!(text, "User-agent: {token}");
        }
        text.push_str("Disallow: /\n\n");
    };
    if !answers {
        refuse(&ANSWERS);
    }
    if !training {
        refuse(&TRAINING);
    }
    text.push_str("User-agent: *\n");
    let word = |is_allowed| if is_allowed { "yes" } else { "no" };
    if !(search && answers && training) {
        let [search, answers, training] = [search, answers, training].map(word);
        let _ = writeln!(text, "Content-Signal: search={search}, ai-input={answers}, ai-train={training}");
    }
    match search {
        true => text.push_str("Allow: /\nDisallow: /api/\n"),
        false => text.push_str("Disallow: /\n"),
    }
    let _ = write!(text, "\nSitemap: {base_url}/{INDEX}\n");
    text
}

/// The file of each key for IndexNow, which has the key as its name and text.
pub(super) fn keys(site: &Site) -> impl Iterator<Item = (String, String)> {
    let purges = site.config.publish.targets.values().filter_map(|target| target.purge.as_ref());
    purges.filter_map(|purge| Some((format!("{}.txt", purge.index_now.as_ref()?), purge.index_now.clone()?)))
}

/// Where `security.txt` is (RFC 9116).
const SECURITY: &str = ".well-known/security.txt";

/// How many days `security.txt` is valid after the day of the inventory.
const VALID_DAYS: i64 = 180;

/// `security.txt`, by its path; none without a contact.
pub(super) fn security(site: &Site) -> Option<(String, String)> {
    let contact = site.config.security_contact.as_deref()?;
    let languages: Vec<&str> = site.config.languages.codes().collect();
    let text = security_text(contact, site.inventory.date, &languages, &site.config.base_url);
    Some((SECURITY.to_owned(), text))
}

fn security_text(contact: &str, date: Date, languages: &[&str], base_url: &str) -> String {
    let end = date.saturating_add(VALID_DAYS.days());
    let languages = languages.join(", ");
    format!(
        "Contact: {contact}\nExpires: {end}T00:00:00Z\nPreferred-Languages: {languages}\n\
         Canonical: {base_url}/{SECURITY}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_security_contact_is_valid_for_180_days_after_the_inventory() {
        let date = jiff::civil::date(2026, 11, 20);
        let text = security_text("mailto:a@a.example", date, &["es", "en"], "https://a.example");
        let expected = "Contact: mailto:a@a.example\nExpires: 2027-05-19T00:00:00Z\nPreferred-Languages: es, en\n\
                        Canonical: https://a.example/.well-known/security.txt\n";
        assert_eq!(text, expected);
    }

    const SITEMAP: &str = "\nSitemap: https://a.example/sitemap.xml\n";

    #[test]
    fn everything_is_allowed_unless_the_owner_says_otherwise() {
        let text = text(Crawlers::default(), "https://a.example");
        assert_eq!(text, format!("User-agent: *\nAllow: /\nDisallow: /api/\n{SITEMAP}"));
    }

    #[test]
    fn a_purpose_that_is_refused_is_refused_to_its_crawlers_only() {
        let text = text(Crawlers { training: false, ..Crawlers::default() }, "https://a.example");
        assert!(text.starts_with("User-agent: GPTBot\n"), "{text}");
        let end = format!(
            "Disallow: /\n\nUser-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /\n\
             Disallow: /api/\n{SITEMAP}"
        );
        assert!(text.ends_with(&end) && !text.contains("ChatGPT-User"), "{text}");
    }

    #[test]
    fn nothing_is_found_by_search_on_a_site_that_refuses_it() {
        let text = text(Crawlers { search: false, ..Crawlers::default() }, "https://a.example");
        let expected = "User-agent: *\nContent-Signal: search=no, ai-input=yes, ai-train=yes\nDisallow: /\n";
        assert_eq!(text, format!("{expected}{SITEMAP}"));
    }
}
