//! Construction progress as a feed: an entry for each month, with the whole text that the page shows.

use jiff::civil::Date;

use super::PROGRESS_PAGE;
use super::atom::{Entry, Text, authority};
use model::config::Month;
use model::formats::markdown;
use model::localized::Localized;
use model::source::EntrySource;
use model::strings::StringsError;

/// The months with a note, newest first, and the date of the newest.
pub(super) fn entries(localized: Localized<'_>) -> Result<(Vec<Entry>, Date), StringsError> {
    let Localized { site, lang, .. } = localized;
    let months = site.progress.get(lang).iter();
    let written = months.filter_map(|month| Some((month.month, month.entry.as_ref()?)));
    let entries: Vec<Entry> = written
        .map(|(month, source)| entry(localized, month, source))
        .collect::<Result<_, _>>()?;
    let updated = match entries.first() {
        Some(entry) => entry.date,
        None => site.config.facts.progress.from.first_day(),
    };
    Ok((entries, updated))
}

fn entry(localized: Localized<'_>, month: Month, source: &EntrySource) -> Result<Entry, StringsError> {
    let Localized { site, lang, .. } = localized;
    let page = localized.absolute(&lang.path(PROGRESS_PAGE));
    let address = |written: &str| localized.absolute_link(&page, written);
    let label = localized.month(month)?;
    Ok(Entry {
        id: format!(
            "tag:{},{}:{lang}{PROGRESS_PAGE}/{month}",
            authority(&site.config.base_url),
            month.first_day(),
        ),
        title: format!("{label}: {}", source.front.title),
        // Never later than the note about the month.
        date: month.first_day(),
        page: format!("{page}#m{month}"),
        text: Text::Html(markdown::render(&source.body, &address).html),
    })
}
