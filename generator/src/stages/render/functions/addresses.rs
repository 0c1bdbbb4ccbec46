//! `asset` and `static_url`: the URLs of files that templates link.

use minijinja::Error;

use crate::outputs::values::unknown;
use crate::stages::render::context::RenderContext;
use formats::problem::did_you_mean;

/// The URL of a script, style sheet or font of the bundle.
pub(super) fn asset(context: &RenderContext, name: &str) -> Result<String, Error> {
    context.bundle.url(name).ok_or_else(|| {
        let hint = did_you_mean(name, context.bundle.names());
        unknown(format!("there is no asset `{name}`"), hint)
    })
}

/// The URL of a file that is published unchanged.
pub(super) fn static_file(context: &RenderContext, name: &str) -> Result<String, Error> {
    let known = context.site.static_files.iter().map(|file| file.path.as_str());
    if known.clone().any(|path| path == name) {
        return Ok(format!("/{name}"));
    }
    let hint = did_you_mean(name, known);
    Err(unknown(format!("there is no file `templates/static/{name}`"), hint))
}
