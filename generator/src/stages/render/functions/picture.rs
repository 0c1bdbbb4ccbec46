//! `picture(name, ...)`, `has_picture(name)` and `picture_share(name)`: responsive pictures, with their sizes, texts and captions.

use std::fmt::Write as _;
use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, Value};

use super::refused;
use crate::outputs::pictures::{Kind, PictureSet};
use crate::stages::render::shared::Shared;
use model::formats::escape::escape_html;
use model::problem::did_you_mean;

/// What a template may say about a picture.
struct Wishes {
    /// Told to those who do not see it; the strings' `images.<name>.alt` unless given.
    alt: String,
    /// How wide it is shown, as CSS says it.
    sizes: String,
    /// The first thing a visitor sees: asked for at once.
    priority: bool,
    /// What stands under it.
    caption: Option<String>,
}

pub(super) fn add(environment: &mut Environment<'static>, shared: &Arc<Shared>) {
    let own = shared.clone();
    environment.add_function("picture", move |name: &str, wishes: Kwargs| {
        picture(&own, name, &wishes).map(Value::from_safe_string)
    });
    let own = shared.clone();
    // Names that come with the platform's data, such as an amenity's code, may have no picture.
    environment.add_function("has_picture", move |name: &str| own.pictures.get(name).is_some());
    let own = shared.clone();
    environment.add_function("picture_share", move |name: &str| share(&own, name));
}

fn picture(shared: &Shared, name: &str, arguments: &Kwargs) -> Result<String, Error> {
    let set = set(shared, name)?;
    let alt = match arguments.get::<Option<String>>("alt")? {
        Some(alt) => alt,
        None => text(shared, &format!("images.{name}.alt"))?,
    };
    let caption = match arguments.get::<Option<bool>>("caption")? {
        Some(false) => None,
        _ => Some(text(shared, "legal.illustrative")?),
    };
    let wishes = Wishes {
        alt,
        sizes: arguments
            .get::<Option<String>>("sizes")?
            .unwrap_or_else(|| "100vw".to_owned()),
        priority: arguments.get::<Option<bool>>("priority")?.unwrap_or(false),
        caption,
    };
    arguments.assert_all_used()?;
    Ok(markup(set, &wishes))
}

/// The address of the cut for other sites, which show it with a link to ours.
fn share(shared: &Shared, name: &str) -> Result<Value, Error> {
    let cut = set(shared, name)?.of_kind(Kind::Jpeg).next();
    cut.map(|size| Value::from(size.url.as_str()))
        .ok_or_else(|| refused(format!("the picture \"{name}\" has no cut for sharing"), None))
}

fn set<'a>(shared: &'a Shared, name: &str) -> Result<&'a PictureSet, Error> {
    shared.pictures.get(name).ok_or_else(|| {
        let hint = did_you_mean(name, shared.pictures.names());
        refused(format!("there is no picture content/images/{name}.jpg"), hint)
    })
}

fn text(shared: &Shared, key: &str) -> Result<String, Error> {
    let text = shared.strings().text(key, None, &|_| None);
    text.map(|text| text.to_string())
        .map_err(|error| refused(error, None))
}

/// No inline style is allowed, so the colour that stands in the picture's place is a drawing under it.
fn markup(set: &PictureSet, wishes: &Wishes) -> String {
    let mut html = String::with_capacity(1200);
    let fallback: Vec<_> = set.of_kind(Kind::Webp).collect();
    let source = fallback.last().map_or("", |size| size.url.as_str());
    let loading = match wishes.priority {
        true => r#"fetchpriority="high""#,
        false => r#"loading="lazy" decoding="async""#,
    };
    let _ = write!(
        html,
        concat!(
            r#"<figure class="picture"><div class="picture-frame">"#,
            r#"<svg class="picture-ground" aria-hidden="true"><rect width="100%" height="100%" fill="{colour}"/></svg>"#,
            r#"<picture><source type="image/avif" srcset="{avif}" sizes="{sizes}">"#,
            r#"<img src="{source}" srcset="{webp}" sizes="{sizes}" "#,
            r#"width="{width}" height="{height}" alt="{alt}" {loading}></picture></div>"#,
        ),
        width = set.width,
        height = set.height,
        colour = set.colour,
        avif = source_set(set, Kind::Avif),
        webp = source_set(set, Kind::Webp),
        sizes = escape_html(&wishes.sizes),
        alt = escape_html(&wishes.alt),
        source = source,
        loading = loading,
    );
    if let Some(caption) = &wishes.caption {
        let caption = escape_html(caption);
        let _ = write!(html, r#"<figcaption class="caption">{caption}</figcaption>"#);
    }
    html.push_str("</figure>");
    html
}

fn source_set(set: &PictureSet, kind: Kind) -> String {
    let sizes = set
        .of_kind(kind)
        .map(|size| format!("{} {}w", size.url, size.width));
    sizes.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outputs::pictures::PictureSize;

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
                size(Kind::Avif, 480, "/assets/hall-480-a.avif"),
                size(Kind::Avif, 1600, "/assets/hall-1600-b.avif"),
                size(Kind::Webp, 1600, "/assets/hall-1600-c.webp"),
            ],
            master: "content/images/hall.jpg".to_owned(),
        }
    }

    fn wishes(priority: bool, caption: Option<&str>) -> Wishes {
        Wishes {
            alt: "Sala \"A\" & vista".to_owned(),
            sizes: "(min-width: 48em) 50vw, 100vw".to_owned(),
            priority,
            caption: caption.map(str::to_owned),
        }
    }

    #[test]
    fn a_picture_comes_late_with_its_size_and_its_caption() {
        insta::assert_snapshot!(markup(&hall(), &wishes(false, Some("Imagen ilustrativa"))));
    }

    #[test]
    fn the_first_picture_of_a_page_comes_at_once() {
        insta::assert_snapshot!(markup(&hall(), &wishes(true, None)));
    }
}
