//! The filters of Markdown: `md` and `md_inline` make HTML, `md_source` the Markdown of an alternate. Its pictures are those of
//! `picture(...)`, by their names.

use std::sync::Arc;

use minijinja::{Environment, Error, State, Value};

use super::picture;
use crate::outputs::values::{add_functions, failed};
use crate::stages::render::environment::RenderContext;
use crate::stages::render::page_fingerprints::Markup;
use formats::markdown::{self, MarkdownDocument, PictureLink};

pub(super) fn add(environment: &mut Environment<'static>, context: &Arc<RenderContext>) {
    add_functions! { environment.add_filter, context,
        fn md(text: &str) => Ok::<_, Error>(html(&context, &document(&context, shallow(text)?), text));
        fn md_inline(text: &str) => {
            let link = |written: &str| context.localized().link(written);
            let html = markdown::render_inline(shallow(text)?, &link, &figure(&context));
            Ok::<_, Error>(Value::from_safe_string(html))
        };
        fn md_source(state: &State, text: &str) => source(&context, state, text);
    }
}

/// The Markdown, unless it is nested too deeply: the loader checks only the texts of pages.
fn shallow(markdown: &str) -> Result<&str, Error> {
    match markdown::too_deep(markdown) {
        None => Ok(markdown),
        Some(_) => Err(failed(format!(
            "in this text {}: {}",
            markdown::TOO_DEEP,
            markdown::LESS_DEEP
        ))),
    }
}

/// A Markdown text on a page.
pub(in crate::stages::render) fn document(context: &RenderContext, text: &str) -> MarkdownDocument {
    let link = |written: &str| context.localized().link(written);
    markdown::render(text, &link, &figure(context))
}

/// The HTML of a Markdown text that was rendered. Of its pictures only the texts count as what the page says.
pub(in crate::stages::render) fn html(
    context: &RenderContext,
    document: &MarkdownDocument,
    text: &str,
) -> Value {
    let html = document.html.clone();
    if !text.contains("![") {
        return Value::from_safe_string(html);
    }
    let said = |name: &str, alt: &str| {
        let caption = context.caption(name, None).ok().flatten();
        format!("{alt} {}", caption.unwrap_or_default())
    };
    let said = markdown::render(text, &|written| written.to_owned(), &said);
    Markup::value(html, said.html)
}

/// The figure of a picture in a text; its text alone where the build refuses the picture.
fn figure(context: &RenderContext) -> impl Fn(&str, &str) -> String {
    |name, alt| {
        picture::in_text(context, name, alt)
            .unwrap_or_else(|_| markdown::without_picture(name, alt))
    }
}

/// Markdown source with absolute links, for Markdown alternates.
fn source(context: &RenderContext, state: &State, text: &str) -> Result<String, Error> {
    let canonical = state
        .lookup("page")
        .map(|page| page.get_attr("canonical"))
        .transpose()?;
    let page = canonical
        .map(|canonical| canonical.to_string())
        .unwrap_or_default();
    let link = |written: &str| context.localized().absolute_link(&page, written);
    let picture = |name: &str| {
        let address = picture::url(context, name);
        PictureLink {
            address: address.map_or_else(
                |_| name.to_owned(),
                |url| context.site.config.absolute(&url),
            ),
            caption: context.caption(name, None).ok().flatten(),
        }
    };
    Ok(markdown::with_addresses(shallow(text)?, &link, &picture))
}
