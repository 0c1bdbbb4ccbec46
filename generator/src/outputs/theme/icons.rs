//! The icons of browsers and phones, made from `logo.icon` of `theme.yaml`, without those that `templates/static` has.

use serde_json::json;

use crate::cache::{Key, Kind};
use crate::node::{NodeTool, Tools};
use formats::problem::{Code, Problem};
use model::build_error::BuildError;
use model::output::OutputFile;
use model::theme::{LogoFile, Theme};

const TOOL: NodeTool = NodeTool {
    makes: "the icons",
    program: "islands/tools/icons.mjs",
    library: "sharp",
    results: Kind {
        name: "icons",
        unused_kept: 20,
    },
};

/// The icon that follows the colours of the browser.
const ADAPTIVE: &str = "favicon.svg";
/// The icon of old browsers; it contains one PNG.
const ICO: &str = "favicon.ico";
/// The side of the picture in [`ICO`], pixels.
const ICO_SIDE: u8 = 32;

/// Every PNG: its file, its side in pixels, and the part of the side that the drawing takes. Phones cut a maskable icon to
/// the circle with 0.8 of its side (W3C, Web Application Manifest, "safe zone").
const PICTURES: [(&str, u32, f64); 5] = [
    (ICO, ICO_SIDE as u32, 0.8),
    ("apple-touch-icon.png", 180, 0.64),
    ("icon-192.png", 192, 0.64),
    ("icon-512.png", 512, 0.64),
    ("icon-maskable-512.png", 512, 0.47),
];

/// Whether a file of this name is made of the icon of a theme that has one.
pub fn is_icon(name: &str) -> bool {
    name == ADAPTIVE || PICTURES.iter().any(|(path, ..)| *path == name)
}

/// Adds the icons of a project to its files; none when its theme has no icon.
pub fn add_icons(
    tools: &Tools,
    theme: &Theme,
    files: &mut Vec<OutputFile>,
) -> Result<(), BuildError> {
    let Some(icon) = &theme.logo.icon else {
        return Ok(());
    };
    let drawings = PICTURES.map(|(_, side, part)| on_ground(icon, theme, side, part));
    let tool = TOOL.key(tools)?;
    let keys = drawings.iter().map(|svg| tool.clone().with("drawing", svg));
    let wanted: Vec<(&str, Key)> = PICTURES
        .map(|(path, ..)| path)
        .into_iter()
        .zip(keys)
        .collect();
    let pictures = tools
        .store
        .results(TOOL.results, &wanted, &drawings, |missing| {
            let made = TOOL.draw(tools, json!({}), missing)?.into_iter();
            let named = made.map(|picture| {
                picture.map_err(|error| {
                    let message = format!("this icon is not valid SVG: {error}");
                    Problem::in_file(Code::InvalidDrawing, &icon.path, message).into()
                })
            });
            Ok(named.collect())
        })?;
    let paths = PICTURES.map(|(path, ..)| path).into_iter().zip(pictures);
    let made = paths.map(|(path, png)| (path, if path == ICO { ico(&png).into() } else { png }));
    for (path, bytes) in made.chain([(ADAPTIVE, adaptive(icon, theme).into())]) {
        if files.iter().all(|file| file.path != path) {
            files.push(OutputFile::new(path, bytes, &icon.path));
        }
    }
    files.sort_by(|one, other| (&one.origin, &one.path).cmp(&(&other.origin, &other.path)));
    Ok(())
}

/// The icon on the dark ground, square, as SVG of a size in pixels.
fn on_ground(icon: &LogoFile, theme: &Theme, side: u32, part: f64) -> String {
    let inner = f64::from(side) * part;
    let margin = (f64::from(side) - inner) / 2.0;
    let body = icon.coloured(theme.light.ground, theme.band.ground);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\">\
         <rect width=\"{side}\" height=\"{side}\" fill=\"{}\"/>\
         <svg x=\"{margin:.2}\" y=\"{margin:.2}\" width=\"{inner:.2}\" height=\"{inner:.2}\" viewBox=\"{}\">{body}</svg></svg>",
        theme.dark.ground, icon.view_box
    )
}

/// The icon without a ground, which follows the colours of the browser's own window.
fn adaptive(icon: &LogoFile, theme: &Theme) -> String {
    let body = icon
        .body
        .replace("var(--primary)", &theme.band.ground.to_string());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\"><style>svg{{color:{}}}\
         @media (prefers-color-scheme:dark){{svg{{color:{}}}}}</style>{body}</svg>\n",
        icon.view_box, theme.dark.ground, theme.light.ground
    )
}

/// An icon file with one PNG: a header, an entry of the directory with its length and offset, and the PNG.
fn ico(png: &[u8]) -> Vec<u8> {
    const HEADER: u32 = 22;
    let mut bytes = vec![0, 0, 1, 0, 1, 0, ICO_SIDE, ICO_SIDE, 0, 0, 1, 0, 32, 0];
    bytes.extend((png.len() as u32).to_le_bytes());
    bytes.extend(HEADER.to_le_bytes());
    bytes.extend(png);
    bytes
}
