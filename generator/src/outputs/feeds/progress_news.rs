//! Construction progress as a feed: an entry for each month, with the whole text that the page shows.

use super::Feed as Which;
use super::atom::{Entry, Feed, Text, authority};
use model::config::Month;
use model::formats::markdown;
use model::localized::Localized;
use model::source::EntrySource;
use model::strings::StringsError;

pub(super) fn feed(localized: Localized<'_>) -> Result<Feed, StringsError> {
    let Localized { site, lang, .. } = localized;
    let which = Which::Progress;
    let entries: Result<Vec<Entry>, StringsError> = site
        .progress
        .get(lang)
        .iter()
        .filter_map(|month| Some((month.month, month.entry.as_ref()?)))
        .map(|(month, source)| entry(localized, month, source))
        .collect();
    let entries = entries?;
    Ok(Feed {
        lang,
        address: localized.absolute(&which.url(lang)),
        page: localized.absolute(&lang.path(which.page())),
        title: localized.filled(which.title_key(), &[("site", &site.config.name)])?,
        subtitle: localized.text("feeds.progress_subtitle")?,
        time_zone: site.config.time_zone.clone(),
        author: site.config.name.clone(),
        updated: entries
            .first()
            .map_or_else(|| site.config.facts.progress.from.first_day(), |entry| entry.date),
        entries,
    })
}

fn entry(localized: Localized<'_>, month: Month, source: &EntrySource) -> Result<Entry, StringsError> {
    let Localized { site, lang, .. } = localized;
    let page = localized.absolute(&lang.path(Which::Progress.page()));
    let address = |written: &str| localized.absolute_link(&page, written);
    let label = localized.month(month)?;
    Ok(Entry {
        id: format!(
            "tag:{},{}:{lang}{}/{month}",
            authority(&site.config.base_url),
            month.first_day(),
            Which::Progress.page(),
        ),
        title: format!("{label}: {}", source.front.title),
        // Never later than the note about the month.
        date: month.first_day(),
        page: format!("{page}#m{month}"),
        text: Text::Html(markdown::render(&source.body, lang, &address).html),
    })
}
