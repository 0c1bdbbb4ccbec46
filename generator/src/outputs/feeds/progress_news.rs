//! Construction progress as a feed: an entry for each month, with the whole text that the page shows.

use jiff::civil::Date;

use super::atom::{AtomEntry, EntryText, authority};
use formats::markdown;
use model::config::Month;
use model::localized::Localized;
use model::source::EntrySource;
use model::strings::StringsError;

/// The months with a note, newest first, and the date of the newest. `progress` is the page that shows them, without a
/// language.
pub(super) fn entries(
    localized: Localized<'_>,
    progress: &str,
) -> Result<(Vec<AtomEntry>, Date), StringsError> {
    let Localized { site, lang, .. } = localized;
    let months = site.progress.get(lang).iter();
    let written = months.filter_map(|month| Some((month.month, month.entry.as_ref()?)));
    let entries: Vec<AtomEntry> =
        written.map(|(month, source)| entry(localized, progress, month, source)).collect::<Result<_, _>>()?;
    let first = site.config.facts.progress.map(|months| months.from.first_day());
    let updated = entries.first().map(|entry| entry.date).or(first);
    let updated = updated.unwrap_or(site.inventory.date);
    Ok((entries, updated))
}

fn entry(
    localized: Localized<'_>,
    progress: &str,
    month: Month,
    source: &EntrySource,
) -> Result<AtomEntry, StringsError> {
    let Localized { site, lang, .. } = localized;
    let page = localized.absolute(&localized.site.routes.addresses.path(lang, progress));
    let address = |written: &str| localized.absolute_link(&page, written);
    let label = localized.month(month);
    Ok(AtomEntry {
        id: format!(
            "tag:{},{}:{lang}{progress}/{month}",
            authority(&site.config.base_url),
            month.first_day(),
        ),
        title: format!("{label}: {}", source.front.title),
        // Never later than the note about the month.
        date: month.first_day(),
        page: format!("{page}#m{month}"),
        text: EntryText::Html(markdown::render(&source.body, &address).html),
    })
}
