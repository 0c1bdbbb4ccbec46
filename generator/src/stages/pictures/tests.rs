//! Sets that the real library makes of a real master, and the problems of files that are not masters.

use std::fs;
use std::path::Path;

use platform::amenity::Amenity;
use serde_json::json;

use super::{PictureKind, Pictures, make, *};
use crate::node::Tools;
use crate::stages::pictures::PictureSize;
use model::build_error::BuildError;

/// A project with the tools of this one and the given masters.
fn project(masters: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let own =
        fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../islands")).expect("islands");
    std::os::unix::fs::symlink(own, folder.path().join("islands")).expect("linked");
    let images = folder.path().join("content/images");
    fs::create_dir_all(&images).expect("made");
    for (name, bytes) in masters {
        fs::write(images.join(name), bytes).expect("written");
    }
    folder
}

/// The pictures of a project, made with this program `node`.
fn make_with(root: &Path, amenities: &[Amenity], node: &str) -> Result<Pictures, BuildError> {
    let tools = Tools {
        node: node.into(),
        ..Tools::new(root)
    };
    make(&tools, amenities)
}

/// 1000 x 500 pixels, half sand and half sea.
const MASTER: &[u8] = include_bytes!("../../../tests/pictures/sand-and-sea.png");

/// A picture of grey pixels, all with these bits.
fn grey(width: u32, height: u32, depth: png::BitDepth) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(depth);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().expect("a header");
    let row = width as usize * depth as usize / 8;
    let pixels = vec![128; row * height as usize];
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

fn problems(masters: &[(&str, &[u8])], node: &str) -> Vec<String> {
    match make_with(project(masters).path(), &[], node) {
        Err(BuildError::Problems(problems)) => problems.iter().map(ToString::to_string).collect(),
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn builds_at_the_same_time_and_later_ones_share_the_set_of_a_master() {
    let project = project(&[("sand-and-sea.png", MASTER)]);
    let make = |node: &str| make_with(project.path(), &[], node).expect("made");
    let (first, other) = std::thread::scope(|scope| {
        let other = scope.spawn(|| make("node"));
        (make("node"), other.join().expect("no panic"))
    });
    let set = first.get("sand-and-sea").expect("known");
    let widths = |kind| {
        set.with_kind(kind)
            .map(|size| size.width)
            .collect::<Vec<_>>()
    };
    assert_eq!((set.width, set.height), (1000, 500));
    assert_eq!(widths(PictureKind::Avif), [480, 800, 1000]);
    assert_eq!(widths(PictureKind::Webp), [800, 1000]);
    assert_eq!(set.single().map(|size| size.width), Some(1000));
    assert_eq!(widths(PictureKind::Document), [640, 1000]);
    assert_eq!(
        first.files().count(),
        set.sizes.len() - 2,
        "sizes for documents are not published"
    );
    assert!(
        set.sizes
            .iter()
            .all(|size| size.url.starts_with("/assets/sand-and-sea-"))
    );
    assert!(
        set.colour.len() == 7 && set.colour.starts_with('#'),
        "{}",
        set.colour
    );

    let files = |pictures: &Pictures| -> Vec<_> {
        pictures
            .files()
            .map(|file| (file.path, file.url, file.bytes))
            .collect()
    };
    // A Node that does not exist: starting it would fail.
    for same in [other, make("/no/such/node")] {
        assert_eq!(files(&same), files(&first));
    }
    let cache = project.path().join(".site/cache/picture-sets");
    let [Ok(set)] = &fs::read_dir(&cache).expect("there").collect::<Vec<_>>()[..] else {
        panic!("not one set, or a temporary file");
    };
    fs::write(set.path(), "damaged").expect("written");
    assert_eq!(
        files(&make("node")),
        files(&first),
        "a damaged set is made again"
    );
}

#[test]
fn an_amenitys_picture_has_no_large_size() {
    let terrace =
        serde_json::from_value(json!({"code": "terrace", "name": "Terraza"})).expect("an amenity");
    let wide = grey(2560, 8, png::BitDepth::Eight);
    let project = project(&[("terrace.png", &wide), ("hall.png", &wide)]);
    let pictures = make_with(project.path(), &[terrace], "node").expect("made");
    let widths = |name| {
        let set = pictures.get(name).expect("known");
        set.with_kind(PictureKind::Avif)
            .map(|size| size.width)
            .collect::<Vec<_>>()
    };
    assert_eq!(widths("terrace"), [480, 800, 1280]);
    assert_eq!(widths("hall"), [480, 800, 1280, 1600, 2048]);
}

#[test]
fn a_master_that_is_not_a_picture_or_has_too_many_pixels_is_a_problem() {
    let refused = "content/images/hall.jpg: cannot be read as a picture: ";
    let said = problems(&[("hall.jpg", b"not a picture")], "node");
    let remedy = "it is of another format than its name says: save it again as JPEG, PNG or WebP";
    assert_eq!(said, [format!("{refused}{remedy}")]);
    // 50 KB, which are not decoded.
    let bomb = grey(20_000, 20_000, png::BitDepth::One);
    let said = problems(&[("hall.jpg", &bomb)], "node");
    assert_eq!(
        said,
        [format!(
            "{refused}it has more than 268 million pixels: make it smaller, best 2,560 pixels wide"
        )]
    );
}

#[test]
fn a_damaged_master_costs_the_others_nothing_later() {
    let project = project(&[("damaged.jpg", b"damaged"), ("sand-and-sea.png", MASTER)]);
    make_with(project.path(), &[], "node").expect_err("refused");
    fs::remove_file(project.path().join("content/images/damaged.jpg")).expect("removed");
    make_with(project.path(), &[], "/no/such/node").expect("from the store");
}

#[test]
fn names_are_checked_before_anything_starts() {
    let masters: [(&str, &[u8]); 6] = [
        ("Thumbs.db", b""),
        ("desktop.ini", b""),
        ("a.gif", b""),
        ("B.JPG", b""),
        ("c.jpg", b""),
        ("c.png", b""),
    ];
    assert_eq!(
        problems(&masters, "/no/such/node"),
        [
            "content/images/B.JPG: the picture's name becomes part of an address: use lower-case letters, digits and hyphens",
            "content/images/a.gif: is not a picture of a known format: known: jpg, jpeg, png, webp",
            "content/images/c.png: has the same name as content/images/c.jpg: rename or remove one of them",
        ]
    );
}

fn set(name: &str, sizes: &[(PictureKind, u32, usize)]) -> PictureSet {
    let sizes = sizes.iter().map(|&(kind, width, bytes)| PictureSize {
        kind,
        width,
        url: String::new(),
        bytes: vec![0; bytes].into(),
    });
    let (name, sizes) = (name.to_owned(), sizes.collect());
    PictureSet {
        name,
        width: 2560,
        height: 1440,
        colour: String::new(),
        sizes,
        master: String::new(),
    }
}

#[test]
fn a_phone_loads_the_narrowest_size_that_fills_its_screen() {
    use PictureKind::{Avif, Webp};
    let hall = set(
        "hall",
        &[(Avif, 480, 90), (Avif, 1280, 300), (Avif, 2560, 900)],
    );
    let small = set(
        "small",
        &[(Avif, 480, 200), (Avif, 1000, 310), (Webp, 1600, 999)],
    );
    let pictures = Pictures {
        sets: vec![hall, small],
    };
    let heaviest = pictures.heaviest_on_phone().expect("pictures");
    assert_eq!(
        heaviest.to_string(),
        "the picture small on a phone: 310 B, 1000 pixels wide"
    );
    let bytes: Vec<u64> = pictures.on_phone().map(|weight| weight.bytes).collect();
    assert_eq!(bytes, [300, 310]);
    assert_eq!(Pictures::default().heaviest_on_phone(), None);
}
