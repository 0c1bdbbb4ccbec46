//! Drawings to PNG files: from the store, or by Node and the image library of the npm project. A drawing has few
//! colours and chat apps like small files, so that the PNG has a palette.

use bytes::Bytes;
use serde_json::json;

use super::{DrawnCard, SharePicture};
use crate::cache::store::{Key, Kind};
use crate::node::{NodeTool, Tools};
use crate::project;
use crate::project::DOCUMENT_FONTS;
use formats::code::Code;
use formats::problem::{self, Problem};
use model::build_error::BuildError;

/// Width of every share picture in pixels, as chat apps and social networks ask for.
pub const WIDTH: u32 = 1200;
/// Height of every share picture in pixels.
pub const HEIGHT: u32 = 630;

/// How many drawings one process renders: some 10 MB of SVG.
const BATCH: usize = 1000;

const TOOL: NodeTool = NodeTool {
    makes: "the share pictures",
    program: "islands/tools/share-pictures.cjs",
    library: "sharp",
    results: Kind {
        name: "share-pictures",
        // What one run of all tests makes is found again in the next: 1,000 pictures of 30 KB.
        unused_kept: 1200,
    },
};

/// The key of each drawing's PNG. `fonts` is the fingerprint of the fonts.
///
/// # Errors
/// The program or its library is missing.
pub(super) fn keys<'a>(
    tools: &Tools,
    fonts: &[u8],
    drawings: impl Iterator<Item = &'a DrawnCard>,
) -> Result<Vec<Key>, BuildError> {
    let start = TOOL.key(tools)?.with("fonts", fonts);
    Ok(drawings.map(|drawn| start.clone().with("drawing", &drawn.svg)).collect())
}

/// The PNG of each picture, in their order.
///
/// # Errors
/// Drawings that cannot be rendered, a missing library, or a file that cannot be read or written.
pub(super) fn render(tools: &Tools, pictures: &[SharePicture]) -> Result<Vec<Bytes>, BuildError> {
    let wanted = pictures.iter().map(|picture| (picture.path(), picture.key.clone()));
    let wanted: Vec<(&str, Key)> = wanted.collect();
    tools.store.results(TOOL.results, &wanted, |missing| {
        let batches = missing.chunks(BATCH).map(|batch| {
            let batch: Vec<&DrawnCard> = batch.iter().map(|index| &pictures[*index].drawn).collect();
            run(tools, &batch)
        });
        Ok(batches.collect::<Result<Vec<_>, _>>()?.concat())
    })
}

/// Renders one batch in one process.
fn run(tools: &Tools, drawings: &[&DrawnCard]) -> Result<Vec<Bytes>, BuildError> {
    let fonts = project::path(&tools.root, DOCUMENT_FONTS);
    let fonts = std::path::absolute(&fonts).map_err(BuildError::at(&fonts))?;
    let request = json!({ "fonts": fonts, "width": WIDTH, "height": HEIGHT });
    let svgs: Vec<&str> = drawings.iter().map(|drawn| drawn.svg.as_str()).collect();
    let made = TOOL.draw(tools, request, &svgs)?.into_iter().zip(drawings);
    Ok(problem::collect(made.map(|(made, drawn)| {
        made.map_err(|error| {
            let problem = Problem::in_file(Code::InvalidDrawing, drawn.origin(), error);
            problem.hint(format!("while making {}", drawn.url))
        })
    }))?)
}
