//! The files with the props that an island shares with other pages: texts, settings, units and plans. A page names the
//! file of each of its islands, and browsers load it when the island starts.
//!
//! The files are made for every island of the registry, whether a page has it or not.

use std::sync::Arc;

use minijinja::Error;
use serde_json::{Map, Value as Json};

use super::island_props;
use super::island_props::units::USE;
use super::memo::Memo;
use crate::cache::fingerprint::Inputs;
use crate::stages::render::context::RenderContext;
use model::fingerprint::hex;
use model::output::{ASSETS, OutputFile};

/// Shared props by the island's name and the use that limits it. Without it each page of a unit would serialize and hash those of
/// its form again.
pub(in crate::stages::render) type SharedPropsMemo = Memo<(String, Option<String>), Arc<SharedPropsFile>>;

/// The props that an island shares with other pages.
pub(in crate::stages::render) struct SharedPropsFile {
    /// As JSON text.
    pub(super) props: String,
    /// The file with these props.
    pub(super) file: OutputFile,
}

/// The shared props of an island that gets the props `extra` from its template.
pub(super) fn shared_props(
    context: &RenderContext,
    name: &str,
    extra: &Map<String, Json>,
    groups: &[String],
) -> Result<Arc<SharedPropsFile>, Error> {
    let only = extra.get(USE).and_then(Json::as_str).map(str::to_owned);
    context.shared_props.get((name.to_owned(), only), || {
        let props = island_props::shared(context, name, extra, groups)?;
        let file = file(context, name, &props);
        Ok(Arc::new(SharedPropsFile { props, file }))
    })
}

/// The files of one language.
pub(in crate::stages::render) fn files(context: &RenderContext) -> Vec<OutputFile> {
    let mut files = Vec::new();
    for (name, groups) in context.islands.registry() {
        for variant in variants(context, name) {
            // A project that does not use an island may lack its texts; a page that uses it reports them.
            if let Ok(shared) = shared_props(context, name, &variant, groups) {
                files.push(shared.file.clone());
            }
        }
    }
    // All units are those of one use where the others have none.
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files.dedup_by(|one, other| one.path == other.path);
    files
}

/// What templates may pass to an island and changes its shared props.
fn variants(context: &RenderContext, name: &str) -> Vec<Map<String, Json>> {
    let mut variants = vec![Map::new()];
    if name == "selector" {
        let uses = context.site.config.uses.iter();
        variants.extend(uses.map(|one| Map::from_iter([(USE.to_owned(), one.key.key().into())])));
    }
    variants
}

/// The file with these props.
fn file(context: &RenderContext, name: &str, props: &str) -> OutputFile {
    let mut inputs = Inputs::default();
    inputs.add(props);
    let hash = &hex(&inputs.finish())[..8];
    let path = format!("{}{name}-{}-{hash}.json", ASSETS.trim_start_matches('/'), context.lang.code());
    OutputFile::new(&path, props.to_owned(), "islands")
}
