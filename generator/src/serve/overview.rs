//! What the start page `/_dev` shows of the last site that was built.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use minijinja::{Value, context};

use crate::stages::render::PageRenderer;
use formats::templating::values;
use model::lang::Languages;
use model::source::{PageSource, ScheduleState};

/// The last site that was built.
#[derive(Debug, Default)]
pub struct Overview {
    /// Renders its pages with other texts.
    pub renderer: Option<Arc<PageRenderer>>,
    pub(super) languages: Option<Languages>,
    /// The state of each page that is not public, by its path.
    pub(super) unpublished: HashMap<String, String>,
    /// What the start page shows of it.
    pub(super) values: Value,
}

impl Overview {
    /// The overview of a site. `source` is where its inventory came from, `stages` how many milliseconds each stage took.
    pub fn new(renderer: Arc<PageRenderer>, source: &str, stages: &[(&str, u128)]) -> Overview {
        let site = Arc::clone(&renderer.site);
        let languages = site.config.languages;
        // By language-neutral path, then by language.
        let mut pages: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
        let mut unpublished = HashMap::new();
        for page in &site.pages {
            let Some(PageSource { file, front, .. }) = page.source() else {
                continue;
            };
            let state = page.state.to_string();
            let listed =
                context! { url => &page.url, title => &front.title, file => file, state => &state };
            pages
                .entry(&page.neutral)
                .or_default()
                .insert(page.lang.code(), listed);
            if page.state != ScheduleState::Published {
                unpublished.insert(page.url.clone(), state);
            }
        }
        let values = context! {
            languages => languages.codes().collect::<Vec<_>>(),
            pages => values::from_serialize(&pages),
            units => site.inventory.units.len(),
            inventory_date => site.inventory.date.to_string(),
            inventory_source => source,
            stages => values::from_serialize(&stages),
            next_change => site.next_change.as_ref().map(|change| format!("{} ({})", change.at, change.file)),
        };
        Overview {
            renderer: Some(renderer),
            languages: Some(languages),
            unpublished,
            values,
        }
    }
}
