//! `picture(name, ...)` and `picture_url(name)`: responsive pictures with alternative texts and captions.
//! `axonometry()`: the drawing of the building.

use std::fmt::Write as _;

use minijinja::value::Kwargs;
use minijinja::{Error, Value};

use crate::outputs::values::{invalid, unknown};
use crate::stages::pictures::{PictureKind, PictureSet};
use crate::stages::render::context::RenderContext;
use formats::escape::escape_html;
use formats::problem::did_you_mean;

/// The arguments of `picture()`.
struct Options {
    /// Alternative text; the string `images.<name>.alt` by default.
    alt: String,
    /// The `sizes` attribute.
    sizes: String,
    /// Whether the picture is on the first screen: it is then loaded at once and with high priority.
    priority: bool,
    /// Text below the picture.
    caption: Option<String>,
    /// HTML over the picture.
    overlay: String,
}

/// The `<figure>` of a picture.
pub(super) fn picture(context: &RenderContext, name: &str, arguments: &Kwargs) -> Result<Value, Error> {
    let set = set(context, name)?;
    let alt = match arguments.get::<Option<String>>("alt")? {
        Some(alt) => alt,
        None => context.text(&format!("images.{name}.alt"), &[])?,
    };
    let given = arguments.get::<Option<Value>>("caption")?;
    let caption = match given {
        Some(given) if !given.is_true() => None,
        given => caption(context, name, given.as_ref().and_then(Value::as_str))?,
    };
    let options = Options {
        alt,
        sizes: arguments.get::<Option<String>>("sizes")?.unwrap_or_else(|| "100vw".to_owned()),
        priority: arguments.get::<Option<bool>>("priority")?.unwrap_or(false),
        caption,
        overlay: arguments.get::<Option<String>>("overlay")?.unwrap_or_default(),
    };
    arguments.assert_all_used()?;
    Ok(Value::from_safe_string(markup(set, &options)))
}

/// The text below a picture: its own, the string `images.<name>.caption`, if it has one; then, unless `site.yaml` calls it a
/// photograph, that it is a rendering, in the words of `notice` if given.
fn caption(context: &RenderContext, name: &str, notice: Option<&str>) -> Result<Option<String>, Error> {
    let own = context.localized().text(&format!("images.{name}.caption")).ok();
    let is_photograph = context.site.config.legal.photographs.iter().any(|one| one == name);
    let notice = match notice {
        _ if is_photograph => None,
        Some(notice) => Some(notice.to_owned()),
        None => Some(context.text("legal.illustrative", &[])?),
    };
    let parts: Vec<String> = own.into_iter().chain(notice).collect();
    Ok((!parts.is_empty()).then(|| parts.join(" ")))
}

/// The URL of one file of a picture.
pub(super) fn url(context: &RenderContext, name: &str) -> Result<String, Error> {
    let file = set(context, name)?.single();
    file.map(|size| size.url.clone())
        .ok_or_else(|| invalid(format!("the picture `{name}` has no WebP"), None))
}

/// The axonometric drawing of a building, by its key; none on a site with one.
pub(super) fn axonometry(context: &RenderContext, building: Option<&str>) -> Result<Value, Error> {
    let key = building.unwrap_or_default();
    context.axonometries.get(key).cloned().ok_or_else(|| {
        let message = format!("axonometry() has nothing to draw: {} is missing", building::file(key));
        invalid(message, None)
    })
}

fn set<'a>(context: &'a RenderContext, name: &str) -> Result<&'a PictureSet, Error> {
    context.pictures.get(name).ok_or_else(|| {
        let hint = did_you_mean(name, context.pictures.names());
        unknown(format!("there is no picture `content/images/{name}.jpg`"), hint)
    })
}

/// The `<figure>`. The few browsers without AVIF load the smaller WebP, or choose one for the width of the window when the picture
/// is on the first screen. The colour shown until the picture is loaded is an SVG, because the Content-Security-Policy allows no
/// inline style.
fn markup(set: &PictureSet, options: &Options) -> String {
    let mut html = String::with_capacity(1200);
    let smallest = set.with_kind(PictureKind::Webp).next();
    let source = smallest.map_or("", |size| size.url.as_str());
    let sizes = escape_html(&options.sizes);
    let webp = match options.priority {
        true => format!(r#" srcset="{}" sizes="{sizes}""#, source_set(set, PictureKind::Webp)),
        false => String::new(),
    };
    let loading = match options.priority {
        true => "fetchpriority=high",
        false => "loading=lazy",
    };
    let _ = write!(
        html,
        concat!(
            r#"<figure class=picture><div class=picture-frame>"#,
            r#"<svg class=picture-ground aria-hidden=true><rect width=100% height=100% fill="{colour}"/></svg>"#,
            r#"<picture><source type=image/avif srcset="{avif}" sizes="{sizes}">"#,
            r#"<img src="{source}"{webp} "#,
            r#"width={width} height={height} alt="{alt}" {loading}></picture>{overlay}</div>"#,
        ),
        width = set.width,
        height = set.height,
        colour = set.colour,
        avif = source_set(set, PictureKind::Avif),
        webp = webp,
        sizes = sizes,
        alt = escape_html(&options.alt),
        source = source,
        loading = loading,
        overlay = options.overlay,
    );
    if let Some(caption) = &options.caption {
        let caption = escape_html(caption);
        let _ = write!(html, "<figcaption class=caption>{caption}</figcaption>");
    }
    html.push_str("</figure>");
    html
}

fn source_set(set: &PictureSet, kind: PictureKind) -> String {
    let sizes = set.with_kind(kind).map(|size| format!("{} {}w", size.url, size.width));
    sizes.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::pictures::PictureSize;

    fn hall() -> PictureSet {
        let size = |kind, width, url: &str| PictureSize {
            kind,
            width,
            url: url.to_owned(),
            bytes: Vec::new().into(),
        };
        PictureSet {
            name: "hall".to_owned(),
            width: 1600,
            height: 900,
            colour: "#a89080".to_owned(),
            sizes: vec![
                size(PictureKind::Avif, 480, "/assets/hall-480-a.avif"),
                size(PictureKind::Avif, 1600, "/assets/hall-1600-b.avif"),
                size(PictureKind::Webp, 1600, "/assets/hall-1600-c.webp"),
            ],
            master: "content/images/hall.jpg".to_owned(),
        }
    }

    fn options(priority: bool, caption: Option<&str>) -> Options {
        Options {
            alt: "Sala \"A\" & vista".to_owned(),
            sizes: "(min-width: 48em) 50vw, 100vw".to_owned(),
            priority,
            caption: caption.map(str::to_owned),
            overlay: String::new(),
        }
    }

    #[test]
    fn a_picture_is_lazy_with_size_and_caption() {
        insta::assert_snapshot!(markup(&hall(), &options(false, Some("Imagen ilustrativa"))));
    }

    #[test]
    fn a_priority_picture_is_loaded_at_once() {
        insta::assert_snapshot!(markup(&hall(), &options(true, None)));
    }
}
