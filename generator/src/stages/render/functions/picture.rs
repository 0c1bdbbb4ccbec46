//! `picture(name, ...)` and `picture_url(name)`: responsive pictures with alternative texts and captions.
//! `axonometry()`: the drawing of the building. `icon(name)`: a drawing of `templates/icons/`.

use std::collections::HashSet;

use minijinja::value::Kwargs;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior, Value, context};

use crate::outputs::values::{invalid, unknown};
use crate::stages::pictures::{PictureKind, PictureSet};
use crate::stages::render::environment::RenderContext;
use crate::stages::render::page_fingerprints::Markup;
use formats::problem::did_you_mean;
use formats::templating::values::write_value;

/// The template of a picture's markup.
const TEMPLATE: &str = "engine:picture.html";

/// The engine that writes pictures, in templates and in Markdown.
pub(in crate::stages::render) fn writer() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_formatter(write_value);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_template(TEMPLATE, include_str!("picture.html"))?;
    Ok(environment)
}

/// The width of a picture in a column of text.
const IN_TEXT: &str = "(min-width: 1025px) 45rem, 100vw";

/// The HTML of a picture in Markdown.
pub(super) fn in_text(context: &RenderContext, name: &str, alt: &str) -> Result<String, Error> {
    let values = context! {
        alt,
        caption => context.caption(name, None)?,
        sizes => IN_TEXT,
        priority => false,
        overlay => None::<String>,
        ..sources(set(context, name)?)
    };
    context
        .pictures_writer
        .get_template(TEMPLATE)?
        .render(values)
}

pub(super) fn picture(
    context: &RenderContext,
    name: &str,
    arguments: &Kwargs,
) -> Result<Value, Error> {
    let set = set(context, name)?;
    let alt = match arguments.get::<Option<String>>("alt")? {
        Some(alt) => alt,
        None => context.text(&format!("images.{name}.alt"), &[])?,
    };
    let given = arguments.get::<Option<Value>>("caption")?;
    let caption = match given {
        Some(given) if !given.is_true() => None,
        given => context.caption(name, given.as_ref().and_then(Value::as_str))?,
    };
    let said = format!("{alt} {}", caption.as_deref().unwrap_or_default());
    let values = context! {
        alt,
        caption,
        sizes => arguments.get::<Option<String>>("sizes")?.unwrap_or_else(|| "100vw".to_owned()),
        priority => arguments.get::<Option<bool>>("priority")?.unwrap_or(false),
        overlay => arguments.get::<Option<String>>("overlay")?,
        ..sources(set)
    };
    arguments.assert_all_used()?;
    let html = context
        .pictures_writer
        .get_template(TEMPLATE)?
        .render(values)?;
    Ok(Markup::value(html, said))
}

/// The values of a picture in its template, without those of a call.
fn sources(set: &PictureSet) -> Value {
    let source_set = |kind| {
        let sizes = set
            .with_kind(kind)
            .map(|size| format!("{} {}w", size.url, size.width));
        sizes.collect::<Vec<_>>().join(", ")
    };
    context! {
        width => set.width,
        height => set.height,
        colour => set.colour.as_str(),
        avif => source_set(PictureKind::Avif),
        webp => source_set(PictureKind::Webp),
        smallest => set.with_kind(PictureKind::Webp).next().map_or("", |size| size.url.as_str()),
    }
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
        let message = format!(
            "axonometry() has nothing to draw: {} is missing",
            building::file(key)
        );
        invalid(message, None)
    })
}

fn set<'a>(context: &'a RenderContext, name: &str) -> Result<&'a PictureSet, Error> {
    context.pictures.get(name).ok_or_else(|| {
        let hint = did_you_mean(name, context.pictures.names());
        unknown(
            format!("there is no picture `content/images/{name}.jpg`"),
            hint,
        )
    })
}

/// `icon(name)`.
pub(super) fn icon(context: &RenderContext, name: &str) -> Result<Value, Error> {
    let Some(svg) = context.site.icons.get(name) else {
        let hint = did_you_mean(name, context.site.icons.keys().map(String::as_str));
        return Err(unknown(
            format!("there is no icon `templates/icons/{name}.svg`"),
            hint,
        ));
    };
    icon_html(name, svg, context.styled_icons.as_ref())
        .map(Value::from_safe_string)
        .ok_or_else(|| {
            let message = format!("templates/styles/icons.css has no rule for the icon `{name}`");
            invalid(
                message,
                Some(format!(
                    "add `.icon-{name} {{ --icon: url(\"../icons/{name}.svg\"); }}`"
                )),
            )
        })
}

/// An element with the icon's class, if the style sheet of every page has it; or the drawing, if its root element has a class, which
/// the page's styles draw. It is not escaped because icons are files of the project; none when the style sheet does not contain the
/// icon.
fn icon_html(name: &str, svg: &str, styled: Option<&HashSet<String>>) -> Option<String> {
    if svg.starts_with("<svg class=") {
        return Some(svg.to_owned());
    }
    // Without content there is nothing to hide from screen readers.
    let is_styled = styled.is_none_or(|styled| styled.contains(name));
    is_styled.then(|| format!("<i class=icon-{name}></i>"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::pictures::PictureSize;

    fn hall() -> PictureSet {
        let sizes = [
            (PictureKind::Avif, 480, "/assets/hall-480-a.avif"),
            (PictureKind::Avif, 1600, "/assets/hall-1600-b.avif"),
            (PictureKind::Webp, 1600, "/assets/hall-1600-c.webp"),
        ];
        let size = |(kind, width, url): (_, _, &str)| PictureSize {
            kind,
            width,
            url: url.into(),
            bytes: [][..].into(),
        };
        let (name, colour, master) = (
            "hall".into(),
            "#a89080".into(),
            "content/images/hall.jpg".into(),
        );
        PictureSet {
            name,
            width: 1600,
            height: 900,
            colour,
            sizes: sizes.map(size).into(),
            master,
        }
    }

    fn markup(priority: bool, caption: Option<&str>) -> String {
        let values = context! {
            alt => "Sala \"A\" & vista",
            sizes => "(min-width: 48em) 50vw, 100vw",
            priority,
            caption,
            overlay => None::<&str>,
            ..sources(&hall())
        };
        writer()
            .unwrap()
            .get_template(TEMPLATE)
            .unwrap()
            .render(values)
            .unwrap()
    }

    #[test]
    fn a_picture_is_lazy_with_size_and_caption() {
        insta::assert_snapshot!(markup(false, Some("Imagen ilustrativa")));
    }

    #[test]
    fn a_priority_picture_is_loaded_at_once() {
        insta::assert_snapshot!(markup(true, None));
    }

    #[test]
    fn an_icon_is_a_class_of_the_style_sheet_and_a_drawing_is_in_the_page() {
        let rules = HashSet::from(["phone".to_owned()]);
        for (name, svg, html) in [
            (
                "phone",
                "<svg viewBox=\"0 0 1 1\"/>",
                Some("<i class=icon-phone></i>"),
            ),
            ("phones", "<svg viewBox=\"0 0 1 1\"/>", None),
            (
                "phones",
                "<svg class=\"plate\"/>",
                Some("<svg class=\"plate\"/>"),
            ),
        ] {
            assert_eq!(
                icon_html(name, svg, Some(&rules)).as_deref(),
                html,
                "{name}"
            );
        }
    }
}
