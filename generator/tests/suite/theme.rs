//! Another `theme.yaml` changes the whole site: style sheets, pages, icons, drawings, documents and share pictures.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use generator::outputs::{share, theme};
use generator::stages::{documents, load};
use model::output::OutputFile;
use model::theme::{LogoFile, Theme};

use crate::support::files::{engine_file, write};
use crate::support::pdf::Pdf;
use crate::support::rendered::{attributes_of, count, lines, text, texts};
use crate::support::requests;
use crate::support::torre::{self, inventory_of, linked};

/// A theme whose fonts are those of the visitor's system, except in documents, and whose logo is set text.
fn another() -> String {
    let own = torre::source("theme.yaml");
    let (colours, _) = own.split_once("\nfonts:").unwrap();
    let other = [
        ("#2f5d46", "#3a6ea5"),
        ("#0f1c16", "#0b1420"),
        ("#f3f6f1", "#eef4fa"),
        ("#82c499", "#7fc4b6"),
        ("water: \"#d9e3ea\"", "water: \"#cfdcf0\""),
    ];
    let colours = other.iter().fold(colours.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "theme.yaml has no `{from}`");
        text.replace(from, to)
    });
    format!(
        "{colours}\nfonts:\n  \
         display: {{ family: Manrope, fallback: sans_serif, regular: text-400.ttf }}\n  \
         text: {{ family: Manrope, fallback: sans_serif, regular: text-400.ttf }}\n\
         logo: {{ icon: templates/logo/icon.svg }}\n"
    )
}

/// What no file of another theme may contain.
const OWN: [&str; 6] = [
    "#2f5d46",
    "#0f1c16",
    "#f3f6f1",
    "#d2e6d8",
    "Space Grotesk",
    ".woff2",
];

#[test]
fn another_theme_reaches_every_output() {
    let project = linked();
    write(project.path(), "theme.yaml", another());
    let site = requests::make(
        project.path(),
        inventory_of(project.path(), &["O-302", "L-104"]),
    );

    let css: String = texts(&site, &[".css"]).map(|(_, css)| css).collect();
    let css = css.replace(": ", ":").replace(", ", ",");
    for part in [
        "--primary:#3a6ea5",
        "--ground:#0b1420",
        "--ground:#eef4fa",
        "--display:Arial,sans-serif",
    ] {
        assert!(css.contains(part), "{part}");
    }
    assert!(!css.contains("@font-face"));

    let home = text(&site, "index.html");
    assert_eq!(
        attributes_of(&home, "[name=theme-color]", "content"),
        ["#0b1420"]
    );
    assert_eq!(count(&home, "[as=font]"), 0);
    assert_eq!(home.matches(">Torre Arboleda</span>").count(), 2);
    assert_eq!(count(&home, ".wordmark.is-text[aria-hidden]"), 2);
    assert!(!css.contains("--wordmark:") && count(&home, ".mark") == 0);
    let manifest: serde_json::Value =
        serde_json::from_str(&text(&site, "manifest.webmanifest")).unwrap();
    assert_eq!(manifest["theme_color"], "#0b1420");
    let favicon = text(&site, "favicon.svg");
    assert!(
        favicon.contains("color:#0b1420") && favicon.contains("fill=\"#3a6ea5\""),
        "{favicon}"
    );

    for (path, text) in texts(&site, &[".css", ".html", ".svg", ".webmanifest"]) {
        let found: Vec<&str> = OWN.into_iter().filter(|own| text.contains(own)).collect();
        assert!(found.is_empty(), "{path}: {found:?}");
    }
    for drawn in share::drawings(project.path(), &site.described).unwrap() {
        assert!(drawn.svg.contains("#0b1420"), "{}", drawn.url);
        assert!(
            OWN.iter().all(|own| !drawn.svg.contains(own)),
            "{}",
            drawn.url
        );
    }
    let jobs = documents::jobs(&site.described, &Arc::default()).unwrap();
    let data: String = jobs.iter().map(|job| job.data.to_string()).collect();
    for colour in ["#3a6ea5", "#0b1420", "#eef4fa", "#7fc4b6", "#cfdcf0"] {
        assert!(data.contains(colour), "{colour}");
    }
    assert!(OWN.iter().all(|own| !data.contains(own)));
}

#[test]
fn letters_that_the_families_lack_come_from_the_fallback() {
    let project = linked();
    let root = project.path();
    let own = torre::source("theme.yaml");
    let (colours, _) = own.split_once("\nfonts:").unwrap();
    let themed = |family: &str, file: &str, fallback: &str| {
        let font = format!("{{ family: {family}, fallback: serif, regular: {file} }}");
        let fonts = format!("display: {font}\n  text: {font}\n  fallback: [{fallback}]");
        format!("{colours}\nfonts:\n  {fonts}\nlogo: {{ icon: templates/logo/icon.svg }}\n")
    };
    let letters = |theme: &str| theme::letters(root, &Theme::parse(theme).unwrap()).unwrap();
    let of_display = letters(&themed("Space Grotesk", "display.ttf", ""));
    let of_text = letters(&themed("Manrope", "text-400.ttf", ""));
    let letter = *of_display
        .difference(&of_text)
        .min()
        .expect("a letter of one font alone");
    let fallback = "{ family: Space Grotesk, regular: display.ttf }";
    let with_fallback = themed("Manrope", "text-400.ttf", fallback);
    assert!(letters(&with_fallback).contains(&letter));

    write(root, "theme.yaml", with_fallback);
    let mut answer = torre::STATED.clone();
    let units = answer["Data"]["Property"].as_array_mut().unwrap();
    units.retain(|unit| unit["propertyCode"] == "O-302");
    units[0]["typology"] = format!("T{letter}").into();
    let site = requests::make(root, torre::pull_of(root, &answer));
    let file = site
        .files
        .iter()
        .find(|file| file.path == "pdf/unidades/O-302.pdf");
    let sheet = Pdf::read(&file.unwrap().bytes).pages().concat();
    assert!(
        sheet.replace(' ', "").contains(&format!("T{letter}")),
        "{letter}: {sheet}"
    );
    let drawn = share::drawings(root, &site.described).unwrap();
    assert!(!drawn.is_empty());
}

/// The colour of the first pixel of a PNG, which is its ground.
fn ground(png: &[u8]) -> [u8; 3] {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes[..3].try_into().unwrap()
}

#[test]
fn the_icons_are_made_from_the_logo_and_a_file_of_the_project_replaces_one() {
    let mut other = Theme::parse(&another()).unwrap();
    let icon = fs::read_to_string(engine_file("templates/logo/icon.svg")).unwrap();
    other
        .logo
        .files()
        .for_each(|(_, file)| file.read(&icon).unwrap());
    let own = OutputFile::new("icon-192.png", vec![1], "templates/static/icon-192.png");
    let mut files = vec![own];
    let project = linked();
    theme::add_icons(&requests::tools(project.path()), &other, &mut files).unwrap();
    let files: BTreeMap<&str, &[u8]> = files
        .iter()
        .map(|file| (file.path.as_str(), &*file.bytes))
        .collect();
    let (apple, maskable) = ("apple-touch-icon.png", "icon-maskable-512.png");
    let names = [
        apple,
        "favicon.ico",
        "favicon.svg",
        "icon-192.png",
        "icon-512.png",
        maskable,
    ];
    assert!(files.keys().eq(&names), "{:?}", files.keys());
    for (path, side) in [(apple, 180), ("icon-512.png", 512), (maskable, 512)] {
        let size = imagesize::blob_size(files[path]).unwrap();
        assert_eq!((size.width, size.height), (side, side), "{path}");
        assert_eq!(ground(files[path]), [0x0b, 0x14, 0x20], "{path}");
    }
    let ico = files["favicon.ico"];
    let size = imagesize::blob_size(&ico[22..]).unwrap();
    assert_eq!((&ico[..4], size.width), (&[0, 0, 1, 0][..], 32));
    assert_eq!(files["icon-192.png"], [1]);
}

#[test]
fn the_style_sheet_has_the_name_as_its_file_is_now_and_no_path_of_this_machine() {
    let project = torre::copied();
    let root = project.path();
    let text =
        torre::source("theme.yaml").replacen("logo:\n", "logo:\n  wordmark: content/name.svg\n", 1);
    write(root, "theme.yaml", text);
    let style_sheet = |path: &str| {
        let svg = format!("<svg viewBox=\"0 0 9 9\"><path d=\"{path}\"/></svg>\n");
        write(root, "content/name.svg", svg);
        theme::style_sheet(root, &load::read_theme_with_logo(root).unwrap()).unwrap()
    };
    let first = style_sheet("M1 1h7");
    assert!(first.contains(
        "--wordmark: url(\"data:image/svg+xml,<svg viewBox=%220 0 9 9%22><path d=%22M1 1h7%22/></svg>\");"
    ), "{first}");
    assert!(!first.contains(&root.display().to_string()), "{first}");
    assert!(style_sheet("M2 2h5").contains("M2 2h5"));
    write(root, "content/name.svg", [0xff]);
    let problems = load::read_theme_with_logo(root).unwrap_err();
    assert!(lines(problems)[0].contains("`content/name.svg` is not UTF-8 text"));
}

#[test]
fn a_name_is_outlined_in_the_font_of_headings() {
    let own = Theme::parse(&torre::source("theme.yaml")).unwrap();
    let outlined = |name: &str| theme::wordmark(torre::root(), &own, name, 0.1);
    let svg = outlined("LA TORRE").unwrap();
    let mut file: LogoFile = "templates/logo/wordmark.svg".parse().unwrap();
    file.read(&svg).unwrap();
    let contours = |svg: &str| svg.matches('M').count();
    assert!(contours(&file.body) >= 7, "a letter is missing: {svg}");
    assert_eq!(
        contours(&outlined("E  E").unwrap()),
        2 * contours(&outlined("E").unwrap())
    );
    let project = linked();
    let text =
        torre::source("theme.yaml").replacen("regular: text-400.ttf", "regular: text.OFL.txt", 1);
    write(project.path(), "theme.yaml", text);
    let theme = load::read_theme(project.path()).unwrap();
    assert_eq!(
        lines(theme::style_sheet(project.path(), &theme).unwrap_err()),
        [
            "templates/documents/fonts/text.OFL.txt: is not a font: run scripts/document-fonts to create it, or correct its name in theme.yaml"
        ]
    );
    assert_eq!(
        outlined("Ж").unwrap_err().to_string(),
        "templates/documents/fonts/display.ttf: has no glyph for `Ж`: run scripts/document-fonts to create it, or correct its name in theme.yaml"
    );
    assert_eq!(
        theme::wordmark(torre::root(), &Theme::default(), "A", 0.0)
            .unwrap_err()
            .to_string(),
        "theme.yaml:72:12: `fonts.display.regular` is missing, and names are outlined in it: name a TTF or OTF file of \
         templates/documents/fonts"
    );
}
