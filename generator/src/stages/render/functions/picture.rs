//! `picture(name, ...)` and `picture_url(name)`: responsive pictures with alternative texts and captions.
//! `axonometry()`: the drawing of the building. `icon(name)`: a drawing of `templates/icons/`.

use std::collections::HashSet;
use std::fmt::Write as _;

use minijinja::value::Kwargs;
use minijinja::{Error, Value};

use crate::outputs::values::{invalid, unknown};
use crate::stages::pictures::{PictureKind, PictureSet};
use crate::stages::prerender::bundle::Bundle;
use crate::stages::render::environment::RenderContext;
use formats::escape::escape_html;
use formats::problem::did_you_mean;
use model::source::Icon;

/// The arguments of `picture()`.
struct Options {
    /// Alternative text; the string `images.<name>.alt` by default.
    alt: String,
    sizes: String,
    /// Whether the picture is on the first screen: it is then loaded at once and with high priority.
    priority: bool,
    caption: Option<String>,
    /// HTML over the picture.
    overlay: String,
}

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

/// The HTML of each icon by its name, in the same order: an element with its class, if the style sheet of every page has it; or the
/// drawing, if its root element has a class, which the page's styles draw. It is not escaped because icons are files of the
/// project; none when the style sheet does not contain the icon. A project without scripts and styles has no bundle to check.
pub(in crate::stages::render) fn icon_markup(
    icons: &[Icon],
    bundle: &Bundle,
) -> Vec<(String, Option<Value>)> {
    let rules = (!bundle.hash.is_empty()).then(|| bundle.icons());
    let icons = icons.iter();
    icons.map(|icon| (icon.name.clone(), markup_of_icon(icon, rules.as_ref()))).collect()
}

fn markup_of_icon(icon: &Icon, rules: Option<&HashSet<&str>>) -> Option<Value> {
    let name = icon.name.as_str();
    let html = if icon.svg.starts_with("<svg class=") {
        icon.svg.clone()
    } else if rules.is_none_or(|rules| rules.contains(name)) {
        // Without content there is nothing to hide from screen readers.
        format!("<i class=icon-{name}></i>")
    } else {
        return None;
    };
    Some(Value::from_safe_string(html))
}

pub(super) fn icon(context: &RenderContext, name: &str) -> Result<Value, Error> {
    let icons = &context.icons;
    let found = icons.binary_search_by(|(icon, _)| icon.as_str().cmp(name));
    match found.map(|index| &icons[index].1) {
        Ok(Some(html)) => Ok(html.clone()),
        Ok(None) => {
            let message = format!("templates/styles/icons.css has no rule for the icon `{name}`");
            let hint = format!("add `.icon-{name} {{ --icon: url(\"../icons/{name}.svg\"); }}`");
            Err(invalid(message, Some(hint)))
        }
        Err(_) => {
            let hint = did_you_mean(name, icons.iter().map(|(icon, _)| icon.as_str()));
            let message = format!("there is no icon `templates/icons/{name}.svg`");
            Err(unknown(message, hint))
        }
    }
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

    #[test]
    fn an_icon_is_a_class_of_the_style_sheet_and_a_drawing_is_in_the_page() {
        let html = |svg: &str, rules: &[&str]| {
            let icon = Icon { name: "phone".to_owned(), svg: svg.to_owned() };
            markup_of_icon(&icon, Some(&rules.iter().copied().collect())).map(|html| html.to_string())
        };
        let element = "<i class=icon-phone></i>";
        assert_eq!(html("<svg viewBox=\"0 0 1 1\"/>", &["phone"]).unwrap(), element);
        assert_eq!(html("<svg viewBox=\"0 0 1 1\"/>", &["phones"]), None);
        let drawing = "<svg class=\"plate\"/>";
        assert_eq!(html(drawing, &[]).unwrap(), drawing);
    }
}
