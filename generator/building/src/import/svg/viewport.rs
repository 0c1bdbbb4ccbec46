//! Where the content of an inner `svg` or a used `symbol` is drawn.

use kurbo::{Affine, Size};
use svgtypes::{Align, AspectRatio, ViewBox};

use super::length::length;
use super::style::{Declared, Value};

/// The extent of the whole drawing in its units; nothing when it does not say.
pub(super) fn extent(declared: &Declared<'_, '_, '_>) -> Result<Option<ViewBox>, String> {
    let size = |name| {
        let value = declared.get(name).filter(|value| !is_whole(*value));
        value.map(|value| length(name, value, None)).transpose()
    };
    let (width, height) = (size("width")?, size("height")?);
    let view_box = view_box(declared)?;
    let aspect_ratio = aspect_ratio(declared)?;
    if let (Some(view_box), Some(width), Some(height)) = (view_box, width, height)
        && aspect_ratio.align == Align::None
        && (width * view_box.h - height * view_box.w).abs() > width * view_box.h / 1000.0
    {
        let what = "has a `preserveAspectRatio` by which its `viewBox` is stretched";
        return Err(what.to_owned());
    }
    let of_size = || {
        let (width, height) = (width?, height?);
        (width > 0.0 && height > 0.0).then(|| ViewBox::new(0.0, 0.0, width, height))
    };
    Ok(view_box.or_else(of_size))
}

/// The transform of the content of an element with a viewport of its own, and the size of the viewport in units of the content.
/// The `use` that places it can give it another size.
pub(super) fn inner(
    declared: &Declared<'_, '_, '_>,
    placed: Option<&Declared<'_, '_, '_>>,
    around: Option<Size>,
) -> Result<(Affine, Option<Size>), String> {
    let [wide, high] = [
        around.map(|size| size.width),
        around.map(|size| size.height),
    ];
    let moved = offset(declared, around)?;
    let size = |name, whole: Option<f64>| {
        let given = placed.and_then(|placed| placed.get(name));
        match given.or_else(|| declared.get(name)) {
            Some(value) if !is_whole(value) => length(name, value, whole).map(Some),
            _ => Ok(whole),
        }
    };
    let (width, height) = (size("width", wide)?, size("height", high)?);
    let size = width
        .zip(height)
        .map(|(width, height)| Size { width, height });
    if size.is_some_and(|size| size.width <= 0.0 || size.height <= 0.0) {
        return Err("has no width or no height, so that nothing in it is drawn".to_owned());
    }
    let Some(view_box) = view_box(declared)? else {
        return Ok((moved, size));
    };
    let Some(size) = size else {
        return Err("has a `viewBox`, and no `width` and `height`".to_owned());
    };
    let fitted = fit(view_box, size, aspect_ratio(declared)?);
    Ok((moved * fitted, Some(Size::new(view_box.w, view_box.h))))
}

/// The transform by the `x` and `y` of an element.
pub(super) fn offset(
    declared: &Declared<'_, '_, '_>,
    around: Option<Size>,
) -> Result<Affine, String> {
    let read = |name, whole| {
        let value = declared.get(name);
        value.map_or(Ok(0.0), |value| length(name, value, whole))
    };
    let x = read("x", around.map(|size| size.width))?;
    let y = read("y", around.map(|size| size.height))?;
    Ok(Affine::translate((x, y)))
}

/// Whether a size is all of what is around.
fn is_whole(value: Value<'_>) -> bool {
    ["100%", "auto"].contains(&value.text.trim())
}

fn view_box(declared: &Declared<'_, '_, '_>) -> Result<Option<ViewBox>, String> {
    let read = |text: &str| {
        let is_finite =
            |ViewBox { x, y, w, h }: &ViewBox| [x, y, w, h].iter().all(|n| n.is_finite());
        let view_box: Option<ViewBox> = text.parse().ok().filter(is_finite);
        view_box.ok_or_else(|| {
            format!("has the `viewBox` `{text}`, which is not four numbers with a size")
        })
    };
    declared.attribute("viewBox").map(read).transpose()
}

fn aspect_ratio(declared: &Declared<'_, '_, '_>) -> Result<AspectRatio, String> {
    let Some(text) = declared.attribute("preserveAspectRatio") else {
        return Ok(AspectRatio::default());
    };
    let read = text.parse();
    read.map_err(|_| format!("has the `preserveAspectRatio` `{text}`, which SVG does not have"))
}

/// The transform by which a view box fills a size.
fn fit(view_box: ViewBox, size: Size, aspect_ratio: AspectRatio) -> Affine {
    let ViewBox { x, y, w, h } = view_box;
    let (wide, high) = (size.width / w, size.height / h);
    // Which part of what remains is before the content.
    let [left, top] = match aspect_ratio.align {
        Align::None => {
            return Affine::scale_non_uniform(wide, high) * Affine::translate((-x, -y));
        }
        Align::XMinYMin => [0.0, 0.0],
        Align::XMidYMin => [0.5, 0.0],
        Align::XMaxYMin => [1.0, 0.0],
        Align::XMinYMid => [0.0, 0.5],
        Align::XMidYMid => [0.5, 0.5],
        Align::XMaxYMid => [1.0, 0.5],
        Align::XMinYMax => [0.0, 1.0],
        Align::XMidYMax => [0.5, 1.0],
        Align::XMaxYMax => [1.0, 1.0],
    };
    let scale = if aspect_ratio.slice {
        wide.max(high)
    } else {
        wide.min(high)
    };
    let before = (
        (size.width - w * scale) * left,
        (size.height - h * scale) * top,
    );
    Affine::translate(before) * Affine::scale(scale) * Affine::translate((-x, -y))
}
